/** Moves in words, as the buttons say them. */
import { maybe, t } from '../i18n.svelte';
import type { AllInView, Picture } from '../model';
import { cardName, playerName } from '../names';

export function moveWords(move: string, picture: Picture): string {
  const [word = '', first = '', second = ''] = move.split(' ');
  return (picture.table.game === 'karma' ? karma(word, first, second, picture) : allIn(move, word, first, second, picture)) ?? move;
}

function karma(word: string, first: string, second: string, picture: Picture): string | null {
  const card = cardName(first);
  switch (word) {
    case 'play':
    case 'open':
      return second ? t('karma.do.play.many', { count: Number(second.slice(1)), card }) : t('karma.do.play', { card });
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

function allIn(move: string, word: string, first: string, second: string, picture: Picture): string | null {
  const view = picture.view as unknown as AllInView;
  const at = (place: string): string => cardName((place === 'discard' ? view.discard.at(-1) : view.river[Number(place) - 1]?.at(-1)) ?? '?');
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
      return first === picture.you.seat ? t('allin.do.predict.self') : t('allin.do.predict', { name: playerName(picture, first) });
    case 'hypnosis':
    case 'eye':
      return t('allin.do.target', { effect: t(`effect.${word}`), name: playerName(picture, first) });
    case 'all':
      return t('allin.do.allin');
    default:
      return maybe(`allin.do.${move}`);
  }
}
