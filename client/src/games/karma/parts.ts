import type { GameParts } from '../game';
import CardStory from './CardStory.svelte';
import { chapters } from './chapters';
import { karmaChoreography as choreography } from './choreography';
import { isOut } from './moments/moment';
import InlineMini from './InlineMini.svelte';
import { seatNumber } from '../../lib/model';
import { moveWords } from './moves';
import { result } from './result';
import { summary } from './summary';
import Table from './Table.svelte';
import { variants } from './variants';
import { viewOf } from './view';

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
  needsExtras: (_, picture) => {
    const { seat } = picture.you;
    return seat !== null && isOut(viewOf(picture).seats[seatNumber(seat)]!);
  },
  extras: () => import('./moments/Extras.svelte'),
  scores: () => import('./Scores.svelte'),
  review: async () => (await import('./review')).review,
};
