/**
 * `npm run gallery`: real screenshots of real games for the documentation, into docs/gallery. The tables,
 * also those of the README, are crowded moments (crowded/moments.ts) and the same each time; the deals of
 * the other games are the server's own. `npm run gallery -- -t crowded` takes only the tables.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { test } from 'vitest';
import type { Page } from 'playwright-core';
import type { Person, Wishes } from './browser';
import { crowdedMoments, settled, showMoment } from './crowded/moments';
import { join, openTable, startGame, type Game } from './places';
import { chooseTimes, ownTurn, playToTheEnd } from './player';
import { stand } from './stand';

const FOLDER = new URL('../../docs/gallery/', import.meta.url).pathname;
/** Full tables, late in a game. */
const CROWDED = { karma: 'karma-6-hand-17', allin: 'allin-5-predict' };

const { arrive } = stand();
const moments = crowdedMoments();

async function shot(page: Page, name: string, quality = 85): Promise<void> {
  // The pointer must not lie on a card, nor a focus ring where nobody looks.
  await page.mouse.move(1, 1);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.waitForTimeout(500);
  await page.screenshot({ path: `${FOLDER}${name}.jpg`, type: 'jpeg', quality });
}

/** A game with a friend and bots, some moves old, when it is one's own turn. */
async function midGame(game: Game, wishes: Wishes, moves: number): Promise<Person> {
  const ann = await arrive({ ...wishes, name: 'Ann' });
  const { page } = ann;
  await openTable(ann, game, 'play.how', { players: 4 });
  await page.locator('.table').waitFor();
  await chooseTimes(page, wishes.screen === 'desktop' ? 'mouse' : 'touch', moves);
  await ownTurn(page);
  return ann;
}

test('start with an empty folder', () => {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
});

for (const screen of ['phone', 'desktop'] as const) {
  for (const theme of ['light', 'dark'] as const) {
    const wishes: Wishes = { screen, theme, context: { deviceScaleFactor: screen === 'phone' ? 1.5 : 1 } };

    test(`start page, ${screen}, ${theme}`, async () => {
      const { page } = await arrive(wishes);
      await page.goto('/');
      await page.locator('section.game.karma').waitFor();
      await shot(page, `home-${screen}-${theme}`);
    });

    for (const game of ['karma', 'allin'] as const) {
      for (const language of ['en', 'de']) {
        test(`crowded: ${game}, ${screen}, ${theme}, ${language}`, async () => {
          const { page } = await arrive({ ...wishes, language });
          await showMoment(page, moments[CROWDED[game]]!);
          await settled(page);
          // So much on one table would make large files.
          await shot(page, `${game}-${screen}-${theme}-${language}`, 72);
        });
      }

      test(`${game}, ${screen}, ${theme}: result and replay`, async () => {
        const ann = await midGame(game, wishes, 1);
        await playToTheEnd(ann.page);
        await shot(ann.page, `result-${game}-${screen}-${theme}`);
        await ann.page.locator('dialog[open] a[href^="/replay"]').first().click();
        await ann.page.locator('.table').waitFor();
        const line = ann.page.locator('input[type=range]').first();
        if (await line.count())
          await line.evaluate((input: HTMLInputElement) => {
            input.value = String(Math.round(Number(input.max) * 0.4));
            input.dispatchEvent(new Event('input', { bubbles: true }));
          });
        await shot(ann.page, `replay-${game}-${screen}-${theme}`);
      });

      test(`${game}, ${screen}, ${theme}: tutorial`, async () => {
        const { page } = await arrive(wishes);
        await page.goto(`/learn/${game}/${game === 'karma' ? 'burn' : 'river'}`);
        await page.locator('.coach').waitFor();
        await shot(page, `tutorial-${game}-${screen}-${theme}`);
      });
    }

    test(`lobby, ${screen}, ${theme}`, async () => {
      const ann = await arrive(wishes);
      const bob = await arrive();
      const code = await openTable(ann, 'allin', 'friends', { name: 'Ann', players: 4 });
      await join(bob, code, 'Bob');
      await ann.page.getByText('Bob').waitFor();
      await shot(ann.page, `lobby-${screen}-${theme}`);
      await startGame(ann);
    });
  }
}
