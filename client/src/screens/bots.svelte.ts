/** The bots of this server. */
import { api } from '../lib/net/api';

class Bots {
  levels: string[] = $state(['random', 'greedy']);

  constructor() {
    void api.info().then(
      (info) => (this.levels = info.bots.map((bot) => bot.level)),
      () => undefined,
    );
  }
}

export const bots = new Bots();
