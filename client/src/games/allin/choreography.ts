/** Where All In's cards lie and how its events move them. */
import { seatNumber, type GameEvent, type Picture } from '../../lib/model';
import type { Hint, ZoneCards } from '../../lib/table/journeys';
import type { Choreography } from '../../lib/table/show.svelte';
import { moment } from './moments/moment';
import { readScore } from './score';
import { turnRules } from './summary';
import { viewOf } from './view';

function zones(picture: Picture): ZoneCards {
  const view = viewOf(picture);
  const own = picture.you.seat;
  const cards: Record<string, readonly string[]> = {
    played: view.played ? [view.played] : [],
    revealed: view.revealed ?? [],
    discard: view.discard.slice(-1),
  };
  if (own !== null) cards.hand = view.hands[seatNumber(own)] ?? [];
  view.river.forEach((field, index) => (cards[`river:${index + 1}`] = field));
  return cards;
}

const STAGGER = 60;

function hints(event: GameEvent, picture: Picture, at: number): { hints: Hint[]; until: number } {
  const own = picture.you.seat;
  const seat = event.seat ?? '';
  const cards = event.cards ?? [];
  const hand = seat === own ? 'hand' : `seat:${seat}`;
  const place = event.detail === 'discard' ? 'discard' : `river:${event.number ?? ''}`;
  const one = (from: string, to: string, extra: Partial<Hint> = {}): Hint[] => [
    { card: cards[0] ?? '?', from, to, at, ...extra },
  ];
  switch (event.event) {
    case 'deal':
      return {
        hints: cards.map((card, index) => ({
          card,
          from: 'draw',
          to: hand,
          at: at + index * STAGGER,
          flip: seat === own,
        })),
        until: at + STAGGER * 3,
      };
    case 'play':
      return { hints: one(hand, 'played'), until: at + 360 };
    case 'take':
      return { hints: one(place, hand), until: at + 360 };
    case 'swap':
      return {
        hints: [
          { card: cards[0] ?? '?', from: hand, to: place, at },
          { card: cards[1] ?? '?', from: place, to: hand, at: at + STAGGER },
        ],
        until: at + 420,
      };
    case 'draw':
      return { hints: one('draw', hand, { flip: seat === own }), until: at + 300 };
    case 'reveal':
      return {
        hints: cards.map((card, index) => ({
          card,
          from: 'draw',
          to: 'revealed',
          at: at + index * STAGGER,
          flip: card !== '?',
        })),
        until: at + 360 + STAGGER * cards.length,
      };
    case 'keep':
      return { hints: one('revealed', hand), until: at + 160 };
    case 'discard': {
      if (!seat) return { hints: one('draw', 'discard', { flip: true }), until: at + 160 };
      const revealing =
        viewOf(picture).phase !== 'discard' &&
        picture.log.at(-1)?.events.some((each) => each.event === 'keep');
      return { hints: one(revealing ? 'revealed' : hand, 'discard'), until: at + (revealing ? 100 : 300) };
    }
    case 'river': {
      const drawn =
        viewOf(picture).played !== cards[0] &&
        picture.log
          .at(-1)
          ?.events.some((each) => ['pass', 'all in', 'forced pass', 'round'].includes(each.event));
      return { hints: one(drawn ? 'draw' : 'played', place, { flip: drawn }), until: at + 360 };
    }
    default:
      return { hints: [], until: at };
  }
}

export const allInChoreography: Choreography = {
  zones,
  hints,
  turns: turnRules,
  moment,
  sheet: readScore,
};
