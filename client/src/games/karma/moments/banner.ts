/** Karma's moments, and what they say. */
import { t } from '../../../lib/i18n.svelte';
import type { Picture } from '../../../lib/model';
import { playerName } from '../../../lib/names';
import type { BannerText } from '../../../lib/table/moments/Banner.svelte';
import type { Moment } from '../../../lib/table/show.svelte';
import { sayEvent } from '../../../lib/say';

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
