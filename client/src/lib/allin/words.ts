/** What All In asks, in one sentence. */
import { effectsOf } from '../cards/effects.svelte';
import type { Effect } from '../cards/kinds';
import { t } from '../i18n.svelte';
import { seatNumber, type Picture } from '../model';
import { playerName } from '../names';
import { waiting } from '../table/waiting';
import { viewOf } from './choreography';

/** Only Heirs have a fourth round. */
export const roundName = (round: number): string => (round === 4 ? t('allin.round.heirs') : t('allin.round', { round }));

/** The effect that is due now. */
export function dueEffect(picture: Picture): Effect | null {
  const view = viewOf(picture);
  if (!view.played || view.effect === undefined) return null;
  return effectsOf(view.played)[view.effect] ?? null;
}

export function sentence(picture: Picture, legal: ReadonlySet<string>, swapping: { hand: string | null; place: string | null }): string {
  const view = viewOf(picture);
  if (view.phase === 'over') return t('prompt.over');
  if (legal.size === 0) {
    const own = picture.you.seat;
    if (view.phase === 'predict' && own && view.predictions?.[seatNumber(own)] && picture.turn.length === 1) {
      return t('allin.prompt.predict.wait', { name: playerName(picture, picture.turn[0]!.seat) });
    }
    return waiting(picture);
  }
  const has = (word: string): boolean => [...legal].some((move) => move.startsWith(word));
  switch (view.phase) {
    case 'keep':
      return t('allin.prompt.keep');
    case 'hide':
      return t('allin.prompt.hide', { name: playerName(picture, view.turn) });
    case 'discard': {
      const own = picture.you.seat;
      const cards = own ? (view.hands[seatNumber(own)]?.length ?? 6) : 6;
      return t('allin.prompt.discard', { count: cards - 5 });
    }
    case 'predict':
      return t('allin.prompt.predict');
    case 'effect':
      return effectSentence(picture, legal, swapping);
    default:
      if (!has('play ')) return t('allin.prompt.action.pass');
      return legal.has('all in') ? t('allin.prompt.action') : t('allin.prompt.action.noallin');
  }
}

function effectSentence(picture: Picture, legal: ReadonlySet<string>, swapping: { hand: string | null; place: string | null }): string {
  const effect = dueEffect(picture);
  const must = !legal.has('skip');
  switch (effect?.kind) {
    case 'take':
      return legal.has('take discard') ? t('allin.prompt.take.shadows') : t('allin.prompt.take');
    case 'swap':
      if (swapping.hand) return t('allin.prompt.swap.hand');
      return swapping.place ? t('allin.prompt.swap.river') : t('allin.prompt.swap');
    case 'draw':
      return must ? t('allin.prompt.draw.must') : t('allin.prompt.draw');
    case 'reveal': {
      const count = effect.count ?? 3;
      return must ? t('allin.prompt.reveal.must', { count }) : t('allin.prompt.reveal', { count });
    }
    case 'rune':
      return must ? t('allin.prompt.rune.must') : t('allin.prompt.rune');
    case 'hypnosis':
      return t('allin.prompt.hypnosis');
    case 'eye':
      return t('allin.prompt.eye');
    default:
      return t('prompt.yourturn');
  }
}
