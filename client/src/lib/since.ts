/** What happened since somebody last looked, in words that everybody at the device may read. */
import { partsOf } from '../games/registry';
import { HIDDEN } from './cards/kinds';
import type { GameEvent, LogEntry, Picture } from './model';
import { playerName } from './names';
import { clausesOf, say, tell } from './say';
import { roundsOf, turnsAfter } from './table/turns';

/** What stays of an event if only cards are named that both have seen. */
function shared(event: GameEvent, other: GameEvent | undefined): GameEvent {
  if (!event.cards) return event;
  return {
    ...event,
    cards: event.cards.map((card, place) => (card === other?.cards?.[place] ? card : HIDDEN)),
  };
}

/**
 * One line per turn after entry `since`. The device goes from one person to another, so a card that only one
 * of them knows is not named; without the other's picture none is.
 */
export function linesSince(since: number, picture: Picture, other: Picture | null): string[] {
  const seen = new Map(other?.log.map((entry): [number, LogEntry] => [entry.seq, entry]));
  const log = picture.log.map((entry) => ({
    ...entry,
    events: entry.events.map((event, place) => shared(event, seen.get(entry.seq)?.events[place])),
  }));
  const nobody: Picture = { ...picture, you: { seat: null, host: false }, log };
  const rounds = roundsOf(log, partsOf(picture)?.choreography.turns);
  return turnsAfter(rounds, since)
    .map((turn) => {
      if (turn.seat === null) return tell(turn.events, nobody).join(' ');
      const clauses = clausesOf(turn, nobody).map((clause) => say(clause, nobody));
      return clauses.length ? `${playerName(nobody, turn.seat)}: ${clauses.join(', ')}` : '';
    })
    .filter((line) => line !== '');
}
