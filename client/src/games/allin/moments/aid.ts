/** The printed aid card (A23): combinations, the strongest first, and the runes they pay. */
const VALUES = [10, 7, 6, 5, 4, 3, 2, 1] as const;
const ORDER = [
  'straight flush',
  'four of a kind',
  'full house',
  'flush',
  'straight',
  'three of a kind',
  'two pairs',
  'pair',
] as const;

/** Side B exchanges straight and full house, in order and in value. */
const EXCHANGED: Partial<Record<string, string>> = { straight: 'full house', 'full house': 'straight' };

export function aidRows(side: 'A' | 'B'): [hand: string, value: number][] {
  return ORDER.map((hand, place) => [side === 'B' ? (EXCHANGED[hand] ?? hand) : hand, VALUES[place]!]);
}
