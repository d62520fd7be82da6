import { describe, expect, test } from 'vitest';
import { ViewReader } from '../src/games/generic/zones';

const CARDS = new Set(['1', '2', '3', '4', '5', '6', '7', '8', '9', '?']);
const reader = (seats: number): ViewReader => new ViewReader(seats, (text) => CARDS.has(text));

describe('the view of a game that the client does not know', () => {
  test('has zones of the table and of each seat', () => {
    const { middle, seats } = reader(2).read({
      dealer: 'P2',
      hands: [
        ['7', '3'],
        ['?', '?'],
      ],
      played: [null, '9'],
      rest: ['?', '?', '?'],
      points: [4, 0],
      late: false,
    });
    expect(middle).toEqual({
      zones: [{ name: 'rest', cards: ['?', '?', '?'] }],
      facts: [{ name: 'dealer', value: 'P2' }],
    });
    expect(seats).toEqual([
      {
        zones: [
          { name: 'hands', cards: ['7', '3'] },
          { name: 'played', cards: [] },
        ],
        facts: [{ name: 'points', value: 4 }],
      },
      {
        zones: [
          { name: 'hands', cards: ['?', '?'] },
          { name: 'played', cards: ['9'] },
        ],
        facts: [{ name: 'points', value: 0 }],
      },
    ]);
  });

  test('keeps a pile a pile when it is as long as there are seats', () => {
    const two = reader(2);
    for (const pile of [[], ['1'], ['1', '2'], ['1', '2', '3']])
      expect(two.read({ pile }).middle.zones).toEqual([{ name: 'pile', cards: pile }]);
    // Also for somebody who comes at this moment.
    expect(reader(2).read({ pile: ['1', '2'] }).middle.zones).toHaveLength(1);
  });

  test('keeps one card for each seat with the seats when none is missing any more', () => {
    const two = reader(2);
    two.read({ played: [null, '4'] });
    expect(two.read({ played: ['5', '4'] }).seats.map(({ zones }) => zones[0]?.cards)).toEqual([
      ['5'],
      ['4'],
    ]);
  });

  test('may have seats as objects, objects inside, and rows of piles', () => {
    const { middle, seats } = reader(2).read({
      seats: [
        { hand: ['1'], open: [] },
        { hand: ['?'], open: ['2'], out: true },
      ],
      memory: { said: 'pair', seen: ['3'] },
      river: [['1'], ['2', '3'], []],
    });
    expect(seats[1]).toEqual({
      zones: [
        { name: 'hand', cards: ['?'] },
        { name: 'open', cards: ['2'] },
      ],
      facts: [{ name: 'out', value: true }],
    });
    expect(middle.zones.map(({ name }) => name)).toEqual(['memory seen', 'river 1', 'river 2', 'river 3']);
    expect(middle.facts).toEqual([{ name: 'memory said', value: 'pair' }]);
  });
});
