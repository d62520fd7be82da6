import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { PYTHON } from '../e2e/server';
import { loadParts, partsOf } from '../src/games/registry';
import { turnRules } from '../src/games/allin/summary';
import { saidAgo } from '../src/games/allin/words';
import { turnRules as karmaRules } from '../src/games/karma/summary';
import { fromSnapshot, withUpdate, type GameEvent, type LogEntry, type Picture } from '../src/lib/model';
import { clausesOf, pieces, say } from '../src/lib/say';
import { isTold, lastTurns, latestTurns, roundsOf, turnsAfter, type Turn } from '../src/lib/table/turns';
import type { Snapshot, Update } from '../src/protocol.gen';

const event = (kind: string, seat?: string, rest: Partial<GameEvent> = {}): GameEvent => ({
  event: kind,
  ...(seat ? { seat } : {}),
  ...rest,
});
const log = (...entries: GameEvent[][]): LogEntry[] =>
  entries.map((events, index) => ({ seq: index + 1, news: null, events }));
const table = { game: 'allin', seats: ['Ann', 'Bob', 'Cy'].map((name, i) => ({ seat: `P${i + 1}`, name })) };
const picture = { you: { seat: 'P1' }, table } as unknown as Picture;
const words = (turn: Turn): string[] => clausesOf(turn, picture).map((clause) => say(clause, picture));

const GAME = log(
  [event('round', 'P2', { number: 1 }), event('deal', 'P1'), event('turn', 'P2')],
  [event('play', 'P2', { cards: ['4C'] })],
  [event('reveal', 'P2', { cards: ['2S', 'KM', 'QS'] })],
  [
    event('keep', 'P2', { cards: ['KM'] }),
    event('discard', 'P2', { cards: ['2S'] }),
    event('discard', 'P2', { cards: ['QS'] }),
  ],
  [event('eye', 'P2', { other: 'P3' })],
  [event('show', 'P3', { other: 'P2', cards: ['?', '?', '?', '?'] })],
  [
    event('discard', 'P2', { cards: ['5T'] }),
    event('river', undefined, { cards: ['4C'], number: 1 }),
    event('turn', 'P3'),
    event('forced pass', 'P3'),
    event('river', undefined, { cards: ['9C'], number: 2 }),
    event('turn', 'P1'),
  ],
  [event('prediction', 'P3', { other: 'P3' }), event('hand', 'P1'), event('pot', 'P1', { number: 4 })],
  [event('round', 'P1', { number: 2 }), event('turn', 'P1')],
);

test('what was said under Hypnosis says how many turns ago it was', () => {
  const steps = [
    [event('round', 'P1', { number: 1 }), event('turn', 'P1')],
    [event('play', 'P1'), event('hypnosis', 'P1', { other: 'P2', detail: 'pair' }), event('turn', 'P2')],
    [event('play', 'P2'), event('turn', 'P3')],
    [event('pass', 'P3'), event('turn', 'P1')],
    [event('pass', 'P1'), event('turn', 'P2')],
    [event('pass', 'P2'), event('turn', 'P3')],
    [event('prediction', 'P2', { other: 'P1' })],
    [event('round', 'P1', { number: 2 })],
  ];
  const ago = (count: number): string => saidAgo(roundsOf(log(...steps.slice(0, count)), turnRules), 'P2');
  expect([2, 3, 5, 6, 7, 8].map(ago)).toEqual([
    '',
    '1 turn ago',
    '1 turn ago',
    '2 turns ago',
    '2 turns ago',
    '',
  ]);
});

describe('turns', () => {
  const rounds = roundsOf(GAME, turnRules);

  beforeAll(async () => {
    await Promise.all(['karma', 'allin'].map(loadParts));
  });

  test('are grouped by seat and round, with answers in the turn that asked for them', () => {
    expect(rounds.map((round) => round.event?.number)).toEqual([1, 2]);
    expect(rounds[0]!.turns.map((turn) => turn.seat)).toEqual([null, 'P2', 'P3', 'P1', 'P3', null]);
    expect(rounds[0]!.turns[1]!.events.map((each) => each.event)).toContain('show');
    expect(rounds[1]!.turns.map((turn) => [turn.seat, isTold(turn)])).toEqual([
      [null, true],
      ['P1', false],
    ]);
    const keys = rounds.flatMap((round) => round.turns.flatMap((turn) => turn.keys));
    expect(keys).toEqual(GAME.flatMap(({ seq, events }) => events.map((_, place) => `${seq}:${place}`)));
  });

  test('say what mattered', () => {
    expect(words(rounds[0]!.turns[1]!)).toEqual([
      '4 of Clocks',
      'kept King of Masks',
      'looked at four cards of Cy',
      'discarded 5 of Trees',
    ]);
    expect(words(rounds[0]!.turns[2]!)).toEqual(['passed (All In)', '9 of Clocks into the river']);
    expect(words(rounds[0]!.turns[4]!)).toEqual(['bet on their own hand']);
    // The cards dealt are in sight.
    expect(words(rounds[0]!.turns[0]!)).toEqual(['Round 1 begins; Bob starts.']);
  });

  test('draw their cards', () => {
    const [, keep] = clausesOf(rounds[0]!.turns[1]!, picture);
    expect(pieces(keep!, picture)).toEqual(['kept ', { cards: ['KM'] }]);
  });

  test('of a seat and since an entry are found again', () => {
    const first = rounds.slice(0, 1);
    expect(lastTurns(first, 'P2').map((turn) => turn.first)).toEqual([1]);
    expect(lastTurns(first, 'P3').map((turn) => turn.first)).toEqual([7, 8]);
    expect(lastTurns(rounds, 'P2')).toEqual([]);
    expect(turnsAfter(first, 6).map((turn) => turn.seat)).toEqual(['P2', 'P3', 'P3', null]);
  });

  test('of a game without turns are what one seat does', () => {
    const plain = roundsOf(log([event('play', 'P1')], [event('play', 'P2'), event('win', 'P2')]));
    expect(plain).toHaveLength(1);
    expect(plain[0]!.turns.map((turn) => [turn.seat, turn.events.length])).toEqual([
      ['P1', 1],
      ['P2', 2],
    ]);
  });

  test('of players who lay their cards at the same time say so once each', () => {
    const lay = (seat: string): GameEvent[] => [event('lay', seat, { cards: ['?'] })];
    const order = ['P2', 'P3', 'P2', 'P1', 'P3', 'P2', 'P3', 'P1', 'P1'];
    const karma = { ...picture, table: { ...table, game: 'karma' } } as unknown as Picture;
    const [round] = roundsOf(log(...order.map(lay), [event('turn', 'P2')]), karmaRules);
    expect(round!.turns.map((turn) => turn.seat)).toEqual(['P2', 'P3', 'P1', 'P2']);
    const [first] = lastTurns([{ ...round!, turns: round!.turns.slice(0, 3) }], 'P2');
    expect(clausesOf(first!, karma)).toHaveLength(1);
    expect(first!.keys).toEqual(['1:0', '3:0', '6:0']);
  });

  test('of Karma players who are out include that, though the next one is named before', () => {
    const [round] = roundsOf(
      log(
        [event('turn', 'P2')],
        [event('flip', 'P2', { cards: ['5'] }), event('turn', 'P3'), event('out', 'P2')],
        [event('play', 'P3', { cards: ['9'] })],
      ),
      karmaRules,
    );
    expect(round!.turns.map(({ seat, keys }) => [seat, keys])).toEqual([
      ['P2', ['1:0', '2:0', '2:2']],
      ['P3', ['2:1', '3:0']],
    ]);
  });

  test('that one update tells stand in one line, the last one at its end', () => {
    const seats = (given: LogEntry[], rules = turnRules): (string | null)[] =>
      latestTurns(roundsOf(given, rules), 'P1', rules).map((turn) => turn.seat);
    const passed = [event('turn', 'P2')];
    const both = [event('pass', 'P2'), event('turn', 'P3'), event('forced pass', 'P3'), event('turn', 'P1')];
    expect(seats(log(passed, both))).toEqual(['P2', 'P3']);
    expect(seats(log(passed, both, [event('play', 'P1'), event('turn', 'P2')]))).toEqual(['P2', 'P3']);
    expect(seats(log(passed, both, [event('turn', 'P2')], [event('play', 'P2')]))).toEqual(['P2']);
    // Of a turn before it, only what the update has told.
    const long = log(passed, [event('play', 'P2')], [event('discard', 'P2'), ...both.slice(1)]);
    expect(latestTurns(roundsOf(long, turnRules), 'P1', turnRules).map(({ keys }) => keys)).toEqual([
      ['3:0'],
      ['3:1', '3:2'],
    ]);
    // Open cards lie in sight.
    const shown = ['P2', 'P3'].map((seat) => event('show', seat, { cards: ['7', '8', '9'] }));
    expect(seats(log(shown), karmaRules)).toEqual(['P3']);
    expect(seats([])).toEqual([]);
  });

  test('of whole games tell every event of every turn once', () => {
    const printed = execFileSync(PYTHON, [join(import.meta.dirname, 'played.py')], {
      maxBuffer: 2 ** 28,
      env: { ...process.env, PYTHONPATH: join(import.meta.dirname, '../../src') },
    });
    const games = JSON.parse(printed.toString()) as { snapshot: Snapshot; updates: Update[] }[];
    expect(games.length).toBeGreaterThan(5);
    let told = 0;
    for (const { snapshot, updates } of games) {
      const end = updates.reduce(withUpdate, fromSnapshot(snapshot));
      const rules = partsOf(end)!.choreography.turns;
      for (const turn of roundsOf(end.log, rules).flatMap((round) => round.turns)) {
        if (turn.seat === null || !isTold(turn)) continue;
        const clauses = clausesOf(turn, end);
        const covered = clauses.flatMap((clause) => clause.covers).sort((a, b) => a - b);
        expect(covered, JSON.stringify(turn)).toEqual(turn.events.map((_, place) => place));
        for (const clause of clauses) expect(say(clause, end), clause.key).not.toMatch(/\.turn\.|\{/);
        told += 1;
      }
    }
    expect(told).toBeGreaterThan(300);
  }, 60_000);
});
