/** Complete games by the keyboard alone, from the start page to the result. */
import { describe, expect, test } from 'vitest';
import { NO_BROWSER } from './browser';
import { expectEnd, GAMES, text } from './places';
import { playAll } from './player';
import { stand } from './stand';

describe.skipIf(NO_BROWSER)('by keys', () => {
  const { arrive } = stand();

  test.each(GAMES)('%s: a whole game', async (game) => {
    const ann = await arrive({ screen: 'desktop' });
    const { page } = ann;
    await page.goto('/');
    await page.locator(`section.game.${game}`).waitFor();
    const reached = () =>
      page.evaluate(
        ([name, label]) =>
          document.activeElement?.textContent?.trim() === label &&
          Boolean(document.activeElement?.closest(`section.game.${name}`)),
        [game, text('home.play')],
      );
    for (let presses = 0; !(await reached()); presses += 1) {
      expect(presses).toBeLessThan(40);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await page.locator(`.table.${game}`).waitFor();
    expect(await playAll(page, 'keys')).toBeGreaterThan(8);
    await expectEnd(ann);
    // The result can be closed and left again by keys, too.
    await page.keyboard.press('Escape');
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
  });
});
