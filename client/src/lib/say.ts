/** Events as sentences. */
import { readEffect } from './cards/kinds';
import { maybe } from './i18n.svelte';
import type { GameEvent, News, Picture } from './model';
import { cardName, cardNames, effectName, handName, playerName } from './names';

const QUIET = new Set(['turn']);

/** One sentence about an event, or '' if it needs no words. */
export function say(event: GameEvent, picture: Picture): string {
  if (QUIET.has(event.event)) return '';
  const own = picture.you.seat;
  const game = picture.table.game;
  const cards = event.cards ?? [];
  const base = `${game}.event.${event.event}`;
  const forms: string[] = [];
  if (event.event === 'win' && !event.seat) forms.push('nobody');
  if (event.event === 'discard' && !event.seat) forms.push('deck');
  if (event.seat !== undefined && event.seat === event.other) forms.push(event.seat === own ? 'you.self' : 'self');
  if (event.seat === own && own !== null) forms.push('you');
  else if (event.other === own && own !== null) forms.push('toyou');
  forms.push('other');
  const values: Record<string, string | number> = {
    name: event.seat ? playerName(picture, event.seat) : '',
    other: event.other ? playerName(picture, event.other) : '',
    cards: cardNames(cards),
    first: cardName(cards[0] ?? ''),
    second: cardName(cards[1] ?? ''),
    text: event.text ?? '',
    hand: handName(event.text ?? ''),
    count: /^\d+$/.test(event.text ?? '') && !cards.length ? Number(event.text) : cards.length,
  };
  if (event.event === 'skip') {
    const effect = readEffect(event.text ?? '');
    values.effect = effect ? effectName(effect) : (event.text ?? '');
  }
  if ((event.event === 'pot' || event.event === 'pay') && values.count === 0) return '';
  for (const form of forms) {
    const text = maybe(`${base}.${form}`, values);
    if (text !== null) return text;
  }
  return `${values.name} ${event.event} ${values.cards} ${values.text}`.trim();
}

/** What happened around the game, or '' if nobody needs to know. */
export function sayNews(news: News, picture: Picture): string {
  if (!news.seat || news.seat === picture.you.seat) return '';
  return maybe(`news.${news.what}`, { name: playerName(picture, news.seat) }) ?? '';
}

export function tell(events: readonly GameEvent[], picture: Picture): string[] {
  return events.map((event) => say(event, picture)).filter((line) => line !== '');
}
