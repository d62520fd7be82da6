import { t } from '../../lib/i18n.svelte';
import { playerName } from '../../lib/names';
import type { Step } from '../../lib/replay/timeline';
import type { Chapter } from '../game';

/** A pile this large is an event worth finding again. */
const LARGE = 6;

/** Burns and large piles. */
export function chapters(steps: readonly Step[]): Chapter[] {
  return steps.flatMap(({ update, picture }, at) =>
    (update.events ?? []).flatMap((event) => {
      const count = event.cards?.length ?? 0;
      if (event.event === 'burn') return [{ at, title: t('replay.burn', { count }) }];
      if ((event.event !== 'take' && event.event !== 'give') || count < LARGE) return [];
      const name = playerName(picture, event.other ?? event.seat ?? '');
      return [{ at, title: t('replay.take', { name, count }) }];
    }),
  );
}
