/** A server that is gone: its page goes on by itself, if it was kept before. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { NO_BROWSER } from './browser';
import { button, onHome, playNow, tableOf, text } from './places';
import { chooseTimes } from './player';
import { heardFrom, hearWorkers } from './scan';
import { LONGEST, PLACES, playAndVerify, quickly, wayOf, WHOLE } from './site';
import { stand } from './stand';

describe.skipIf(NO_BROWSER)('a running game that moves', () => {
  const { server, arrive } = stand();

  const carry = async (page: Page): Promise<void> => {
    const before = tableOf(page);
    await button(page, 'table.menu').click();
    await button(page, before.startsWith('0') ? 'menu.carry.server' : 'menu.carry.device').click();
    await button(page, 'carry.go').click();
    await page.waitForURL((url) => /\/t\/\w{8}/.test(url.pathname) && !url.pathname.includes(before));
    await page.locator('.table.karma').waitFor();
  };

  test('from the server to this device, without a network, and back', { timeout: LONGEST }, async () => {
    const ann = await arrive({ screen: 'desktop', level: 'greedy' });
    const { page } = ann;
    ann.context.setDefaultTimeout(120_000);
    // What the page's own script hears of its worker.
    await ann.context.addInitScript(hearWorkers);
    await playNow(ann, 'karma');
    const first = tableOf(page);
    await chooseTimes(page, 'mouse', 1);
    const carried = page.context().waitForEvent('response', (answer) => answer.url().endsWith('/handover'));
    await carry(page);
    const { seed } = (await (await carried).json()) as { seed: string };
    const second = tableOf(page);
    expect(second).toMatch(/^0/);
    await server.kill();
    await chooseTimes(page, 'mouse', 1);
    await server.start();
    await carry(page);
    expect(tableOf(page)).not.toMatch(/^0/);
    expect(tableOf(page)).not.toBe(first);
    await chooseTimes(page, 'mouse', 1);
    const heard = await heardFrom(page);
    expect(heard.split('\n').length).toBeGreaterThan(3);
    expect(seed).toMatch(/^[0-9a-f]{32}/);
    expect(heard).not.toContain(seed);
    const ben = await arrive();
    await ben.page.goto(`/t/${first}`);
    await ben.page.getByText(text('lobby.carried.device')).waitFor();
    await page.goto(`/t/${second}`);
    await page.getByText(text('lobby.carried.server')).waitFor();
  });
});

describe.skipIf(NO_BROWSER)('a server that is gone', () => {
  const { server, arrive } = stand();

  const places = PLACES.slice(0, WHOLE ? 4 : 1);
  test.each(places)('%s on a %s: what was kept plays here', { timeout: LONGEST }, async (game, screen) => {
    const ann = await arrive({ screen, level: WHOLE ? 'normal' : 'greedy' });
    const { page } = ann;
    if (WHOLE) await ann.context.addInitScript(quickly);
    ann.context.setDefaultTimeout(120_000);
    await page.goto('/');
    await button(page, 'home.settings').click();
    await page.getByRole('button', { name: text('here.keep').split(' (')[0] }).click();
    await page.getByText(text('here.kept').split(' (')[0]!).waitFor();
    // Nothing that a server answers is kept.
    const kept = await page.evaluate(async () => {
      const caught = await Promise.all(
        (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
      );
      return caught.flat().map(({ url }) => new URL(url).pathname);
    });
    expect(kept.filter((path) => /^\/(api|metrics|healthz|readyz|t)\b/.test(path))).toEqual([]);
    await server.kill();
    await page.reload();
    await button(page, 'here.play').click();
    await onHome(page, game, 'home.play').click();
    await page.locator(`.table.${game}`).waitFor();
    expect(tableOf(page)).toMatch(/^0/);
    await chooseTimes(page, wayOf(screen), 2);
    if (!WHOLE) return;
    const again = await ann.context.newPage();
    await page.close();
    await again.goto('/');
    await again.getByText(text('home.resume'), { exact: true }).click();
    await again.locator(`.table.${game}`).waitFor();
    await playAndVerify(again, wayOf(screen));
    await server.start();
  });
});
