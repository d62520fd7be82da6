/**
 * What one seat last saw of a table, and the move it last made, kept for a reload without a network. It
 * stays in this tab and is forgotten with the game: a picture holds no more than this seat was shown.
 */
import type { Snapshot } from '../../protocol.gen';

export interface KnownMove {
  key: string;
  move: string;
  answers: number;
}

export interface Known {
  snapshot: Snapshot;
  /** By this device's clock. */
  at: number;
}

export class TableMemory {
  #picture: string;
  #move: string;

  constructor(id: string, slot: number) {
    this.#picture = `fatum.known.${id}.${slot}`;
    this.#move = `fatum.move.${id}.${slot}`;
  }

  keep(known: Known): void {
    write(this.#picture, known);
  }

  known(): Known | null {
    const found = read(this.#picture) as Partial<Known> | null;
    return found && typeof found.at === 'number' && typeof found.snapshot?.seq === 'number'
      ? (found as Known)
      : null;
  }

  keepMove(move: KnownMove | null): void {
    write(this.#move, move);
  }

  move(): KnownMove | null {
    const found = read(this.#move) as Partial<KnownMove> | null;
    return found &&
      typeof found.key === 'string' &&
      typeof found.move === 'string' &&
      typeof found.answers === 'number'
      ? (found as KnownMove)
      : null;
  }

  forget(): void {
    write(this.#picture, null);
    write(this.#move, null);
  }
}

function write(key: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Without storage a reload needs the server.
  }
}

function read(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}
