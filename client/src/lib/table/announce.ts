/**
 * What a screen reader says at a table, in one polite queue: first what happened, then what is asked, so
 * that one's own question never cuts off the others' moves.
 */
import type { LogEntry } from '../model';

export interface Said {
  id: number;
  text: string;
}

/** As many as a region keeps; older ones have been read. */
const KEPT = 30;

export class Announcer {
  #next = 0;
  #asked = '';
  #told = 0;
  said: Said[] = [];

  /** Tell what happened, once for each entry, and then the question, if it is a new one; '' is none. */
  tell(seq: number, lines: readonly string[], question: string): Said[] {
    if (seq !== this.#told && lines.length) {
      this.#told = seq;
      for (const line of lines) this.#add(line);
    }
    // One that stands while others move is not asked again.
    if (question && question !== this.#asked) this.#add(question);
    this.#asked = question;
    return this.said;
  }

  /** Say all of this now, whether it was said before or not. */
  repeat(lines: readonly string[]): Said[] {
    for (const line of lines) this.#add(line);
    return this.said;
  }

  #add(text: string): void {
    this.said = [...this.said, { id: this.#next++, text }].slice(-KEPT);
  }
}

/** A spectator has no turn to count from. */
const LATEST = 8;

/** What happened since the last turn of a seat; after its own move, since the one before. */
export function sinceLastTurn(log: readonly LogEntry[], seat: string | null): LogEntry[] {
  const own = ({ news }: LogEntry): boolean => news?.what === 'moved' && news.seat === seat;
  if (seat === null) return log.slice(-LATEST);
  let end = log.length;
  while (end > 0 && own(log[end - 1]!)) end -= 1;
  const start = log.slice(0, end).findLastIndex(own);
  return log.slice(start + 1);
}
