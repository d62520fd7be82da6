/** People who play together: at one device, in the lobby, with a host who has to step in. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { NO_BROWSER, type Person } from './browser';
import { button, GAMES, join, openTable, startGame, tableOf, text } from './places';
import { choose, ownTurn, playToTheEnd } from './player';
import { stand } from './stand';

const handOver = (page: Page) => page.locator('[role=dialog][aria-labelledby=pass]');
const cards = (page: Page) => page.locator('[data-card]');
const fill = (key: string, values: Record<string, string>): string =>
  text(key).replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');

async function manage({ page }: Person): Promise<void> {
  await button(page, 'table.menu').click();
  await button(page, 'menu.host').click();
}

describe.skipIf(NO_BROWSER)('people who play together', () => {
  const { server, arrive } = stand();

  test.each(GAMES)('%s: three at one device and a bot, from the first hand on', async (game) => {
    const ann = await arrive();
    const { page } = ann;
    await openTable(ann, game, 'device', { name: 'Ann', people: 3, players: 4 });
    const names = new Set<string>();
    const pass = async (): Promise<void> => {
      await handOver(page).waitFor();
      expect(await cards(page).count(), 'cards behind the hand-over').toBe(0);
      names.add(await handOver(page).locator('h1').innerText());
    };
    await pass();
    // A reload, also over a restart of the server, begins with the hand-over again.
    await server.kill();
    await server.start();
    await page.reload();
    await pass();
    for (let made = 0; made < 200 && names.size < 3; made += 1) {
      if (await handOver(page).count()) await pass();
      await choose(page, 'touch');
    }
    expect([...names].sort()).toEqual(
      ['Ann', `${text('setup.name.default')} 2`, `${text('setup.name.default')} 3`].map((name) =>
        fill('device.pass', { name }),
      ),
    );
    // Everybody is told what happened since they last looked.
    while (!(await handOver(page).count())) await choose(page, 'touch');
    await handOver(page).locator('li').first().waitFor();
    // Nobody here is shown as away, although only one of them has the device.
    while (!(await page.locator('.table').count())) await choose(page, 'touch');
    expect(await page.getByText(text('seat.away'), { exact: true }).count()).toBe(0);
  });

  test('six at one device: everybody gets it, and nobody loses a seat, also over a restart', async () => {
    const ann = await arrive();
    const { page } = ann;
    // Others would wait five seconds only for somebody who is away.
    await page.route('**/api/tables', async (route) => {
      const body = route.request().postDataJSON() as { settings?: object } | null;
      await route.continue(
        body ? { postData: JSON.stringify({ ...body, settings: { ...body.settings, grace: 5 } }) } : {},
      );
    });
    const code = await openTable(ann, 'karma', 'device', { name: 'Ann', people: 6, players: 6 });
    await handOver(page).waitFor();
    // Everybody who is asked for, also if the device goes on at once.
    await page.evaluate(() => {
      const names = new Set<string>();
      const look = (): void => {
        const name = document.querySelector('#pass')?.textContent;
        if (name) document.body.dataset.passed = String(names.add(name).size);
      };
      look();
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
    });
    const passed = async (): Promise<number> =>
      Number(await page.locator('body').getAttribute('data-passed'));
    // Each of them lays three cards.
    for (let restarted = false; (await passed()) < 6;) {
      if (await handOver(page).count()) {
        expect(await cards(page).count(), 'cards behind the hand-over').toBe(0);
        if (!restarted && (await passed()) > 2) {
          restarted = true;
          await server.kill();
          await server.start();
          // Longer than others wait.
          await page.waitForTimeout(6000);
          await handOver(page).waitFor();
        }
      }
      await choose(page, 'touch');
    }
    const table = (await (await page.request.get(`/api/tables/${code}`)).json()) as {
      seats: { kind: string; here: boolean; stand_in: boolean }[];
    };
    expect(table.seats.map(({ kind, here, stand_in }) => [kind, here, stand_in])).toEqual(
      Array(6).fill(['person', true, false]),
    );
    while (!(await page.locator('.table').count())) await choose(page, 'touch');
    expect(await page.locator('.seat .badge').count()).toBe(0);
  });

  test('who would like to play again is seen by the others, who come along', async () => {
    const [ann, bob] = [await arrive(), await arrive()];
    const code = await openTable(ann, 'allin', 'friends', { name: 'Ann', players: 2 });
    await join(bob, code, 'Bob');
    await startGame(ann);
    await Promise.all([playToTheEnd(ann.page), playToTheEnd(bob.page)]);
    await button(bob.page, 'end.rematch').click();
    await button(bob.page, 'end.rematch.wait').waitFor();
    const wish = ann.page.locator('dialog[open]').getByText(fill('end.rematch.wants', { names: 'Bob' }));
    await wish.waitFor();
    // At the table under the result it is said, too.
    await button(ann.page, 'end.table').click();
    await ann.page.locator('p.wish').getByText('Bob').waitFor();
    await button(ann.page, 'end.rematch').click();
    for (const { page } of [ann, bob]) {
      await expect.poll(() => page.url()).not.toContain(code);
      await page.locator('.table').waitFor();
    }
    expect(tableOf(bob.page)).toBe(tableOf(ann.page));
  });

  test('a guest finds what is played, and sits down with the first button', async () => {
    const [ann, bob] = [await arrive(), await arrive()];
    const code = await openTable(ann, 'karma', 'friends', {
      name: 'Ann',
      players: 3,
      variants: ['setup.foresight'],
    });
    await bob.page.goto('/');
    const field = bob.page.getByLabel(text('home.join'), { exact: true });
    const answer = bob.page.locator('#badcode');
    for (const [typed, said] of [
      ['ABC', text('home.join.bad')],
      ['OBCDEFGH', fill('home.join.never', { letter: 'O' })],
      ['22222222', text('home.join.none')],
    ] as const) {
      await field.fill(typed);
      await button(bob.page, 'home.join.go').click();
      await answer.getByText(said).waitFor();
    }
    await field.fill(code.toLowerCase());
    await button(bob.page, 'home.join.go').click();
    const options = bob.page.locator('.lobby .options');
    await options.getByText(text('setup.foresight')).waitFor();
    await options.getByText(text('setup.clock.none')).waitFor();
    expect(await bob.page.locator('.lobby button').first().innerText()).toBe(text('lobby.sit'));
    await bob.page.getByLabel(text('setup.name'), { exact: true }).fill('Bob');
    await button(bob.page, 'lobby.sit').click();
    await bob.page.getByText(text('lobby.wait')).waitFor();
    // Leaving is confirmed, and frees the seat.
    await button(bob.page, 'menu.leave').click();
    await bob.page.getByText(text('leave.lobby')).waitFor();
    await button(bob.page, 'leave.go').click();
    await bob.page.locator('section.game').first().waitFor();
    expect(await bob.page.locator('a[href^="/t/"]').count()).toBe(0);
    await expect.poll(() => ann.page.locator('.lobby li.empty').count()).toBe(2);
  });

  test('somebody removed stays out until the host lets them in', async () => {
    const [ann, bob] = [await arrive(), await arrive()];
    const code = await openTable(ann, 'karma', 'friends', { name: 'Ann', players: 2 });
    await join(bob, code, 'Bob');
    const remove = ann.page.getByRole('button', { name: fill('lobby.remove', { name: 'Bob' }) });
    await remove.click();
    await remove.last().click();
    for (let visits = 0; visits < 2; visits += 1) {
      await bob.page.getByText(/host has removed you/).waitFor();
      await bob.page.waitForLoadState('networkidle');
      expect(await button(bob.page, 'lobby.sit').count()).toBe(0);
      await bob.page.goto(`/t/${code}`);
    }
    await button(ann.page, 'host.letin').click();
    await button(ann.page, 'host.letin').waitFor({ state: 'detached' });
    await bob.page.goto(`/t/${code}`);
    await bob.page.getByLabel(text('setup.name'), { exact: true }).fill('Bob');
    await button(bob.page, 'lobby.sit').click();
    await bob.page.getByText(text('lobby.wait')).waitFor();
  });

  test('people talk beside the table, and what was not read is marked', async () => {
    const [ann, bob] = [await arrive({ screen: 'desktop' }), await arrive()];
    const code = await openTable(ann, 'karma', 'friends', { name: 'Ann', players: 2 });
    await join(bob, code, 'Bob');
    await startGame(ann);
    await ownTurn(bob.page);
    await manage(ann);
    await ann.page.getByLabel(text('setup.chat')).check();
    await ann.page.keyboard.press('Escape');
    await ann.page.getByRole('tab', { name: text('table.chat') }).click();
    const line = '<b>{name}</b> & you';
    await ann.page.getByLabel(text('table.chat.say')).fill(line);
    await button(ann.page, 'table.chat.send').click();
    await bob.page.locator('header .narrow .dot').waitFor();
    await button(bob.page, 'table.log.show').click();
    const sheet = bob.page.locator('dialog[open]');
    await sheet.getByText(line).waitFor();
    await sheet.getByRole('button', { name: text('react.well_played') }).click();
    await ann.page.locator('aside [role=log]').getByText(text('react.well_played')).waitFor();
    // The log has it too.
    await ann.page.getByRole('tab', { name: text('table.log') }).click();
    await ann.page
      .locator('aside')
      .getByText(`Bob: ${text('react.well_played')}`)
      .waitFor();
    await bob.page.keyboard.press('Escape');
    expect(await bob.page.locator('header .dot').count()).toBe(0);
    await manage(ann);
    await button(ann.page, 'host.mute').click();
    await button(bob.page, 'table.log.show').click();
    await sheet.getByRole('tab', { name: text('table.chat') }).click();
    await sheet.getByText(text('table.chat.muted')).waitFor();
  });

  test('a host sees how long everybody waits, steps in, removes, and ends the game', async () => {
    const [ann, bob, cem] = [await arrive(), await arrive(), await arrive()];
    const code = await openTable(ann, 'karma', 'friends', { name: 'Ann', players: 3 });
    await join(bob, code, 'Bob');
    await join(cem, code, 'Cem');
    await startGame(ann);
    await ownTurn(ann.page);
    await bob.page.goto('/');
    const absence = ann.page.locator('.absence');
    await absence.getByText(fill('absence.away', { name: 'Bob' })).waitFor();
    await absence
      .getByRole('timer')
      .getByText(/0:\d\d/)
      .waitFor();
    expect(await cem.page.locator('.absence button').count()).toBe(1);
    await absence.getByRole('button', { name: text('host.standin') }).click();
    await absence.waitFor({ state: 'detached' });
    await bob.page.goto(`/t/${code}`);
    await bob.page.locator('.table').waitFor();
    await manage(ann);
    const row = (name: string) => ann.page.getByRole('region', { name, exact: true });
    await row('Bob')
      .getByRole('button', { name: text('host.remove'), exact: true })
      .click();
    await ann.page.getByRole('button', { name: fill('lobby.remove', { name: 'Bob' }) }).click();
    await bob.page.getByText(/host has removed you/).waitFor();
    await row('Cem')
      .getByRole('button', { name: text('host.make') })
      .click();
    await manage(cem);
    await button(cem.page, 'host.end').click();
    await button(cem.page, 'host.end').click();
    for (const { page } of [ann, cem]) await page.getByText(text('lobby.ended')).waitFor();
  });

  test('leaving a game is confirmed, goes home, and the code brings one back', async () => {
    const [ann, bob] = [await arrive(), await arrive()];
    const code = await openTable(ann, 'allin', 'friends', { name: 'Ann', players: 2 });
    await join(bob, code, 'Bob');
    await startGame(ann);
    await bob.page.locator('.table').waitFor();
    await button(bob.page, 'table.menu').click();
    await button(bob.page, 'menu.leave').click();
    await bob.page.getByText(fill('leave.playing', { code })).waitFor();
    await button(bob.page, 'leave.stay').click();
    await button(bob.page, 'menu.leave').click();
    await button(bob.page, 'leave.go').click();
    await bob.page.locator('section.game').first().waitFor();
    expect(await bob.page.locator('a[href^="/t/"]').count()).toBe(0);
    await ann.page.locator('.seat .badge').waitFor();
    await bob.page.goto(`/t/${code}`);
    await bob.page.locator('.table').waitFor();
    await ann.page.locator('.seat .badge').waitFor({ state: 'detached' });
  });
});
