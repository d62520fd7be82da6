/** What mattered in a turn of Karma. */
import type { Picture } from '../../lib/model';
import { asCards, Telling, type Clause, type Turn, type TurnRules } from '../../lib/table/turns';

export const turnRules: TurnRules = {
  together: new Set(['lay']),
  late: new Set(['out']),
  plain: new Set(['lay', 'show', 'draw']),
};

/** A pile this large changes a game. */
export const LARGE = 6;

export function summary({ events }: Turn, { you }: Picture): Clause[] {
  const told = new Telling();
  events.forEach((event, place) => {
    const cards = event.cards ?? [];
    const count = cards.length;
    switch (event.event) {
      case 'play':
      case 'open':
      case 'flip':
      case 'raise':
      case 'show':
        return told.add(place, `karma.turn.${event.event}`, { cards: asCards(cards) });
      case 'take':
        return told.add(place, 'karma.turn.take', { count }, count >= LARGE);
      case 'give':
        if (event.other === you.seat) return told.add(place, 'karma.turn.give.toyou', { count }, true);
        return told.add(place, 'karma.turn.give', { other: { seat: event.other ?? '' }, count }, true);
      case 'burn':
      case 'lose':
      case 'out':
      case 'undecided':
        return told.add(place, `karma.turn.${event.event}`, {}, true);
      case 'look':
      case 'no look':
        return told.add(place, `karma.turn.${event.event}`);
      case 'lay':
        return told.join(place, 'karma.turn.lay', cards);
      case 'shuffle hidden':
        return told.add(place, 'karma.turn.shuffle hidden');
      case 'draw':
        // Cards that are dealt are told; refilling follows from the rules.
        return told.clauses.length ? told.cover(place) : told.add(place, 'karma.turn.draw', { count });
      default:
        return told.cover(place);
    }
  });
  return told.clauses;
}
