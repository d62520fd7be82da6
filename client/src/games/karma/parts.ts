import type { GameParts } from '../game';
import CardStory from './CardStory.svelte';
import { chapters } from './chapters';
import { karmaChoreography as choreography } from './choreography';
import InlineMini from './InlineMini.svelte';
import { moveWords } from './moves';
import { result } from './result';
import { summary } from './summary';
import Table from './Table.svelte';
import { variants } from './variants';

export const parts: GameParts = {
  Table,
  choreography,
  moveWords,
  summary,
  banner: async (moment, picture) => (await import('./moments/banner')).banner(moment, picture),
  Mini: InlineMini,
  CardStory,
  chapters,
  result,
  variants,
  needsExtras: (events, { you }) => events.some(({ event, seat }) => event === 'out' && seat === you.seat),
  extras: () => import('./moments/Extras.svelte'),
  scores: () => import('./Scores.svelte'),
  review: async () => (await import('./review')).review,
};
