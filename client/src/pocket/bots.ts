/** The tables' side of the bots' workers: one that moves and hints, and one more while a game is analysed. */
import type { FromBots, ToBots } from './messages';
import type { Parts } from './python';

const ANALYSE = 'analyse';
/** Milliseconds after which a worker is given up; it may have to be started first. Analyses may take long. */
const LONGEST: Record<string, number> = {
  choose: 60_000,
  hint: 60_000,
  speed: 60_000,
  [ANALYSE]: 2 ** 31 - 1,
};

class BotsWorker {
  #parts: Parts;
  #packages: Promise<ArrayBuffer>;
  #worker: Worker | null = null;
  #asked = new Map<number, { resolve: (answer: string) => void; reject: (why: Error) => void }>();
  #next = 1;

  constructor(parts: Parts, packages: Promise<ArrayBuffer>) {
    this.#parts = parts;
    this.#packages = packages;
    this.#start();
  }

  #start(): void {
    const worker = new Worker(new URL('./bots.worker.ts', import.meta.url), { type: 'module' });
    this.#worker = worker;
    worker.onmessage = ({ data }: MessageEvent<FromBots>) => {
      const asked = this.#asked.get(data.id);
      this.#asked.delete(data.id);
      if ('answer' in data) asked?.resolve(data.answer);
      else asked?.reject(new Error(data.failed));
    };
    worker.onerror = () => {
      this.end();
      for (const { reject } of this.#asked.values()) reject(new Error('the bots have stopped'));
      this.#asked.clear();
    };
    this.#post({ kind: 'start', parts: this.#parts });
    void this.#packages.then(
      (packages) => worker.postMessage({ kind: 'packages', packages } satisfies ToBots),
      () => undefined,
    );
  }

  /** A worker that has failed is replaced when it is next asked, and so is one that does not answer. */
  think(job: string, question: string): Promise<string> {
    if (!this.#worker) this.#start();
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => this.#worker?.onerror?.(new ErrorEvent('error')), LONGEST[job]);
      const settled =
        <T>(settle: (value: T) => void) =>
        (value: T): void => {
          clearTimeout(late);
          settle(value);
        };
      this.#asked.set(id, { resolve: settled(resolve), reject: settled(reject) });
      this.#post({ kind: 'think', id, job, question });
    });
  }

  end(): void {
    this.#worker?.terminate();
    this.#worker = null;
  }

  #post(message: ToBots): void {
    this.#worker?.postMessage(message);
  }
}

export class Bots {
  #parts: Parts;
  #packages: Promise<ArrayBuffer>;
  #players: BotsWorker;

  constructor(parts: Parts, packages: Promise<ArrayBuffer>) {
    this.#parts = parts;
    this.#packages = packages;
    this.#players = new BotsWorker(parts, packages);
  }

  async think(job: string, question: string): Promise<string> {
    if (job !== ANALYSE) return this.#players.think(job, question);
    const analyst = new BotsWorker(this.#parts, this.#packages);
    try {
      return await analyst.think(job, question);
    } finally {
      analyst.end();
    }
  }
}
