/** Names of cards, players and combinations in the chosen language. */
import { isKarmaKind, rankOf, suitOf, HIDDEN, RUNE_CARD, type Effect } from './cards/kinds';
import { effectsOf } from './cards/effects.svelte';
import { maybe, n, t } from './i18n.svelte';
import { seatNumber, type Picture, type SeatInfo } from './model';

/** A card's name as it is said aloud. */
export function cardName(card: string): string {
  if (card === HIDDEN) return t('card.hidden');
  if (card === RUNE_CARD) return t('card.allin.Ru');
  if (isKarmaKind(card)) return t(`card.karma.${card}`);
  const [rank, suit] = [rankOf(card), suitOf(card)];
  if (rank && suit) return t('card.allin', { rank: maybe(`rank.${rank}`) ?? rank, suit: t(`suit.${suit}`) });
  return /^\d+$/.test(card) ? n(Number(card)) : card;
}

export function effectName(effect: Effect): string {
  return effect.kind === 'reveal'
    ? t('effect.reveal', { number: effect.count ?? 0 })
    : t(`effect.${effect.kind}`);
}

export function effectSentence(effect: Effect): string {
  return effect.kind === 'reveal'
    ? t('effect.reveal.does', { number: effect.count ?? 0 })
    : t(`effect.${effect.kind}.does`);
}

/** What a card does, for screen readers and the closer look. */
export function cardStory(card: string): string {
  if (isKarmaKind(card)) return t(`card.karma.${card}.does`);
  const effects = effectsOf(card);
  if (suitOf(card) === null && card !== RUNE_CARD) return '';
  const names = effects.map((effect) =>
    effect.star ? t('effect.star.long', { effect: effectName(effect) }) : effectName(effect),
  );
  return t('effect.list', { effects: names.join(', ') });
}

export function playerName(picture: Picture, seat: string): string {
  if (seat === picture.you.seat) return t('seat.you');
  const info = picture.table.seats[seatNumber(seat)];
  return info ? seatTitle(info) : seat;
}

/** A name in two parts: enough to know a player by where there is little room, and the rest. */
export function nameParts(picture: Picture, seat: string): [string, string] {
  const name = playerName(picture, seat);
  const first = /^[^\s-]{3,}/.exec(name)?.[0] ?? name;
  const alike = picture.table.seats.filter((other) => seatTitle(other).startsWith(first));
  return alike.length > 1 ? [name, ''] : [first, name.slice(first.length)];
}

/** A bot that nobody has named is called after its level; records know only that. */
const NAMELESS = /^(?:random|greedy|easy|normal|hard|ismcts)(?: \d+)?$/;

/** Such a bot gets a name by its seat, so that it can be spoken about. */
export function seatTitle(seat: SeatInfo): string {
  const nameless = NAMELESS.test(seat.name);
  return (nameless ? maybe(`bot.${seat.seat}`) : null) ?? (seat.name || seat.seat);
}

/** A combination as the server names it. */
export function handName(said: string): string {
  return maybe(`hand.${said}`) ?? said;
}
