/**
 * A player's browser knows nothing that the player may not know: not in what it receives, not on the
 * page, not in its memory. In All In every card is there once and can be told apart. In Karma there are
 * several of each; those count of which the player has not seen a single one.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { CARD_TABLE } from '../src/lib/cards/cardtable.gen';
import en from '../src/locales/en.json';
import { NO_BROWSER } from './browser';
import { openTable, playNow, startGame } from './places';
import { chooseTimes, ownTurn } from './player';
import { PYTHON } from './server';
import { stand } from './stand';

const KINDS = ['TC', 'BU', 'FB', 'GP'];
/** Lower numbers stand for much else in a browser's memory. */
const KARMA = [...Array.from({ length: 10 }, (_, index) => String(index + 7)), ...KINDS];
const CARDS = Object.keys(CARD_TABLE).filter((card) => /^(\d+|[JQKA])[CMST]$/.test(card));
const SUITS: Record<string, string> = { C: 'clock', M: 'mask', S: 'scarab', T: 'tree' };

/** Cards that stand in a text as words of their own: `"7C"`, `play 7C`. */
const cardsIn = (text: string): Set<string> =>
  new Set(text.match(/(?<![\w#.-])(?:\d+|[JQKA])[CMST](?![\w-])/g));

/** The memory of the page: how many lists hold each card. Texts of the program itself hold all of them. */
async function inMemory(page: Page, cards: readonly string[]): Promise<Map<string, number>> {
  const session: CDPSession = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }: { chunk: string }) => chunks.push(chunk));
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
  const heap = JSON.parse(chunks.join('')) as {
    snapshot: {
      meta: { node_fields: string[]; node_types: [string[]]; edge_fields: string[]; edge_types: [string[]] };
    };
    nodes: number[];
    edges: number[];
    strings: string[];
  };
  const { meta } = heap.snapshot;
  const [width, step] = [meta.node_fields.length, meta.edge_fields.length];
  const field = (name: string): number => meta.node_fields.indexOf(name);
  const edge = (name: string): number => meta.edge_fields.indexOf(name);
  const element = meta.edge_types[0].indexOf('element');
  const property = meta.edge_types[0].indexOf('property');
  const [names, kinds, counts] = [field('name'), field('type'), field('edge_count')];
  const object = meta.node_types[0].indexOf('object');
  const held = new Map<string, number>();
  const known = new Set(cards);
  let at = 0;
  for (let node = 0; node < heap.nodes.length; node += width) {
    const end = at + heap.nodes[node + counts]! * step;
    const list = heap.nodes[node + kinds] === object;
    for (; at < end; at += step) {
      const kind = heap.edges[at + edge('type')];
      if (!list || (kind !== element && kind !== property)) continue;
      const value = heap.strings[heap.nodes[heap.edges[at + edge('to_node')]! + names]!]!;
      if (known.has(value)) held.set(value, (held.get(value) ?? 0) + 1);
    }
  }
  return held;
}

const cardName = (card: string): string => {
  const words = en as unknown as Record<string, string>;
  const rank = words[`rank.${card.slice(0, -1)}`] ?? card.slice(0, -1);
  return `${rank} of ${SUITS[card.at(-1)!]}`.toLowerCase();
};

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

const ownCards = (page: Page): Promise<string[]> =>
  page
    .locator('.hand [data-card]')
    .evaluateAll((cards) => cards.map((card) => (card as HTMLElement).dataset.card!));

describe.skipIf(NO_BROWSER)('secrets', () => {
  const { server, arrive } = stand();
  const truth = (table: string) =>
    JSON.parse(
      execFileSync(
        PYTHON,
        [join(import.meta.dirname, 'truth.py'), join(server.folder, 'tables.db'), table, 'P1'],
        { encoding: 'utf8' },
      ),
    ) as Record<'shown' | 'held', string[]>;

  test('All In: nothing hidden is in the traffic, on the page or in the memory of a player’s browser', async () => {
    const ann = await arrive({ screen: 'desktop' });
    const { page } = ann;
    const traffic = listen(page);
    const table = await openTable(ann, 'allin', 'friends', { name: 'Ann', players: 4 });
    await page.locator('.lobby').waitFor();
    const before = await inMemory(page, CARDS);
    await startGame(ann);
    await chooseTimes(page, 'mouse', 6);
    await ownTurn(page);

    const own = await ownCards(page);
    const { shown, held } = truth(table);
    const hidden = CARDS.filter((card) => !shown.includes(card));
    const secret = held.filter((card) => hidden.includes(card));
    expect(secret.length, 'the others hold cards that Ann has not seen').toBeGreaterThan(4);
    const seen = own.filter((card) => CARDS.includes(card));

    // The scan would find a card: it finds those that Ann does know.
    const received = cardsIn(traffic());
    for (const card of seen) expect(received, card).toContain(card);
    for (const card of hidden) expect(received, card).not.toContain(card);

    const html = (await page.content()).toLowerCase();
    const onPage = (card: string): boolean =>
      html.includes(`data-card="${card.toLowerCase()}"`) || html.includes(cardName(card));
    for (const card of seen) expect(onPage(card), `${card} on the page`).toBe(true);
    for (const card of hidden) expect(onPage(card), `${card} on the page`).toBe(false);

    const after = await inMemory(page, CARDS);
    const grown = (card: string): number => (after.get(card) ?? 0) - (before.get(card) ?? 0);
    for (const card of seen) expect(grown(card), `${card} in memory`).toBeGreaterThan(0);
    for (const card of hidden) expect(grown(card), `${card} in memory`).toBeLessThanOrEqual(0);
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
    const { shown, held } = truth(table);
    const hidden = KARMA.filter((card) => !shown.includes(card));
    const seen = own.filter((card) => KARMA.includes(card));
    expect(hidden.length).toBeGreaterThan(4);
    expect(held.length, 'the other player holds cards').toBeGreaterThan(2);

    const received = new Set(
      [...traffic().matchAll(/"(?:(?:lay|play|open|flip) )?(\d+|TC|BU|FB|GP)(?: x\d)?"/g)].map(
        (found) => found[1]!,
      ),
    );
    for (const card of seen) expect(received, card).toContain(card);
    for (const card of hidden) expect(received, card).not.toContain(card);

    const html = await page.locator('.table').evaluate((element) => element.outerHTML);
    const onPage = (card: string): boolean =>
      [`data-card="${card}"`, `"mini ${card} `, `#k-${card}"`].some((mark) => html.includes(mark));
    for (const card of seen) expect(onPage(card), `${card} on the page`).toBe(true);
    for (const card of hidden) expect(onPage(card), `${card} on the page`).toBe(false);

    const after = await inMemory(page, KARMA);
    const grown = (card: string): number => (after.get(card) ?? 0) - (before.get(card) ?? 0);
    for (const card of seen) expect(grown(card), `${card} in memory`).toBeGreaterThan(0);
    expect(
      hidden.filter((card) => grown(card) > 0),
      'in memory',
    ).toEqual([]);
  });

  test('the scan of the memory finds a card that does not belong there', async () => {
    const ann = await arrive({ screen: 'desktop' });
    await playNow(ann, 'karma');
    const before = await inMemory(ann.page, CARDS);
    await ann.page.evaluate(() =>
      Object.assign(globalThis, { leak: { hands: JSON.parse('[["QS"]]') as string[][] } }),
    );
    const after = await inMemory(ann.page, CARDS);
    expect((after.get('QS') ?? 0) - (before.get('QS') ?? 0)).toBeGreaterThan(0);
  });
});
