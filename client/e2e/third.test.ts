/**
 * A game that the client has never heard of. High Card and a bot are packages installed beside the
 * server; everything the browser knows about them comes from it.
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join as path } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { NO_BROWSER } from './browser';
import { expectEnd, onHome, openTable, playNow, scrubber, setUp, startGame, text } from './places';
import { playAll } from './player';
import { watchShifts, shiftsOf } from './shifts';
import { stand } from './stand';

const TOY = new URL('../../tests/toy', import.meta.url).pathname;

/** A folder as an installer leaves it. */
function installed(): string {
  const site = mkdtempSync(path(tmpdir(), 'fatum-site-'));
  cpSync(TOY, path(site, 'high_card'), { recursive: true });
  const about = path(site, 'high_card-1.0.dist-info');
  mkdirSync(about);
  writeFileSync(path(about, 'METADATA'), 'Metadata-Version: 2.1\nName: high-card\nVersion: 1.0\n');
  writeFileSync(
    path(about, 'entry_points.txt'),
    '[fatum.games]\ntoy = high_card.game:GAME\n[fatum.bots]\ncareful = fatum.bots.greedy:GreedyBot\n',
  );
  return site;
}

describe.skipIf(NO_BROWSER)('a game from another package', () => {
  const site = installed();
  const { arrive } = stand({ PYTHONPATH: site });
  afterAll(() => rmSync(site, { recursive: true, force: true }));

  test.each(['phone', 'desktop'] as const)(
    'is set up, played to its end and replayed on a %s',
    async (screen) => {
      const ann = await arrive({ screen });
      const { page } = ann;
      const way = screen === 'phone' ? 'touch' : 'mouse';
      await page.goto('/');
      await page.getByRole('heading', { name: 'High Card' }).waitFor();
      await onHome(page, 'toy', 'home.play.how').click();
      const form = page.locator('dialog[open]');
      const counts = form.getByRole('group', { name: text('setup.players'), exact: true }).getByRole('radio');
      await expect.poll(() => counts.count()).toBe(3);
      await form.getByRole('radio', { name: 'careful', exact: true }).check();
      await setUp(page, { name: 'Ann', players: 3, variants: ['the lowest card wins (H4)'] });

      await page.locator('.table.toy').waitFor();
      const own = page.locator('section.hand');
      // Two cards of nine, each with a button.
      await expect.poll(() => page.locator('.actions button[data-move]').count()).toBe(2);
      const moves = await page
        .locator('.actions button[data-move]')
        .evaluateAll((all) => all.map((each) => each.getAttribute('data-move')));
      expect(await own.innerText()).toContain('hands');
      for (const move of moves) expect(await own.innerText()).toContain(move!.replace('play ', ''));
      expect(await page.locator('.players li').count()).toBe(2);
      expect(await page.locator('.board [data-zone=rest]').innerText()).toContain('3');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        page.viewportSize()!.width,
      );
      await watchShifts(page);
      // One choice; a press in the moment in which the question comes does not count and is repeated.
      expect(await playAll(page, way)).toBeLessThanOrEqual(2);
      expect(await page.locator('section.hand [data-zone=hands] span.card').count()).toBe(1);
      expect(await shiftsOf(page)).toEqual([]);
      await expectEnd(ann);
      expect(await page.locator('dialog[open]').innerText()).toContain(text('end.winner'));
      expect(await page.locator('dialog[open] summary').innerText()).toContain(text('end.fair.good'));

      await page.getByRole('link', { name: text('end.replay') }).click();
      await scrubber(page).press('End');
      await page.locator('.table.toy').waitFor();
      await expect.poll(() => page.locator('[data-zone=played]').count()).toBeGreaterThan(0);
    },
  );

  test('two people play it in a language of its package', async () => {
    const ann = await arrive({ screen: 'desktop', language: 'de' });
    const bob = await arrive();
    const code = await openTable(bob, 'toy', 'friends', { name: 'Bob', players: 2 });
    await ann.page.goto(`/t/${code}`);
    await ann.page.locator('.lobby form input').fill('Ann');
    await ann.page.locator('.lobby form button.main').click();
    await bob.page.getByText('Ann').waitFor();
    await startGame(bob);
    await Promise.all([playAll(ann.page, 'mouse'), playAll(bob.page, 'touch')]);
    const log = ann.page.locator('aside.side');
    await expect.poll(() => log.innerText()).toMatch(/Bob spielt [1-9]\./);
    expect(await log.innerText()).toMatch(/(Du|Sie) spiel\w+ [1-9]\./i);
  });

  test('has its rules beside those of the others', async () => {
    const ann = await arrive({ language: 'nl' });
    const { page } = ann;
    const dutch = page.locator('#rule-H2', { hasText: 'Links van de deler begint' });
    // The page is asked for in English until the language is loaded; here that answer comes last.
    let asked = (): void => undefined;
    const english = new Promise<void>((resolve) => (asked = resolve));
    await page.route(/assets\/nl-.*\.js/, async (route) => {
      await english;
      await route.continue();
    });
    await page.route('**/api/games/toy/rules?language=en', async (route) => {
      asked();
      const response = await route.fetch();
      await dutch.waitFor();
      await route.fulfill({ response });
    });
    const [late] = await Promise.all([page.waitForResponse(/rules\?language=en/), page.goto('/rules/toy')]);
    await late.finished();
    await page.waitForTimeout(200);
    expect(await dutch.isVisible()).toBe(true);
  });

  test('leaves the known games as they are', async () => {
    const ann = await arrive();
    await ann.page.goto('/');
    await ann.page.getByRole('heading', { name: 'High Card' }).waitFor();
    const names = await ann.page
      .locator('section.game')
      .evaluateAll((all) => all.map((each) => each.className));
    expect(names.map((name) => /\b(allin|karma|toy)\b/.exec(name)?.[1])).toEqual(['allin', 'karma', 'toy']);
    await playNow(ann, 'karma');
  });
});
