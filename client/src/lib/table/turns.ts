/**
 * What happened, by turn and round, read from the log of any game. A game that tells when a turn or a
 * round begins is grouped by that; otherwise a turn is what one seat does before another acts.
 */
import type { WireMessage } from '../../protocol.gen';
import type { GameEvent, LogEntry } from '../model';

/** How a game's events belong to turns, where the seats do not say it. */
export interface TurnRules {
  /** Kinds that belong to nobody's turn, such as dealing and scoring. */
  readonly common?: ReadonlySet<string>;
  /** Kinds in which another seat answers the player whose turn it is. */
  readonly answers?: ReadonlySet<string>;
  /** Kinds that several players do at the same time. What one of them does is one turn. */
  readonly together?: ReadonlySet<string>;
  /** Kinds that are told when another turn has begun, but belong to the last one of their seat. */
  readonly late?: ReadonlySet<string>;
  /** Kinds that can be seen at the seats without words. */
  readonly plain?: ReadonlySet<string>;
}

export interface Turn {
  /** The key of its first event. */
  readonly id: string;
  /** Whose turn it is; null for what belongs to the table. */
  readonly seat: string | null;
  readonly events: GameEvent[];
  /** A key for each event: its log entry and its place there. */
  readonly keys: string[];
  /** The log entry that it began with. */
  readonly first: number;
  /** The last log entry that belongs to it. */
  last: number;
}

export interface Round {
  readonly id: string;
  /** The event it began with, where the game tells one. */
  readonly event: GameEvent | null;
  readonly turns: Turn[];
}

/** One thing that mattered in a turn, as a short clause without a subject. */
export interface Clause extends WireMessage {
  /** Places in the turn's events that it tells. */
  covers: number[];
  /** So important that it is set off. */
  strong?: boolean;
}

const QUIET: ReadonlySet<string> = new Set(['turn']);
const NONE: TurnRules = {};

export const keyOf = (seq: number, place: number): string => `${seq}:${place}`;

export function roundsOf(log: readonly LogEntry[], rules: TurnRules = NONE): Round[] {
  const rounds: Round[] = [];
  let turn: Turn | null = null;
  const begin = (seat: string | null, seq: number, key: string): Turn => {
    const begun: Turn = { id: key, seat, events: [], keys: [], first: seq, last: seq };
    if (rounds.length === 0) rounds.push({ id: key, event: null, turns: [] });
    rounds.at(-1)!.turns.push(begun);
    return begun;
  };
  for (const { seq, events } of log) {
    events.forEach((event, place) => {
      const key = keyOf(seq, place);
      const newRound = event.event === 'round';
      if (newRound) rounds.push({ id: key, event, turns: [] });
      const begun = newRound ? null : (turnOf(event, turn, rules) ?? begunOf(event, rounds.at(-1), rules));
      const its = begun ?? (turn = begin(newRound ? null : seatOf(event, rules), seq, key));
      its.events.push(event);
      its.keys.push(key);
      its.last = seq;
    });
  }
  return rounds;
}

const seatOf = (event: GameEvent, { common }: TurnRules): string | null =>
  common?.has(event.event) ? null : (event.seat ?? null);

/** The running turn, if the event belongs to it. */
function turnOf(event: GameEvent, running: Turn | null, rules: TurnRules): Turn | null {
  if (running === null || event.event === 'turn') return null;
  if (rules.common?.has(event.event)) return running.seat === null ? running : null;
  if (event.seat === undefined || event.seat === running.seat) return running;
  return rules.answers?.has(event.event) && event.other === running.seat ? running : null;
}

/** The turn of this seat that the event belongs to, though others have acted since. */
function begunOf({ event, seat }: GameEvent, round: Round | undefined, rules: TurnRules): Turn | null {
  const late = rules.late?.has(event);
  if (seat === undefined || !(late || rules.together?.has(event))) return null;
  return (
    round?.turns.findLast((turn) => turn.seat === seat && (late || turn.events.at(-1)!.event === event)) ??
    null
  );
}

/** Whether more happened than that the turn began. */
export const isTold = (turn: Turn): boolean => turn.events.some((event) => !QUIET.has(event.event));

/** The last turn of a seat in the running round, and what it has done since out of turn, such as a prediction. */
export function lastTurns(rounds: readonly Round[], seat: string): Turn[] {
  const own = rounds.at(-1)?.turns.filter((turn) => turn.seat === seat && isTold(turn)) ?? [];
  const real = own.findLastIndex((turn) => turn.events[0]!.event === 'turn');
  // Before the first turn, what is laid and what is then shown belong together.
  return real < 0 ? own.slice(-2) : own.slice(real);
}

/** For one line: the last turn of the others, after what the same update has told of turns before it. */
export function latestTurns(
  rounds: readonly Round[],
  own: string | null,
  { plain }: TurnRules = NONE,
): Turn[] {
  const told =
    rounds.at(-1)?.turns.filter((turn) => isTold(turn) && (own === null || turn.seat !== own)) ?? [];
  const newest = Math.max(...told.map((turn) => turn.last));
  const last = told.findLast((turn) => turn.last === newest);
  return told.flatMap((turn) => {
    if (turn === last) return [turn];
    if (turn.last !== newest || turn.seat === null) return [];
    const begin = turn.keys.findIndex((key) => key.startsWith(`${newest}:`));
    const events = turn.events.slice(begin);
    if (events.every(({ event }) => plain?.has(event) || QUIET.has(event))) return [];
    return [{ ...turn, events, keys: turn.keys.slice(begin) }];
  });
}

/** The turns of all rounds in which something happened after a log entry. */
export function turnsAfter(rounds: readonly Round[], seq: number): Turn[] {
  return rounds.flatMap((round) => round.turns.filter((turn) => turn.last > seq && isTold(turn)));
}

/** Builds the clauses of a turn; what needs no words of its own is told by the clause before it. */
export class Telling {
  readonly clauses: Clause[] = [];
  #silent: number[] = [];

  add(place: number, key: string, values: WireMessage['values'] = {}, strong = false): void {
    this.clauses.push({ key, values, strong, covers: [...this.#silent.splice(0), place] });
  }

  /** The event at this place is part of the last clause, or of the next one if there is none. */
  cover(...places: number[]): void {
    const last = this.clauses.at(-1);
    if (last) last.covers.push(...places);
    else this.#silent.push(...places);
  }

  /** More cards for the last clause, if it has the same key. */
  join(place: number, key: string, cards: readonly string[]): void {
    const last = this.clauses.at(-1);
    const known = last?.values?.cards;
    if (last?.key === key && Array.isArray(known)) {
      last.values = { ...last.values, cards: [...known, ...asCards(cards)] };
      last.covers.push(place);
    } else this.add(place, key, { cards: asCards(cards) });
  }
}

export const asCards = (cards: readonly string[]): { card: string }[] => cards.map((card) => ({ card }));
