/** Has a finished game analysed and waits for it. */
import { api, ApiError } from '../net/api';
import { refusalText } from '../net/refusals';
import type { Analysis } from './analysis';

const AGAIN = 1500;

export class Analyser {
  found: Analysis | null = $state.raw(null);
  problem: string | null = $state(null);
  /** How many other games come first. */
  before = $state(0);
  wanted = $state(false);
  #id: string;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;

  constructor(id: string) {
    this.#id = id;
    $effect(() => () => {
      this.#stopped = true;
      clearTimeout(this.#timer);
    });
  }

  /** Ask for it, unless it is there or on its way. */
  start(): void {
    if (this.wanted && this.problem === null) return;
    this.wanted = true;
    this.problem = null;
    void this.#ask(api.startAnalysis);
  }

  async #ask(get: (id: string) => Promise<Analysis>): Promise<void> {
    try {
      const found = await get(this.#id);
      if (!this.#stopped) this.found = found;
    } catch (error) {
      if (this.#stopped) return;
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'waiting') {
        this.before = Number((error.data as { waiting?: number } | null)?.waiting ?? 0);
        this.#timer = setTimeout(() => void this.#ask(api.analysis), AGAIN);
      } else if (error.code === 'phase' && get === api.analysis)
        void this.#ask(api.startAnalysis); // the server was restarted
      else this.problem = refusalText(error);
    }
  }
}
