/** What Karma asks, in one sentence. */
import { t } from '../../lib/i18n.svelte';
import { seatNumber, type Picture } from '../../lib/model';
import { cardNames } from '../../lib/say';
import { question } from '../../lib/table/question';
import { viewOf } from './view';

const HIGHEST = 16;

/** What lies on top says what may follow; after a Table Card the server says it. */
export function demand(picture: Picture): string {
  const view = viewOf(picture);
  let wanted: string | null | undefined = view.pile.at(-1);
  if (view.phase === 'follow')
    wanted = picture.table.options.table_card_follow_up === 'free' ? null : view.demand;
  if (wanted === 'FB') return t('karma.board.five');
  const value = Number(wanted);
  if (value === HIGHEST) return t('karma.demand.highest');
  return value > 1 ? t('karma.board.number', { value }) : t('karma.demand.anything');
}

/** Two equal cards lie on top, and a third would burn the pile. */
export function burning(picture: Picture): string {
  const [top, under] = [viewOf(picture).pile.at(-1), viewOf(picture).pile.at(-2)];
  return top !== undefined && top === under
    ? t('karma.board.burns', { card: cardNames([top], 'karma') })
    : '';
}

/** The question; of several cards to lay open, some may be chosen already. */
export function sentence(picture: Picture, legal: ReadonlySet<string>, chosen: number): string {
  const own = picture.you.seat;
  const view = viewOf(picture);
  if (view.phase !== 'lay' || own === null || legal.size === 0 || chosen === 0)
    return question(picture, legal);
  const missing = 3 - view.seats[seatNumber(own)]!.open.length - chosen;
  return missing > 0 ? t('karma.prompt.lay', { count: missing }) : t('karma.prompt.lay.ready');
}
