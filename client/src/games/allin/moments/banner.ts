/** All In's moments, and what they say. */
import { t } from '../../../lib/i18n.svelte';
import type { GameEvent, Picture } from '../../../lib/model';
import { handName, playerName } from '../../../lib/names';
import { sayEvent } from '../../../lib/say';
import type { BannerText } from '../../../lib/table/moments/Banner.svelte';
import type { Moment } from '../../../lib/table/show.svelte';
import { viewOf } from '../view';
import { roundName } from '../words';

export function banner({ name, event }: Moment, picture: Picture): BannerText | null {
  const seat = event.seat ?? '';
  const view = viewOf(picture);
  const title = sayEvent(event, picture);
  switch (name) {
    case 'all in':
      return { title, line: t('allin.moment.allin'), look: 'bright', seat };
    case 'river full':
      return { title, look: 'bright' };
    case 'prediction':
      // Scored in the same breath, the pot is the next one already.
      return view.phase === 'predict'
        ? { title, line: t('allin.moment.prediction', { count: view.pot }), look: 'calm', seat }
        : null;
    case 'hypnosis': {
      const hand = handName(event.detail ?? '');
      return {
        title: t('allin.moment.says', { hand }),
        line: title,
        look: 'calm',
        seat: event.other,
        said: true,
      };
    }
    case 'eye':
      return { title, look: 'calm', seat: event.other };
    case 'round':
      return { title: roundName(event.number ?? 0), line: opening(event, picture), look: 'bright', seat };
    default:
      return null;
  }
}

/** Who starts, and why: from the second round on it is the seat with the fewest runes. */
function opening({ seat = '', number = 1 }: GameEvent, picture: Picture): string {
  const { pot } = viewOf(picture);
  const name = playerName(picture, seat);
  if (seat === picture.you.seat)
    return number > 1 ? t('allin.moment.round.you.next', { pot }) : t('allin.moment.round.you', { pot });
  return number > 1 ? t('allin.moment.round.next', { pot, name }) : t('allin.moment.round', { pot, name });
}
