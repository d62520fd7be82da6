/** What Karma asks, in one sentence. */
import { t } from '../i18n.svelte';
import type { Picture } from '../model';
import { waiting } from '../table/waiting';
import { viewOf } from './choreography';

/** What lies on top says what may follow; after a Table Card the server says it. */
export function demand(picture: Picture): string {
  const view = viewOf(picture);
  let wanted: string | null | undefined = view.pile.at(-1);
  if (view.phase === 'follow') wanted = picture.table.options.table_card_follow_up === 'free' ? null : view.demand;
  if (wanted === 'FB') return t('karma.demand.five');
  if (wanted && /^\d+$/.test(wanted)) return t('karma.demand.number', { value: Number(wanted) });
  return t('karma.demand.anything');
}

export function sentence(picture: Picture, legal: ReadonlySet<string>, chosen: number): string {
  const view = viewOf(picture);
  if (view.phase === 'over') return t('prompt.over');
  if (legal.size === 0) return waiting(picture);
  const has = (word: string): boolean => [...legal].some((move) => move.startsWith(word));
  const free = demand(picture) === t('karma.demand.anything');
  const asked = { demand: demand(picture) };
  switch (view.phase) {
    case 'look':
      return t('karma.prompt.look');
    case 'lay': {
      const own = picture.you.seat;
      const laid = own ? view.seats[Number(own.slice(1)) - 1]!.open.length : 0;
      const missing = 3 - laid - chosen;
      return missing > 0 ? t('karma.prompt.lay', { count: missing }) : t('karma.prompt.lay.ready');
    }
    case 'give':
      return t('karma.prompt.give');
    case 'follow':
      if (!has('open ') && !has('flip ') && !has('play ')) return t('karma.prompt.follow.take');
      if (has('play ')) return t('karma.prompt.follow.hand', asked);
      return t('karma.prompt.follow', asked);
    default:
      if (has('flip ')) return t('karma.prompt.flip');
      if (has('open ')) return free || !legal.has('take') ? t('karma.prompt.open.free') : t('karma.prompt.open', asked);
      if (!has('play ')) return t('karma.prompt.take', asked);
      if (!legal.has('take')) return t('karma.prompt.lead');
      return free ? t('karma.prompt.play.free') : t('karma.prompt.play', asked);
  }
}
