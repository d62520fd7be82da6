import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

/** Everything is on its way to a table: its parts are fetched beside the first script, not after it. */
function fetchTableEarly(): Plugin {
  return {
    name: 'fetch-table-early',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const scripts = new Set<string>();
        const styles = new Set<string>();
        const take = (name: string): void => {
          const chunk = bundle[name];
          if (chunk?.type !== 'chunk' || scripts.has(name)) return;
          scripts.add(name);
          for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style);
          chunk.imports.forEach(take);
        };
        Object.values(bundle).forEach((chunk) => {
          if (chunk.type === 'chunk' && chunk.facadeModuleId?.endsWith('/TableScreen.svelte')) take(chunk.fileName);
        });
        const missing = (name: string): boolean => !html.includes(name);
        const link = (attrs: Record<string, string>) => ({ tag: 'link', attrs: { ...attrs, crossorigin: '' }, injectTo: 'head' as const });
        return [
          ...[...scripts].filter(missing).map((name) => link({ rel: 'modulepreload', href: `/${name}` })),
          ...[...styles].filter(missing).map((name) => link({ rel: 'preload', as: 'style', href: `/${name}` })),
        ];
      },
    },
  };
}

export default defineConfig({
  plugins: [svelte(), fetchTableEarly()],
  base: '/',
  server: {
    // The rules pages lie outside this folder.
    fs: { allow: ['..'] },
    proxy: { '/api': { target: process.env.FATUM_SERVER ?? 'http://127.0.0.1:8000', ws: true } },
  },
  build: {
    outDir: '../src/fatum/server/static',
    emptyOutDir: true,
    target: 'es2022',
    // The server sends a strict Content-Security-Policy: nothing inline, no data: scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  test: { include: ['tests/**/*.test.ts'], environment: 'node' },
});
