import { t } from '../../lib/i18n.svelte';
import { seatNumber, type Picture } from '../../lib/model';
import { playerName } from '../../lib/names';
import type { Result } from '../game';
import { viewOf } from './view';

export function result(picture: Picture): Result {
  const { winner, runes = [] } = (picture.table.outcome ?? {}) as {
    winner?: string | null;
    runes?: number[];
  };
  const points = (seat: string): number => runes[seatNumber(seat)] ?? 0;
  const order = picture.view ? viewOf(picture).last_strength : [];
  const seats = picture.table.seats.map(({ seat }) => seat);
  return {
    headline: headline(picture, winner ?? null),
    mood: moodOf(picture.you.seat, winner ?? null),
    standings: seats
      .sort((a, b) => points(b) - points(a) || order.indexOf(a) - order.indexOf(b))
      .map((seat) => ({
        seat,
        mark: seat === winner ? t('end.winner') : '',
        look: seat === winner ? 'best' : undefined,
        points: points(seat),
      })),
  };
}

function headline(picture: Picture, winner: string | null): string {
  if (winner === null) return t('allin.result.nobody');
  return winner === picture.you.seat
    ? t('allin.result.won')
    : t('allin.result.other', { name: playerName(picture, winner) });
}

function moodOf(own: string | null, winner: string | null): Result['mood'] {
  if (own === null) return 'watched';
  if (winner === null) return 'even';
  return winner === own ? 'won' : 'lost';
}
