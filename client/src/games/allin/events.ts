/** What events of All In name besides seats, cards and numbers. */
import { readEffect } from '../../lib/cards/kinds';
import type { GameEvent } from '../../lib/model';
import type { WireMessage, WireValue } from '../../protocol.gen';

export function eventValues({ event, number, detail = '' }: GameEvent): Record<string, WireValue> | null {
  switch (event) {
    case 'pot':
    case 'pay':
      return number === 0 ? null : {};
    case 'hypnosis':
    case 'hand':
      return { hand: { key: `hand.${detail}` } };
    case 'skip':
      return { effect: effectMessage(detail) };
    default:
      return {};
  }
}

function effectMessage(text: string): WireMessage {
  const effect = readEffect(text);
  return effect?.kind === 'reveal'
    ? { key: 'effect.reveal', values: { number: effect.count ?? 0 } }
    : { key: `effect.${effect?.kind ?? text}` };
}
