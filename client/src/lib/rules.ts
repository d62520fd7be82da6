/** The rules pages: the project's own Markdown, in every language that has one. */
import type { GameName } from './cards/kinds';
import { words } from './i18n.svelte';

const english = import.meta.glob<string>('../../../docs/rules/*.md', { query: '?raw', import: 'default' });
const translated = import.meta.glob<string>('../../../src/fatum/i18n/rules/*/*.md', { query: '?raw', import: 'default' });

export interface Block {
  kind: 'title' | 'text' | 'rule' | 'table';
  /** The number of a rule: `K8`. */
  number?: string;
  text: string;
  rows?: string[][];
}

export async function loadRules(game: GameName): Promise<Block[]> {
  const { language } = words;
  const load = translated[`../../../src/fatum/i18n/rules/${language}/${game}.md`] ?? english[`../../../docs/rules/${game}.md`];
  return load ? readBlocks(await load()) : [];
}

/** The few forms of Markdown that the rules pages use. */
export function readBlocks(page: string): Block[] {
  const blocks: Block[] = [];
  for (const line of page.split('\n')) {
    const text = line.trim();
    const rule = /^- \*\*([A-Z]+\d+)\*\*\s+(.*)/.exec(text);
    const last = blocks.at(-1);
    if (text === '') {
      if (last?.kind === 'text' && last.text) blocks.push({ kind: 'text', text: '' });
    } else if (text.startsWith('#')) blocks.push({ kind: 'title', text: text.replace(/^#+\s*/, '') });
    else if (rule) blocks.push({ kind: 'rule', number: rule[1]!, text: rule[2]! });
    else if (text.startsWith('|')) {
      const cells = text.split('|').slice(1, -1).map((cell) => cell.trim());
      if (cells.every((cell) => /^:?-+:?$/.test(cell))) continue;
      if (last?.kind === 'table') last.rows!.push(cells);
      else blocks.push({ kind: 'table', text: '', rows: [cells] });
    } else if (text.startsWith('- ')) blocks.push({ kind: 'text', text: text.slice(2) });
    else if (last && (last.kind === 'text' || last.kind === 'rule') && last.text) last.text += ` ${text}`;
    else if (last?.kind === 'text') last.text = text;
    else blocks.push({ kind: 'text', text });
  }
  return blocks.filter((block) => block.kind === 'table' || block.text !== '');
}

export interface Span {
  text: string;
  form: 'plain' | 'strong' | 'code' | 'rule';
}

/** Bold, code, links and the numbers of these rules inside a line. */
export function readSpans(text: string, rules: ReadonlySet<string>): Span[] {
  const spans: Span[] = [];
  const plain = text.replace(/\[([^\]]+)\]\([^)]*\)/g, '$1');
  for (const part of plain.split(/(\*\*[^*]+\*\*|`[^`]+`|\b[A-Z]+\d+\b)/)) {
    if (!part) continue;
    if (part.startsWith('**')) spans.push({ text: part.slice(2, -2), form: 'strong' });
    else if (part.startsWith('`')) spans.push({ text: part.slice(1, -1), form: 'code' });
    else if (rules.has(part)) spans.push({ text: part, form: 'rule' });
    else spans.push({ text: part, form: 'plain' });
  }
  return spans;
}
