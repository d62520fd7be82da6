/** Complete games, from the start page to the result, on phones and desktops. */
import { execFileSync } from 'node:child_process';
import { join as path } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DESKTOP, NO_BROWSER, PHONE } from './browser';
import { expectEnd, GAMES, join, openTable, playNow, startGame, text } from './places';
import { playAll } from './player';
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
    const made = await Promise.all([playAll(ann.page, 'touch'), playAll(bob.page, 'mouse')]);
    expect(Math.min(...made)).toBeGreaterThan(8);
    await expectEnd(ann);
    await expectEnd(bob);

    // The record of the game is what `fatum verify` accepts.
    const [download] = await Promise.all([
      ann.page.waitForEvent('download'),
      ann.page.locator('dialog[open] a[download]').click(),
    ]);
    const file = path(server.folder, download.suggestedFilename());
    await download.saveAs(file);
    execFileSync(PYTHON, ['-m', 'fatum', 'verify', file]);
    expect(await ann.page.locator('dialog[open] summary').innerText()).toContain(text('end.fair.good'));
    await ann.page.locator('dialog[open] summary').click();
    expect(await ann.page.locator('dialog[open] details').innerText()).toContain(text('end.fair.not'));
  });

  test.each([
    ['karma', 'desktop'],
    ['allin', 'phone'],
  ] as const)('%s against bots, one tap from the start page, on a %s', async (game, screen) => {
    const ann = await arrive({ screen });
    await playNow(ann, game);
    await playAll(ann.page, screen === 'phone' ? 'touch' : 'mouse');
    await expectEnd(ann);
  });

  test('the whole of a phone is used, and nothing sticks out of it', async () => {
    for (const [screen, size] of [
      ['phone', PHONE],
      ['desktop', DESKTOP],
    ] as const) {
      for (const game of GAMES) {
        const ann = await arrive({ screen });
        await playNow(ann, game);
        const wide = await ann.page.evaluate(() => document.documentElement.scrollWidth);
        expect(wide, `${game} on a ${screen}`).toBeLessThanOrEqual(size.width);
      }
    }
  });
});
