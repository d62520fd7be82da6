/** What this server offers: its games and its bots. Asked once, when something first wants to know. */
import { maybe } from '../i18n.svelte';
import { api, type GameCard, type Info } from './api';

/** From the weakest to the strongest; bots of other packages come after these. */
const ORDER = ['greedy', 'easy', 'normal', 'hard'];
export const USUAL_LEVEL = 'normal';

class Server {
  #info: Info | null = $state.raw(null);
  #asked: Promise<Info> | null = null;
  /** Levels of bots for players. */
  readonly levels: string[] = $derived(this.#info ? levelsOf(this.#info) : ORDER);

  /** The games in the server's order; null until it has answered. */
  get games(): readonly GameCard[] | null {
    return this.#info?.games ?? null;
  }

  game(name: string): GameCard | null {
    return this.games?.find((game) => game.name === name) ?? null;
  }

  /** Ask, unless it has been asked; what fails is asked again the next time. */
  ask(): Promise<Info> {
    this.#asked ??= api.info().then(
      (info) => (this.#info = info),
      (error) => {
        this.#asked = null;
        throw error;
      },
    );
    return this.#asked;
  }
}

function levelsOf({ bots }: Info): string[] {
  const place = (level: string): number => (ORDER.includes(level) ? ORDER.indexOf(level) : ORDER.length);
  return bots
    .filter((bot) => bot.third_party || ORDER.includes(bot.level))
    .map((bot) => bot.level)
    .sort((a, b) => place(a) - place(b));
}

export const server = new Server();

export const levelName = (level: string): string => maybe(`level.${level}`) ?? level;

/** One sentence about it; bots of other packages have none. */
export const levelAbout = (level: string): string => maybe(`level.${level}.about`) ?? '';

/** A game's name; for one that the client does not know, the one the server has told. */
export function gameTitle(name: string): string {
  return maybe(`game.${name}`) ?? server.game(name)?.title ?? name;
}
