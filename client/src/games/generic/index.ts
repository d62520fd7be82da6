/** Any game that the client has no table for: all it knows is what the server tells. */
import { server } from '../../lib/net/info.svelte';
import type { Game } from '../game';
import Back from './Back.svelte';
import Front from './Front.svelte';

const FAN = 5;
const made = new Map<string, Game>();

export function generic(name: string): Game {
  let game = made.get(name);
  if (!game) made.set(name, (game = make(name)));
  return game;
}

function make(name: string): Game {
  const deck = (): readonly string[] => server.game(name)?.deck ?? [];
  return {
    name,
    players: [2, 4],
    get fan() {
      const cards = [...new Set(deck())];
      const step = (cards.length - 1) / (FAN - 1);
      return cards.length < FAN ? cards : Array.from({ length: FAN }, (_, i) => cards[Math.round(i * step)]!);
    },
    get deck() {
      return [...new Set(deck())];
    },
    samples: [],
    colours: ['#f6f3ec', '#171b1f'],
    Front,
    Back,
    parts: async () => {
      const [{ partsOf }] = await Promise.all([import('./parts'), server.ask()]);
      return partsOf(name);
    },
    setup: async () => {
      const [{ setupOf }] = await Promise.all([import('./setup'), server.ask()]);
      return setupOf(name);
    },
  };
}
