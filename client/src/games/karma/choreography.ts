/** Where Karma's cards lie and how its events move them. */
import { HIDDEN } from '../../lib/cards/kinds';
import { seatNumber, type GameEvent, type Picture } from '../../lib/model';
import type { Hint, ZoneCards } from '../../lib/table/journeys';
import type { Choreography } from '../../lib/table/show.svelte';
import { moment, notes } from './moments/moment';
import { turnRules } from './summary';
import { viewOf, type KarmaSeat } from './view';

/** The open card at each of a seat's three places. */
export function openPlaces(seat: KarmaSeat): (string | null)[] {
  const on = seat.on ?? seat.open.map((_, index) => index + 1);
  return [1, 2, 3].map((place) => {
    const index = on.indexOf(place);
    return index < 0 ? null : (seat.open[index] ?? null);
  });
}

function zones(picture: Picture): ZoneCards {
  const view = viewOf(picture);
  const own = picture.you.seat;
  const cards: Record<string, readonly string[]> = { pile: view.pile };
  view.seats.forEach((seat, number) => {
    const name = `P${number + 1}`;
    if (name === own) cards.hand = seat.hand;
    openPlaces(seat).forEach((card, place) => {
      cards[`open:${name}:${place + 1}`] = card === null ? [] : [card];
      cards[`hidden:${name}:${place + 1}`] = seat.hidden[place] === null ? [] : [HIDDEN];
    });
  });
  return cards;
}

const STAGGER = 60;

function hints(event: GameEvent, picture: Picture, at: number): { hints: Hint[]; until: number } {
  const own = picture.you.seat;
  const seat = event.seat ?? '';
  const cards = event.cards ?? [];
  const hand = (of: string): string => (of === own ? 'hand' : `seat:${of}`);
  const each = (
    from: (card: string, index: number) => string,
    to: (card: string, index: number) => string,
    extra: Partial<Hint> = {},
  ): Hint[] =>
    cards.map((card, index) => ({
      card,
      from: from(card, index),
      to: to(card, index),
      at: at + index * STAGGER,
      ...extra,
    }));
  const after = (time: number): number => at + time + Math.max(0, cards.length - 1) * STAGGER;
  switch (event.event) {
    case 'draw':
      return {
        hints: each(
          () => 'stock',
          () => hand(seat),
          { flip: seat === own },
        ),
        until: at + STAGGER * cards.length,
      };
    case 'lay': {
      const view = viewOf(picture).seats[seatNumber(seat)];
      const place = Math.max(1, view ? view.open.length : 1);
      return {
        hints: each(
          () => hand(seat),
          () => `open:${seat}:${place}`,
        ),
        until: at + 120,
      };
    }
    case 'play':
      return {
        hints: each(
          () => hand(seat),
          (card) => (card === 'GP' ? 'gone' : 'pile'),
        ),
        until: after(360),
      };
    case 'open':
      return {
        hints: each(
          () => `open:${seat}`,
          (card) => (card === 'GP' ? 'gone' : 'pile'),
        ),
        until: after(360),
      };
    case 'flip':
      return {
        hints: each(
          () => `hidden:${seat}:${event.number ?? 1}`,
          (card) => (card === 'GP' ? 'gone' : 'pile'),
          { flip: true },
        ),
        until: after(620),
      };
    case 'take':
      return { hints: cards.map((card) => ({ card, from: 'pile', to: hand(seat), at })), until: at + 300 };
    case 'give':
      return {
        hints: cards.map((card) => ({ card, from: 'pile', to: hand(event.other ?? ''), at })),
        until: at + 300,
      };
    case 'burn':
      return {
        hints: cards.map((card) => ({ card, from: 'pile', to: 'gone', at: at + 120, burn: true })),
        until: at + 1100,
      };
    default:
      return { hints: [], until: at };
  }
}

export const karmaChoreography: Choreography = { zones, hints, notes, moment, turns: turnRules };
