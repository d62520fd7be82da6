import type { Step } from '../../lib/replay/timeline';
import type { Chapter } from '../game';
import { viewOf } from './view';
import { roundName } from './words';

/** The rounds. */
export function chapters(steps: readonly Step[]): Chapter[] {
  let round = 0;
  return steps.flatMap(({ picture }, at) => {
    const now = viewOf(picture).round;
    if (now === round) return [];
    round = now;
    return [{ at, title: roundName(now) }];
  });
}
