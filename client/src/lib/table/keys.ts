/** Letters that lead to the parts of a table, for people who play by keys. */

export const KEYS = [
  ['R', 'repeat'],
  ['H', 'hand'],
  ['M', 'middle'],
  ['A', 'actions'],
  ['P', 'players'],
] as const;

export type Place = (typeof KEYS)[number][1];

/** Where each part is; the first button that can be used there gets the focus. */
const PARTS: Record<Exclude<Place, 'repeat'>, string> = {
  hand: '.table .hand, .table .own',
  middle: '.table main',
  actions: '.table .ask',
  players: '.table .players',
};

/** What a key asks for, unless it is meant for a field, a sheet or the browser. */
export function placeOf(event: KeyboardEvent): Place | null {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return null;
  if ((event.target as Element | null)?.closest?.('dialog, input, select, textarea')) return null;
  return KEYS.find(([key]) => key === event.key.toUpperCase())?.[1] ?? null;
}

export function goTo(place: Exclude<Place, 'repeat'>): void {
  const buttons = [...document.querySelectorAll<HTMLElement>(PARTS[place])].flatMap((part) => [
    ...part.querySelectorAll<HTMLElement>('button:not(:disabled), a'),
  ]);
  const shown = buttons.filter((button) => button.getClientRects().length > 0);
  const usable = shown.find((button) => button.getAttribute('aria-disabled') !== 'true');
  (usable ?? shown[0])?.focus();
}
