/** The bots of this server. */
import { maybe } from '../lib/i18n.svelte';
import { api } from '../lib/net/api';

/** From the weakest to the strongest; others that a server may have come after these. */
const ORDER = ['random', 'greedy', 'easy', 'normal', 'hard'];

class Bots {
  levels: string[] = $state(['random', 'greedy']);

  constructor() {
    void api.info().then(
      (info) => {
        const place = (level: string): number => (ORDER.includes(level) ? ORDER.indexOf(level) : ORDER.length);
        // Only levels that have a name for players; the others are for experiments.
        const named = info.bots.map((bot) => bot.level).filter((level) => maybe(`level.${level}`) !== null);
        this.levels = named.sort((a, b) => place(a) - place(b));
      },
      () => undefined,
    );
  }
}

export const bots = new Bots();
