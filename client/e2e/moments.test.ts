/** What a player is told and offered at the great moments of a game. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { NO_BROWSER, type Wishes } from './browser';
import { Followed } from './followed';
import { button, text, type Game } from './places';
import { stand } from './stand';
import { unseen, watch } from './watcher';

/** A tap this soon after a question would be asked about. */
const SOON = 300;
const turn = (page: Page) => page.locator('.table[data-asked=true]');
const freeze = async (page: Page): Promise<void> =>
  page.clock.pauseAt((await page.evaluate(() => Date.now())) + 500);
const move = (page: Page, name: string) => page.locator(`.ask button[data-move="${name}"]`);

describe.skipIf(NO_BROWSER)('moments', () => {
  const { arrive } = stand();

  /** A table of four in the middle of a game, for as long as it is looked at. */
  async function at(
    game: Game,
    moment: Parameters<typeof Followed.sit>[5],
    wishes: Wishes & { rest?: number; faked?: boolean },
    look: (page: Page, table: Followed) => Promise<void>,
  ): Promise<void> {
    const { page } = await arrive(wishes);
    if (wishes.faked) await page.clock.install();
    await watch(page);
    const table = await Followed.sit(page, game, 4, 1, wishes.rest ?? 0, moment);
    try {
      await turn(page).waitFor();
      await page.waitForTimeout(SOON);
      await look(page, table);
    } finally {
      table.leave();
    }
  }

  test('Karma: a Table Card that nothing can follow is warned of, and can be taken back', () =>
    at('karma', 'caution', {}, async (page, table) => {
      const play = async (): Promise<void> => {
        await page.locator('.hand button[data-card=TC]').tap();
        const several = move(page, 'play TC');
        if (await several.count()) await several.tap();
        await page
          .getByText(/None of your cards can follow: you would take the pile \(\d+ cards\)/)
          .waitFor();
      };
      await play();
      await button(page, 'table.cancel').tap();
      await expect.poll(() => page.getByText('None of your cards can follow').count()).toBe(0);
      expect(table.told).toEqual([]);
      await play();
      await button(page, 'table.confirm').tap();
      await expect.poll(() => table.told.length).toBeGreaterThan(0);
      expect(table.told[0]!.events!.map(({ event, cards }) => [event, cards])).toContainEqual([
        'play',
        ['TC'],
      ]);
      // What the warning said comes true: only the pile is left.
      await move(page, 'take').waitFor();
      expect(await page.locator('.hand button.inviting').count()).toBe(0);
    }));

  test('Karma: once only bots are left, they are asked to finish quickly', () =>
    at('karma', 'last card', { rest: 3_600_000 }, async (page, table) => {
      await page.locator('.hand button.inviting').tap();
      await page.getByRole('heading', { name: text('karma.moment.safe') }).waitFor();
      await button(page, 'karma.safe.watch').waitFor();
      await page.getByRole('link', { name: text('karma.safe.leave') }).waitFor();
      expect(table.asked.map(({ type }) => type)).not.toContain('hurry');
      await button(page, 'karma.safe.finish').tap();
      await expect.poll(() => table.asked.map(({ type }) => type)).toContain('hurry');
      // The table hurries, and the result comes without waiting for the bots' hour.
      await page.locator('dialog[open] a[download]').waitFor();
    }));

  test('a mouse that rests on a card is told what the card does', () =>
    at('allin', 'last to predict', { screen: 'desktop' }, async (page) => {
      const card = page.locator('.hand button[data-card]').first();
      expect(await card.getAttribute('title')).toBeNull();
      await card.hover();
      expect(await card.getAttribute('title')).toMatch(/\w+ of \w+\. .{10}/);
    }));

  test.each(['phone', 'desktop'] as const)(
    'All In: keeping a revealed card can be confirmed, and refusals put away, on a %s',
    (screen) =>
      at('allin', 'revealed', { screen, confirm: true }, async (page, table) => {
        const press = async (what: Locator, force = false): Promise<void> =>
          screen === 'phone' ? what.tap({ force }) : what.click({ force });
        const offered = page.locator('.offer button.inviting');
        // Each of the buttons must be there to be pressed, not lie under the cards.
        await press(page.locator('.hand button[data-card]').first(), true);
        await press(button(page, 'table.close'));
        await press(offered.first());
        await press(button(page, 'table.cancel'));
        expect(table.told).toEqual([]);
        await press(offered.last());
        await press(button(page, 'table.confirm'));
        await expect.poll(() => table.told.flatMap(({ events = [] }) => events[0]?.event)).toContain('keep');
      }),
  );

  test.each(['button', 'key'])('what queues up can be seen faster: by a %s', (way) =>
    at('karma', 'caution', { screen: 'desktop', pace: 0, faked: true }, async (page, table) => {
      await move(page, 'take').click();
      const faster = button(page, 'table.faster');
      await faster.waitFor();
      // Time stands still from here on: nothing more is shown unless it is hurried.
      await freeze(page);
      if (way === 'button') await faster.click();
      else await page.keyboard.press('f');
      await turn(page).waitFor();
      expect(await faster.count()).toBe(0);
      await page.clock.resume();
      await expect.poll(() => unseen(page, table.told, 'P1')).toEqual([]);
    }),
  );

  /** The last prediction of a round, up to the hands that are shown then. */
  async function showdown(page: Page): Promise<void> {
    await page.locator('.ask button[data-move]').first().tap();
    const sure = button(page, 'table.confirm');
    if (await sure.count()) await sure.tap();
    await page.locator('.showdown footer button.main').waitFor();
  }

  test('All In: the hands of a round stay until the limit is over', () =>
    at('allin', 'last to predict', { faked: true }, async (page, table) => {
      await showdown(page);
      await freeze(page);
      const left = async (): Promise<number> =>
        Number(/\d+/.exec(await page.locator('.showdown footer button.main').innerText())?.[0]);
      const begun = await left();
      expect(begun).toBeGreaterThan(30);
      // Opponents play on in the next round, but nothing of that is shown yet.
      await expect.poll(() => table.told.length).toBeGreaterThan(0);
      for (let wanted = begun - 1; wanted > 0; wanted -= 1) {
        await page.clock.runFor(1000);
        expect(await left()).toBe(wanted);
      }
      await page.clock.runFor(1000);
      await expect.poll(() => page.locator('.showdown').count()).toBe(0);
      await page.clock.resume();
      await page
        .getByText(/Round 2/)
        .first()
        .waitFor();
    }));

  test('All In: a player who is done looking goes on at once', () =>
    at('allin', 'last to predict', {}, async (page) => {
      await showdown(page);
      await page.locator('.showdown footer button.main').tap();
      await expect.poll(() => page.locator('.showdown').count()).toBe(0);
      await page
        .getByText(/Round 2/)
        .first()
        .waitFor();
    }));
});
