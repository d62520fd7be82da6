/** Moves in words, as the buttons say them. */
import { t } from '../../lib/i18n.svelte';
import type { Picture } from '../../lib/model';
import { cardName, playerName } from '../../lib/names';

export function moveWords(move: string, picture: Picture): string | null {
  const [word = '', first = '', second = ''] = move.split(' ');
  const card = cardName(first);
  switch (word) {
    case 'play':
    case 'open':
      return second
        ? t('karma.do.play.many', { count: Number(second.slice(1)), card })
        : t('karma.do.play', { card });
    case 'lay':
      return t('karma.do.lay.one', { card });
    case 'flip':
      return t('karma.do.flip', { place: Number(first) });
    case 'give':
      return t('karma.do.give', { name: playerName(picture, first) });
    case 'take':
      return t('karma.do.take');
    case 'look':
      return t('karma.do.look');
    default:
      return word === 'no' ? t('karma.do.nolook') : null;
  }
}
