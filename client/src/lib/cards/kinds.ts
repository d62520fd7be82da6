/** What a card is, read from its text. No rules: only names and pictures. */
import type { Deck } from '../settings.svelte';

export const SUITS = ['C', 'M', 'S', 'T'] as const;
export type Suit = (typeof SUITS)[number];
export const RANKS = ['2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A'] as const;
export type Rank = (typeof RANKS)[number];
export const KARMA_KINDS = ['TC', 'BU', 'FB', 'GP'] as const;
export type KarmaKind = (typeof KARMA_KINDS)[number];
export const EFFECT_KINDS = ['take', 'swap', 'draw', 'reveal', 'rune', 'hypnosis', 'eye'] as const;
export type EffectKind = (typeof EFFECT_KINDS)[number];

export const HIDDEN = '?';
export const RUNE_CARD = 'Ru';

export interface Effect {
  /** As the card table writes it, without its star: `take`, `reveal5`. */
  text: string;
  kind: EffectKind;
  /** How many cards a reveal shows. */
  count: number | null;
  star: boolean;
}

export function isKarmaKind(card: string): card is KarmaKind {
  return (KARMA_KINDS as readonly string[]).includes(card);
}

export function suitOf(card: string): Suit | null {
  const last = card.slice(-1) as Suit;
  return card !== RUNE_CARD && SUITS.includes(last) ? last : null;
}

export function rankOf(card: string): Rank | null {
  const rank = card.slice(0, -1) as Rank;
  return suitOf(card) !== null && RANKS.includes(rank) ? rank : null;
}

/** `reveal5*` as an effect; unknown texts give null, so that a newer server breaks nothing. */
export function readEffect(text: string): Effect | null {
  const star = text.endsWith('*');
  const plain = star ? text.slice(0, -1) : text;
  const match = /^([a-z]+?)(\d*)$/.exec(plain);
  const kind = match?.[1] as EffectKind | undefined;
  if (!match || !kind || !EFFECT_KINDS.includes(kind)) return null;
  return { text: plain, kind, count: match[2] ? Number(match[2]) : null, star };
}

/** Values 1 to 16 from cool to warm: the sun, the sky above it, the hills below. */
const SKIES: readonly (readonly [string, string, string])[] = [
  ['#77aadb', '#b9cee3', '#4a7fb0'],
  ['#6eb1d8', '#b7d1e2', '#3f86ad'],
  ['#69b7d4', '#b6d4e1', '#368ca9'],
  ['#67bdce', '#b6d7de', '#3191a3'],
  ['#6ac2c6', '#b8d9db', '#34969b'],
  ['#6fc8b7', '#baddd5', '#3a9d8c'],
  ['#81cda5', '#c1dfcd', '#51a179'],
  ['#9bce90', '#cae0c6', '#6fa263'],
  ['#b3ce7d', '#d4e0bf', '#87a24e'],
  ['#cecc6b', '#dfe0ba', '#a2a036'],
  ['#e9c85e', '#ecdeb6', '#bd9b1c'],
  ['#f0b94f', '#efd8b1', '#c48c00'],
  ['#f6a947', '#f2d1ad', '#ca7c00'],
  ['#fa9947', '#f4caab', '#cd6c00'],
  ['#f87f44', '#f4bfa7', '#cb5000'],
  ['#f3654c', '#f2b3a6', '#c42f16'],
];

/** In the four-colour deck each quarter of the numbers has a colour of its own. */
const QUARTERS: readonly (readonly [string, string, string])[] = [
  ['#8fb6ea', '#d5e4f7', '#2f5d9b'],
  ['#74cdbb', '#cfeee7', '#0f7b6c'],
  ['#f2c75c', '#fbecc4', '#a87308'],
  ['#f08a78', '#fbd9d2', '#b3322b'],
];
const PLAIN = ['#ffffff', '#ffffff', '#000000'] as const;

export function sky(value: number, deck: Deck): readonly [sun: string, sky: string, hills: string] {
  if (deck === 'contrast') return PLAIN;
  if (deck === 'four') return QUARTERS[Math.min(3, Math.floor((value - 1) / 4))] ?? PLAIN;
  return SKIES[value - 1] ?? PLAIN;
}

const ACCENTS: Readonly<Record<KarmaKind, string>> = {
  TC: '#f0b94f',
  BU: '#5fc7b4',
  FB: '#7fb2ee',
  GP: '#f58a73',
};

/** The one colour of a Karma card. */
export function accent(kind: KarmaKind, deck: Deck): string {
  return deck === 'contrast' ? '#fff' : ACCENTS[kind];
}

const FIRST = -1000;

/** For sorting cards of All In: low ones first, Rune cards before them. */
export function byRank(card: string): number {
  const [suit, rank] = [suitOf(card), rankOf(card)];
  return suit && rank ? RANKS.indexOf(rank) * SUITS.length - SUITS.indexOf(suit) : FIRST;
}

/** The same, with the suits apart. */
export function bySuit(card: string): number {
  const suit = suitOf(card);
  return suit ? byRank(card) - SUITS.indexOf(suit) * RANKS.length * SUITS.length : FIRST;
}
