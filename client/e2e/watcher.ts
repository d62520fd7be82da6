/** Watches a table as a person would: which events were in sight, and which the server told. */
import type { Page } from 'playwright-core';
import type { GameEvent, Update } from '../src/protocol.gen';

/** Kinds of events that are no part of anybody's turn: dealing, and that a turn or a round begins. */
const NOT_A_TURN = new Set(['turn', 'round', 'deal', 'river full']);

/** Where a person finds out what an opponent did. The log does not count: it would have to be opened. */
const PLACES = '.turnline [data-events], .since [data-events], .showdown[data-events], .eye[data-events]';

export interface Told {
  key: string;
  event: GameEvent;
}

/** Look at the page in every frame; call before the table is opened. */
export async function watch(page: Page): Promise<void> {
  await page.addInitScript((places) => {
    const seen = new Set<string>();
    (window as unknown as { seenEvents: Set<string> }).seenEvents = seen;
    const look = (): void => {
      for (const element of document.querySelectorAll<HTMLElement>(places)) {
        const box = element.getBoundingClientRect();
        if (box.width > 0 && box.height > 0 && getComputedStyle(element).visibility === 'visible')
          for (const key of element.dataset.events?.split(' ') ?? []) seen.add(key);
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, PLACES);
}

/** Events of opponents' turns that the server told and that were never in sight. */
export async function unseen(page: Page, updates: readonly Update[], own: string): Promise<Told[]> {
  const seen = new Set(
    await page.evaluate(() => [...(window as unknown as { seenEvents: Set<string> }).seenEvents]),
  );
  const told = updates.flatMap(({ seq, events = [] }) =>
    events.map((event, place) => ({ key: `${seq}:${place}`, event })),
  );
  return told.filter(
    ({ key, event }) =>
      event.seat !== undefined && event.seat !== own && !NOT_A_TURN.has(event.event) && !seen.has(key),
  );
}
