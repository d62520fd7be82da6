/** Rulebooks and numbered rules: the project's own in every language, and the rules of other packages. */
import type { Block, Span } from './markdown';
import { api } from './net/api';
import type { Section } from './rulebook';

export type { Block, Span };

const pages = {
  ...import.meta.glob<Block[]>('../../../docs/rules/*.md', { query: '?rules', import: 'default' }),
  ...import.meta.glob<Block[]>('../../../src/fatum/i18n/rules/*/*.md', {
    query: '?rules',
    import: 'default',
  }),
};

const books = import.meta.glob<Section[]>('../../../src/fatum/i18n/rulebook/*/*.md', {
  query: '?rulebook',
  import: 'default',
});

const bookOf = (game: string, language: string): (() => Promise<Section[]>) | undefined =>
  books[`../../../src/fatum/i18n/rulebook/${language}/${game}.md`];

/** Whether there is a rulebook with pictures. */
export const hasBook = (game: string): boolean => bookOf(game, 'en') !== undefined;

export const loadBook = (game: string, language: string): Promise<Section[]> =>
  (bookOf(game, language) ?? bookOf(game, 'en')!)();

export async function loadRules(game: string, language: string): Promise<Block[]> {
  const load =
    pages[`../../../src/fatum/i18n/rules/${language}/${game}.md`] ?? pages[`../../../docs/rules/${game}.md`];
  if (load) return load();
  const [{ readPage }, page] = await Promise.all([import('./markdown'), api.rules(game, language)]);
  return readPage(page.text);
}

export const plain = (spans: readonly Span[]): string =>
  spans.map((span) => (typeof span === 'string' ? span : span.text)).join('');
