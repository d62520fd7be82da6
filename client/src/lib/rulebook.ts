/**
 * Reads the picture rulebooks when the client is built. A page is a row of sections,
 *
 *     ## Title {id: K6 K7}        the numbers of the rules that the section explains
 *     ::pile 5 8 : 9 yes | words  a picture, what is on it, and words under it
 *
 * with paragraphs and `- ` items between them.
 */
import { readSpans, type Span } from './markdown.ts';

export interface Section {
  id: string;
  title: string;
  rules: string[];
  blocks: BookBlock[];
}

export type BookBlock =
  | { kind: 'text'; spans: Span[] }
  | { kind: 'list'; items: Span[][] }
  | { kind: 'picture'; picture: string; parts: string[]; caption: string };

const HEADING = /^## (.+) \{(\w+)(?:: ([\w ]+))?\}$/;
const PICTURE = /^::(\w+)\s*([^|]*)(?:\|\s*(.*))?$/;
const NO_RULES: ReadonlySet<string> = new Set();

export function readBook(page: string): Section[] {
  const sections: Section[] = [];
  for (const line of page.split('\n')) {
    const text = line.trim();
    if (text === '') continue;
    const heading = HEADING.exec(text);
    if (heading) {
      const [, title, id, rules = ''] = heading;
      sections.push({ id: id!, title: title!, rules: rules.split(' ').filter(Boolean), blocks: [] });
      continue;
    }
    const blocks = sections.at(-1)?.blocks;
    if (!blocks || text.startsWith('#')) throw new Error(`a section begins with its title: ${text}`);
    const picture = PICTURE.exec(text);
    const last = blocks.at(-1);
    if (picture) {
      const parts = picture[2]!.split(/[:>]/).map((part) => part.trim());
      blocks.push({ kind: 'picture', picture: picture[1]!, parts, caption: picture[3] ?? '' });
    } else if (text.startsWith('- ')) {
      const spans = readSpans(text.slice(2), NO_RULES);
      if (last?.kind === 'list') last.items.push(spans);
      else blocks.push({ kind: 'list', items: [spans] });
    } else blocks.push({ kind: 'text', spans: readSpans(text, NO_RULES) });
  }
  return sections;
}

/** The section that explains a rule, or has this name. */
export const sectionOf = (book: readonly Section[], rule: string): Section | undefined =>
  book.find((section) => section.rules.includes(rule) || section.id === rule);
