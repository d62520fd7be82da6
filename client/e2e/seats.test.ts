/** A seat goes from one device to another, and both of them know. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { NO_BROWSER, type Person } from './browser';
import { button, linkOf, onHome, playNow, startGame, text } from './places';
import { ownTurn } from './player';
import { stand } from './stand';

const moved = (page: Page) => page.getByRole('alert').getByText(text('net.moved'));

/** The seat moves, and the old device says so, also after a reload. */
async function takeAlong(from: Person, to: Person): Promise<void> {
  await ownTurn(from.page);
  await to.page.goto(await linkOf(from));
  await ownTurn(to.page);
  await moved(from.page).waitFor();
  await from.page.reload();
  await moved(from.page).waitFor();
}

describe.skipIf(NO_BROWSER)('seats', () => {
  const { arrive } = stand();

  test('a link that meets no server says so, and brings the seat as soon as there is one', async () => {
    const [ann, bob] = [await arrive(), await arrive()];
    await playNow(ann, 'karma');
    await ownTurn(ann.page);
    const link = await linkOf(ann);
    await bob.context.route('**/claim', (route) => route.abort());
    await bob.page.goto(link);
    await bob.page.getByRole('status').getByText(text('net.lost')).waitFor();
    expect(await bob.page.locator('.table').count()).toBe(0);
    await bob.context.unroute('**/claim');
    await ownTurn(bob.page);
    expect(bob.page.url()).not.toContain('claim');
    expect(await bob.page.locator('.strip').count()).toBe(0);
  });

  test('a device whose seat has moved away says so, also after a reload, and may watch', async () => {
    const [ann, bob] = [await arrive(), await arrive()];
    await playNow(ann, 'allin');
    await takeAlong(ann, bob);
    await button(ann.page, 'net.watch').click();
    await ann.page.getByText(text('table.spectating')).waitFor();
    // The seat comes back the same way.
    await ann.page.goto(await linkOf(bob));
    await ownTurn(ann.page);
    await ann.page.reload();
    await ownTurn(ann.page);
    await moved(bob.page).waitFor();
  });

  test('where nobody may watch, such a device offers no more than the way home', async () => {
    const [ann, bob] = [await arrive(), await arrive()];
    await ann.page.goto('/');
    await onHome(ann.page, 'allin', 'home.friends').click();
    const form = ann.page.locator('dialog[open]');
    await form.getByLabel(text('setup.name'), { exact: true }).fill('Ann');
    await form.locator('summary').click();
    await form.getByLabel(text('setup.spectators')).uncheck();
    await form.locator('footer button.main').click();
    await ann.page.locator('.lobby').waitFor();
    await startGame(ann);
    await takeAlong(ann, bob);
    await ann.page.waitForLoadState('networkidle');
    expect(await button(ann.page, 'net.watch').count()).toBe(0);
    await ann.page.getByRole('link', { name: text('net.home') }).click();
    await onHome(ann.page, 'allin', 'home.play').waitFor();
  });
});
