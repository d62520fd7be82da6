/** A walk through every screen of the client and the states it can be in; each is shown to a visitor. */
import { execFileSync } from 'node:child_process';
import { join as path } from 'node:path';
import type { Page } from 'playwright-core';
import type { Person, Wishes } from './browser';
import { crowdedMoments, showMoment } from './crowded/moments';
import { Learner } from './learner';
import { button, join, linkOf, onHome, openRecord, openTable, playNow, startGame, text } from './places';
import type { Game } from './places';
import { choose, chooseTimes, finishMove, ownTurn, playToTheEnd } from './player';
import { PYTHON } from './server';

export type Visit = (page: Page, place: string) => Promise<void>;
export interface Walk {
  arrive: (wishes?: Wishes) => Promise<Person>;
  wishes: Wishes;
  visit: Visit;
}

const CHAPTERS = {
  karma: ['table', 'pile', 'burn', 'karma', 'tablecard', 'end'],
  allin: ['turn', 'effects', 'river', 'minds', 'hands', 'allin', 'predict'],
};
const sheet = (page: Page) => page.locator('dialog[open]');

/** Show what a button opens, and close it again. */
async function opened({ visit }: Walk, page: Page, key: string, place: string): Promise<void> {
  await button(page, key).filter({ visible: true }).first().click();
  await sheet(page).locator('.body > *').first().waitFor();
  await visit(page, place);
  await page.keyboard.press('Escape');
  await sheet(page).waitFor({ state: 'detached' });
}

export async function pages(walk: Walk): Promise<void> {
  const { arrive, wishes, visit } = walk;
  const { page } = await arrive(wishes);
  for (const address of [
    '/rules/karma',
    '/rules/allin',
    '/rules/karma/numbered',
    '/rules/allin/numbered',
    '/cards',
    '/games',
    '/replay',
    '/nowhere',
    '/t/AAAAAAAA',
  ]) {
    await page.goto(address);
    await page.locator('h1, [role=alert]').first().waitFor();
    await page.waitForLoadState('networkidle');
    await visit(page, address);
  }
  await page.goto('/cards');
  await page.locator('main li button').first().click();
  await sheet(page).waitFor();
  await visit(page, 'a card');
  await page.goto('/replay');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'no.json', mimeType: 'application/json', buffer: Buffer.from('no') });
  await page.getByRole('alert').waitFor();
  await visit(page, 'a record that cannot be read');
  await page.goto('/');
  await page.locator('section.game').first().waitFor();
  await visit(page, 'home');
  await page.context().setOffline(true);
  await page.locator('.here').waitFor();
  await visit(page, 'home without a network');
  await page.context().setOffline(false);
  await page.locator('.here').waitFor({ state: 'detached' });
  await page.getByLabel(text('home.join'), { exact: true }).fill('OBCDEFGH');
  await button(page, 'home.join.go').click();
  await page.locator('#badcode:not(:empty)').waitFor();
  await visit(page, 'a wrong code');
  await opened(walk, page, 'home.settings', 'settings');
  for (const mode of ['friends', 'device', 'play.how'])
    for (const game of ['karma', 'allin'] as const) {
      await onHome(page, game, `home.${mode}`).click();
      await sheet(page).locator('summary').click();
      await visit(page, `setting up ${game}, ${mode}`);
      await page.keyboard.press('Escape');
    }
}

/** Choose a card that the lesson's rule refuses. */
async function refuse(page: Page): Promise<void> {
  await page.goto('/learn/karma/pile');
  await page.locator('.ask .actions button.main').click();
  await page.locator('.table[data-asked=true]').waitFor();
  while (!(await page.locator('.coach.answer').count()))
    await page.locator('.hand [data-card="4"]').click({ position: { x: 10, y: 30 }, force: true });
}

export async function lessons({ arrive, wishes, visit }: Walk, game: Game): Promise<void> {
  const { page } = await arrive({ ...wishes, context: { ...wishes.context, hasTouch: true } });
  await page.goto(`/learn/${game}`);
  await page.locator('li a').first().waitFor();
  await visit(page, `tutorial of ${game}`);
  for (const chapter of CHAPTERS[game]) {
    await page.goto(`/learn/${game}/${chapter}`);
    await page.locator('.coach p').waitFor();
    await visit(page, `${game}, chapter ${chapter}`);
    const next = page.locator('.ask .actions button.main');
    if (!(await next.count())) continue;
    await next.click();
    await page.waitForTimeout(300);
    // A short chapter ends here, and the next one is being loaded.
    await page.locator('main').waitFor({ state: 'attached' });
    await visit(page, `${game}, chapter ${chapter}, further on`);
  }
  if (game === 'karma') {
    await refuse(page);
    await visit(page, 'a choice that a lesson refuses');
    // Another language begins the lesson again.
    await refuse(page);
    await page.locator('.ask .actions button').first().click();
    await sheet(page).locator('section').first().waitFor();
    await visit(page, 'the rule that refuses it');
  }
  const last = CHAPTERS[game].at(-1)!;
  await new Learner(page, game, 'en').chapter(last);
  await visit(page, `${game}, the end of the tutorial`);
  await page.goto(`/learn/${game}`);
  await page.locator('li a .again').waitFor();
  await visit(page, `tutorial of ${game}, partly done`);
}

export async function lobby({ arrive, wishes, visit }: Walk): Promise<void> {
  const [ann, bob] = [await arrive(wishes), await arrive(wishes)];
  const code = await openTable(ann, 'karma', 'friends', { name: 'Ann', players: 4 });
  await ann.page.locator('.lobby').waitFor();
  await visit(ann.page, 'lobby of the host');
  const eve = await arrive(wishes);
  await eve.page.goto('/');
  await onHome(eve.page, 'allin', 'home.friends').click();
  await sheet(eve.page).locator('summary').click();
  await sheet(eve.page).getByLabel(text('setup.public')).check();
  await sheet(eve.page).locator('footer button.main').click();
  await eve.page.locator('.lobby').waitFor();
  await bob.page.goto('/');
  await bob.page.locator('.public a').first().waitFor();
  await visit(bob.page, 'home with a table to join');
  await bob.page.goto(`/t/${code}`);
  await bob.page.locator('.lobby form.sit').waitFor();
  await visit(bob.page, 'lobby of a guest');
  await join(bob, code, 'Bob');
  await visit(bob.page, 'lobby of a guest with a seat');
  await button(bob.page, 'menu.leave').click();
  await button(bob.page, 'leave.go').waitFor();
  await visit(bob.page, 'leaving the lobby');
  await ann.page.getByRole('button', { name: text('lobby.remove').replace('{name}', 'Bob') }).click();
  await button(ann.page, 'table.cancel').waitFor();
  await visit(ann.page, 'asked before removing');
  await ann.page.locator('.lobby footer button').last().click();
  await button(ann.page, 'host.letin').waitFor();
  await visit(ann.page, 'lobby with somebody removed');
  await bob.page.getByText(/host has removed you/).waitFor();
  await visit(bob.page, 'removed');
  await button(ann.page, 'lobby.close').click();
  await ann.page.getByText(text('lobby.closed')).waitFor();
  await visit(ann.page, 'a closed table');
}

/** A game among friends with bots: every sheet at the table, and everything that lies over it. */
export async function friends(walk: Walk, game: Game): Promise<void> {
  const { arrive, wishes, visit } = walk;
  const [ann, bob, eve] = [await arrive(wishes), await arrive(wishes), await arrive(wishes)];
  const code = await openTable(ann, game, 'friends', { name: 'Ann', players: 3 });
  await join(bob, code, 'Bob');
  await startGame(ann);
  const { page } = ann;
  await visit(page, `${game}, the first turn`);
  await bob.page.locator('.table').waitFor();
  await button(bob.page, 'table.menu').click();
  await button(bob.page, 'table.chat').click();
  await sheet(bob.page).locator('.talk').waitFor();
  await sheet(bob.page)
    .getByRole('button', { name: text('react.well_played') })
    .click();
  await page.locator('header .dot').first().waitFor({ state: 'attached' });
  await page.locator('.bubbles p').waitFor();
  await visit(page, `${game}, something said and not read`);
  await eve.page.goto(`/t/${code}`);
  await eve.page.locator('.table').waitFor();
  await visit(eve.page, `${game}, for a spectator`);
  await button(page, 'table.menu').click();
  await sheet(page).waitFor();
  await visit(page, `${game}, menu`);
  for (const [key, place] of [
    ['menu.host', 'the host’s tools'],
    ['menu.invite', 'inviting'],
    ['menu.move', 'another device'],
    ['menu.leave', 'leaving'],
    ['menu.settings', 'settings at the table'],
  ] as const) {
    await button(page, key).click();
    await page.waitForTimeout(200);
    await visit(page, `${game}, ${place}`);
    if (key === 'menu.host') {
      await button(page, 'host.end').click();
      await visit(page, `${game}, asked before the end`);
    }
    await page.keyboard.press('Escape');
    await button(page, 'table.menu').click();
  }
  await button(page, 'menu.rules').click();
  await sheet(page).locator('section').first().waitFor();
  await visit(page, `${game}, rules at the table`);
  await page.keyboard.press('Escape');
  await opened(walk, page, 'aid.title', `${game}, aid card`);
  await page.locator('.players button').first().press('Enter');
  await sheet(page).waitFor();
  await visit(page, `${game}, about a player`);
  await page.keyboard.press('Escape');
  if (wishes.screen === 'phone') {
    await opened(walk, page, 'table.log.show', `${game}, log`);
    await button(page, 'table.log.show').click();
  }
  await page.getByRole('tab', { name: text('table.chat') }).click();
  await page.locator('.talk').waitFor();
  await visit(page, `${game}, talk`);
  await page.keyboard.press('Escape');
  await bob.page.goto('/');
  await bob.page.locator('.kept').waitFor();
  await visit(bob.page, 'home with a table to resume');
  await page.locator('.absence').waitFor();
  await visit(page, `${game}, somebody is away`);
  await page
    .locator('.absence')
    .getByRole('button', { name: text('host.standin') })
    .click();
  await page.locator('.absence').waitFor({ state: 'detached' });
  await bob.page.goto(`/t/${code}`);
  await bob.page.locator('.table').waitFor();
  await visit(bob.page, `${game}, back at the table`);
}

/** A game against bots, from the first question to its analysis. */
export async function whole({ arrive, wishes, visit }: Walk, game: Game, analysed: boolean): Promise<void> {
  const ann = await arrive(wishes);
  const { page } = ann;
  const way = wishes.screen === 'phone' ? 'touch' : 'mouse';
  await openTable(ann, game, 'play.how', { name: 'Ann', players: 3 });
  await ownTurn(page);
  await button(page, 'table.hint').click();
  await page.locator('.advice').waitFor();
  await visit(page, `${game}, a hint`);
  await chooseTimes(page, way, 5);
  await finishMove(page, way);
  await visit(page, `${game}, in mid-game`);
  const refused = page.locator('.hand button[aria-disabled=true]').first();
  if (await refused.count()) {
    await refused.click({ position: { x: 14, y: 20 }, force: true });
    await page.waitForTimeout(200);
    await visit(page, `${game}, why not`);
    await page.keyboard.press('Escape');
  }
  await ann.context.setOffline(true);
  await page.locator('.strip').waitFor();
  await visit(page, `${game}, without a network`);
  await ann.context.setOffline(false);
  await page.locator('.strip').waitFor({ state: 'detached' });
  if (game === 'allin') {
    await playToTheEnd(page, 300, '.showdown, dialog[open] a[download]');
    if (await page.locator('.showdown').count()) await visit(page, 'showdown');
  }
  await playToTheEnd(page);
  await page.waitForTimeout(300);
  await visit(page, `${game}, result`);
  await button(page, 'sheet.title').click();
  await sheet(page).locator('table').first().waitFor();
  await visit(page, `${game}, score sheet`);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.locator('.ask a[href^="/replay"]').first().waitFor();
  await visit(page, `${game}, the table after the end`);
  await page.goto('/games');
  await page.locator('article').waitFor();
  await button(page, 'played.all').click();
  await visit(page, `${game} in the list of games`);
  await page.locator('article a[href^="/replay"]').first().click();
  await page.getByLabel(text('replay.scrub')).waitFor();
  await visit(page, `${game}, replay`);
  await button(page, 'table.menu').click();
  await sheet(page).waitFor();
  await visit(page, `${game}, menu of the replay`);
  // The menu closes with the choice, so the choice itself may be gone at once.
  await sheet(page).getByRole('radio').first().click();
  await sheet(page).waitFor({ state: 'detached' });
  await page.locator('.table.opened').waitFor();
  await visit(page, `${game}, replay with open cards`);
  if (!analysed) return;
  await page.goto('/games');
  await page.locator('article a[href$="#analysis"]').click();
  await page.locator('.shares').waitFor({ timeout: 300_000 });
  await page.waitForTimeout(300);
  await visit(page, `${game}, analysis`);
  const points = button(page, 'analysis.mistakes');
  if (!(await points.count())) return;
  await points.click();
  await sheet(page).waitFor();
  await visit(page, `${game}, turning points`);
}

export async function devices({ arrive, wishes, visit }: Walk): Promise<void> {
  const [ann, bob] = [await arrive(wishes), await arrive(wishes)];
  await openTable(ann, 'allin', 'device', { name: 'Ann', people: 2, players: 2 });
  const handOver = ann.page.locator('[role=dialog][aria-labelledby=pass]');
  await handOver.waitFor();
  await visit(ann.page, 'handing over, the first hand');
  while (!(await handOver.locator('li').count())) await choose(ann.page, 'mouse');
  await visit(ann.page, 'handing over, with what happened');
  await playNow(bob, 'allin');
  await ownTurn(bob.page);
  await (await arrive(wishes)).page.goto(await linkOf(bob));
  await bob.page.getByText(text('net.moved')).waitFor();
  await visit(bob.page, 'the seat has moved');
}

/** Many cards in hand, equal ones among them: a random player takes the pile now and then. */
export async function manyCards({ arrive, wishes, visit }: Walk, folder: string): Promise<void> {
  const record = path(folder, 'equal.json');
  const simulate = 'simulate karma --games=1 --players=2 --bots=random --seed=equal --jobs=1'.split(' ');
  execFileSync(PYTHON, ['-m', 'fatum', ...simulate, `--records=${record}`], { stdio: 'pipe' });
  const ann = await arrive(wishes);
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
  await visit(page, 'equal cards that stand together');
}

/** Those that stand for the others. */
const GREAT = [
  'allin-5-eye-shown',
  'allin-5-hypnosis',
  'allin-5-keep',
  'allin-5-over',
  'karma-6-give',
  'karma-6-over',
];

/** What is asked, shown and said at the great moments of a game: some of them, or every one. */
export async function moments({ arrive, wishes, visit }: Walk, game: Game, all: boolean): Promise<void> {
  for (const [name, moment] of Object.entries(crowdedMoments())) {
    if (!name.startsWith(game) || !(all || GREAT.includes(name))) continue;
    // Somebody else would like to play again.
    if (name.endsWith('-over')) moment.snapshot.table.seats[1]!.rematch = true;
    const { page } = await arrive(wishes);
    await showMoment(page, moment);
    await visit(page, name);
    await page.context().close();
  }
  const ann = await arrive({ ...wishes, confirm: true });
  await playNow(ann, game);
  const sure = button(ann.page, 'table.confirm');
  do await choose(ann.page, 'mouse');
  while (!(await sure.count()));
  await visit(ann.page, `${game}, a move to confirm`);
}
