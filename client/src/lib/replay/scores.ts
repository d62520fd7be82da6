/** The score sheet of a finished game, read from what happened. Nothing is scored here. */
import { readScore, type ScoreRow } from '../allin/score';
import { seatNumber, type AllInView, type KarmaSeat, type KarmaView, type Picture } from '../model';
import type { Step } from './timeline';

export interface RoundRow extends ScoreRow {
  right: boolean;
  allIn: boolean;
  /** Runes that effects brought during the round. */
  effects: number;
  /** All that the round brought. */
  gain: number;
}

export interface Round {
  round: number;
  pot: number;
  rows: RoundRow[];
}

const allInView = (picture: Picture): AllInView => picture.view as unknown as AllInView;

export function allInRounds(steps: readonly Step[]): Round[] {
  const rounds: Round[] = [];
  let allIn = new Set<string>();
  let runes = steps.length ? allInView(steps[0]!.picture).runes : [];
  steps.forEach(({ update, picture }, index) => {
    const events = update.events ?? [];
    for (const event of events) if (event.event === 'all in') allIn.add(event.seat ?? '');
    const score = index > 0 ? readScore(events, steps[index - 1]!.picture, picture) : null;
    if (score === null) return;
    const atStart = runes;
    const rows = score.rows.map((row) => {
      const effects = row.before - (atStart[seatNumber(row.seat)] ?? 0);
      return { ...row, right: row.predicted === score.order[0], allIn: allIn.has(row.seat), effects, gain: effects + row.pot + row.pay };
    });
    rounds.push({ round: score.round, pot: score.pot, rows });
    runes = allInView(picture).runes;
    allIn = new Set();
  });
  return rounds;
}

export interface KarmaRow {
  seat: string;
  /** The turn after which no card was left for good, or null for whoever still had some. */
  out: number | null;
  /** Cards that came with piles, and how many piles they were. */
  cards: number;
  piles: number;
  burns: number;
}

const karmaView = (picture: Picture): KarmaView => picture.view as unknown as KarmaView;
const empty = (seat: KarmaSeat): boolean => seat.hand.length === 0 && seat.open.length === 0 && seat.hidden.every((card) => card === null);

const NEVER = Number.MAX_SAFE_INTEGER;

/** In the order in which the players got rid of their cards; whoever kept some comes last. */
export function karmaRows(steps: readonly Step[]): KarmaRow[] {
  const rows: KarmaRow[] = (steps[0]?.picture.table.seats ?? []).map(({ seat }) => ({ seat, out: null, cards: 0, piles: 0, burns: 0 }));
  const row = (seat: string | undefined): KarmaRow | undefined => rows[seatNumber(seat ?? '')];
  for (const { update, picture } of steps) {
    for (const event of update.events ?? []) {
      // A pile that is given goes to the other.
      const taker = event.event === 'take' ? row(event.seat) : event.event === 'give' ? row(event.other) : undefined;
      if (taker) {
        taker.piles += 1;
        taker.cards += event.cards?.length ?? 0;
      }
      const burner = event.event === 'burn' ? row(event.seat) : undefined;
      if (burner) burner.burns += 1;
    }
    const { seats, turns } = karmaView(picture);
    // Somebody without cards may be given a pile and is in the game again.
    seats.forEach((seat, number) => {
      if (!empty(seat)) rows[number]!.out = null;
      else rows[number]!.out ??= turns;
    });
  }
  return rows.sort((a, b) => (a.out ?? NEVER) - (b.out ?? NEVER));
}
