/** Moves in words, as the buttons say them. */
import { t } from '../../lib/i18n.svelte';
import type { Picture } from '../../lib/model';
import { playerName } from '../../lib/names';
import { capital, cardNames } from '../../lib/say';

const several = (card: string, times: number): string =>
  cardNames(
    Array.from({ length: times }, () => card),
    'karma',
  );

export function moveWords(move: string, picture: Picture): string | null {
  const [word = '', first = '', second = ''] = move.split(' ');
  switch (word) {
    case 'play':
    case 'open':
      return capital(t('karma.do.play', { card: several(first, second ? Number(second.slice(1)) : 1) }));
    case 'lay':
      return t('karma.do.lay.one', { card: several(first, 1) });
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
