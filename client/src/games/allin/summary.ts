/** What mattered in a turn of All In. */
import type { GameEvent, Picture } from '../../lib/model';
import type { WireValue } from '../../protocol.gen';
import { asCards, Telling, type Clause, type Turn, type TurnRules } from '../../lib/table/turns';

export const turnRules: TurnRules = {
  common: new Set(['deal', 'hand', 'pot', 'pay', 'win']),
  answers: new Set(['show']),
};

export function summary({ events, seat }: Turn, { you }: Picture): Clause[] {
  const told = new Telling();
  let played = '';
  /** Revealed cards that still go to the discard pile, and where the reveal was told. */
  let leftovers = 0;
  let revealed = -1;
  events.forEach((event, place) => {
    const cards = event.cards ?? [];
    // What is done to the viewer is said in other words.
    const toYou = event.other !== undefined && event.other === you.seat;
    const other: Record<string, WireValue> = toYou ? {} : { other: { seat: event.other ?? '' } };
    const form = toYou ? '.toyou' : '';
    switch (event.event) {
      case 'round':
        return told.add(place, `allin.event.round.${event.seat === you.seat ? 'you' : 'other'}`, {
          number: event.number ?? 0,
          name: { seat: event.seat ?? '' },
        });
      case 'play':
        played = cards[0] ?? '';
        return told.add(place, 'allin.turn.play', { cards: asCards(cards) });
      case 'river':
        // Where the played card goes is no news; a card from the draw pile is.
        if (cards[0] === played) return told.cover(place);
        return told.join(place, 'allin.turn.river', cards);
      case 'reveal':
        revealed = place;
        leftovers = cards.length - 1;
        return told.add(place, 'allin.turn.reveal', { cards: asCards(cards) });
      case 'keep': {
        const reveal = told.clauses.findIndex((clause) => clause.covers.includes(revealed));
        if (reveal >= 0) told.clauses.splice(reveal, 1);
        told.add(place, 'allin.turn.keep', { cards: asCards(cards) });
        return told.cover(revealed);
      }
      case 'discard':
        if (leftovers > 0 && follows(events, place, 'keep')) {
          leftovers -= 1;
          return told.cover(place);
        }
        return told.join(place, 'allin.turn.discard', cards);
      case 'take':
      case 'draw':
        return told.join(place, `allin.turn.${event.event}`, cards);
      case 'swap':
        return told.add(place, 'allin.turn.swap', {
          given: asCards(cards.slice(0, 1)),
          taken: asCards(cards.slice(1)),
        });
      case 'hypnosis':
        return told.add(place, `allin.turn.hypnosis${form}`, {
          ...other,
          hand: { key: `hand.${event.detail ?? ''}` },
        });
      case 'eye':
        return told.add(place, `allin.turn.eye${form}`, other);
      case 'show':
        if (cards.every((card) => card === '?')) return told.cover(place);
        if (event.seat === you.seat) return told.add(place, 'allin.turn.show.you', { cards: asCards(cards) });
        return told.add(place, 'allin.turn.show', {
          name: { seat: event.seat ?? '' },
          cards: asCards(cards),
        });
      case 'all in':
      case 'river full':
        return told.add(place, `allin.turn.${event.event}`, {}, true);
      case 'prediction':
        if (event.other === seat) return told.add(place, 'allin.turn.prediction.self', {}, true);
        return told.add(place, `allin.turn.prediction${form}`, other, true);
      case 'pass':
      case 'forced pass':
      case 'rune':
      case 'predict':
      case 'shuffle':
        return told.add(place, `allin.turn.${event.event}`);
      default:
        return told.cover(place);
    }
  });
  return told.clauses;
}

/** Whether the events since the last one of a kind are all of this kind. */
function follows(events: readonly GameEvent[], place: number, kind: string): boolean {
  let before = place - 1;
  while (events[before]?.event === events[place]!.event) before -= 1;
  return events[before]?.event === kind;
}
