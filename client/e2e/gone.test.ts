/** A server that is gone: its page goes on by itself, if it was kept before. */
import { describe, expect, test } from 'vitest';
import { NO_BROWSER } from './browser';
import { button, onHome, tableOf, text } from './places';
import { chooseTimes } from './player';
import { LONGEST, PLACES, playAndVerify, quickly, wayOf, WHOLE } from './site';
import { stand } from './stand';

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
