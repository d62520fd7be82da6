/**
 * Nothing is skipped silently: whole games with seeded chance, in which every event of every opponent's
 * turn must have been in sight. A run that fails is repeated with FATUM_FOLLOW_SEED=the seed it names.
 */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { NO_BROWSER } from './browser';
import { Followed } from './followed';
import { GAMES, type Game } from './places';
import { look } from './player';
import { stand } from './stand';
import { unseen, watch, type Told } from './watcher';

const LONG = process.env.FATUM_FOLLOW !== undefined;
const SEEDS = process.env.FATUM_FOLLOW_SEED
  ? [Number(process.env.FATUM_FOLLOW_SEED)]
  : Array.from({ length: LONG ? Number(process.env.FATUM_FOLLOW) : 1 }, (_, index) => index + 1);
const OWN = 'P1';
/** In milliseconds. */
const REACTION = 300;

interface Played {
  made: number;
  end: boolean;
}

/**
 * Make a few choices inside the page, where it is quick, with chance that follows from the seed and the
 * number of choices made. A choice so soon after the question that it is asked about counts once.
 */
async function playSome(page: Page, seed: number, before: number): Promise<Played> {
  return page.evaluate(
    async ([source, seed, before, reaction]) => {
      const look = eval(`(${String(source)})`) as () => string;
      const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
      const seeded = (made: number): string => {
        const usual = Math.random;
        let state = Number(seed) * 7919 + made * 104729;
        Math.random = () => {
          state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
          return ((state ^ (state >>> 15)) >>> 0) / 2 ** 32;
        };
        try {
          return look();
        } finally {
          Math.random = usual;
        }
      };
      let made = Number(before);
      for (let looks = 0; looks < 25 && made < Number(before) + 5; looks += 1) {
        const found = seeded(made);
        if (found === 'end') return { made, end: true };
        if (found === 'choose') {
          // Nobody taps what has not been drawn yet, nor sooner than a person can; what was missed may be loaded then.
          await pause(Number(reaction));
          await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
          const choice = document.querySelector<HTMLElement>('[data-choice]');
          if (!choice?.matches('.ask button.main:not([data-move])')) made += 1;
          choice?.click();
        }
        await pause(20);
      }
      return { made, end: false };
    },
    [look.toString(), seed, before, REACTION] as const,
  );
}

/** Play on, a few choices at a time, and then wait until everything has been shown. */
async function playOn(page: Page, seed: number, enough: () => boolean): Promise<number> {
  const end = Date.now() + (LONG ? 2_400_000 : 240_000);
  let played: Played = { made: 0, end: false };
  while (Date.now() < end) {
    played = await playSome(page, seed, played.made);
    if (played.end) return played.made;
    if (!enough()) continue;
    await page.waitForFunction(
      () =>
        document.querySelector('.showdown') === null &&
        document.querySelector('.table[data-asked=true]') !== null,
    );
    return played.made;
  }
  throw new Error(`the game has not come this far in time: ${await page.innerText('body')}`);
}

/** How fast opponents play, in milliseconds a move, and how fast the viewer wants to see it. */
const WAYS = {
  'at human pace': { pace: 2, rest: 250, updates: LONG ? Infinity : 12 },
  'all at once': { pace: 2, rest: 0, updates: LONG ? Infinity : 12 },
  'instantly, to its end': { pace: 4, rest: 40, updates: Infinity },
} as const;

describe.skipIf(NO_BROWSER)('following the game', () => {
  const { arrive } = stand();
  const cases = Object.keys(WAYS).flatMap((way) =>
    SEEDS.map((seed) => [way as keyof typeof WAYS, seed] as const),
  );

  test.each(cases)(
    '%s (seed %i)',
    async (way, seed) => {
      // Most of the time everybody waits, so both games are played at the same time.
      const missed = await Promise.all(GAMES.map((game) => follow(game, way, seed)));
      expect(missed, `again with FATUM_FOLLOW_SEED=${seed}`).toEqual(GAMES.map(() => []));
    },
    LONG ? 2_500_000 : 300_000,
  );

  /** Play a game, and say what was never in sight. */
  async function follow(game: Game, way: keyof typeof WAYS, seed: number): Promise<Told[]> {
    const { pace, rest, updates } = WAYS[way];
    // Each game on a phone and on a desktop, by turns.
    const turn = seed + Object.keys(WAYS).indexOf(way) + GAMES.indexOf(game);
    const { page } = await arrive({ screen: turn % 2 ? 'phone' : 'desktop', pace, automatic: true });
    await watch(page);
    const table = await Followed.sit(page, game, 3, seed, rest);
    try {
      expect(await playOn(page, seed, () => table.told.length >= updates)).toBeGreaterThan(3);
      expect(table.told.length).toBeGreaterThan(10);
      let missed = await unseen(page, table.told, OWN);
      // What happened after the last choice is summed up by a part of the page that may have to be loaded.
      for (let times = 0; missed.length && times < 20; times += 1) {
        await page.waitForTimeout(250);
        missed = await unseen(page, table.told, OWN);
      }
      return missed;
    } finally {
      table.leave();
    }
  }
});
