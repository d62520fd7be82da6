/** Which events of All In are moments. */
import type { GameEvent } from '../../../lib/model';
import type { Moment } from '../../../lib/table/show.svelte';

const HOLDS: Record<string, number> = {
  'all in': 1500,
  'river full': 1100,
  prediction: 1100,
  hypnosis: 1400,
  eye: 900,
  round: 2000,
};

export function moment(event: GameEvent): Moment | null {
  const hold = HOLDS[event.event];
  return hold === undefined ? null : { name: event.event, event, hold };
}
