import { beforeEach, describe, expect, test } from 'vitest';
import {
  dropAllPlayed,
  dropPlayed,
  keepPlayed,
  markGone,
  MOST_PLAYED,
  playedGames,
  seriesOf,
  tallyOf,
  type Finisher,
} from '../src/lib/after/history';

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  Object.assign(globalThis, {
    localStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
    },
  });
});

const won: Finisher[] = [
  { name: 'Ann', own: true, look: 'best', points: 9 },
  { name: 'Bo', points: 4 },
];
const lost: Finisher[] = [
  { name: 'Bo', look: 'best', points: 7 },
  { name: 'Anna', own: true, points: 2 },
];
const end = (id: string, players: Finisher[], previous: string | null = null, at = 1) =>
  keepPlayed({ id, game: 'allin', at, players }, previous);

describe('finished games', () => {
  test('are listed newest first, once each, with the date of their end', () => {
    end('A', won, null, 5);
    end('B', lost, null, 6);
    end('A', lost, null, 99);
    expect(playedGames().map(({ id, at }) => [id, at])).toEqual([
      ['B', 6],
      ['A', 5],
    ]);
    expect(playedGames()[1]!.players).toEqual(lost);
  });

  test('are forgotten beyond the last fifty, and when asked to', () => {
    for (let number = 0; number < MOST_PLAYED + 3; number += 1) end(`G${number}`, won);
    expect(playedGames()).toHaveLength(MOST_PLAYED);
    expect(playedGames().at(-1)!.id).toBe('G3');
    dropPlayed('G52');
    expect(playedGames()[0]!.id).toBe('G51');
    dropAllPlayed();
    expect(playedGames()).toEqual([]);
  });

  test('say when the server has them no longer', () => {
    end('A', won);
    end('B', won);
    markGone('A');
    expect(playedGames().map(({ id, gone }) => [id, gone])).toEqual([
      ['B', undefined],
      ['A', true],
    ]);
  });

  test('survive nonsense in the storage', () => {
    for (const nonsense of [
      '{',
      '7',
      '[{"id":1}]',
      '[null]',
      '[{"id":"A","game":"x","at":1,"series":"A"}]',
    ]) {
      stored.set('fatum.played', nonsense);
      expect(playedGames()).toEqual([]);
    }
  });
});

describe('a series of rematches', () => {
  test('is followed from table to table, also where the first was played elsewhere', () => {
    end('A', won);
    end('X', won);
    end('B', lost, 'A');
    const last = end('C', won, 'B');
    expect(seriesOf(last).map(({ id }) => id)).toEqual(['A', 'B', 'C']);
    expect(seriesOf(end('E', won, 'D')).map(({ id }) => id)).toEqual(['E']);
    expect(seriesOf(end('F', won, 'E')).map(({ id }) => id)).toEqual(['E', 'F']);
  });

  test('is added up; a player of this device is the same one under another name', () => {
    end('A', won);
    end('B', lost, 'A');
    const rows = tallyOf(seriesOf(end('C', won, 'B')));
    expect(rows).toEqual([
      { name: 'Ann', own: true, best: 2, worst: 0, points: 20 },
      { name: 'Bo', own: false, best: 1, worst: 0, points: 15 },
    ]);
  });

  test('puts the one who was last less often first where nobody wins', () => {
    const karma = (last: string): Finisher[] =>
      ['Ann', 'Bo'].map((name) => (name === last ? { name, look: 'worst' } : { name }));
    end('A', karma('Ann'));
    end('B', karma('Ann'), 'A');
    expect(tallyOf(seriesOf(end('C', karma('Bo'), 'B'))).map(({ name, worst }) => [name, worst])).toEqual([
      ['Bo', 1],
      ['Ann', 2],
    ]);
  });
});
