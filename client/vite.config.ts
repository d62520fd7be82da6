import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { fetchEarly } from './fetch-early.ts';
import { splitTexts } from './split-texts.ts';
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

const SHARED = /\/src\/(lib\/(?!markdown|rules|fair|later)|games\/\w+\/(view|Rune|CardStory)\.)/;
const GAME_TEXTS = /\/games\/(\w+)\/(?:texts|words)\.ts$/;

interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}
let first: Set<string> | null = null;

/** Whether the first table needs a module, of whichever game it is. */
function isFirst(id: string, modules: Modules): boolean {
  if (!first) {
    first = new Set();
    const folder = new URL('./src/', import.meta.url).pathname;
    const games = readdirSync(`${folder}games`).map((game) => `${folder}games/${game}/parts.ts`);
    const wanted = [`${folder}main.ts`, `${folder}screens/TableScreen.svelte`, ...games];
    for (let each = wanted.pop(); each; each = wanted.pop()) {
      if (first.has(each)) continue;
      first.add(each);
      const imported = modules.getModuleInfo(each)?.importedIds ?? [];
      if (imported.some((name) => name.endsWith('/lib/later.ts')))
        throw new Error(
          `${each} belongs to the first table, but mentions a text that comes later (split-texts.ts)`,
        );
      wanted.push(...imported);
    }
  }
  return first.has(id);
}

/** The service worker keeps every file of the client; its version follows from their names and contents. */
function keepOffline(site: boolean): Plugin {
  const folder = new URL('./', import.meta.url).pathname;
  return {
    name: 'keep-offline',
    apply: 'build',
    generateBundle(_, bundle) {
      const ours = readdirSync(`${folder}public`);
      const files = [...Object.keys(bundle).filter((name) => name.startsWith('assets/')), ...ours].sort();
      const source = readFileSync(`${folder}src/sw.js`, 'utf8');
      const digest = createHash('sha256').update(source).update(files.join());
      for (const name of ours) digest.update(readFileSync(`${folder}public/${name}`));
      const values: Record<string, string> = {
        __VERSION__: digest.digest('hex').slice(0, 12),
        __FILES__: JSON.stringify(files),
        // A site's pages differ by their depth; a server's is the same everywhere.
        __PAGES__: JSON.stringify(site ? ['./', ...[1, 2, 3].map((depth) => `pages/${depth}.html`)] : ['./']),
      };
      const made = source.replace(/__[A-Z]+__/g, (name) => values[name] ?? name);
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: made });
    },
  };
}

/** A site may lie in any folder: links of components begin with it. */
function placeLinks(): Plugin {
  return {
    name: 'place-links',
    enforce: 'pre',
    transform(code, id) {
      return id.endsWith('.svelte') ? code.replaceAll('href="/', 'href="{globalThis.fatumRoot}/') : null;
    },
  };
}

export default defineConfig(({ mode }) => ({
  plugins: [
    readRules(),
    splitTexts(),
    ...(mode === 'site' ? [placeLinks()] : []),
    svelte(),
    fetchEarly(mode === 'site' ? './' : '/', mode === 'site'),
    keepOffline(mode === 'site'),
  ],
  base: mode === 'site' ? './' : '/',
  define: { __SITE__: mode === 'site' },
  worker: {
    format: 'es',
    // The server lets these run WebAssembly, and knows them by their name.
    rolldownOptions: { output: { entryFileNames: 'assets/pocket-[name]-[hash].js' } },
  },
  server: {
    // The rules pages lie outside this folder.
    fs: { allow: ['..'] },
    proxy: { '/api': { target: process.env.FATUM_SERVER ?? 'http://127.0.0.1:8000', ws: true } },
  },
  build: {
    outDir: mode === 'site' ? '../build/site' : '../src/fatum/server/static',
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
              name: (id, modules) => (isFirst(id, modules) ? 'table' : null),
              debugName: 'table',
              test: SHARED,
              minShareCount: 2,
              priority: 1,
            },
            { name: 'sheets', test: SHARED, minShareCount: 2 },
            { name: (id) => `${GAME_TEXTS.exec(id)?.[1]}-texts`, debugName: 'texts', test: GAME_TEXTS },
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
}));
