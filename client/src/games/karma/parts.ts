import type { GameParts } from '../game';
import CardStory from './CardStory.svelte';
import { chapters } from './chapters';
import { karmaChoreography as choreography } from './choreography';
import { moveWords } from './moves';
import { result } from './result';
import Table from './Table.svelte';

export const parts: GameParts = {
  Table,
  choreography,
  moveWords,
  CardStory,
  chapters,
  result,
  scores: () => import('./Scores.svelte'),
};
