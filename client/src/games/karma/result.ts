import { t } from '../../lib/i18n.svelte';
import type { Picture } from '../../lib/model';
import { playerName } from '../../lib/names';
import type { Result } from '../game';

export function result(picture: Picture): Result {
  const { loser, undecided } = (picture.table.outcome ?? {}) as { loser?: string; undecided?: boolean };
  const seats = picture.table.seats.map(({ seat }) => seat);
  return {
    headline: headline(picture, loser ?? '', undecided ?? false),
    mood: moodOf(picture.you.seat, loser),
    standings: seats
      .sort((a, b) => Number(a === loser) - Number(b === loser))
      .map((seat) => ({
        seat,
        mark: undecided ? '' : seat === loser ? t('end.lost') : t('end.won'),
        look: seat === loser ? 'worst' : undefined,
      })),
  };
}

function headline(picture: Picture, loser: string, undecided: boolean): string {
  const own = picture.you.seat;
  if (undecided) return t('karma.result.undecided');
  if (loser === own) return t('karma.result.lost');
  return own === null ? t('karma.result.other', { name: playerName(picture, loser) }) : t('karma.result.won');
}

function moodOf(own: string | null, loser: string | undefined): Result['mood'] {
  if (own === null) return 'watched';
  if (loser === undefined) return 'even';
  return loser === own ? 'lost' : 'won';
}
