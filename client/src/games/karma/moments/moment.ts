/** Which events of Karma are moments, and what the view shows besides the events. */
import type { GameEvent, Picture } from '../../../lib/model';
import type { Moment } from '../../../lib/table/show.svelte';
import { LARGE } from '../summary';
import { viewOf } from '../view';

const HOLDS: Record<string, number> = { burn: 500, take: 1000, give: 1200, flip: 700, out: 1500, lose: 1800 };

/** Getting out is seen, not told: a seat that had cards has none. */
export function notes(before: Picture, after: Picture): GameEvent[] {
  return viewOf(after).seats.flatMap((seat, number) => {
    const was = viewOf(before).seats[number];
    return was && !isOut(was) && isOut(seat) ? [{ event: 'out', seat: `P${number + 1}` }] : [];
  });
}

type Seat = ReturnType<typeof viewOf>['seats'][number];
export const isOut = (seat: Seat): boolean =>
  seat.hand.length === 0 && seat.open.length === 0 && seat.hidden.every((card) => card === null);

export function moment(event: GameEvent): Moment | null {
  const hold = HOLDS[event.event];
  const pile = event.event === 'take' || event.event === 'give';
  if (hold === undefined || (pile && (event.cards?.length ?? 0) < LARGE)) return null;
  return { name: event.event, event, hold };
}
