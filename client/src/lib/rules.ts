/** The rules pages: the project's own in every language that has one, and those of other packages. */
import type { Block, Span } from './markdown';
import { api } from './net/api';

export type { Block, Span };

const pages = {
  ...import.meta.glob<Block[]>('../../../docs/rules/*.md', { query: '?rules', import: 'default' }),
  ...import.meta.glob<Block[]>('../../../src/fatum/i18n/rules/*/*.md', {
    query: '?rules',
    import: 'default',
  }),
};

export async function loadRules(game: string, language: string): Promise<Block[]> {
  const load =
    pages[`../../../src/fatum/i18n/rules/${language}/${game}.md`] ?? pages[`../../../docs/rules/${game}.md`];
  if (load) return load();
  const [{ readPage }, page] = await Promise.all([import('./markdown'), api.rules(game, language)]);
  return readPage(page.text);
}

export const plain = (spans: readonly Span[]): string =>
  spans.map((span) => (typeof span === 'string' ? span : span.text)).join('');
