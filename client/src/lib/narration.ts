/**
 * Events as messages, with the same keys, forms and values as `fatum.play.narration` has for the terminal;
 * `tests/told.test.ts` compares the two.
 */
import { findGame, partsOf } from '../games/registry';
import type { WireMessage, WireValue } from '../protocol.gen';
import { HIDDEN } from './cards/kinds';
import { isText } from './i18n.svelte';
import type { GameEvent, Picture } from './model';

const QUIET = new Set(['turn']);
const FORMS = ['you', 'other', 'nobody', 'toyou', 'self', 'you.self'];

/** The ways in which an event can be told to a viewer, the best first. */
function formsOf({ seat, other }: GameEvent, viewer: string | null): string[] {
  const forms: string[] = [];
  if (seat === undefined) forms.push('nobody');
  else if (seat === other) forms.push(seat === viewer ? 'you.self' : 'self');
  if (viewer !== null && seat === viewer) forms.push('you');
  else if (viewer !== null && other === viewer) forms.push('toyou');
  return [...forms, 'other'];
}

/** An event as a message to the viewer, or null if it needs no words. */
export function narrate(event: GameEvent, picture: Picture): WireMessage | null {
  if (QUIET.has(event.event)) return null;
  const base = `${picture.table.game}.event.${event.event}`;
  const form = formsOf(event, picture.you.seat).find((each) => isText(`${base}.${each}`));
  if (form === undefined) return FORMS.some((each) => isText(`${base}.${each}`)) ? null : dryly(event);
  const own = partsOf(picture)?.eventValues?.(event);
  return own === null ? null : { key: `${base}.${form}`, values: { ...valuesOf(event, picture), ...own } };
}

function valuesOf(
  { seat, other, cards = [], number }: GameEvent,
  picture: Picture,
): Record<string, WireValue> {
  const values: Record<string, WireValue> = {
    cards: cardList(cards, picture.table.game),
    count: number !== undefined && cards.length === 0 ? number : cards.length,
  };
  if (seat !== undefined) values.name = { seat };
  if (other !== undefined) values.other = { seat: other };
  if (number !== undefined) values.number = number;
  if (cards.length === 2) Object.assign(values, { first: { card: cards[0] }, second: { card: cards[1] } });
  return values;
}

/** Cards to be named; equal ones that follow one another are counted, and so are unknown ones. */
export function cardList(cards: readonly string[], game: string): WireValue[] {
  const { equal } = findGame(game);
  const known = cards.filter((card) => card !== HIDDEN);
  const named: WireValue[] = [];
  for (let place = 0; place < known.length;) {
    const card = known[place]!;
    let times = 1;
    while (known[place + times] === card) times++;
    if (times === 1) named.push({ card });
    else named.push(equal?.(card, times) ?? { key: 'card.equal', values: { times, card: { card } } });
    place += times;
  }
  const hidden = cards.length - known.length;
  return hidden ? [...named, { key: 'card.hidden.many', values: { count: hidden } }] : named;
}

/** An event of a game that has no words for it. */
function dryly({ event, seat, cards = [], other, number, detail }: GameEvent): WireMessage {
  const what = [event, cards.join(', '), other, number?.toString(), detail].filter(Boolean).join('; ');
  return seat
    ? { key: 'event.dry', values: { name: { seat }, what } }
    : { key: 'plain', values: { text: `${what}.` } };
}
