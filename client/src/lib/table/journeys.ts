/**
 * Which card on the screen becomes which: views say where cards lie now, events say how they got
 * there. Each card that is drawn one by one has a token, so that it can be seen travelling. A token
 * is only a place on the screen; for cards that nobody may know it says nothing about which they are.
 */
import { HIDDEN } from '../cards/kinds';

export interface Token {
  id: number;
  card: string;
}

/** Zone → its cards in order. A zone without an entry is only an anchor, such as another's hand. */
export type Zones = Readonly<Record<string, readonly Token[]>>;
export type ZoneCards = Readonly<Record<string, readonly string[]>>;

/** One card goes from one zone to another, as an event tells. */
export interface Hint {
  card: string;
  from: string;
  to: string;
  /** When it leaves, in milliseconds after the first event at the usual pace. */
  at: number;
  /** It is turned over on the way. */
  flip?: boolean;
  burn?: boolean;
}

export interface Flight {
  /** The face at the end, `?` if it stays face down. */
  card: string;
  flip: boolean;
  burn: boolean;
  stops: { zone: string; token: number | null; at: number }[];
}

export interface Plan {
  zones: Zones;
  flights: Flight[];
}

let nextId = 1;

function fresh(card: string): Token {
  return { id: nextId++, card };
}

export function dealZones(next: ZoneCards): Zones {
  return Object.fromEntries(Object.entries(next).map(([zone, cards]) => [zone, cards.map(fresh)]));
}

interface Journey {
  card: string;
  flip: boolean;
  burn: boolean;
  stops: { zone: string; at: number }[];
}

/** Hints about the same card, one after the other, are one journey. */
function chain(hints: readonly Hint[]): Journey[] {
  const journeys: Journey[] = [];
  for (const hint of hints) {
    const going = journeys.find(
      (journey) =>
        journey.stops.at(-1)!.zone === hint.from &&
        journey.stops.at(-1)!.at < hint.at &&
        (journey.card === hint.card || journey.card === HIDDEN || hint.card === HIDDEN),
    );
    if (going) {
      going.stops.push({ zone: hint.to, at: hint.at });
      going.burn ||= hint.burn ?? false;
      if (going.card === HIDDEN) going.card = hint.card;
    } else {
      journeys.push({
        card: hint.card,
        flip: hint.flip ?? false,
        burn: hint.burn ?? false,
        stops: [
          { zone: hint.from, at: hint.at },
          { zone: hint.to, at: hint.at },
        ],
      });
    }
  }
  return journeys;
}

export function plan(previous: Zones, next: ZoneCards, hints: readonly Hint[]): Plan {
  const left: Record<string, Token[]> = {};
  for (const [zone, tokens] of Object.entries(previous)) left[zone] = [...tokens];
  const slots: Record<string, (Token | null)[]> = {};
  for (const [zone, cards] of Object.entries(next)) slots[zone] = cards.map(() => null);
  const flights: Flight[] = [];

  const takeToken = (zone: string, card: string): Token | null => {
    const tokens = left[zone];
    if (!tokens) return null;
    let index = tokens.findLastIndex((token) => token.card === card);
    if (index < 0) index = tokens.findLastIndex((token) => token.card === HIDDEN || card === HIDDEN);
    return index < 0 ? null : tokens.splice(index, 1)[0]!;
  };
  const freeSlot = (zone: string, card: string): number => {
    const cards = next[zone];
    if (!cards) return -1;
    const free = (index: number): boolean => slots[zone]![index] === null;
    const exact = cards.findLastIndex((each, index) => each === card && free(index));
    return exact >= 0 ? exact : cards.findLastIndex((each, index) => each === HIDDEN && free(index));
  };

  for (const journey of chain(hints)) {
    const first = journey.stops[0]!;
    const last = journey.stops.at(-1)!;
    const token = takeToken(first.zone, journey.card);
    const slot = freeSlot(last.zone, journey.card);
    let end: Token | null = null;
    if (slot >= 0) {
      const card = next[last.zone]![slot]!;
      end = token ? { id: token.id, card } : fresh(card);
      slots[last.zone]![slot] = end;
    }
    const face = end && end.card !== HIDDEN ? end.card : journey.card;
    flights.push({
      card: face,
      flip: journey.flip || (token?.card === HIDDEN && face !== HIDDEN),
      burn: journey.burn,
      stops: journey.stops.map((stop, index) => ({
        ...stop,
        token:
          index === 0 ? (token?.id ?? null) : index === journey.stops.length - 1 ? (end?.id ?? null) : null,
      })),
    });
  }

  // What did not travel stays where it is; cards in order keep their order.
  for (const [zone, cards] of Object.entries(next)) {
    cards.forEach((card, index) => {
      if (slots[zone]![index]) return;
      const tokens = left[zone] ?? [];
      const found = tokens.findIndex((token) => token.card === card);
      slots[zone]![index] = found >= 0 ? tokens.splice(found, 1)[0]! : null;
    });
    cards.forEach((card, index) => {
      if (slots[zone]![index]) return;
      const tokens = left[zone] ?? [];
      const found = tokens.findIndex((token) => token.card === HIDDEN);
      slots[zone]![index] = found >= 0 ? { id: tokens.splice(found, 1)[0]!.id, card } : fresh(card);
    });
  }
  return { zones: slots as Record<string, Token[]>, flights };
}
