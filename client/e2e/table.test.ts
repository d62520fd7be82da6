/** What can happen to a table: breaks, restarts, other devices, other languages, people who watch. */
import { describe, expect, test } from 'vitest';
import type { Page, WebSocketRoute } from 'playwright-core';
import { NO_BROWSER } from './browser';
import { button, expectEnd, GAMES, join, linkOf, openTable, playNow, startGame, text } from './places';
import { choose, chooseTimes, chooseTogether, finishMove, ownTurn, playToTheEnd } from './player';
import { stand } from './stand';

/** What a player has before their eyes, whatever moves. */
const sight = (page: Page) =>
  page.evaluate(() => ({
    hand: [...document.querySelectorAll<HTMLElement>('.hand [data-card]')].map((card) => card.dataset.card),
    players: document.querySelector('.players')?.textContent,
    sentence: document.querySelector('.ask .sentence')?.textContent,
  }));
/** The same between two moves, when no bot is asked: some questions are put to several players at once. */
async function stillSight(page: Page): ReturnType<typeof sight> {
  await finishMove(page, 'mouse');
  await page.locator('.table[data-asked=true]:not(:has(.seat.turn > .badge))').waitFor();
  return sight(page);
}

describe.skipIf(NO_BROWSER)('a table', () => {
  const { server, arrive } = stand();

  test.each(GAMES)('%s: a reload in mid-turn changes nothing', async (game) => {
    const ann = await arrive();
    const { page } = ann;
    await playNow(ann, game);
    await chooseTimes(page, 'touch', 5);
    const before = await stillSight(page);
    await page.reload();
    await ownTurn(page);
    expect(await sight(page)).toEqual(before);
    expect(await choose(page, 'touch')).toBe('choose');
  });

  test.each(GAMES)('%s: a hint is said, and what it means is marked among the choices', async (game) => {
    const ann = await arrive();
    const { page } = ann;
    await playNow(ann, game);
    const hint = button(page, 'table.hint');
    for (let asked = 0; asked < 3; asked += 1) {
      await chooseTimes(page, 'touch', 2);
      await stillSight(page);
      await hint.click();
      expect(await page.locator('.advice').textContent()).toMatch(/Chance of (not losing|winning): \d+%/);
      expect(await page.locator('.advised').count()).toBeGreaterThan(0);
      expect(await page.locator('.advised:not(.inviting, [data-move])').count()).toBe(0);
    }
  });

  test('a lost line is said, and the game goes on where it was', async () => {
    const ann = await arrive();
    const bob = await arrive();
    const sockets: WebSocketRoute[] = [];
    await ann.context.routeWebSocket(/socket/, (socket) => {
      if (offline) return void socket.close({ code: 3000 });
      socket.connectToServer();
      sockets.push(socket);
    });
    let offline = false;
    const code = await openTable(ann, 'karma', 'friends', { name: 'Ann', players: 2 });
    await join(bob, code, 'Bob');
    await startGame(ann);
    await ownTurn(ann.page);
    // Chromium's own switch leaves open sockets alone.
    offline = true;
    await ann.context.setOffline(true);
    for (const socket of sockets) await socket.close({ code: 3000 });
    await ann.page.locator('.strip').waitFor();
    // Bob lays his cards while Ann is away.
    await chooseTimes(bob.page, 'touch', 4);
    offline = false;
    await ann.context.setOffline(false);
    await ann.page.locator('.strip').waitFor({ state: 'detached' });
    await chooseTogether([
      { page: ann.page, way: 'touch', times: 6 },
      { page: bob.page, way: 'touch', times: 2 },
    ]);
  });

  test.each(GAMES)('%s: a server that is killed in mid-turn and comes back loses nothing', async (game) => {
    const ann = await arrive();
    await playNow(ann, game);
    await chooseTimes(ann.page, 'touch', 2);
    const before = await stillSight(ann.page);
    await server.kill();
    await server.start();
    await ann.page.waitForTimeout(300);
    expect(await sight(ann.page)).toEqual(before);
    expect(await chooseTimes(ann.page, 'touch', 3)).toBe('choose');
  });

  test('a spectator sees the table and no hand', async () => {
    const ann = await arrive();
    const eve = await arrive({ screen: 'desktop' });
    const code = await openTable(ann, 'karma', 'friends', { name: 'Ann', players: 2 });
    await ann.page.locator('.lobby').waitFor();
    await startGame(ann);
    await eve.page.goto(`/t/${code}`);
    await eve.page.locator('.table.karma').waitFor();
    expect(await eve.page.locator('[data-card]').count()).toBe(0);
    await expect.poll(() => eve.page.getByText('Ann').count()).toBeGreaterThan(0);
    expect(await eve.page.locator('.actions button[data-move]').count()).toBe(0);
    await playToTheEnd(ann.page);
    await expectEnd(eve);
  });

  test('the language changes in mid-game, and everything with it', async () => {
    const ann = await arrive();
    const { page } = ann;
    await playNow(ann, 'karma');
    const before = await stillSight(page);
    await button(page, 'table.menu').click();
    await button(page, 'menu.settings').click();
    for (const [tongue, code] of [
      ['Deutsch', 'de'],
      ['Français', 'fr'],
      ['Slovenčina', 'sk'],
      ['Nederlands', 'nl'],
    ] as const) {
      await page.getByRole('radio', { name: tongue }).check();
      await page.waitForFunction((lang) => document.documentElement.lang === lang, code);
      const now = await sight(page);
      expect(now.hand).toEqual(before.hand);
      await expect.poll(async () => (await sight(page)).sentence).not.toBe(before.sentence);
    }
    await page.keyboard.press('Escape');
    expect(await choose(page, 'touch')).toBe('choose');
  });

  test('a seat moves to another device with a link that works once', async () => {
    const ann = await arrive();
    await playNow(ann, 'allin');
    const before = await stillSight(ann.page);
    const phone = await arrive();
    await phone.page.goto(await linkOf(ann));
    await ownTurn(phone.page);
    expect((await sight(phone.page)).hand).toEqual(before.hand);
    expect(phone.page.url()).not.toContain('claim');
    await ann.page.getByText(text('net.moved')).waitFor();
  });

  test.each(GAMES)('%s: several people at one device, who never see each other’s cards', async (game) => {
    const ann = await arrive();
    const { page } = ann;
    await openTable(ann, game, 'device', { name: 'Ann', people: 2, players: 2 });
    await page.locator('.table, [role=dialog]').first().waitFor();
    for (let passes = 0; passes < 3;) {
      if (await page.locator('[role=dialog][aria-labelledby=pass]').count()) {
        expect(await page.locator('[data-card]').count(), 'cards behind the hand-over').toBe(0);
        passes += 1;
      }
      await choose(page, 'touch');
    }
    // Two people take a long time, and the device goes from one to the other with each turn.
    await playToTheEnd(page, 540);
    await expectEnd(ann);
    // Nobody is “you” then, and one tap speaks for both.
    const standing = await page.locator('dialog[open] ol .name').allInnerTexts();
    expect(standing.sort()).toEqual(['Ann', `${text('setup.name.default')} 2`]);
    const first = page.url();
    await button(page, 'end.rematch').click();
    await expect.poll(() => page.url()).not.toBe(first);
    expect(await choose(page, 'touch')).toBe('choose');
  });

  const VARIANTS = {
    karma: ['setup.foresight', 'setup.follow.free'],
    allin: ['setup.side.B', 'setup.discard.shadows', 'setup.discard.closed_eye', 'setup.heirs'],
  };
  for (const game of GAMES) {
    test.each<string>(VARIANTS[game])(`${game} with %s is set up, said and played`, async (variant) => {
      const ann = await arrive({ screen: 'desktop' });
      await openTable(ann, game, 'friends', { name: 'Ann', players: 2, variants: [variant] });
      await ann.page.locator('.lobby .options').getByText(text(variant)).waitFor();
      await startGame(ann);
      expect(await chooseTimes(ann.page, 'mouse', 3)).toBe('choose');
    });
  }

  test.each([
    ['karma', 6],
    ['allin', 5],
  ] as const)('%s with %i players is played to the end', async (game, players) => {
    const ann = await arrive();
    await openTable(ann, game, 'play.how', { name: 'Ann', players });
    await ann.page.locator('.table').waitFor();
    expect(await ann.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await playToTheEnd(ann.page);
    await expectEnd(ann);
  });
});
