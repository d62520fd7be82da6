import { useCardTable } from '../../lib/cards/effects.svelte';
import { pace } from '../../lib/settings.svelte';
import type { GameParts } from '../game';
import { automatic } from './automatic';
import CardStory from './CardStory.svelte';
import { chapters } from './chapters';
import { allInChoreography as choreography } from './choreography';
import { eventValues } from './events';
import { moveWords } from './moves';
import Mini from './Mini.svelte';
import Points from './Points.svelte';
import { result } from './result';
import { summary } from './summary';
import Table from './Table.svelte';
import { variants } from './variants';
import { roundName } from './words';

export const parts: GameParts = {
  Table,
  choreography,
  moveWords,
  summary,
  automatic,
  banner: async (moment, picture) => (await import('./moments/banner')).banner(moment, picture),
  roundTitle: ({ number = 0 }) => roundName(number),
  Mini,
  eventValues,
  prepare: (options) => useCardTable((options.cards ?? {}) as Record<string, string[]>),
  CardStory,
  chapters,
  result,
  Points,
  variants,
  aid: () => import('./moments/Aid.svelte'),
  needsExtras: (events, { you }) =>
    events.some(
      ({ event, other }) => (event === 'rune' && pace() > 0) || (event === 'show' && other === you.seat),
    ),
  extras: () => import('./moments/Extras.svelte'),
  scores: () => import('./Scores.svelte'),
  review: async () => (await import('./review')).review,
};
