/** Messages in words. The server sends a key and values; names, cards and moves are worded here. */
import { moveWords } from '../games/registry';
import type { WireMessage, WireValue } from '../protocol.gen';
import { list, maybe, n } from './i18n.svelte';
import type { GameEvent, News, Picture } from './model';
import { cardName, playerName } from './names';
import { cardList, narrate } from './narration';

/** A message in the chosen language; without a picture, seats and moves stay as they are written. */
export function say({ key, values = {} }: WireMessage, picture: Picture | null = null): string {
  const worded: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(values))
    worded[name] = typeof value === 'number' ? value : word(value, picture);
  return maybe(key, worded) ?? key;
}

/** The same as a sentence of its own. */
export function saySentence(message: WireMessage, picture: Picture | null = null): string {
  const text = say(message, picture);
  return text.charAt(0).toLocaleUpperCase() + text.slice(1) + (/[.?!…]$/.test(text) ? '' : '.');
}

function word(value: WireValue, picture: Picture | null): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return n(value);
  if (Array.isArray(value)) return list(value.map((each) => word(each, picture)));
  if ('key' in value) return say(value, picture);
  if ('card' in value) return cardName(value.card);
  if (!picture) return 'seat' in value ? value.seat : value.move;
  return 'seat' in value ? playerName(picture, value.seat) : moveWords(value.move, picture);
}

/** Several cards; equal ones are counted, and so are those that nobody may know. */
export const cardNames = (cards: readonly string[]): string => word(cardList(cards), null);

/** One sentence about an event, or '' if it needs no words. */
export function sayEvent(event: GameEvent, picture: Picture): string {
  const message = narrate(event, picture);
  return message ? say(message, picture) : '';
}

export function tell(events: readonly GameEvent[], picture: Picture): string[] {
  return events.map((event) => sayEvent(event, picture)).filter((line) => line !== '');
}

/** What happened around the game, or '' if nobody needs to know. */
export function sayNews(news: News, picture: Picture): string {
  if (!news.seat || news.seat === picture.you.seat) return '';
  return maybe(`news.${news.what}`, { name: playerName(picture, news.seat) }) ?? '';
}
