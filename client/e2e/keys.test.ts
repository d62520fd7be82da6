/** Complete games by the keyboard alone, from the start page to the result. */
import { describe, expect, test } from 'vitest';
import { NO_BROWSER } from './browser';
import { expectEnd, GAMES, playNow, text } from './places';
import { chooseTimes, ownTurn, playAll } from './player';
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

  test('letters lead around, and the focus stays after plays and sheets', async () => {
    const ann = await arrive({ screen: 'desktop' });
    const { page } = ann;
    await playNow(ann, 'karma');
    await ownTurn(page);
    const inside = () =>
      page.evaluate(() => {
        const at = document.activeElement;
        return at?.closest('section, main, header')?.getAttribute('aria-label') ?? at?.tagName;
      });
    const inMiddle = () => page.evaluate(() => document.activeElement?.closest('main') !== null);
    await page.keyboard.press('h');
    expect(await inside()).toBe(text('table.hand'));
    await page.keyboard.press('p');
    expect(await inside()).toBe(text('table.players'));
    await page.keyboard.press('m');
    expect(await inMiddle()).toBe(true);

    // A sheet gives the focus back to what it was opened from.
    await page.keyboard.press('Enter');
    await page.locator('dialog[open]').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
    expect(await inMiddle()).toBe(true);

    // Tab leaves the hand, arrows move inside it.
    await page.keyboard.press('h');
    const card = () => page.evaluate(() => document.activeElement?.getAttribute('data-card'));
    const first = await card();
    await page.keyboard.press('ArrowRight');
    expect(await inside()).toBe(text('table.hand'));
    await page.keyboard.press('ArrowLeft');
    expect(await card()).toBe(first);
    await page.keyboard.press('Shift+Tab');
    expect(await inside()).not.toBe(text('table.hand'));

    // Three cards are laid: they are gone, and the focus is at what can be done next, not lost.
    await chooseTimes(page, 'keys', 4);
    await ownTurn(page);
    await expect.poll(inside).not.toBe('BODY');

    // What happened is said again, and then what is asked.
    const log = page.getByRole('log').last();
    const newest = () => log.locator('p').last().innerText();
    await page.keyboard.press('r');
    const asked = await page.locator('.ask .sentence').innerText();
    await expect.poll(newest).toBe(asked);
    const said = await log.locator('p').allInnerTexts();
    expect(said.filter((line) => line === asked).length).toBeGreaterThan(1);
  });
});
