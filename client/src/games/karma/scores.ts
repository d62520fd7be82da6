/** The score sheet of a finished game, read from what happened. Nothing is scored here. */
import { seatNumber } from '../../lib/model';
import type { Step } from '../../lib/replay/timeline';
import { viewOf, type KarmaSeat } from './view';

export interface KarmaRow {
  seat: string;
  /** The turn after which no card was left for good, or null for a player who still had some. */
  out: number | null;
  /** Cards that came with piles, and how many piles they were. */
  cards: number;
  piles: number;
  burns: number;
}

const empty = (seat: KarmaSeat): boolean =>
  seat.hand.length === 0 && seat.open.length === 0 && seat.hidden.every((card) => card === null);

const NEVER = Number.MAX_SAFE_INTEGER;

/** In the order in which the players got rid of their cards; a player who kept some comes last. */
export function karmaRows(steps: readonly Step[]): KarmaRow[] {
  const rows: KarmaRow[] = (steps[0]?.picture.table.seats ?? []).map(({ seat }) => ({
    seat,
    out: null,
    cards: 0,
    piles: 0,
    burns: 0,
  }));
  const row = (seat: string | undefined): KarmaRow | undefined => rows[seatNumber(seat ?? '')];
  for (const { update, picture } of steps) {
    for (const event of update.events ?? []) {
      // A pile that is given goes to the other.
      const taker =
        event.event === 'take' ? row(event.seat) : event.event === 'give' ? row(event.other) : undefined;
      if (taker) {
        taker.piles += 1;
        taker.cards += event.cards?.length ?? 0;
      }
      const burner = event.event === 'burn' ? row(event.seat) : undefined;
      if (burner) burner.burns += 1;
    }
    const { seats, turns } = viewOf(picture);
    // Somebody without cards may be given a pile and is in the game again.
    seats.forEach((seat, number) => {
      if (!empty(seat)) rows[number]!.out = null;
      else rows[number]!.out ??= turns;
    });
  }
  return rows.sort((a, b) => (a.out ?? NEVER) - (b.out ?? NEVER));
}
