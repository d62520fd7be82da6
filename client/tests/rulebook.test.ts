/** What is read from a rulebook, and which section a refusal leads to. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readPage } from '../src/lib/markdown';
import { readBook, sectionOf } from '../src/lib/rulebook';

const page = (game: string): string =>
  readFileSync(new URL(`../../src/fatum/i18n/rulebook/en/${game}.md`, import.meta.url), 'utf8');

describe('a rulebook', () => {
  test('is read into sections with texts, lists and pictures', () => {
    const [one, two] = readBook(
      '## First {minute}\n\n- **One**\n- two\n\n## Turn {turn: K6 K7}\n\nText.\n\n::pile 5 8 : 9 yes | Words.\n',
    );
    expect(one).toEqual({
      id: 'minute',
      title: 'First',
      rules: [],
      blocks: [{ kind: 'list', items: [[{ form: 'strong', text: 'One' }], ['two']] }],
    });
    expect(two!.rules).toEqual(['K6', 'K7']);
    expect(two!.blocks).toEqual([
      { kind: 'text', spans: ['Text.'] },
      { kind: 'picture', picture: 'pile', parts: ['5 8', '9 yes'], caption: 'Words.' },
    ]);
  });

  test('text before the first title is a mistake', () => {
    expect(() => readBook('Text.')).toThrow('Text.');
  });

  test.each([
    ['karma', 'KR7', 'turn'],
    ['karma', 'K18', 'tablecard'],
    ['karma', 'K15', 'burn'],
    ['allin', 'A8', 'turn'],
    ['allin', 'A15', 'river'],
    ['allin', 'A27', 'predictions'],
    ['allin', 'aid', 'aid'],
  ])('of %s explains %s in the section %s', (game, rule, section) => {
    expect(sectionOf(readBook(page(game)), rule)?.id).toBe(section);
  });

  test('has nothing for a rule that is not', () => {
    expect(sectionOf(readBook(page('karma')), 'K99')).toBeUndefined();
  });
});

test('numbered rules have no literal asterisks', () => {
  const [block] = readPage('| a number *n* | **bold** |');
  expect(block!.rows![0]).toEqual([
    ['a number ', { form: 'em', text: 'n' }],
    [{ form: 'strong', text: 'bold' }],
  ]);
  for (const game of ['karma', 'allin']) {
    const rules = readFileSync(new URL(`../../docs/rules/${game}.md`, import.meta.url), 'utf8');
    expect(JSON.stringify(readPage(rules))).not.toContain('*');
  }
});
