// Writes src/lib/cards/cardtable.gen.ts from the engine's cards.toml; --check only compares.
import { readFileSync, writeFileSync } from 'node:fs';

const source = new URL('../../src/fatum/games/allin/rules/cards.toml', import.meta.url);
const target = new URL('../src/lib/cards/cardtable.gen.ts', import.meta.url);

export function generate() {
  const lines = readFileSync(source, 'utf8').split('\n');
  const rows = lines
    .map((line) => /^"?(\w+)"?\s*=\s*(\[.*\])/.exec(line))
    .filter((match) => match !== null)
    .map(([, card, list]) => `  '${card}': ${list.replaceAll('"', "'")},`);
  return [
    '// Generated from src/fatum/games/allin/rules/cards.toml by tools/cardtable.mjs.',
    'export const CARD_TABLE: Readonly<Record<string, readonly string[]>> = {',
    ...rows,
    '};',
    '',
  ].join('\n');
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const text = generate();
  if (process.argv.includes('--check')) {
    if (readFileSync(target, 'utf8') !== text) {
      console.error('cardtable.gen.ts is not current: run npm run generate');
      process.exit(1);
    }
  } else writeFileSync(target, text);
}
