/** Reads rules pages. The project's own are read when the client is built; a package's, when one is opened. */

export type Span = string | { form: 'strong' | 'em' | 'code' | 'rule'; text: string };

export interface Block {
  kind: 'title' | 'text' | 'rule' | 'table';
  /** The number of a rule: `K8`. */
  number?: string;
  spans: Span[];
  /** The cells of a table. */
  rows?: Span[][][];
}

interface Lines {
  kind: Block['kind'];
  number?: string;
  text: string;
  rows?: string[][];
}

export function readPage(page: string): Block[] {
  const lines = readLines(page);
  const rules = new Set(lines.flatMap((block) => block.number ?? []));
  return lines.map(({ kind, number, text, rows }) => ({
    kind,
    ...(number ? { number } : {}),
    spans: readSpans(text, rules),
    ...(rows ? { rows: rows.map((row) => row.map((cell) => readSpans(cell, rules))) } : {}),
  }));
}

/** The few forms of Markdown that the rules pages use. */
function readLines(page: string): Lines[] {
  const blocks: Lines[] = [];
  for (const line of page.split('\n')) {
    const text = line.trim();
    const rule = /^- \*\*([A-Z]+\d+)\*\*\s+(.*)/.exec(text);
    const last = blocks.at(-1);
    if (text === '') {
      if (last?.kind === 'text' && last.text) blocks.push({ kind: 'text', text: '' });
    } else if (text.startsWith('#')) blocks.push({ kind: 'title', text: text.replace(/^#+\s*/, '') });
    else if (rule) blocks.push({ kind: 'rule', number: rule[1]!, text: rule[2]! });
    else if (text.startsWith('|')) {
      const cells = text
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim());
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

/** Bold, emphasis, code, links and the numbers of these rules inside a line. */
export function readSpans(text: string, rules: ReadonlySet<string>): Span[] {
  const spans: Span[] = [];
  const plain = text.replace(/\[([^\]]+)\]\([^)]*\)/g, '$1');
  for (const part of plain.split(/(\*\*[^*]+\*\*|\*[^*\s]+\*|`[^`]+`|\b[A-Z]+\d+\b)/)) {
    if (!part) continue;
    const last = spans.at(-1);
    if (part.startsWith('**')) spans.push({ form: 'strong', text: part.slice(2, -2) });
    else if (part.startsWith('*') && part.length > 2) spans.push({ form: 'em', text: part.slice(1, -1) });
    else if (part.startsWith('`')) spans.push({ form: 'code', text: part.slice(1, -1) });
    else if (rules.has(part)) spans.push({ form: 'rule', text: part });
    else if (typeof last === 'string') spans[spans.length - 1] = last + part;
    else spans.push(part);
  }
  return spans;
}
