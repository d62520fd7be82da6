/**
 * A player's browser knows nothing that the player may not know: not in what it receives, not on the
 * page, not in its memory. In All In every card is there once and can be told apart. In Karma there are
 * several of each; those count of which the player has not seen a single one.
 */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { NO_BROWSER } from './browser';
import { openTable, playNow, startGame } from './places';
import { chooseTimes, ownTurn } from './player';
import {
  ALL_IN,
  cardName,
  cardsIn,
  expectSeenOnly,
  inMemory,
  karmaCardsIn,
  KARMA,
  ownCards,
  secrets,
  truth,
} from './scan';
import { stand } from './stand';

/** All that comes over the wire from now on, except what every deck consists of: that is no secret. */
function listen(page: Page): () => string {
  let traffic = '';
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => (traffic += `${payload.toString()}\n`)),
  );
  page.on('response', async (answer) => {
    if (/\/api\/(?!info)/.test(answer.url())) traffic += `${await answer.text().catch(() => '')}\n`;
  });
  return () => traffic;
}

describe.skipIf(NO_BROWSER)('secrets', () => {
  const { server, arrive } = stand();
  const hiddenAt = (table: string, cards: readonly string[]) =>
    secrets(cards, truth(join(server.folder, 'tables.db'), table));

  test('All In: nothing hidden is in the traffic, on the page or in the memory of a player’s browser', async () => {
    const ann = await arrive({ screen: 'desktop' });
    const { page } = ann;
    const traffic = listen(page);
    const table = await openTable(ann, 'allin', 'friends', { name: 'Ann', players: 4 });
    await page.locator('.lobby').waitFor();
    const before = await inMemory(page, ALL_IN);
    await startGame(ann);
    for (const choices of [0, 6]) {
      await chooseTimes(page, 'mouse', choices);
      await ownTurn(page);
      const { hidden, held } = hiddenAt(table, ALL_IN);
      // Later in the round the others may hold less that was not shown at some time.
      if (!choices) expect(held.length, 'the others hold cards that Ann has not seen').toBeGreaterThan(4);
      const seen = (await ownCards(page)).filter((card) => ALL_IN.includes(card));

      // The scan would find a card: it finds those that Ann does know.
      const received = cardsIn(traffic());
      for (const card of seen) expect(received, card).toContain(card);
      for (const card of hidden) expect(received, card).not.toContain(card);

      const html = (await page.content()).toLowerCase();
      const onPage = (card: string): boolean =>
        html.includes(`data-card="${card.toLowerCase()}"`) || html.includes(cardName(card));
      for (const card of seen) expect(onPage(card), `${card} on the page`).toBe(true);
      for (const card of hidden) expect(onPage(card), `${card} on the page`).toBe(false);

      const after = await inMemory(page, ALL_IN);
      expectSeenOnly(before, after, { seen, hidden });
    }
  });

  test('Karma: nothing hidden is in the traffic, on the page or in the memory of a player’s browser', async () => {
    const ann = await arrive({ screen: 'desktop' });
    const { page } = ann;
    const traffic = listen(page);
    const table = await openTable(ann, 'karma', 'friends', { name: 'Ann', players: 2 });
    await page.locator('.lobby').waitFor();
    const before = await inMemory(page, KARMA);
    await startGame(ann);
    // Before anything is played, most kinds of cards are unknown; the other player has laid three open.
    await ownTurn(page);
    await page.locator('.places .over').nth(2).waitFor();
    const own = await ownCards(page);
    const { hidden } = hiddenAt(table, KARMA);
    const seen = own.filter((card) => KARMA.includes(card));
    expect(hidden.length).toBeGreaterThan(3);

    const received = karmaCardsIn(traffic());
    for (const card of seen) expect(received, card).toContain(card);
    for (const card of hidden) expect(received, card).not.toContain(card);

    const html = await page.locator('.table').evaluate((element) => element.outerHTML);
    const onPage = (card: string): boolean =>
      [`data-card="${card}"`, `"mini ${card} `, `#k-${card}"`].some((mark) => html.includes(mark));
    for (const card of seen) expect(onPage(card), `${card} on the page`).toBe(true);
    for (const card of hidden) expect(onPage(card), `${card} on the page`).toBe(false);

    const after = await inMemory(page, KARMA);
    expectSeenOnly(before, after, { seen, hidden });
  });

  test('the scan of the memory finds a card that does not belong there', async () => {
    const ann = await arrive({ screen: 'desktop' });
    await playNow(ann, 'karma');
    const before = await inMemory(ann.page, ALL_IN);
    await ann.page.evaluate(() =>
      Object.assign(globalThis, { leak: { hands: JSON.parse('[["QS"]]') as string[][] } }),
    );
    const after = await inMemory(ann.page, ALL_IN);
    expect((after.get('QS') ?? 0) - (before.get('QS') ?? 0)).toBeGreaterThan(0);
  });
});
