/**
 * `npm run gallery`: real screenshots of real games for the documentation, into docs/gallery.
 * The deals are the server's own, so the pictures show other cards each time.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { test } from 'vitest';
import type { Page } from 'playwright-core';
import type { Person, Wishes } from './browser';
import { join, openTable, startGame, type Game } from './places';
import { chooseTimes, ownTurn, playToTheEnd } from './player';
import { stand } from './stand';

const FOLDER = new URL('../../docs/gallery/', import.meta.url).pathname;
const CARDS = { karma: 9, allin: 8 };

const { arrive } = stand();

async function shot(page: Page, name: string): Promise<void> {
  // The pointer must not lie on a card, nor a focus ring where nobody looks.
  await page.mouse.move(1, 1);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.waitForTimeout(500);
  await page.screenshot({ path: `${FOLDER}${name}.jpg`, type: 'jpeg', quality: 85 });
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
        test(`${game}, ${screen}, ${theme}, ${language}`, async () => {
          // Setting up uses the English words of the form; the language is changed afterwards.
          const ann = await midGame(game, wishes, CARDS[game]);
          if (language !== 'en') {
            await ann.page.evaluate((code) => {
              const stored = JSON.parse(localStorage.getItem('fatum.settings') ?? '{}') as Record<
                string,
                unknown
              >;
              localStorage.setItem('fatum.settings', JSON.stringify({ ...stored, language: code }));
            }, language);
            await ann.page.reload();
            await ownTurn(ann.page);
          }
          await shot(ann.page, `${game}-${screen}-${theme}-${language}`);
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
