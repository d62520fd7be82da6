// What the first table weighs: the page and all that is loaded to show a running game.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const folder = process.argv[2] ?? new URL('../../src/fatum/server/static', import.meta.url).pathname;
const BUDGET = { js: 100_000, all: 250_000 };
const packed = (file) => gzipSync(readFileSync(join(folder, file)), { level: 9 }).length;

const names = readdirSync(join(folder, 'assets'));
const index = readFileSync(join(folder, 'index.html'), 'utf8');
const wanted = new Set([...index.matchAll(/assets\/([\w.-]+)/g)].map((match) => match[1]));
// The table's own chunk, and what it loads in turn without being asked.
wanted.add(names.find((name) => /^TableScreen-.*\.js$/.test(name)));
for (const name of wanted) {
  if (!name.endsWith('.js')) continue;
  const text = readFileSync(join(folder, 'assets', name), 'utf8');
  for (const match of text.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+)["']/g)) wanted.add(match[1]);
}
for (const name of names) if (/^TableScreen-.*\.css$/.test(name) || /^Peek-.*\.css$/.test(name)) wanted.add(name);

const sizes = [...wanted].map((name) => ({ name, size: packed(`assets/${name}`) }));
const js = sizes.filter((each) => each.name.endsWith('.js')).reduce((sum, each) => sum + each.size, 0);
const all = sizes.reduce((sum, each) => sum + each.size, packed('index.html'));
for (const each of sizes.sort((a, b) => b.size - a.size)) console.log(`${String(each.size).padStart(7)}  ${each.name}`);
console.log(`JavaScript ${js} of ${BUDGET.js} bytes, all ${all} of ${BUDGET.all} bytes (gzip)`);
if (js > BUDGET.js || all > BUDGET.all) {
  console.error('The first table is too heavy.');
  process.exit(1);
}
