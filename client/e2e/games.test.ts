/** Complete games, from the start page to the result, on phones and desktops. */
import { execFileSync } from 'node:child_process';
import { join as path } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DESKTOP, NO_BROWSER, PHONE } from './browser';
import { expectEnd, GAMES, join, openTable, playNow, startGame, text } from './places';
import { choose, chooseTimes, playToTheEnd } from './player';
import { PYTHON } from './server';
import { stand } from './stand';

describe.skipIf(NO_BROWSER)('complete games', () => {
  const { server, arrive } = stand();

  test.each(GAMES)('%s: a person with a phone, one with a desktop, and a bot', async (game) => {
    const ann = await arrive({ screen: 'phone' });
    const bob = await arrive({ screen: 'desktop' });
    const code = await openTable(ann, game, 'friends', { name: 'Ann', players: 3 });
    await join(bob, code, 'Bob');
    await ann.page.getByText('Bob').waitFor();
    await startGame(ann);
    await bob.page.locator('.table').waitFor();
    await Promise.all([
      chooseTimes(ann.page, 'touch', 4).then(() => playToTheEnd(ann.page)),
      chooseTimes(bob.page, 'mouse', 4).then(() => playToTheEnd(bob.page)),
    ]);
    await expectEnd(ann);
    await expectEnd(bob);

    // The record of the game is what `fatum verify` accepts.
    const [download] = await Promise.all([ann.page.waitForEvent('download'), ann.page.locator('dialog[open] a[download]').click()]);
    const file = path(server.folder, download.suggestedFilename());
    await download.saveAs(file);
    execFileSync(PYTHON, ['-m', 'fatum', 'verify', file]);
    expect(await ann.page.locator('dialog[open] summary').innerText()).toContain(text('end.fair.good'));
  });

  test('against bots, one tap from the start page, on a phone and on a desktop', async () => {
    for (const screen of ['phone', 'desktop'] as const) {
      const ann = await arrive({ screen });
      await playNow(ann, screen === 'phone' ? 'allin' : 'karma');
      await playToTheEnd(ann.page);
      await expectEnd(ann);
    }
  });

  test('the whole of a phone is used, and nothing sticks out of it', async () => {
    for (const [screen, size] of [['phone', PHONE], ['desktop', DESKTOP]] as const) {
      for (const game of GAMES) {
        const ann = await arrive({ screen });
        await playNow(ann, game);
        const wide = await ann.page.evaluate(() => document.documentElement.scrollWidth);
        expect(wide, `${game} on a ${screen}`).toBeLessThanOrEqual(size.width);
      }
    }
  });

  test('a game by the keyboard alone, from the start page to the end', async () => {
    const ann = await arrive({ screen: 'desktop' });
    const { page } = ann;
    await page.goto('/');
    await page.locator('section.game.karma').waitFor();
    const name = () => page.evaluate(() => `${document.activeElement?.closest('section')?.className} ${document.activeElement?.textContent}`);
    for (let presses = 0; !/karma.*Play now/.test(await name()); presses += 1) {
      expect(presses).toBeLessThan(40);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await page.locator('.table.karma').waitFor();
    let made = 0;
    while (made < 25 && (await choose(page, 'keys')) !== 'end') made += 1;
    expect(made).toBeGreaterThan(5);
    await playToTheEnd(page);
    await expectEnd(ann);
    // The result can be closed and left again by keys, too.
    await page.keyboard.press('Escape');
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
  });
});
