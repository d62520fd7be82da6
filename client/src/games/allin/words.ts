/** What All In asks, in one sentence. */
import { effectsOf } from '../../lib/cards/effects.svelte';
import type { Effect } from '../../lib/cards/kinds';
import { t } from '../../lib/i18n.svelte';
import { seatNumber, type Picture } from '../../lib/model';
import { nameParts, playerName } from '../../lib/names';
import { question } from '../../lib/table/question';
import type { Round } from '../../lib/table/turns';
import { viewOf } from './view';

/** Only Heirs have a fourth round. */
export const roundName = (round: number): string =>
  round === 4 ? t('allin.round.heirs') : t('allin.round', { round });

/** The effect that is due now. */
export function dueEffect(picture: Picture): Effect | null {
  const view = viewOf(picture);
  if (!view.played || view.effect === undefined) return null;
  return effectsOf(view.played)[view.effect] ?? null;
}

/** The question; half of a swap may be chosen, or a prediction made. */
export function sentence(
  picture: Picture,
  legal: ReadonlySet<string>,
  swapping: { hand: string | null; place: string | null },
): string {
  const view = viewOf(picture);
  const own = picture.you.seat;
  if (legal.size > 0 && dueEffect(picture)?.kind === 'swap') {
    if (swapping.hand) return t('allin.prompt.swap.hand');
    if (swapping.place) return t('allin.prompt.swap.river');
  }
  const predicted = view.phase === 'predict' && own !== null && view.predictions?.[seatNumber(own)];
  if (predicted && picture.turn.length === 1)
    return t('allin.prompt.predict.wait', { name: playerName(picture, picture.turn[0]!.seat) });
  return question(picture, legal);
}

const ACTIONS = new Set(['play', 'pass', 'all in', 'forced pass']);

/** How many turns a player has had since saying what they hold, as far as the log tells; '' for none. */
export function saidAgo(rounds: readonly Round[], seat: string): string {
  const turns = rounds.at(-1)?.turns ?? [];
  const at = turns.findLastIndex(({ events }) =>
    events.some(({ event, other }) => event === 'hypnosis' && other === seat),
  );
  const since = at < 0 ? [] : turns.slice(at + 1);
  const count = since.filter(
    (turn) => turn.seat === seat && turn.events.some(({ event }) => ACTIONS.has(event)),
  ).length;
  return count > 0 ? t('allin.said.ago', { count }) : '';
}

/** What a player has predicted, or ''. */
export function prediction(picture: Picture, seat: string): string {
  const made = viewOf(picture).predictions?.[seatNumber(seat)] ?? null;
  if (made === null) return '';
  if (made === seat) return t('allin.predicts.self');
  return made === picture.you.seat
    ? t('allin.predicts.you')
    : t('allin.predicts', { name: nameParts(picture, made)[0] });
}
