/** Watches a table as a person would: which events were in sight, and which the server told. */
import type { Page } from 'playwright-core';
import type { GameEvent, Update } from '../src/protocol.gen';

/** Kinds of events that are no part of anybody's turn: dealing, and that a turn or a round begins. */
const NOT_A_TURN = new Set(['turn', 'round', 'deal', 'river full']);

/** Where a person finds out what an opponent did. The log does not count: it would have to be opened. */
const PLACES =
  '.turnline [data-events], .ticker [data-events], .since [data-events], .showdown[data-events], .eye[data-events]';
/** In milliseconds: what is in sight for a shorter time is seen only if the viewer is asked meanwhile. */
const GLANCE = 200;

export interface Told {
  key: string;
  event: GameEvent;
}

/** Look at the page in every frame; call before the table is opened. */
export async function watch(page: Page): Promise<void> {
  await page.addInitScript(
    ([places, glance]) => {
      const seen = new Set<string>();
      const since = new Map<string, number>();
      (window as unknown as { seenEvents: Set<string> }).seenEvents = seen;
      const look = (now: number): void => {
        const still = document.querySelector('.table[data-asked=true], dialog[open]') !== null;
        const keys = new Set<string>();
        for (const element of document.querySelectorAll<HTMLElement>(places)) {
          const box = element.getBoundingClientRect();
          if (box.width > 0 && box.height > 0 && getComputedStyle(element).visibility === 'visible')
            for (const key of element.dataset.events?.split(' ') ?? [])
              // What waits for the viewer is seen.
              (element.closest('.since, .showdown, .eye') ? seen : keys).add(key);
        }
        for (const key of keys) {
          if (!since.has(key)) since.set(key, now);
          if (still || now - since.get(key)! >= glance) seen.add(key);
        }
        for (const key of since.keys()) if (!keys.has(key)) since.delete(key);
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    },
    [PLACES, GLANCE] as const,
  );
}

/** Events of opponents' turns that the server told and that were never in sight. */
export async function unseen(page: Page, updates: readonly Update[], own: string): Promise<Told[]> {
  const seen = new Set(
    await page.evaluate(() => [...(window as unknown as { seenEvents: Set<string> }).seenEvents]),
  );
  const told = updates.flatMap(({ seq, events = [] }) =>
    events.map((event, place) => ({ key: `${seq}:${place}`, event })),
  );
  // What is laid before the first turn lies in sight at the seats; a phone has no words for it besides.
  const phone = page.viewportSize()!.width < 700;
  const atSeats = ({ event, other }: GameEvent): boolean =>
    phone && (event === 'lay' || (event === 'show' && other === undefined));
  // A showdown tells each prediction again.
  const scored = told.findLastIndex(({ event }) => event.event === 'pay');
  return told.filter(
    ({ key, event }, place) =>
      event.seat !== undefined &&
      event.seat !== own &&
      !NOT_A_TURN.has(event.event) &&
      !atSeats(event) &&
      !(event.event === 'prediction' && place < scored) &&
      !seen.has(key),
  );
}
