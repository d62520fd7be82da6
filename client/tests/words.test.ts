import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fill, list, pluralForm, words } from '../src/lib/i18n.svelte';
import { twoLines } from '../src/lib/cards/lines';
import { readEffect, rankOf, suitOf } from '../src/lib/cards/kinds';
import { readPage } from '../src/lib/markdown';
import { plain } from '../src/lib/rules';
import { LANGUAGES, readStored } from '../src/lib/settings.svelte';
import en from '../src/locales/en.json';
// @ts-expect-error a plain script
import { generate } from '../tools/cardtable.mjs';

const root = join(import.meta.dirname, '..');

function files(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? files(join(folder, entry.name)) : [join(folder, entry.name)],
  );
}

describe('texts', () => {
  test('plurals follow the language', () => {
    const cards = {
      one: '{count} karta',
      few: '{count} karty',
      many: '{count} karty',
      other: '{count} kariet',
    };
    expect([1, 3, 5].map((count) => fill(cards, 'sk', { count }))).toEqual([
      '1 karta',
      '3 karty',
      '5 kariet',
    ]);
    expect(fill({ other: 'x' }, 'en', { count: 1 })).toBe('x');
  });

  test('the short rules for plurals are those of the languages', () => {
    for (const language of LANGUAGES) {
      const rules = new Intl.PluralRules(language);
      for (const count of [...Array(200).keys(), 1000, 1001, 999_999, 1_000_000, 1.5]) {
        expect(pluralForm(language, count), `${language} ${count}`).toBe(rules.select(count));
      }
    }
  });

  test('names are joined as the languages join them', async () => {
    for (const language of LANGUAGES) {
      await words.use(language);
      const usual = new Intl.ListFormat(language);
      // Some versions of the rules keep a short word together with the next one.
      for (const names of [[], ['A'], ['A', 'B'], ['A', 'B', 'C'], ['A', 'B', 'C', 'D']])
        expect(list(names), language).toBe(usual.format(names).replaceAll('\u00a0', ' '));
    }
    await words.use('en');
  });

  test('what is not given stays visible', () => {
    expect(fill('{name} plays', 'en', {})).toBe('{name} plays');
  });

  test('no text has an exclamation mark', () => {
    for (const entry of Object.values(en)) expect(JSON.stringify(entry)).not.toContain('!');
  });

  test('no words stand in the components themselves', () => {
    const found: string[] = [];
    for (const file of files(join(root, 'src')).filter(
      (each) => each.endsWith('.svelte') && !each.includes('/dev/'),
    )) {
      const markup = readFileSync(file, 'utf8')
        .replace(/<script[\s\S]*?<\/script>/g, '')
        .replace(/<style[\s\S]*?<\/style>/g, '')
        .replace(/<!--[\s\S]*?-->/g, '');
      // Braces hold code; what is left between tags would be seen.
      let depth = 0;
      let text = '';
      for (const sign of markup) {
        if (sign === '{') depth++;
        if (depth === 0) text += sign;
        if (sign === '}') depth--;
      }
      for (const match of text.replace(/<[^>]*>/g, '\n').matchAll(/[A-Za-zÀ-ž]{2,}/g))
        found.push(`${file.slice(root.length)}: ${match[0]}`);
      for (const match of markup.matchAll(
        /(?:aria-label|placeholder|title|alt)="([^"{]*[A-Za-z]{2,}[^"]*)"/g,
      ))
        found.push(`${file.slice(root.length)}: ${match[1]}`);
    }
    expect(found).toEqual([]);
  });
});

describe('cards', () => {
  test('the generated card table is current', () => {
    expect(readFileSync(join(root, 'src/lib/cards/cardtable.gen.ts'), 'utf8')).toBe(generate());
  });

  test('are read from their texts', () => {
    expect([rankOf('10M'), suitOf('10M'), suitOf('Ru'), rankOf('16'), suitOf('?')]).toEqual([
      '10',
      'M',
      null,
      null,
      null,
    ]);
    expect(readEffect('reveal5*')).toEqual({ text: 'reveal5', kind: 'reveal', count: 5, star: true });
    expect(readEffect('dance')).toBeNull();
  });

  test('long names break in two', () => {
    expect(twoLines('Unterste Karte nach oben')).toEqual(['Unterste Karte', 'nach oben']);
    expect(twoLines('Karma')).toEqual(['Karma']);
  });
});

describe('rules pages', () => {
  test('are read block by block', () => {
    const blocks = readPage(
      '# Karma\n\nA game\nfor two.\n\n- **K8** A number **must** fit (K7), says P1.\n' +
        '- **K7** Fit.\n\n  | a | b |\n  |---|---|\n  | 1 | 2 |\n',
    );
    expect(blocks.map((block) => block.kind)).toEqual(['title', 'text', 'rule', 'rule', 'table']);
    expect(plain(blocks[1]!.spans)).toBe('A game for two.');
    expect(blocks[4]!.rows!.map((row) => row.map(plain))).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
    expect(blocks[2]!.spans).toEqual([
      'A number ',
      { form: 'strong', text: 'must' },
      ' fit (',
      { form: 'rule', text: 'K7' },
      '), says P1.',
    ]);
  });
});

test('settings that are broken fall back to the usual', () => {
  expect(readStored('{"deck":"gold","pace":9,"name":7,"confirm":"yes"}')).toMatchObject({
    deck: 'classic',
    pace: 2,
    name: '',
    confirm: false,
  });
  expect(readStored('nonsense').deck).toBe('classic');
  expect(readStored('{"deck":"four","pace":0}')).toMatchObject({ deck: 'four', pace: 0 });
});
