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
    await page.getByText(text('analysis.winning')).first().waitFor({ timeout: 120_000 });
    // All parts together are the whole, and a turning point leads to its step.
    const parts = await page.locator('.legend .part b').allInnerTexts();
    const total = parts.reduce((sum, part) => sum + Number.parseInt(part, 10), 0);
    expect(Math.abs(total - 100)).toBeLessThanOrEqual(1);
    await button(page, 'analysis.mistakes').click();
    const turning = page.locator('dialog[open] ol button');
    if (await turning.count()) {
      const number = Number(/\d+/.exec(await turning.first().locator('.move').innerText())![0]);
      await turning.first().click();
      await expect.poll(async () => (await at(page))[0]).toBe(number - 1);
    }

    await page.goto(table);
    await button(page, 'end.rematch').click();
    await page.waitForURL((url) => url.href !== table);
    await page.locator('.table').waitFor();
    expect(page.url()).not.toBe(table);

    // The second game of a series is added to the first.
    await playToTheEnd(page);
    const series = page.getByRole('dialog').getByRole('table');
    await series.waitFor();
    expect(await series.locator('tbody tr').count()).toBe(2);
    expect(await series.locator('caption').innerText()).toContain('2');
  });

  test('the table of a finished game has the same ways on, and the game is found again', async () => {
    const ann = await arrive({ screen: 'desktop' });
    const { page } = ann;
    const code = await openTable(ann, 'karma', 'play.how', { name: 'Ann', players: 3 });
    await page.locator('.table').waitFor();
    await playToTheEnd(page);
    // In finishing order, with the loser last.
    const places = page.locator('dialog[open] ol').first().locator('li');
    await expect.poll(() => places.first().innerText()).toContain(text('end.first'));
    expect(await places.last().innerText()).toContain(text('end.lost'));

    await button(page, 'end.table').click();
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
    const ways = page.getByRole('region', { name: text('table.prompt') });
    for (const way of ['end.analysis', 'end.replay', 'menu.home'])
      expect(await ways.getByRole('link', { name: text(way) }).count(), way).toBe(1);
    expect(await ways.getByRole('button', { name: text('end.rematch') }).isEnabled()).toBe(true);
    await ways.getByRole('button', { name: text('end.result') }).click();
    await page.locator('dialog[open] a[download]').waitFor();

    await page.getByRole('link', { name: text('played.title') }).click();
    const game = page.getByRole('article', { name: text('game.karma') });
    await expect.poll(() => game.locator('ol li').count()).toBe(3);
    await game.getByRole('link', { name: text('end.replay') }).click();
    await scrubber(page).waitFor();
    expect(page.url()).toContain(code);

    // A game that the server has no longer says so, here and from then on in the list.
    await page.evaluate(() => {
      const games = JSON.parse(localStorage.getItem('fatum.played')!) as { id: string }[];
      games.push({ ...games[0]!, id: 'AAAAAAAA' });
      localStorage.setItem('fatum.played', JSON.stringify(games));
    });
    await page.goto('/replay/AAAAAAAA');
    await page.getByText(text('played.gone')).waitFor();
    await page.getByRole('link', { name: text('played.title') }).click();
    await page.getByText(text('played.gone')).waitFor();
    expect(await game.count()).toBe(2);
    await game
      .last()
      .getByRole('button', { name: /Remove/ })
      .click();
    await expect.poll(() => game.count()).toBe(1);
    await button(page, 'played.all').click();
    await page
      .getByRole('group', { name: text('played.all') })
      .getByRole('button')
      .first()
      .click();
    await page.getByText(text('played.none')).waitFor();
  });
});
