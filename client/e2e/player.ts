/** Playing by looking: whatever the page invites to is chosen, nothing else is known. */
import type { Page } from 'playwright-core';

export type Found = 'end' | 'wait' | 'choose';

/**
 * Runs in the page: marks what a player could choose now with `data-choice`.
 * Games must come to an end: in Karma the lowest cards go first, as many as possible, and the pile is
 * taken only if it must be. Otherwise a choice is drawn.
 */
export function look(): Found {
  const seen = (selector: string): HTMLElement[] =>
    [...document.querySelectorAll<HTMLElement>(selector)].filter((each) => each.getClientRects().length > 0);
  const draw = (from: HTMLElement[]): Found => {
    const one = from[Math.floor(Math.random() * from.length)];
    if (!one) return 'wait';
    one.dataset.choice = '';
    return 'choose';
  };
  for (const old of document.querySelectorAll<HTMLElement>('[data-choice]')) delete old.dataset.choice;
  if (document.querySelector('dialog[open] a[download]')) return 'end';
  const dialog = document.querySelector('dialog[open]');
  // On a busy machine a click may last long enough to open a closer look at a card.
  if (dialog?.querySelector('.peek')) return draw([...dialog.querySelectorAll<HTMLElement>('header button')]);
  if (dialog) return draw([...dialog.querySelectorAll<HTMLElement>('footer button.main')]);
  const showdown = seen('.showdown footer button.main');
  if (showdown.length) return draw(showdown);
  const handOver = seen('[role=dialog] button');
  if (handOver.length) return draw(handOver);
  const sure = seen('.ask button.main:not([data-move])');
  if (sure.length) return draw(sure);
  const table = document.querySelector<HTMLElement>('.table');
  if (table?.dataset.asked !== 'true') return 'wait';
  const actions = seen('.actions button[data-move]');
  const hand = seen('.hand button.inviting:not(.selected), .owntable button.inviting:not(.selected)');
  const board = seen('.pick.inviting:not(.selected), .slot.inviting, .offer button.inviting');
  const selected = seen('button.selected');
  if (table.classList.contains('karma')) {
    const value = (card: HTMLElement): number => Number(card.dataset.card) || 20;
    if (selected.length && actions.length) return draw(actions.slice(-1));
    if (hand.length)
      return draw(hand.sort((a, b) => value(a) - value(b)).slice(0, Math.random() < 0.8 ? 1 : 9));
    return draw(actions);
  }
  // A swap needs a card of the hand and a place on the board.
  if (selected.length)
    return draw(selected.some((each) => each.matches('.pick, .slot')) ? hand : board.length ? board : hand);
  if (actions.length && Math.random() < 0.1) return draw(actions);
  const cards = [...hand, ...board];
  return draw(cards.length ? cards : actions);
}

/** Milliseconds until somebody asks: servers and browsers share a machine with much else. */
const PATIENCE = 60_000;

/** The way a choice is made. */
export type Way = 'touch' | 'mouse' | 'keys';

async function press(page: Page, way: Way): Promise<void> {
  const choice = page.locator('[data-choice]');
  // Cards in a hand overlap, also in rows: their upper left corner is what can be touched.
  const box = await choice.boundingBox({ timeout: 2000 });
  if (!box) return;
  const position = { x: Math.min(16, box.width / 2), y: Math.min(16, box.height / 2) };
  if (way === 'touch') await choice.tap({ position, timeout: 2000 });
  else if (way === 'mouse') await choice.click({ position, timeout: 2000 });
  else await pressKeys(page);
}

/** Tab from group to group and arrows inside them until the choice has the focus, then Enter. */
async function pressKeys(page: Page): Promise<void> {
  const focused = (): Promise<string> =>
    page.evaluate(() => {
      const at = document.activeElement;
      if (at?.matches('[data-choice]')) return 'choice';
      const choice = document.querySelector('[data-choice]');
      const group = at?.matches('button') ? at.closest('[role=group], ul, .actions') : null;
      return choice && group?.contains(choice) ? 'group' : 'elsewhere';
    });
  for (let presses = 0; presses < 120; presses += 1) {
    const at = await focused();
    if (at === 'choice') return page.keyboard.press('Enter');
    await page.keyboard.press(at === 'group' ? 'ArrowRight' : 'Tab');
  }
  throw new Error('the choice cannot be reached with the Tab key and the arrows');
}

/** One choice with real input, as soon as something is asked; none if it is no longer wanted. */
export async function choose(page: Page, way: Way, wanted = (): boolean => true): Promise<Found> {
  const end = Date.now() + PATIENCE;
  while (Date.now() < end) {
    if (!wanted()) return 'wait';
    const found = await page.evaluate(look);
    if (found === 'end') return found;
    if (found === 'choose') {
      // A card that is just gone, or a tap that came too soon: look again.
      await press(page, way).catch((error: Error) => {
        if (!/Timeout|detached|not attached|intercepts/.test(error.message)) throw error;
      });
      await page.waitForTimeout(260);
      return found;
    }
    await page.waitForTimeout(40);
  }
  throw new Error(`nothing is asked for a minute:\n${await page.locator('body').innerText()}`);
}

export async function chooseTimes(page: Page, way: Way, times: number): Promise<Found> {
  let found: Found = 'choose';
  for (let made = 0; made < times && found !== 'end'; made += 1) found = await choose(page, way);
  return found;
}

/** Play on to the end with real input; every choice is made the same way. Says how many there were. */
export async function playAll(page: Page, way: Way): Promise<number> {
  let made = 0;
  while ((await choose(page, way)) !== 'end') made += 1;
  return made;
}

/** Wait for the own turn; what is shown before it, such as the scoring of a round, is looked at and closed. */
export async function ownTurn(page: Page): Promise<void> {
  const end = Date.now() + PATIENCE;
  while (Date.now() < end) {
    const at = await page.evaluate(() => {
      if (document.querySelector('dialog[open] a[download]')) return 'end';
      if (document.querySelector('dialog[open] footer button.main, .showdown')) return 'sheet';
      return document.querySelector('.table[data-asked=true]') ? 'turn' : 'wait';
    });
    if (at === 'turn') return;
    if (at === 'end') throw new Error('the game is over, and there is no turn to wait for');
    if (at === 'sheet') await choose(page, 'mouse');
    await page.waitForTimeout(40);
  }
  throw new Error(`nobody is asked for a minute:\n${await page.locator('body').innerText()}`);
}

/** What has been begun is brought to an end: one card of a swap, or a move to be confirmed, is no move yet. */
export async function finishMove(page: Page, way: Way): Promise<void> {
  const begun = page.locator('.table button.selected, .ask button.main:not([data-move])');
  for (await ownTurn(page); await begun.count(); await ownTurn(page)) await choose(page, way);
}

/**
 * Several people make at least as many choices as each of them should. Nobody stops before the last one
 * is done: the others would wait for them.
 */
export async function chooseTogether(players: { page: Page; way: Way; times: number }[]): Promise<void> {
  let missing = players.length;
  await Promise.all(
    players.map(async ({ page, way, times }) => {
      for (let made = 0; missing > 0;) {
        const found = await choose(page, way, () => missing > 0);
        if (found === 'end')
          throw new Error(`the game ended before everybody had chosen: ${made} of ${times}`);
        if (found === 'choose' && ++made === times) missing -= 1;
      }
    }),
  );
}

/** Play on to the end, inside the page and therefore fast. */
export async function playToTheEnd(
  page: Page,
  seconds = 300,
  end = 'dialog[open] a[download]',
): Promise<void> {
  const ended = await page.evaluate(
    async ([source, limit, last]) => {
      const look = eval(`(${source})`) as () => string;
      const end = performance.now() + Number(limit) * 1000;
      while (performance.now() < end) {
        if (document.querySelector(last!)) return true;
        const found = look();
        if (found === 'choose') document.querySelector<HTMLElement>('[data-choice]')?.click();
        await new Promise((resolve) => setTimeout(resolve, found === 'choose' ? 20 : 10));
      }
      return false;
    },
    [look.toString(), String(seconds), end],
  );
  if (!ended)
    throw new Error(`the game has not ended in ${seconds} s:\n${await page.locator('body').innerText()}`);
}
