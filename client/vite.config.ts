import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { readPage } from './src/lib/markdown.ts';
import { readBook } from './src/lib/rulebook.ts';

const READERS: Record<string, (page: string) => unknown> = { rules: readPage, rulebook: readBook };

/** Rules and rulebooks are read here, so that the browser gets them ready to show: `import '…md?rules'`. */
function readRules(): Plugin {
  return {
    name: 'read-rules',
    enforce: 'pre',
    load(id) {
      const [file, query] = id.split('?');
      const read = READERS[query ?? ''];
      if (!read || !file?.endsWith('.md')) return null;
      this.addWatchFile(file);
      return `export default ${JSON.stringify(read(readFileSync(file, 'utf8')))}`;
    },
  };
}

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
        const ends = (end: RegExp) =>
          Object.values(bundle).flatMap((each) =>
            each.type === 'chunk' && end.test(each.facadeModuleId ?? '') ? [each] : [],
          );
        ends(/\/TableScreen\.svelte$/).forEach((chunk) => take(chunk.fileName));
        // What every game's table is made of; which game it is, only the server knows.
        const [first, ...rest] = ends(/\/games\/\w+\/parts\.ts$/).map((chunk) => chunk.imports);
        first?.filter((name) => rest.every((imports) => imports.includes(name))).forEach(take);
        const missing = (name: string): boolean => !html.includes(name);
        const link = (attrs: Record<string, string>) => ({
          tag: 'link',
          attrs: { ...attrs, crossorigin: '' },
          injectTo: 'head' as const,
        });
        return [
          ...[...scripts].filter(missing).map((name) => link({ rel: 'modulepreload', href: `/${name}` })),
          ...[...styles]
            .filter(missing)
            .map((name) => link({ rel: 'preload', as: 'style', href: `/${name}` })),
        ];
      },
    },
  };
}

export default defineConfig({
  plugins: [readRules(), svelte(), fetchTableEarly()],
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
    rolldownOptions: {
      output: {
        // What several tables, or the table and other screens, share is one file instead of many small ones:
        // each file costs a kilobyte of headers.
        codeSplitting: {
          groups: [
            {
              name: 'table',
              test: /\/src\/(lib\/(?!markdown|rules|fair)|games\/\w+\/(view|words|Rune)\.)/,
              minShareCount: 2,
            },
          ],
        },
        // The parts of a game are called after it.
        chunkFileNames: ({ facadeModuleId }) => {
          const [, game, part] = /\/games\/(\w+)\/(\w+)\.\w+$/.exec(facadeModuleId ?? '') ?? [];
          return `assets/${game ? `${game}-${part}` : '[name]'}-[hash].js`;
        },
      },
    },
  },
  test: { include: ['tests/**/*.test.ts'], environment: 'node' },
});
