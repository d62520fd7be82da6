/** Moves in words, as the buttons say them. */
import { maybe, t } from '../../lib/i18n.svelte';
import type { Picture } from '../../lib/model';
import { cardName, playerName } from '../../lib/names';
import { viewOf } from './view';

export function moveWords(move: string, picture: Picture): string | null {
  const [word = '', first = '', second = ''] = move.split(' ');
  const view = viewOf(picture);
  const at = (place: string): string =>
    cardName((place === 'discard' ? view.discard.at(-1) : view.river[Number(place) - 1]?.at(-1)) ?? '?');
  switch (word) {
    case 'play':
    case 'hide':
    case 'discard':
    case 'keep':
      return t(`allin.do.${word}`, { card: cardName(first) });
    case 'take':
      return t('allin.do.take', { card: at(first) });
    case 'swap':
      return t('allin.do.swap', { card: cardName(first), other: at(second) });
    case 'predict':
      return first === picture.you.seat
        ? t('allin.do.predict.self')
        : t('allin.do.predict', { name: playerName(picture, first) });
    case 'hypnosis':
    case 'eye':
      return t('allin.do.target', { effect: t(`effect.${word}`), name: playerName(picture, first) });
    case 'all':
      return t('allin.do.allin');
    default:
      return maybe(`allin.do.${move}`);
  }
}
