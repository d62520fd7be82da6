/** Karma's moments, and what they say. */
import { t } from '../../../lib/i18n.svelte';
import type { GameEvent, Picture } from '../../../lib/model';
import { playerName } from '../../../lib/names';
import type { BannerText } from '../../../lib/table/moments/Banner.svelte';
import type { Moment } from '../../../lib/table/show.svelte';
import { sayEvent } from '../../../lib/say';
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

export function banner({ name, event }: Moment, picture: Picture): BannerText | null {
  const seat = event.seat ?? '';
  const own = seat === picture.you.seat;
  const who = playerName(picture, seat);
  const count = event.cards?.length ?? 0;
  switch (name) {
    case 'burn':
      return { title: t('karma.moment.burn'), line: sayEvent(event, picture), look: 'fire', seat };
    case 'take':
      return { title: t('karma.moment.pile', { count }), line: sayEvent(event, picture), look: 'bad', seat };
    case 'give': {
      const line = sayEvent(event, picture);
      return { title: t('karma.moment.pile', { count }), line, look: 'bad', seat: event.other };
    }
    case 'flip':
      return { title: sayEvent(event, picture), cards: event.cards, look: 'bright', seat };
    case 'out':
      return own
        ? { title: t('karma.moment.safe'), look: 'good', seat }
        : { title: t('karma.moment.out', { name: who }), look: 'good', seat };
    case 'lose':
      return { title: sayEvent(event, picture), look: 'bad', seat };
    default:
      return null;
  }
}
