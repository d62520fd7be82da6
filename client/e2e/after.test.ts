/** After the game: the replay with its scrubber, other eyes, a record from a file, the analysis, a rematch. */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { NO_BROWSER } from './browser';
import { button, openRecord, openTable, scrubber, text } from './places';
import { playToTheEnd } from './player';
import { stand } from './stand';

const at = async (page: Page): Promise<[number, number]> => {
  const [now, end] = await scrubber(page).evaluate((line) => [
    (line as HTMLInputElement).value,
    (line as HTMLInputElement).max,
  ]);
  return [Number(now), Number(end)];
};

describe.skipIf(NO_BROWSER)('after the game', () => {
  const { server, arrive } = stand();

  test('a game is watched again, analysed, opened from its record and played again', async () => {
    const ann = await arrive();
    const { page } = ann;
    await openTable(ann, 'allin', 'play.how', { name: 'Ann', players: 2 });
    await page.locator('.table').waitFor();
    await playToTheEnd(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('dialog[open] a[download]').click(),
    ]);
    const file = join(server.folder, 'record.json');
    await download.saveAs(file);
    const table = page.url();

    // The score sheet adds up to the result.
    await button(page, 'sheet.title').click();
    const sums = page.getByRole('table', { name: text('sheet.rounds') }).locator('tbody tr');
    await sums.first().waitFor();
    for (const row of await sums.all()) {
      const figures = (await row.locator('td').allInnerTexts()).map(Number);
      expect(figures).toHaveLength(4);
      expect(figures.slice(0, 3).reduce((sum, each) => sum + each)).toBe(figures[3]);
    }
    await button(page, 'table.close').last().click();

    // The scrubber leads to every step, and back to the deal.
    await page.getByRole('link', { name: text('end.replay') }).click();
    await scrubber(page).waitFor();
    const [, steps] = await at(page);
    expect(steps).toBeGreaterThan(20);
    await scrubber(page).press('End');
    await expect.poll(() => at(page)).toEqual([steps, steps]);
    await scrubber(page).press('Home');
    await expect.poll(() => at(page)).toEqual([0, steps]);
    await button(page, 'replay.next').click();
    await expect.poll(() => at(page)).toEqual([1, steps]);
    await button(page, 'replay.play').click();
    await expect.poll(async () => (await at(page))[0]).toBeGreaterThan(2);

    // The same from a file, on a device that was never at the table.
    const eve = await arrive({ screen: 'desktop' });
    await openRecord(eve, file);
    await eve.page.locator('input[type=range]').first().waitFor();
    expect((await at(eve.page))[1]).toBeGreaterThan(20);

    // The analysis thinks for a while, and then names the chances.
    await page.goto(table);
    await page.getByRole('link', { name: text('end.analysis') }).click();
    await page.getByText(text('analysis.chances.allin')).first().waitFor({ timeout: 120_000 });

    await page.goto(table);
    await button(page, 'end.rematch').click();
    await page.waitForURL((url) => url.href !== table);
    await page.locator('.table').waitFor();
    expect(page.url()).not.toBe(table);
  });
});
