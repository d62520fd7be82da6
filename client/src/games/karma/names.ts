/** What several equal cards are called, as `fatum.games.karma.telling.names` has it. */
import { isKarmaKind } from '../../lib/cards/kinds';
import type { WireMessage } from '../../protocol.gen';

export function equal(card: string, times: number): WireMessage | null {
  if (isKarmaKind(card)) return null;
  return { key: times === 2 ? 'card.karma.two' : 'card.karma.three', values: { value: Number(card) } };
}
