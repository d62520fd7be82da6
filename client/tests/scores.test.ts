import { describe, expect, test } from 'vitest';
import type { Snapshot, Update } from '../src/protocol.gen';
import { review as allIn } from '../src/games/allin/review';
import { allInRounds } from '../src/games/allin/scores';
import { review as karma } from '../src/games/karma/review';
import { karmaRows } from '../src/games/karma/scores';
import { standOut } from '../src/lib/after/awards';
import { readTimeline, type Step } from '../src/lib/replay/timeline';

const seats = ['P1', 'P2', 'P3'].map((seat) => ({ seat, name: seat, kind: 'person' }));

function game(name: string, first: object, updates: object[]): Step[] {
  const snapshot = {
    seq: 1,
    at: 0,
    you: { seat: null, host: false },
    table: { game: name, seats },
    view: first,
    turn: [],
    prompt: null,
    recent: [],
    chat: [],
    aid: null,
  };
  return readTimeline({
    snapshot: snapshot as unknown as Snapshot,
    updates: updates.map((update, index) => ({ seq: 2 + index, at: 0, ...update })) as unknown as Update[],
  });
}

describe('the score sheet of All In', () => {
  const view = (round: number, runes: number[], more: object = {}): object => ({
    round,
    runes,
    pot: 6,
    last_strength: [],
    predictions: [null, null, null],
    ...more,
  });
  const scored = (seat: string, hand: string, pot: number, pay: number): object[] => [
    { event: 'hand', seat, cards: [], detail: hand },
    { event: 'pot', seat, number: pot },
    { event: 'pay', seat, number: pay },
  ];
  const steps = game('allin', view(1, [0, 0, 0]), [
    { events: [{ event: 'rune', seat: 'P2' }], view: view(1, [0, 1, 0]) },
    { events: [{ event: 'all in', seat: 'P3' }], view: view(1, [0, 1, 0]) },
    {
      events: [{ event: 'prediction', seat: 'P1', other: 'P2' }],
      view: view(1, [0, 1, 0], { predictions: ['P2', null, null] }),
    },
    {
      events: [{ event: 'prediction', seat: 'P2', other: 'P3' }],
      view: view(1, [0, 1, 0], { predictions: ['P2', 'P3', null] }),
    },
    {
      events: [
        { event: 'prediction', seat: 'P3', other: 'P3' },
        ...scored('P1', 'pair', 0, 1),
        ...scored('P2', 'pair', 3, 1),
        ...scored('P3', 'flush', 3, 5),
      ],
      view: view(2, [1, 5, 8], { last_strength: ['P3', 'P2', 'P1'] }),
    },
    {
      events: [{ event: 'rune', seat: 'P1' }],
      view: view(2, [2, 5, 8], { predictions: ['P1', 'P1', 'P2'] }),
    },
    {
      events: [...scored('P1', 'flush', 0, 5), ...scored('P2', 'pair', 0, 1), ...scored('P3', 'pair', 6, 1)],
      view: view(2, [7, 6, 15], { last_strength: ['P2', 'P1', 'P3'] }),
    },
  ]);
  const [first, second] = allInRounds(steps);

  test('says what each player gained in a round, and why', () => {
    expect(first).toMatchObject({ round: 1, pot: 6 });
    expect(
      first!.rows.map(({ seat, predicted, right, pot, pay, said, effects, gain }) => [
        seat,
        predicted,
        right,
        pot,
        said,
        pay,
        effects,
        gain,
      ]),
    ).toEqual([
      ['P1', 'P2', false, 0, 'pair', 1, 0, 1],
      ['P2', 'P3', true, 3, 'pair', 1, 1, 5],
      ['P3', 'P3', true, 3, 'flush', 5, 0, 8],
    ]);
  });

  test('counts effects and All In in their own round only', () => {
    expect(first!.rows.map((row) => row.allIn)).toEqual([false, false, true]);
    expect(second!.rows.map((row) => [row.allIn, row.effects])).toEqual([
      [false, 1],
      [false, 0],
      [false, 0],
    ]);
  });

  test('adds up to the runes at the end', () => {
    const total = (seat: string): number =>
      [first!, second!].reduce((sum, { rows }) => sum + rows.find((row) => row.seat === seat)!.gain, 0);
    expect(['P1', 'P2', 'P3'].map(total)).toEqual([7, 6, 15]);
  });

  test('is what the game is remembered for', () => {
    expect(allIn.awards(steps).map(({ seats, title, text }) => [seats, title, text])).toEqual([
      [['P3'], 'Best reader', '2 of 2 predictions right'],
      [['P3'], 'Best prediction', 'Round 2: 6 runes'],
      [['P3'], 'Best All In', 'Round 1: 8 runes'],
    ]);
  });
});

describe('the score sheet of Karma', () => {
  const has = { hand: ['4'], open: [], hidden: [null, null, null] };
  const none = { ...has, hand: [] };
  const last = { ...none, hidden: [null, '?', null] };
  const view = (turns: number, ...players: object[]): object => ({ turns, seats: players });
  const steps = game('karma', view(0, has, has, has), [
    { events: [{ event: 'take', seat: 'P3', cards: ['1', '2', '2'] }], view: view(1, has, has, has) },
    { events: [{ event: 'play', seat: 'P1' }], view: view(2, none, last, has) },
    { events: [{ event: 'burn', seat: 'P3', cards: ['1', '1', '1'] }], view: view(2, none, last, has) },
    {
      events: [{ event: 'give', seat: 'P3', other: 'P1', cards: ['9', '9'] }],
      view: view(3, has, last, has),
    },
    { events: [{ event: 'flip', seat: 'P2' }], view: view(5, has, none, has) },
    { events: [{ event: 'lose', seat: 'P3' }], view: view(8, none, none, has) },
  ]);

  test('has the players in the order in which they got out for good', () => {
    expect(karmaRows(steps).map(({ seat, out }) => [seat, out])).toEqual([
      ['P2', 5],
      ['P1', 8],
      ['P3', null],
    ]);
  });

  test('counts piles for the player who got them, and burns', () => {
    expect(karmaRows(steps).map(({ seat, cards, piles, burns }) => [seat, cards, piles, burns])).toEqual([
      ['P2', 0, 0, 0],
      ['P1', 2, 1, 0],
      ['P3', 3, 1, 1],
    ]);
  });

  test('says who came first, and who was last', () => {
    const standings = ['P1', 'P2', 'P3'].map((seat) => ({
      seat,
      mark: '',
      ...(seat === 'P3' ? { look: 'worst' as const } : {}),
    }));
    expect(karma.finish!(steps, standings).map(({ seat, look }) => [seat, look])).toEqual([
      ['P2', 'best'],
      ['P1', undefined],
      ['P3', 'worst'],
    ]);
    const undecided = standings.map(({ seat, mark }) => ({ seat, mark }));
    expect(karma.finish!(steps, undecided).map(({ seat }) => seat)).toEqual(['P2', 'P1', 'P3']);
    expect(karma.finish!(steps, undecided).some((standing) => standing.look)).toBe(false);
  });

  test('is what the game is remembered for', () => {
    const seats = view(1, has, has, has);
    const big = game('karma', seats, [
      { events: [{ event: 'take', seat: 'P3', cards: Array(6).fill('2') }], view: seats },
      { events: [{ event: 'give', seat: 'P2', other: 'P1', cards: Array(9).fill('2') }], view: seats },
      { events: [{ event: 'burn', seat: 'P2', cards: ['1', '1', '1'] }], view: seats },
    ]);
    expect(karma.awards(big).map(({ seats, title, text }) => [seats, title, text])).toEqual([
      [['P1'], 'Biggest pile', '9 cards at once'],
      [['P2'], 'Biggest gift', 'a pile of 9 cards given away'],
      [['P2'], 'Most piles burned', '1 pile'],
      [['P2'], 'Travelling light', 'never took a pile'],
    ]);
  });
});

describe('an award', () => {
  const claims = (...values: number[]) => values.map((value, index) => ({ seat: `P${index + 1}`, value }));

  test('goes to one or few, never to most of a table, and not for nothing', () => {
    expect(standOut(claims(1, 3, 2), 3)).toEqual({ seats: ['P2'], value: 3 });
    expect(standOut(claims(3, 3, 2, 0), 4)).toEqual({ seats: ['P1', 'P2'], value: 3 });
    expect(standOut(claims(3, 3, 2), 3)).toBeNull();
    expect(standOut(claims(0, 0), 4)).toBeNull();
    expect(standOut([], 4)).toBeNull();
  });
});
