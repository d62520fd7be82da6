/** Looking for cards that a player may not know: in texts, on the page and in its memory. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import { expect } from 'vitest';
import { CARD_TABLE } from '../src/lib/cards/cardtable.gen';
import en from '../src/locales/en.json';
import type { Game } from './places';
import { PYTHON } from './server';

const KINDS = ['TC', 'BU', 'FB', 'GP'];
/** Lower numbers stand for much else in a browser's memory. */
const KARMA = [...Array.from({ length: 10 }, (_, index) => String(index + 7)), ...KINDS];
export const ALL_IN = Object.keys(CARD_TABLE).filter((card) => /^(\d+|[JQKA])[CMST]$/.test(card));
export const CARDS: Record<Game, readonly string[]> = { karma: KARMA, allin: ALL_IN };
const SUITS: Record<string, string> = { C: 'clock', M: 'mask', S: 'scarab', T: 'tree' };

/** All In cards that stand in a text as words of their own: `"7C"`, `play 7C`. */
const cardsIn = (text: string): Set<string> =>
  new Set(text.match(/(?<![\w#.-])(?:\d+|[JQKA])[CMST](?![\w-])/g));

/** Karma cards in a text of the protocol. */
const karmaCardsIn = (text: string): Set<string> =>
  new Set(
    [...text.matchAll(/"(?:(?:lay|play|open|flip) )?(\d+|TC|BU|FB|GP)(?: x\d)?"/g)].map((found) => found[1]!),
  );

/** What the first seat was ever shown, and what the others hold. */
interface Truth {
  shown: string[];
  held: string[];
}

/** The truth about a table, from a store or from the lines of a browser's database. */
export const truth = (store: string, table: string): Truth =>
  JSON.parse(
    execFileSync(PYTHON, [join(import.meta.dirname, 'truth.py'), store, table, 'P1'], { encoding: 'utf8' }),
  ) as Truth;

/** The cards that were never shown, and those of them that the others hold. */
export function secrets(game: Game, { shown, held }: Truth): Record<'hidden' | 'held', string[]> {
  const hidden = CARDS[game].filter((card) => !shown.includes(card));
  return { hidden, held: held.filter((card) => hidden.includes(card)) };
}

/** The memory of the page: how many lists hold each card. Texts of the program itself hold all of them. */
export async function inMemory(page: Page, cards: readonly string[]): Promise<Map<string, number>> {
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

/**
 * No hidden card is in what the page received, on it, in its memory or stored. What the player holds is
 * found in each of the first three, so the scan would find a card.
 */
export async function expectNoSecret(
  page: Page,
  game: Game,
  { hidden, received, before }: { hidden: readonly string[]; received: string; before: Map<string, number> },
): Promise<void> {
  const seen = (await ownCards(page)).filter((card) => CARDS[game].includes(card));
  expect(seen.length, 'cards in the own hand').toBeGreaterThan(0);
  const read = game === 'karma' ? karmaCardsIn : cardsIn;
  const inText = read(received);
  // Numbers stand elsewhere too, names of cards do not.
  const looked = page.locator(game === 'karma' ? '.table' : 'html');
  const html = (await looked.evaluate((element) => element.outerHTML)).toLowerCase();
  const marks = (card: string): string[] =>
    game === 'karma' ? [`"mini ${card} `, `#k-${card}"`] : [cardName(card)];
  const onPage = (card: string): boolean =>
    [`data-card="${card}"`, ...marks(card)].some((mark) => html.includes(mark.toLowerCase()));
  const after = await inMemory(page, CARDS[game]);
  const grown = (card: string): boolean => (after.get(card) ?? 0) > (before.get(card) ?? 0);
  const stored = read(
    await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])),
  );
  for (const [what, has] of [
    ['received', (card) => inText.has(card)],
    ['on the page', onPage],
    ['in memory', grown],
  ] as [string, (card: string) => boolean][]) {
    expect(
      seen.filter((card) => !has(card)),
      `own cards not ${what}`,
    ).toEqual([]);
    expect(hidden.filter(has), what).toEqual([]);
  }
  expect(
    hidden.filter((card) => stored.has(card)),
    'stored',
  ).toEqual([]);
}

/** Runs in a page: everything that its workers say goes into a list, except what every deck consists of. */
export function hearWorkers(): void {
  const heard: string[] = [];
  Object.assign(globalThis, { heard });
  const Real = Worker;
  globalThis.Worker = class extends Real {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      this.addEventListener('message', ({ data }: MessageEvent<{ text?: string; body?: string }>) => {
        const said = data.text ?? data.body ?? '';
        if (!said.includes('"third_party"')) heard.push(said, JSON.stringify(data));
      });
    }
  };
}

/** What `hearWorkers` has heard. */
export const heardFrom = (page: Page): Promise<string> =>
  page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard.join('\n'));

const cardName = (card: string): string => {
  const words = en as unknown as Record<string, string>;
  const rank = words[`rank.${card.slice(0, -1)}`] ?? card.slice(0, -1);
  return `${rank} of ${SUITS[card.at(-1)!]}`.toLowerCase();
};

const ownCards = (page: Page): Promise<string[]> =>
  page
    .locator('.hand [data-card]')
    .evaluateAll((cards) => cards.map((card) => (card as HTMLElement).dataset.card!));
