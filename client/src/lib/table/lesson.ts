/** Where on the screen a lesson points: the cards and buttons that make a move. */
import type { Show } from './show.svelte';

/** Moves that are made with a card of the hand. */
const HAND = new Set(['play', 'lay', 'hide', 'discard', 'swap']);

/** Elements of the places that a text is about: `pile`, `seat:P2`, `hand:JM`. */
export function findPlaces(show: Show, places: readonly string[]): HTMLElement[] {
  return places.flatMap((place) => {
    const card = /^hand:(.+)/.exec(place)?.[1];
    return (card ? inHand(show, card) : show.stage.find(place)) ?? [];
  });
}

/** What to tap for a move, or for several that are made together. */
export function findMoves(show: Show, moves: readonly string[]): HTMLElement[] {
  const asked = document.querySelector<HTMLElement>('.ask .actions button.main:not([data-move])');
  if (asked && moves.length === 1) return [asked];
  const found = moves.flatMap((move) => findMove(show, move));
  const chosen = found.length > 0 && found.every((each) => each.getAttribute('aria-pressed') === 'true');
  const together = document.querySelector<HTMLElement>('.ask .actions button.main');
  return chosen && together ? [together] : found;
}

function findMove(show: Show, move: string): HTMLElement[] {
  const button = document.querySelector<HTMLElement>(`.ask [data-move="${CSS.escape(move)}"]`);
  if (button) return [button];
  const [word = '', thing = '', more = ''] = move.split(' ');
  const own = show.picture.you.seat ?? '';
  const top = (zone: string): HTMLElement[] => {
    const token = show.zones[zone]?.at(-1);
    return [(token && show.stage.find(token.id)) ?? []].flat();
  };
  if (HAND.has(word)) {
    const held = inHand(show, thing) ?? [];
    return word === 'swap' ? [held, top(`river:${more}`)].flat() : [held].flat();
  }
  if (word === 'open') {
    const count = Number(/x(\d)/.exec(more)?.[1] ?? 1);
    const zones = [1, 2, 3].map((place) => `open:${own}:${place}`);
    return zones
      .filter((zone) => show.zones[zone]?.at(-1)?.card === thing)
      .slice(0, count)
      .flatMap(top);
  }
  if (word === 'flip') return top(`hidden:${own}:${thing}`);
  if (word === 'take' && thing) return top(`river:${thing}`);
  if (word === 'keep') {
    const token = show.zones.revealed?.find((each) => each.card === thing);
    return [(token && show.stage.find(token.id)) ?? []].flat();
  }
  return [];
}

function inHand(show: Show, card: string): HTMLElement | undefined {
  const token = show.zones.hand?.find((each) => each.card === card);
  const shown = token && show.stage.find(token.id);
  // Equal cards may stand together on one button.
  return shown?.closest('button') ?? shown;
}
