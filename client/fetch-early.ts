/** Pages that fetch what their first screen needs at once. */
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { build, type Plugin, type Rollup } from 'vite';

type Files = Rollup.OutputBundle;

/** The links with which a page fetches these chunks, and what they import, at once. */
function linksTo(names: readonly string[], bundle: Files, base: string, html: string) {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const take = (name: string): void => {
    const chunk = bundle[name];
    if (chunk?.type !== 'chunk' || scripts.has(name)) return;
    scripts.add(name);
    for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style);
    chunk.imports.forEach(take);
  };
  names.forEach(take);
  const link = (attrs: Record<string, string>) => ({
    tag: 'link',
    attrs: { ...attrs, crossorigin: '' },
    injectTo: 'head' as const,
  });
  const missing = (name: string): boolean => !html.includes(name);
  // Styles are applied at once, too: a script that adds them has to wait for them.
  return [
    ...[...scripts].filter(missing).map((name) => link({ rel: 'modulepreload', href: `${base}${name}` })),
    ...[...styles].filter(missing).map((name) => link({ rel: 'stylesheet', href: `${base}${name}` })),
  ];
}

/** A module and what it imports as one script that is not a module, so that it runs while the page is read. */
async function script(entry: string): Promise<{ fileName: string; source: string }> {
  const made = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: { write: false, target: 'es2022', lib: { entry, formats: ['iife'], name: 'early' } },
  });
  const [{ output }] = made as [Rollup.RollupOutput];
  const source = output[0].code;
  const digest = createHash('sha256').update(source).digest('hex').slice(0, 8);
  return { fileName: `assets/early-${digest}.js`, source };
}

/**
 * Everything is on its way to a table: its parts are fetched beside the first script, not after it. The start page, and
 * which game a table is of, only the server knows: it adds what hints.json says.
 */
export function fetchEarly(base: string, site: boolean): Plugin {
  const chunksOf = (bundle: Files, end: RegExp) =>
    Object.values(bundle).flatMap((each) =>
      each.type === 'chunk' && end.test(each.facadeModuleId ?? '') ? [each] : [],
    );
  const named = (bundle: Files, end: RegExp) => chunksOf(bundle, end).map(({ fileName }) => fileName);
  const HOME = /\/Home\.svelte$/;
  /** The tables of a site are on the device: nothing has to be opened for them. */
  let early: Awaited<ReturnType<typeof script>> | null = null;
  return {
    name: 'fetch-early',
    apply: 'build',
    async buildStart() {
      if (!site) early = await script(new URL('./src/early.ts', import.meta.url).pathname);
      if (early) this.emitFile({ type: 'asset', ...early });
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        // What every game's table is made of.
        const [some = [], ...rest] = chunksOf(bundle, /\/games\/\w+\/parts\.ts$/).map(
          ({ imports }) => imports,
        );
        const shared = some.filter((name) => rest.every((imports) => imports.includes(name)));
        const home = site ? named(bundle, HOME) : [];
        const needed = [...named(bundle, /\/TableScreen\.svelte$/), ...shared, ...home];
        const first = early ? [{ tag: 'script', attrs: { src: `${base}${early.fileName}` } }] : [];
        // First of all: a script below a style sheet would wait for it.
        return [...first, ...linksTo(needed, bundle, base, html)];
      },
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const page = bundle['index.html'];
        if (site || page?.type !== 'asset') return;
        const tags = (names: string[]): string =>
          linksTo(names, bundle, base, String(page.source))
            .map(({ attrs }) => Object.entries(attrs).map(([name, value]) => `${name}="${value}"`))
            .map((attrs) => `<link ${attrs.join(' ')}>`)
            .join('');
        const games = readdirSync(new URL('./src/games/', import.meta.url)).flatMap((game) => {
          const names = named(bundle, new RegExp(`/games/${game}/parts\\.ts$`));
          return names.length ? [[game, `<meta name="game" content="${game}">${tags(names)}`] as const] : [];
        });
        const hints = { home: tags(named(bundle, HOME)), ...Object.fromEntries(games) };
        this.emitFile({ type: 'asset', fileName: 'hints.json', source: JSON.stringify(hints) });
      },
    },
  };
}
