/**
 * A player's browser knows nothing that the player may not know: not in what it receives, not on the
 * page, not in its memory. In All In every card is there once and can be told apart. In Karma there are
 * several of each; those count of which the player has not seen a single one.
 */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { NO_BROWSER } from './browser';
import { openTable, playNow, startGame, type Game } from './places';
import { chooseTimes, ownTurn } from './player';
import { ALL_IN, CARDS, expectNoSecret, inMemory, secrets, truth } from './scan';
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
  /** A started table of friends, with what looks for secrets there. */
  async function friends(game: Game, players: number) {
    const ann = await arrive({ screen: 'desktop' });
    const { page } = ann;
    const traffic = listen(page);
    const table = await openTable(ann, game, 'friends', { name: 'Ann', players });
    await page.locator('.lobby').waitFor();
    const before = await inMemory(page, CARDS[game]);
    await startGame(ann);
    return {
      page,
      secretsNow: () => secrets(game, truth(join(server.folder, 'tables.db'), table)),
      scan: (hidden: string[]) => expectNoSecret(page, game, { hidden, received: traffic(), before }),
    };
  }

  test('All In: nothing hidden is in the traffic, on the page or in the memory of a player’s browser', async () => {
    const { page, secretsNow, scan } = await friends('allin', 4);
    for (const choices of [0, 6]) {
      await chooseTimes(page, 'mouse', choices);
      await ownTurn(page);
      const { hidden, held } = secretsNow();
      // Later in the round the others may hold less that was not shown at some time.
      if (!choices) expect(held.length, 'the others hold cards that Ann has not seen').toBeGreaterThan(4);
      await scan(hidden);
    }
  });

  test('Karma: nothing hidden is in the traffic, on the page or in the memory of a player’s browser', async () => {
    const { page, secretsNow, scan } = await friends('karma', 2);
    // Before anything is played, most kinds of cards are unknown; the other player has laid three open.
    await ownTurn(page);
    await page.locator('.places .over').nth(2).waitFor();
    const { hidden } = secretsNow();
    expect(hidden.length).toBeGreaterThan(3);
    await scan(hidden);
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
