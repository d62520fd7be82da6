import { afterEach, describe, expect, test } from 'vitest';
import { loadParts } from '../src/games/registry';
import { words } from '../src/lib/i18n.svelte';
import type { Picture } from '../src/lib/model';
import { cardName } from '../src/lib/names';
import { cardNames, say, saySentence } from '../src/lib/say';
import { LANGUAGES } from '../src/lib/settings.svelte';
import type { WireMessage } from '../src/protocol.gen';

const ODD = 'Ann shows Bob 3.';
const seats = [ODD, 'Bo', '{count}'].map((name, seat) => ({ seat: `P${seat + 1}`, kind: 'person', name }));
const picture = { you: { seat: 'P2', host: false }, table: { game: 'karma', seats } } as unknown as Picture;
const taken = (seat: string, count: number): WireMessage => ({
  key: 'karma.event.take.other',
  values: { name: { seat }, count },
});

afterEach(() => words.use('en'));

describe('a message', () => {
  test('has its seats, cards and moves named', async () => {
    await loadParts('karma');
    const waits: WireMessage = {
      key: 'prompt.wait.many',
      values: { names: [{ seat: 'P1' }, { seat: 'P3' }] },
    };
    expect(say(waits, picture)).toBe(`Waiting for ${ODD} and {count}.`);
    expect(say({ key: 'net.problem', values: { text: { move: 'play TC' } } }, picture)).toBe(
      'That did not work: Play “Table Card”',
    );
    expect(say({ key: 'net.problem', values: { text: { move: 'play TC' } } })).toBe(
      'That did not work: play TC',
    );
    expect(cardNames(['3', '3', 'BU', '?', '?'], 'karma')).toBe(
      'two 3s, “Bottoms Up”, and 2 face-down cards',
    );
  });

  test('has card names that are phrases in quotation marks, and equal cards counted', async () => {
    const quotes = { en: '“”', de: '„“', nl: '‘’', fr: '«»', sk: '„“' };
    for (const language of LANGUAGES) {
      await words.use(language);
      const [open, close] = [...quotes[language]];
      for (const card of ['TC', 'BU', 'FB', 'GP']) {
        const played = (cards: WireMessage['values']): string =>
          say({ key: 'karma.event.play.other', values: { name: 'Bo', ...cards } }, picture);
        const quoted = new RegExp(`${open}\\u00a0?${cardName(card)}\\u00a0?${close}`);
        expect(played({ cards: [{ card }] }), language).toMatch(quoted);
        expect(cardNames([card, card], 'karma'), language).toMatch(new RegExp(`^2 × ${quoted.source}$`));
      }
      expect(cardNames(['3', '3'], 'karma'), language).not.toContain('×');
      expect(cardNames(['Ru', 'Ru'], 'allin'), language).toMatch(/^2 /);
      expect(cardNames(['Ru', 'Ru'], 'allin'), language).not.toContain('×');
    }
  });

  test('has messages inside it, and is a sentence of its own if need be', () => {
    const inner: WireMessage = { key: 'karma.demand.number', values: { value: 12 } };
    expect(say({ key: 'karma.prompt.play', values: { demand: inner } })).toContain(say(inner));
    expect(saySentence({ key: 'plain', values: { text: 'so it is' } })).toBe('So it is.');
    expect(saySentence({ key: 'plain', values: { text: 'Is it?' } })).toBe('Is it?');
  });

  test('that nobody knows says its key', () => {
    expect(say({ key: 'no.such.text', values: { a: 1 } })).toBe('no.such.text');
  });

  test('counts as Slovak does', async () => {
    await words.use('sk');
    const said = [1, 2, 5].map((count) => say(taken('P3', count), picture));
    expect(said.map((text) => /(kart\S+|kariet)\.$/.exec(text)?.[1])).toEqual(['karta', 'karty', 'kariet']);
  });

  test('leaves names as they are, in every language', async () => {
    for (const language of LANGUAGES) {
      await words.use(language);
      expect(say(taken('P1', 3), picture), language).toContain(ODD);
      expect(say(taken('P3', 3), picture), language).toContain('{count}');
      expect(say({ key: 'plain', values: { text: ODD } }), language).toBe(ODD);
    }
  });
});
