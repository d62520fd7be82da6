/**
 * Finished English sentences of a server in the player's language. A server says what the rules
 * refuse or a bot advises in English, and its parts are known only there; so the template is found
 * again: `it is P2's turn` was made from `it is {seat}'s turn`. The parts are translated the same way.
 */
export type Sentences = Readonly<Record<string, string>>;

const HOLE = /\{([A-Za-z_]\w*)\}/;
const DEEPEST = 4;

interface Template {
  pattern: RegExp;
  text: string;
  literal: number;
}

const templates = new WeakMap<Sentences, Template[]>();

function read(known: Sentences): Template[] {
  let found = templates.get(known);
  if (!found) {
    found = Object.entries(known)
      .filter(([english]) => HOLE.test(english))
      .map(([english, text]) => toTemplate(english, text))
      // Those with most words of their own first.
      .sort((a, b) => b.literal - a.literal);
    templates.set(known, found);
  }
  return found;
}

function toTemplate(english: string, text: string): Template {
  const parts = english.split(new RegExp(HOLE, 'g'));
  const seen = new Set<string>();
  let pattern = '';
  let literal = 0;
  parts.forEach((part, index) => {
    if (index % 2 === 0) {
      pattern += part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
      literal += part.length;
    } else {
      pattern += seen.has(part) ? `\\k<${part}>` : `(?<${part}>.*?)`;
      seen.add(part);
    }
  });
  const first = english[0] ?? '';
  if (/[a-z]/.test(first)) pattern = `[${first}${first.toUpperCase()}]${pattern.slice(1)}`;
  return { pattern: new RegExp(`^${pattern}$`, 's'), text, literal };
}

const beginLike = (english: string, text: string): string =>
  /^\p{Lu}/u.test(english) ? text.slice(0, 1).toUpperCase() + text.slice(1) : text;

/** `part` says what no sentence is: a card, a move or a player. */
export function translate(known: Sentences, english: string, part: (text: string) => string = (text) => text): string {
  const find = (text: string, depth: number): string | null => {
    const exact = known[text] ?? known[text.slice(0, 1).toLowerCase() + text.slice(1)];
    if (exact !== undefined) return beginLike(text, exact);
    if (depth > DEEPEST) return null;
    for (const { pattern, text: template } of read(known)) {
      const match = pattern.exec(text);
      if (!match) continue;
      const filled = template.replace(new RegExp(HOLE, 'g'), (hole, name: string) => {
        const value = match.groups?.[name];
        return value === undefined ? hole : (find(value, depth + 1) ?? part(value));
      });
      return beginLike(text, filled);
    }
    return null;
  };
  const whole = find(english, 0);
  if (whole !== null) return whole;
  // The number of the rule and the full stop are not part of a sentence.
  const [, core = '', rule = '', stop = ''] = /^(.*?)( \([A-Z]+\d+\))?(\.?)$/s.exec(english) ?? [];
  const inner = find(core, 0);
  return inner === null ? english : `${inner}${rule}${stop}`;
}
