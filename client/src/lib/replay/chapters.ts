/** The places of a finished game that one looks for, from its beginning to its end. */
import type { Chapter, GameParts } from '../../games/game';
import { t } from '../i18n.svelte';
import type { Step } from './timeline';

export function chaptersOf({ chapters }: Pick<GameParts, 'chapters'>, steps: readonly Step[]): Chapter[] {
  const found = chapters?.(steps) ?? [];
  if (found[0]?.at !== 0) found.unshift({ at: 0, title: t('replay.start') });
  if (steps.length > 1) found.push({ at: steps.length - 1, title: t('replay.end') });
  return found;
}
