/** axe-core finds nothing to complain about on any screen, in either theme. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { NO_BROWSER, type Screen } from './browser';
import { button, GAMES, onHome, openRecord, openTable, startGame, text } from './places';
import { chooseTimes, ownTurn, playToTheEnd } from './player';
import { PYTHON } from './server';
import { stand } from './stand';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

async function violations(page: Page): Promise<string[]> {
  // Evaluated, not added as a script, which the page's own policy forbids.
  await page.evaluate(AXE);
  const found = (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as AxeResults;
  return found.violations.flatMap((each) =>
    each.nodes.map((node) => `${each.id}: ${each.help} ${node.target.join(' ')} ${node.html.slice(0, 160)}`),
  );
}

describe.skipIf(NO_BROWSER)('accessibility', () => {
  const { server, arrive } = stand();

  for (const [theme, screen] of [
    ['light', 'phone'],
    ['dark', 'desktop'],
  ] as ['light' | 'dark', Screen][]) {
    test(`the pages around the games, ${theme}`, async () => {
      const { page } = await arrive({ theme, screen });
      for (const path of [
        '/',
        '/rules/karma',
        '/rules/allin',
        '/cards',
        '/games',
        '/learn/karma',
        '/learn/allin',
        '/learn/karma/burn',
        '/learn/allin/river',
        '/rules/karma/numbered',
        '/replay',
        '/nowhere',
        '/t/AAAAAAAA',
      ]) {
        await page.goto(path);
        await page.locator('h1, .table, [role=alert], a').first().waitFor();
        await page.waitForTimeout(150);
        expect(await violations(page), path).toEqual([]);
      }
      await page.goto('/');
      await button(page, 'home.settings').click();
      await page.locator('dialog[open] fieldset').first().waitFor();
      expect(await violations(page), 'settings').toEqual([]);
    });

    test(`the pages before and after a game in the other languages, ${theme}`, async () => {
      for (const language of ['de', 'nl', 'fr', 'sk']) {
        const { page } = await arrive({ theme, screen, language });
        const sound = async (place: string): Promise<void> =>
          expect(await violations(page), `${place} in ${language}`).toEqual([]);
        await page.goto('/games');
        await page.locator('h1').waitFor();
        await sound('games');
        await page.goto('/');
        await page.locator(`html[lang=${language}]`).waitFor();
        await sound('home');
        await page.locator('section.game.allin .how').click();
        await page.locator('dialog[open] summary').click();
        await sound('setup');
        await page.goto('/');
        await page.locator('.home header button').click();
        await page.locator('dialog[open] fieldset').first().waitFor();
        await sound('settings');
      }
    });

    for (const game of GAMES) {
      test(`${game}, from setting up to the end, ${theme}`, async () => {
        const ann = await arrive({ theme, screen });
        const { page } = ann;
        const sound = async (place: string): Promise<void> =>
          expect(await violations(page), place).toEqual([]);
        for (const mode of ['friends', 'device', 'play.how']) {
          await page.goto('/');
          await onHome(page, game, `home.${mode}`).click();
          await page.locator('dialog[open] form').waitFor();
          await page.locator('dialog[open] summary').click();
          await sound(`setup ${mode}`);
        }
        await openTable(ann, game, 'friends', { name: 'Ann', players: 3 });
        await page.locator('.lobby').waitFor();
        await sound('lobby');
        await startGame(ann);
        await ownTurn(page);
        await sound('table');
        await chooseTimes(page, screen === 'phone' ? 'touch' : 'mouse', 5);
        await ownTurn(page);
        await sound('table in mid-game');
        await button(page, 'table.menu').click();
        await page.locator('dialog[open]').waitFor();
        await sound('menu');
        await page.keyboard.press('Escape');
        await playToTheEnd(page);
        await page.waitForTimeout(300);
        await sound('result');
        await button(page, 'sheet.title').click();
        await page.locator('dialog[open] table').first().waitFor();
        await sound('score sheet');
        await page.keyboard.press('Escape');
        await page.keyboard.press('Escape');
        await page.locator('.ask a[href^="/replay"]').first().waitFor();
        await sound('table after the end');
        await page.goto('/games');
        await page.locator('article').waitFor();
        await sound('finished games');
        // An analysis takes a while: one in each theme.
        if ((game === 'karma') !== (theme === 'light')) return;
        await page.locator('article a[href$="#analysis"]').click();
        await page.locator('.shares').waitFor({ timeout: 300_000 });
        await page.waitForTimeout(300);
        await sound('replay with its analysis');
      });
    }

    test(`equal cards that stand together, ${theme}`, async () => {
      const record = join(server.folder, `${theme}.json`);
      // A random player takes the pile now and then, and so has many cards in hand.
      execFileSync(
        PYTHON,
        [
          '-m',
          'fatum',
          'simulate',
          'karma',
          '--games=1',
          '--players=2',
          '--bots=random',
          '--seed=equal',
          '--jobs=1',
          `--records=${record}`,
        ],
        { stdio: 'pipe' },
      );
      const ann = await arrive({ theme, screen });
      const { page } = ann;
      await openRecord(ann, record);
      await button(page, 'table.menu').click();
      await page
        .getByRole('group', { name: text('replay.eyes') })
        .getByRole('radio')
        .nth(1)
        .check();
      await page.locator('.hand button').first().waitFor();
      const equal = page.locator('.hand .one + .one .name');
      while (!(await equal.count())) await page.keyboard.press('ArrowRight');
      expect(await violations(page)).toEqual([]);
    });

    test(`the hand-over of a shared device, ${theme}`, async () => {
      const ann = await arrive({ theme, screen });
      await openTable(ann, 'allin', 'device', { name: 'Ann', people: 2, players: 2 });
      await ann.page.locator('.table, [role=dialog]').first().waitFor();
      while (!(await ann.page.locator('[role=dialog][aria-labelledby=pass]').count()))
        await chooseTimes(ann.page, 'mouse', 1);
      expect(await violations(ann.page)).toEqual([]);
    });
  }
});
