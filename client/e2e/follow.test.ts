/**
 * Nothing is skipped silently: whole games with seeded chance, in which every event of every opponent's
 * turn must have been in sight. A run that fails is repeated with FATUM_FOLLOW_SEED=the seed it names.
 */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { NO_BROWSER } from './browser';
import { Followed } from './followed';
import { GAMES } from './places';
import { look } from './player';
import { stand } from './stand';
import { unseen, watch } from './watcher';

const LONG = process.env.FATUM_FOLLOW !== undefined;
const SEEDS = process.env.FATUM_FOLLOW_SEED
  ? [Number(process.env.FATUM_FOLLOW_SEED)]
  : Array.from({ length: LONG ? Number(process.env.FATUM_FOLLOW) : 1 }, (_, index) => index + 1);
const OWN = 'P1';

/** Look with chance that follows from the seed and the number of choices made. */
async function lookAt(page: Page, seed: number, made: number): Promise<string> {
  return page.evaluate(
    ([source, start]) => {
      const usual = Math.random;
      let state = Number(start);
      Math.random = () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return ((state ^ (state >>> 15)) >>> 0) / 2 ** 32;
      };
      try {
        return (eval(`(${source})`) as () => string)();
      } finally {
        Math.random = usual;
      }
    },
    [look.toString(), String(seed * 7919 + made * 104729)],
  );
}

/** Play on, a choice at a time, and then wait until everything has been shown. */
async function playOn(page: Page, seed: number, enough: () => boolean): Promise<number> {
  const end = Date.now() + (LONG ? 2_400_000 : 240_000);
  for (let made = 0; Date.now() < end;) {
    const found = await lookAt(page, seed, made);
    const asked = await page.evaluate(
      () =>
        document.querySelector('.showdown') === null &&
        document.querySelector('.table[data-asked=true]') !== null,
    );
    if (found === 'end' || (asked && enough())) return made;
    if (found === 'choose') {
      // Nobody taps what has not been drawn yet.
      await page.evaluate(
        () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
      );
      await page.evaluate(() => document.querySelector<HTMLElement>('[data-choice]')?.click());
      made += 1;
      // A tap this soon after the question changed would be ignored.
      await page.waitForTimeout(270);
    } else await page.waitForTimeout(50);
  }
  throw new Error(`the game has not come this far in time: ${await page.innerText('body')}`);
}

/** How fast opponents play, in milliseconds a move, and how fast the viewer wants to see it. */
const WAYS = {
  'at human pace': { pace: 2, rest: 250, updates: LONG ? Infinity : 16 },
  'all at once': { pace: 2, rest: 0, updates: LONG ? Infinity : 16 },
  'instantly, to its end': { pace: 4, rest: 40, updates: Infinity },
} as const;

describe.skipIf(NO_BROWSER)('following the game', () => {
  const { arrive } = stand();
  const cases = GAMES.flatMap((game) =>
    Object.keys(WAYS).flatMap((way) => SEEDS.map((seed) => [game, way as keyof typeof WAYS, seed] as const)),
  );

  test.each(cases)(
    '%s, %s (seed %i)',
    async (game, way, seed) => {
      const { pace, rest, updates } = WAYS[way];
      const again = `again with FATUM_FOLLOW_SEED=${seed}`;
      const { page } = await arrive({ screen: 'desktop', pace, automatic: true });
      await watch(page);
      const table = await Followed.sit(page, game, 3, seed, rest);
      try {
        expect(await playOn(page, seed, () => table.told.length >= updates), again).toBeGreaterThan(3);
        expect(await unseen(page, table.told, OWN), again).toEqual([]);
        expect(table.told.length, again).toBeGreaterThan(10);
      } finally {
        table.leave();
      }
    },
    LONG ? 2_500_000 : 300_000,
  );
});
