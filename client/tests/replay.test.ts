import { describe, expect, test } from 'vitest';
import type { Snapshot, Update } from '../src/protocol.gen';
import { bands, costOf, sharesAt, shortCost, turningPoints, type Analysis } from '../src/lib/replay/analysis';
import { chapters as rounds } from '../src/games/allin/chapters';
import { moveWords as allInMoves } from '../src/games/allin/moves';
import { chapters as burnsAndPiles } from '../src/games/karma/chapters';
import { moveWords as karmaMoves } from '../src/games/karma/moves';
import { maybe } from '../src/lib/i18n.svelte';
import { chaptersOf } from '../src/lib/replay/chapters';
import { readTimeline, stepBefore, turnStarts } from '../src/lib/replay/timeline';
import { hurryFrom, timeLeft } from '../src/lib/table/time';

const table = {
  id: 'X',
  game: 'karma',
  phase: 'playing',
  seats: [
    { name: 'Ann', kind: 'person', seat: 'P1' },
    { name: 'Bo', kind: 'person', seat: 'P2' },
  ],
};
const view = (turns: number, turn: string, more: object = {}): Record<string, unknown> => ({
  phase: 'turn',
  turns,
  turn,
  ...more,
});
const snapshot = {
  seq: 3,
  at: 9,
  you: { seat: 'P1', host: true },
  table,
  view: view(0, 'P1'),
  aid: null,
  turn: [],
  prompt: { seq: 3, legal: ['play 4'], deadline: null },
  recent: [],
  chat: [],
} as unknown as Snapshot;
const updates = [
  {
    seq: 4,
    at: 0,
    news: { what: 'moved', seat: 'P1' },
    events: [{ event: 'play', seat: 'P1', cards: ['4'] }],
    view: view(1, 'P2'),
    prompt: null,
  },
  { seq: 5, at: 0, news: { what: 'chat', seat: 'P2', text: 'hm' } },
  {
    seq: 6,
    at: 0,
    news: { what: 'moved', seat: 'P2' },
    events: [{ event: 'burn', seat: 'P2', cards: ['4', '4', '4'] }],
    view: view(1, 'P2'),
  },
  {
    seq: 7,
    at: 0,
    news: { what: 'moved', seat: 'P2' },
    events: [{ event: 'take', seat: 'P2', cards: ['1', '1', '1', '2', '2', '2'] }],
    view: view(2, 'P1'),
    prompt: { seq: 7, legal: ['take'], deadline: null },
  },
] as unknown as Update[];
const steps = readTimeline({ snapshot, updates });

describe('a replay', () => {
  test('has a step for every move, and talk is none', () => {
    expect(steps.map((step) => step.moves)).toEqual([0, 1, 2, 3]);
    expect(steps.map((step) => step.picture.seq)).toEqual([3, 4, 6, 7]);
  });

  test('asks nothing', () => {
    expect(steps.every((step) => step.picture.prompt === null && step.update.prompt === null)).toBe(true);
  });

  test('can be shown from any step: each update has the whole picture', () => {
    for (const step of steps)
      expect(step.update).toMatchObject({
        table: step.picture.table,
        view: step.picture.view,
        you: step.picture.you,
      });
  });

  test('knows where turns begin', () => {
    expect(turnStarts(steps)).toEqual([0, 1, 3]);
  });

  test('has burns and large piles as chapters, from the beginning to the end', () => {
    expect(chaptersOf({ chapters: burnsAndPiles }, steps)).toEqual([
      { at: 0, title: 'The beginning' },
      { at: 2, title: '3 cards leave the game' },
      { at: 3, title: 'Bo gets a pile of 6 cards' },
      { at: 3, title: 'The end' },
    ]);
    expect(chaptersOf({}, steps).map(({ at }) => at)).toEqual([0, 3]);
  });

  test('has the rounds of All In as chapters', () => {
    const played = [1, 1, 2].map((round, index) => ({
      seq: 4 + index,
      at: 0,
      view: view(index, 'P1', { round }),
    })) as unknown as Update[];
    const found = chaptersOf(
      { chapters: rounds },
      readTimeline({ snapshot: { ...snapshot, view: view(0, 'P1', { round: 1 }) }, updates: played }),
    );
    expect(found).toEqual([
      { at: 0, title: 'Round 1' },
      { at: 3, title: 'Round 2' },
      { at: 3, title: 'The end' },
    ]);
  });

  test('finds the choice before a move', () => {
    expect([1, 2, 3, 99].map((move) => stepBefore(steps, move))).toEqual([0, 1, 2, 3]);
  });
});

describe('an analysis', () => {
  const analysis: Analysis = {
    game: 'karma',
    decisions: [
      {
        move: 2,
        seat: 'P2',
        played: 'take',
        loss: 0.4,
        interval: [0.3, 0.5],
        why: null,
        values: { 'play 9': { value: 0.9, tried: 80 }, take: { value: 0.5, tried: 40 } },
      },
    ],
    players: [
      {
        seat: 'P1',
        name: 'Ann',
        loss: 0,
        interval: [0, 0],
        mistakes: [],
        curve: [
          [1, 0.5],
          [3, 1],
        ],
      },
      { seat: 'P2', name: 'Bo', loss: 0.4, interval: [0.3, 0.5], mistakes: [2], curve: [[2, 0.9]] },
    ],
    shares: {
      of: 'losing',
      points: [
        [1, [0.5, 0.5]],
        [2, [0.75, 0.25]],
        [3, [0, 1]],
      ],
    },
  };

  test('names what was played and what was best', () => {
    expect(turningPoints(analysis, steps)).toEqual([
      {
        seat: 'P2',
        move: 2,
        step: 1,
        played: 'take',
        better: 'play 9',
        loss: 0.4,
        interval: [0.3, 0.5],
        why: null,
      },
    ]);
  });

  test('says with each loss where it very likely lies', () => {
    const point = {
      ...turningPoints(analysis, steps)[0]!,
      loss: 0.0812,
      interval: [0.0337, 0.1288] as const,
    };
    expect(costOf(point)).toEqual({ count: 8, low: 3, high: 13 });
    expect(shortCost(point)).toBe('−8% (3 to 13%)');
    expect(maybe('analysis.cost.karma', costOf(point))).toBe(
      '8 percentage points (3 to 13) more likely to finish last',
    );
    expect(maybe('analysis.cost.allin', costOf({ ...point, loss: 0.0098 }))).toBe(
      '1 percentage point (3 to 13) less likely to win',
    );
  });

  test('has the parts of the whole at each step, and the end at the last', () => {
    const { points } = analysis.shares;
    expect([0, 1, 2, 3].map((step) => sharesAt(points, step, 3))).toEqual([
      [0.5, 0.5],
      [0.75, 0.25],
      [0.75, 0.25],
      [0, 1],
    ]);
    expect(sharesAt([], 2, 3)).toEqual([]);
  });

  test('draws the parts on top of one another, from the bottom to the top', () => {
    const { points } = analysis.shares;
    expect(bands(points, [1, 0], 3)).toEqual([
      'M0 0.5000L1 0.7500L3 0.0000L3 1.0000L1 1.0000L0 1.0000Z',
      'M0 0.0000L1 0.0000L3 0.0000L3 0.0000L1 0.7500L0 0.5000Z',
    ]);
    // A first choice that comes later is drawn from the beginning on.
    expect(bands(points.slice(1), [0, 1], 3)[0]).toMatch(/^M0 0\.2500L1 0\.2500L/);
  });

  test('says moves in words', () => {
    const { picture } = steps[0]!;
    expect(
      ['play 9 x2', 'take', 'give P2', 'no look', 'flip 3', 'lay 14'].map((move) =>
        karmaMoves(move, picture),
      ),
    ).toEqual([
      'Play two 9s',
      'Take the pile',
      'Give it to Bo',
      'Don’t look',
      'Turn up hidden card 3',
      'Lay 14 face up',
    ]);
    const allin = {
      ...picture,
      table: { ...picture.table, game: 'allin' },
      view: { river: [['KC'], ['2C', '9M']], discard: ['3T'] },
    };
    expect(
      ['swap 5C 2', 'take discard', 'all in', 'predict P1', 'eye P2', 'skip'].map((move) =>
        allInMoves(move, allin as typeof picture),
      ),
    ).toEqual([
      'Swap 5 of Clocks for 9 of Masks',
      'Take 3 of Trees',
      'All In',
      'Bet on your own hand',
      'All-Seeing Eye: Bo',
      'Skip',
    ]);
  });
});

describe('the clock', () => {
  test('reads as people say it', () => {
    expect([7, 65, 3725, 2 * 86_400].map(timeLeft)).toEqual(['0:07', '1:05', '1:02:05', '2 days']);
  });

  test('warns in the last fifth, neither too late nor for hours', () => {
    expect([15, 60, 86_400, null].map(hurryFrom)).toEqual([5, 12, 60, 10]);
  });
});
