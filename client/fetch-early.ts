/** Pages that fetch what their first screen needs at once. */
import { readdirSync } from 'node:fs';
import type { Plugin, Rollup } from 'vite';

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
  return [
    ...[...scripts].filter(missing).map((name) => link({ rel: 'modulepreload', href: `${base}${name}` })),
    ...[...styles]
      .filter(missing)
      .map((name) => link({ rel: 'preload', as: 'style', href: `${base}${name}` })),
  ];
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
  return {
    name: 'fetch-early',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        // What every game's table is made of.
        const [some = [], ...rest] = chunksOf(bundle, /\/games\/\w+\/parts\.ts$/).map(
          ({ imports }) => imports,
        );
        const shared = some.filter((name) => rest.every((imports) => imports.includes(name)));
        const home = site ? named(bundle, HOME) : [];
        return linksTo([...named(bundle, /\/TableScreen\.svelte$/), ...shared, ...home], bundle, base, html);
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
          return names.length ? [[game, tags(names)] as const] : [];
        });
        const hints = { home: tags(named(bundle, HOME)), ...Object.fromEntries(games) };
        this.emitFile({ type: 'asset', fileName: 'hints.json', source: JSON.stringify(hints) });
      },
    },
  };
}
