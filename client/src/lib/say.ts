/** Messages in words. The server sends a key and values; names, cards and moves are worded here. */
import { findGame, GAMES, moveWords, partsOf } from '../games/registry';
import type { WireMessage, WireValue } from '../protocol.gen';
import { list, loadAllTexts, maybe, n, t, words } from './i18n.svelte';
import type { GameEvent, News, Picture } from './model';
import { cardName, playerName } from './names';
import { cardList, narrate } from './narration';
import { Telling, type Clause, type Turn } from './table/turns';

/** A message in the chosen language; without a picture, seats and moves stay as they are written. */
export function say({ key, values = {} }: WireMessage, picture: Picture | null = null): string {
  const worded: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(values))
    worded[name] = typeof value === 'number' ? value : word(value, picture);
  return maybe(key, worded) ?? missing(key);
}

/** Most of what a server can say is never needed: it is said as soon as its text is here. */
function missing(key: string): string {
  if (words.whole) return key;
  loadAllTexts().catch(() => undefined);
  return '';
}

/** The same as a sentence of its own. */
export function saySentence(message: WireMessage, picture: Picture | null = null): string {
  const text = say(message, picture);
  return text && capital(text) + (/[.?!…]$/.test(text) ? '' : '.');
}

/** A text as it begins a line. */
export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

function word(value: WireValue, picture: Picture | null): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return n(value);
  if (Array.isArray(value)) return list(value.map((each) => word(each, picture)));
  if ('key' in value) return say(value, picture);
  if ('card' in value) return cardInText(value.card, picture?.table.game);
  if (!picture) return 'seat' in value ? value.seat : value.move;
  return 'seat' in value ? playerName(picture, value.seat) : moveWords(value.move, picture);
}

/** A text, or cards to be shown in its place. */
export type Piece = string | { cards: string[] };

const isCards = (value: WireValue): value is { card: string }[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((each) => typeof each === 'object' && 'card' in each);

/** A message as a row of pieces, so that its cards can be drawn instead of named. */
export function pieces({ key, values = {} }: WireMessage, picture: Picture): Piece[] {
  const shown: string[][] = [];
  const kept: Record<string, WireValue> = {};
  for (const [name, value] of Object.entries(values)) {
    // Letters that no text has stand where the cards go.
    kept[name] = isCards(value) ? `\uE000${shown.push(value.map(({ card }) => card)) - 1}\uE000` : value;
  }
  return say({ key, values: kept }, picture)
    .split('\uE000')
    .map((part, index): Piece => (index % 2 ? { cards: shown[Number(part)] ?? [] } : part))
    .filter((part) => part !== '');
}

/** A card's name inside a sentence: in quotation marks if it is a phrase. */
export function cardInText(card: string, game?: string): string {
  const games = game === undefined ? GAMES : [findGame(game)];
  const name = cardName(card);
  return games.some(({ phrases }) => phrases?.includes(card)) ? t('card.quoted', { card: name }) : name;
}

/** Several cards; equal ones are counted, and so are those that nobody may know. */
export const cardNames = (cards: readonly string[], game: string): string =>
  word(cardList(cards, game), null);

/** One sentence about an event, or '' if it needs no words. */
export function sayEvent(event: GameEvent, picture: Picture): string {
  const message = narrate(event, picture);
  return message ? say(message, picture) : '';
}

/** The clauses of a turn; a game that sums nothing up is told event by event. */
export function clausesOf(turn: Turn, picture: Picture): Clause[] {
  const summed = turn.seat !== null || turn.events[0]?.event === 'round';
  const own = summed ? partsOf(picture)?.summary?.(turn, picture) : null;
  if (own) return own;
  const told = new Telling();
  turn.events.forEach((event, place) => {
    const message = narrate(event, picture);
    if (message) told.add(place, message.key, message.values);
    else told.cover(place);
  });
  return told.clauses;
}

/** Roughly how many letters it takes to say what mattered in turns. */
export function lengthOf(turns: readonly Turn[], picture: Picture): number {
  return turns
    .flatMap((turn) => clausesOf(turn, picture))
    .flatMap((clause) => [' · ', ...pieces(clause, picture)])
    .reduce((sum, piece) => sum + (typeof piece === 'string' ? piece.length : 4 * piece.cards.length), 0);
}

export function tell(events: readonly GameEvent[], picture: Picture): string[] {
  return events.map((event) => sayEvent(event, picture)).filter((line) => line !== '');
}

/** What happened around the game, or '' if nobody needs to know. */
export function sayNews(news: News, picture: Picture): string {
  if (news.seat && news.text && (news.what === 'chat' || news.what === 'reaction')) {
    const text = news.what === 'chat' ? news.text : (maybe(`react.${news.text}`) ?? news.text);
    return t('news.said', { name: playerName(picture, news.seat), text });
  }
  if (!news.seat) return '';
  if (news.seat === picture.you.seat) return maybe(`news.${news.what}.you`) ?? '';
  return maybe(`news.${news.what}`, { name: playerName(picture, news.seat) }) ?? '';
}
