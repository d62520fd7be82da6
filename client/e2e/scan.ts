/** Looking for cards that a player may not know: in texts, on the page and in its memory. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import { expect } from 'vitest';
import { CARD_TABLE } from '../src/lib/cards/cardtable.gen';
import en from '../src/locales/en.json';
import { PYTHON } from './server';

const KINDS = ['TC', 'BU', 'FB', 'GP'];
/** Lower numbers stand for much else in a browser's memory. */
export const KARMA = [...Array.from({ length: 10 }, (_, index) => String(index + 7)), ...KINDS];
export const ALL_IN = Object.keys(CARD_TABLE).filter((card) => /^(\d+|[JQKA])[CMST]$/.test(card));
const SUITS: Record<string, string> = { C: 'clock', M: 'mask', S: 'scarab', T: 'tree' };

/** All In cards that stand in a text as words of their own: `"7C"`, `play 7C`. */
export const cardsIn = (text: string): Set<string> =>
  new Set(text.match(/(?<![\w#.-])(?:\d+|[JQKA])[CMST](?![\w-])/g));

/** Karma cards in a text of the protocol. */
export const karmaCardsIn = (text: string): Set<string> =>
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
export function secrets(
  cards: readonly string[],
  { shown, held }: Truth,
): Record<'hidden' | 'held', string[]> {
  const hidden = cards.filter((card) => !shown.includes(card));
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

/** A memory that has grown by the cards that were seen, which shows that the scan finds some, and by no hidden one. */
export function expectSeenOnly(
  before: Map<string, number>,
  after: Map<string, number>,
  { seen, hidden }: { seen: readonly string[]; hidden: readonly string[] },
): void {
  const grown = (card: string): number => (after.get(card) ?? 0) - (before.get(card) ?? 0);
  for (const card of seen) expect(grown(card), `${card} in memory`).toBeGreaterThan(0);
  expect(
    hidden.filter((card) => grown(card) > 0),
    'in memory',
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

export const cardName = (card: string): string => {
  const words = en as unknown as Record<string, string>;
  const rank = words[`rank.${card.slice(0, -1)}`] ?? card.slice(0, -1);
  return `${rank} of ${SUITS[card.at(-1)!]}`.toLowerCase();
};

export const ownCards = (page: Page): Promise<string[]> =>
  page
    .locator('.hand [data-card]')
    .evaluateAll((cards) => cards.map((card) => (card as HTMLElement).dataset.card!));
