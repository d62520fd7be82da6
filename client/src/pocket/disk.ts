/** The logs of this device's tables in the browser's database. A write is done when it is durable. */

const NAME = 'fatum';
const LINES = 'lines';
const SEATS = 'seats';

type Line = [table: string, seq: number, at: number, fact: string];
type Seat = [table: string, slot: number, token: string];

interface Change {
  lines?: Line[];
  seats?: Seat[];
  dropped?: string[];
}

export class Disk {
  #database: IDBDatabase;

  private constructor(database: IDBDatabase) {
    this.#database = database;
  }

  static async open(): Promise<Disk> {
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore(LINES);
      asked.result.createObjectStore(SEATS);
    };
    return new Disk(await done(asked));
  }

  /** Everything, in the form in which the tables want it. */
  async read(): Promise<string> {
    const stores = this.#database.transaction([LINES, SEATS]);
    const [lines, seats] = await Promise.all([
      done(stores.objectStore(LINES).getAll() as IDBRequest<Line[]>),
      done(stores.objectStore(SEATS).getAll() as IDBRequest<Seat[]>),
    ]);
    return JSON.stringify({ lines, seats });
  }

  write(text: string): Promise<void> {
    const { lines = [], seats = [], dropped = [] } = JSON.parse(text) as Change;
    const change = this.#database.transaction([LINES, SEATS], 'readwrite', { durability: 'strict' });
    const finished = new Promise<void>((resolve, reject) => {
      change.oncomplete = () => resolve();
      change.onabort = () => reject(change.error ?? new Error('the database takes nothing'));
    });
    // An entry is never replaced: a second one with its number fails, and everything with it.
    for (const line of lines) change.objectStore(LINES).add(line, [line[0], line[1]]);
    for (const seat of seats) change.objectStore(SEATS).put(seat, [seat[0], seat[1]]);
    for (const table of dropped)
      for (const store of [LINES, SEATS])
        change.objectStore(store).delete(IDBKeyRange.bound([table], [table, []]));
    return finished;
  }
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the database does not answer'));
  });
}
