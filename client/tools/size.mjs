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
// The table's own chunk and the game's, and what they load in turn without being asked.
const closure = (...starts) => {
  const found = new Set([...wanted, ...starts]);
  for (const name of found) {
    if (!name.endsWith('.js')) continue;
    const text = readFileSync(join(folder, 'assets', name), 'utf8');
    for (const match of text.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+)["']/g)) found.add(match[1]);
    // Styles are called after the file, without the game.
    const file = name.replace(/^\w+-(parts-)/, '$1').replace(/-[\w-]{8}\.js$/, '');
    for (const style of names)
      if (style.endsWith('.css') && style.slice(0, -'-12345678.css'.length) === file) found.add(style);
  }
  return [...found];
};
const table = names.find((name) => /^TableScreen-.*\.js$/.test(name));
const games = names.filter((name) => /^\w+-parts-.*\.js$/.test(name));
const weigh = (found) => {
  const sizes = found.map((name) => ({ name, size: packed(`assets/${name}`) }));
  const sum = (end) =>
    sizes.filter((each) => each.name.endsWith(end)).reduce((total, each) => total + each.size, 0);
  return { sizes, js: sum('.js'), all: sum('') + packed('index.html') };
};
const [heaviest] = games
  .map((game) => ({ game, ...weigh(closure(table, game)) }))
  .sort((a, b) => b.js - a.js);
const { game, sizes, js, all } = heaviest;
for (const each of sizes.sort((a, b) => b.size - a.size))
  console.log(`${String(each.size).padStart(7)}  ${each.name}`);
console.log(`${game}: JavaScript ${js} of ${BUDGET.js} bytes, all ${all} of ${BUDGET.all} bytes (gzip)`);
if (js > BUDGET.js || all > BUDGET.all) {
  console.error('The first table is too heavy.');
  process.exit(1);
}
