/** Requests that must not be lost because the server is away or has too much to do. */
import { ApiError } from './api';

const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;
const PASSING: ReadonlySet<string> = new Set(['offline', 'busy', 'too_fast']);

/**
 * Ask until there is an answer that stays the same. `pause` waits so many milliseconds and says
 * whether anybody still wants the answer; where nobody does, there is none.
 */
export async function untilAnswered<T>(
  ask: () => Promise<T>,
  pause: (ms: number) => Promise<boolean>,
): Promise<T | null> {
  for (let wait = FIRST_WAIT; ; wait = Math.min(2 * wait, LONGEST_WAIT)) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ApiError) || !PASSING.has(error.code)) throw error;
    }
    if (!(await pause(wait))) return null;
  }
}

/** Letters that nobody else finds, so that a repeated request is known again. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
