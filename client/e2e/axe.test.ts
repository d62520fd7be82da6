/**
 * Every screen and state: axe-core finds nothing, controls have edges and a focus that shows, and nothing is
 * out of reach with large text or at 400 %. Languages and themes take turns; with `FATUM_AXE=all` each state
 * is looked at in all of them, with `FATUM_AXE=de,sk,dark` in these.
 */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { violations } from './axe';
import { NO_BROWSER, SCREENS, type Screen, type Wishes } from './browser';
import { edges, outOfReach } from './eyes';
import { stand } from './stand';
import { devices, friends, lessons, lobby, manyCards, moments, pages, whole } from './walk';
import type { Visit, Walk } from './walk';

const wanted = process.env.FATUM_AXE?.split(',') ?? [];
/** Each state on both screens and in all looks, or in all looks of some languages or one theme. */
const ALL = wanted.length > 0;
const chosen = <T extends string>(...from: T[]): T[] => {
  const some = from.filter((each) => wanted.includes(each));
  return some.length ? some : from;
};
const LOOKS = chosen('en', 'de', 'nl', 'fr', 'sk').flatMap((language) =>
  chosen('light', 'dark').map((colorScheme) => ({ language, colorScheme })),
);
/** 1280 × 1024 at 400 %. */
const CLOSE = { width: 320, height: 256 };

/** The page follows its settings when another tab changes them. */
async function speak(page: Page, language: string): Promise<void> {
  // Without a network there are no other words than those at hand: it comes back for them.
  const offline = !(await page.evaluate(() => navigator.onLine));
  if (offline) await page.context().setOffline(false);
  await page.evaluate((code) => {
    const stored = JSON.parse(localStorage.getItem('fatum.settings') ?? '{}') as object;
    localStorage.setItem('fatum.settings', JSON.stringify({ ...stored, language: code }));
    dispatchEvent(new StorageEvent('storage', { key: 'fatum.settings' }));
  }, language);
  await page.waitForFunction((code) => document.documentElement.lang === code, language);
  // A tutorial fetches its texts in the other language.
  await page.locator('main, [role=dialog]').first().waitFor();
  if (!offline) return;
  await page.context().setOffline(true);
  await page.locator('.here, .strip').waitFor();
}

/** Colours and edges change at once, not over a millisecond. */
const still = (page: Page): Promise<void> =>
  page.evaluate(() => {
    if (document.body.dataset.still) return;
    document.body.dataset.still = 'true';
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('*, *::before, *::after { transition: none !important; animation: none !important; }');
    document.adoptedStyleSheets.push(sheet);
  });

const settled = (page: Page): Promise<unknown> =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null)))),
  );

describe.skipIf(NO_BROWSER)('accessibility', () => {
  const { server, arrive } = stand();
  let turn = 0;

  function walker(screen: Screen): Walk & { faults: string[]; places: number } {
    const faults: string[] = [];
    const wishes: Wishes = { theme: 'system', screen, context: { reducedMotion: 'reduce' } };
    const visit: Visit = async (page, place) => {
      walk.places += 1;
      await still(page);
      const note = (kind: string, found: string[]): void => {
        faults.push(...found.map((fault) => `${place}, ${kind}: ${fault}`));
      };
      const looks = ALL ? LOOKS : [LOOKS[turn++ % LOOKS.length]!];
      for (const { language, colorScheme } of looks) {
        await page.emulateMedia({ colorScheme });
        await speak(page, language);
        await settled(page);
        note(`${language} ${colorScheme}`, await violations(page));
      }
      await page.emulateMedia({ contrast: 'more' });
      await settled(page);
      note('more contrast', await violations(page, 'color-contrast-enhanced'));
      await page.emulateMedia({ contrast: null, forcedColors: 'active' });
      // After a key, the focus is shown wherever it goes.
      await page.keyboard.press('Tab');
      note('forced colours', await edges(page));
      await page.emulateMedia({ forcedColors: null });
      await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
      await settled(page);
      note('200 % text', await outOfReach(page));
      await page.evaluate(() => (document.documentElement.style.fontSize = ''));
      await page.setViewportSize(CLOSE);
      await settled(page);
      note('400 %', await outOfReach(page));
      await page.setViewportSize(SCREENS[screen]);
      await page.emulateMedia({ colorScheme: 'light' });
      await speak(page, 'en');
    };
    const walk = { arrive, wishes, visit, faults, places: 0 };
    return walk;
  }

  const walks: [string, Screen, (walk: Walk, screen: Screen) => Promise<void>][] = [
    ['the pages around the games', 'phone', pages],
    ['the tutorial of Karma', 'desktop', (walk) => lessons(walk, 'karma')],
    ['the tutorial of All In', 'phone', (walk) => lessons(walk, 'allin')],
    ['the lobby', 'desktop', lobby],
    ['Karma with friends', 'phone', (walk) => friends(walk, 'karma')],
    ['All In with friends', 'desktop', (walk) => friends(walk, 'allin')],
    // An analysis takes a while: one on each screen.
    ['a whole game of Karma', 'desktop', (walk, screen) => whole(walk, 'karma', screen === 'desktop')],
    ['a whole game of All In', 'phone', (walk, screen) => whole(walk, 'allin', screen === 'phone')],
    ['shared and changed devices', 'phone', devices],
    ['many cards', 'desktop', (walk) => manyCards(walk, server.folder)],
    ['great moments of All In', 'phone', (walk) => moments(walk, 'allin', ALL)],
    ['great moments of Karma', 'desktop', (walk) => moments(walk, 'karma', ALL)],
  ];
  test.each(
    walks.flatMap(([name, screen, go]) =>
      (ALL ? (['phone', 'desktop'] as const) : [screen]).map((each) => [name, each, go] as const),
    ),
  )('%s, on a %s', async (_, screen, go) => {
    const walk = walker(screen);
    await go(walk, screen);
    expect(walk.places).toBeGreaterThan(0);
    expect(walk.faults).toEqual([]);
  });
});
