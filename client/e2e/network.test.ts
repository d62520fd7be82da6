/**
 * The network is cut at every step of a turn: the player is told within two seconds, by the page's own
 * clock, and no move is lost or made twice, as the server's store says.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { BrowserContext, Page, WebSocketRoute } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { NO_BROWSER } from './browser';
import { GAMES, playNow, text, until } from './places';
import { choose, chooseTimes, finishMove, ownTurn } from './player';
import { PYTHON } from './server';
import { stand } from './stand';

/** What is shown is old: the words before the time. */
const KNOWN = text('net.known').split('{')[0]!.trim();
const strip = (page: Page) => page.locator('.strip');

/** Tap "Retry now", which a page that connects by itself at that moment takes away. */
async function retry(page: Page): Promise<void> {
  const button = strip(page).getByRole('button', { name: text('net.retry') });
  await Promise.all([
    strip(page).waitFor({ state: 'detached' }),
    button.click().catch(() => expect(button.isVisible()).resolves.toBe(false)),
  ]);
}

/** A line between page and server that can be cut without either of them noticing. */
class Wire {
  /** Whether a message still passes. */
  up = (): boolean => true;
  down: (data: string) => boolean = () => true;
  refused = false;
  /** Every move that was sent, by its key. */
  readonly moves = new Map<string, string>();
  #open = new Set<WebSocketRoute>();

  static async between(context: BrowserContext): Promise<Wire> {
    const wire = new Wire();
    await context.routeWebSocket(/socket/, (socket) => wire.#join(socket));
    return wire;
  }

  #join(socket: WebSocketRoute): void {
    if (this.refused) return void socket.close({ code: 3000 });
    const server = socket.connectToServer();
    this.#open.add(socket);
    socket.onMessage((data) => {
      const message = JSON.parse(String(data)) as { type: string; key?: string; move?: string };
      if (message.type === 'move') this.moves.set(message.key!, message.move!);
      if (this.up()) server.send(data);
    });
    server.onMessage((data) => {
      if (this.down(String(data))) socket.send(data);
    });
  }

  async hangUp(): Promise<void> {
    this.refused = true;
    for (const socket of this.#open) await socket.close({ code: 3000 });
    this.#open.clear();
  }

  mend(): void {
    this.refused = false;
    this.up = this.down = () => true;
  }
}

/** So many updates come through, the next move's and those after it, and then nothing more. */
function after(wire: Wire, updates: number): () => boolean {
  const earlier = new Set(wire.moves.keys());
  let left = -1;
  wire.down = (data) => {
    const key = [...wire.moves.keys()].find((each) => !earlier.has(each));
    if (left < 0 && key && data.includes(`"key":"${key}"`)) left = updates;
    if (left > 0 && data.includes('"type":"updates"')) return left-- > 0;
    return left !== 0;
  };
  return () => left === 0;
}

/** Nothing comes through any more once a move was made. */
function before(wire: Wire, sent: boolean): () => boolean {
  const earlier = wire.moves.size;
  wire.up = () => sent;
  wire.down = () => false;
  return () => wire.moves.size > earlier;
}

/** Enough for laying three cards in Karma and some turns, or for some turns with their effects in All In. */
const STEPS = 9;

/** When the line is cut and how to know that it is; whether the page then says that it keeps the move. */
const CUTS: [string, (wire: Wire) => () => boolean, boolean][] = [
  ['before the move is sent', (wire) => before(wire, false), true],
  ['after the move is sent, before it is acknowledged', (wire) => before(wire, true), true],
  ['after the move is acknowledged, before the next update', (wire) => after(wire, 1), false],
  ['during the turns of the bots', (wire) => after(wire, 2), false],
];

describe.skipIf(NO_BROWSER)('a bad network', () => {
  const { server, arrive } = stand();

  /** Moves as the store has them: each that was sent is there once, in its order. */
  const made = (code: string): [string, string][] => {
    const where = join(server.folder, 'tables.db');
    const script = new URL('moves.py', import.meta.url).pathname;
    const found = JSON.parse(execFileSync(PYTHON, [script, where, code, 'P1']).toString()) as [
      string,
      string,
      string,
    ][];
    expect(found.filter(([, , by]) => by !== 'person')).toEqual([]);
    return found.map(([key, move]) => [key, move]);
  };

  test.each(GAMES.flatMap((game) => CUTS.map((cut) => [game, ...cut] as const)))(
    '%s: cut %s',
    async (...of) => {
      const [game, , cut, kept] = of;
      const ann = await arrive();
      const { page } = ann;
      const wire = await Wire.between(ann.context);
      await page.clock.install();
      const code = await playNow(ann, game);
      // In Karma three cards are laid first, one after the other; then the turns begin.
      const first = game === 'karma' ? 3 : 1;
      while (wire.moves.size < first) await choose(page, 'touch');
      await expect.poll(() => made(code).length).toBeGreaterThanOrEqual(first);
      await finishMove(page, 'touch');
      // A busy machine may have been late before.
      await strip(page).waitFor({ state: 'detached' });
      const isCut = cut(wire);
      // Who burns the pile has another turn before the bots have theirs.
      while (!isCut()) await choose(page, 'touch', () => !isCut());
      await page.clock.runFor(2000);
      await strip(page).waitFor();
      expect((await strip(page).innerText()).includes(text('net.kept'))).toBe(kept);
      wire.mend();
      await retry(page);
      await ownTurn(page);
      await chooseTimes(page, 'touch', 2);
      await finishMove(page, 'touch');
      await expect.poll(() => made(code)).toEqual([...wire.moves]);
    },
  );

  test.each(GAMES.flatMap((game) => [[game, 'before', 0] as const, [game, 'after', 1] as const]))(
    '%s: every step of the first turns is cut, the first one %s it is sent',
    async (game, _, late) => {
      const ann = await arrive();
      const { page } = ann;
      const wire = await Wire.between(ann.context);
      await page.clock.install();
      const code = await playNow(ann, game);
      for (let step = 0; step < STEPS; step += 1) {
        await ownTurn(page);
        await strip(page).waitFor({ state: 'detached' });
        const isCut = before(wire, step % 2 !== late);
        while (!isCut()) await choose(page, 'touch', () => !isCut());
        await page.clock.runFor(2000);
        await strip(page).getByText(text('net.kept')).waitFor();
        wire.mend();
        await retry(page);
      }
      await expect.poll(() => made(code)).toEqual([...wire.moves]);
      // Three cards are laid with one button.
      expect(wire.moves.size).toBeGreaterThanOrEqual(STEPS);
    },
  );

  test('offline is said at once, and the move that was made goes through later', async () => {
    const ann = await arrive();
    const { page } = ann;
    const wire = await Wire.between(ann.context);
    await page.clock.install();
    const code = await playNow(ann, 'allin');
    await ownTurn(page);
    await page.clock.pauseAt(Date.now() + 60_000);
    await wire.hangUp();
    await ann.context.setOffline(true);
    // No time passes in the page.
    await strip(page).getByText(text('net.offline')).waitFor();
    await page.clock.resume();
    while (!wire.moves.size && !(await strip(page).getByText(text('net.kept')).count()))
      await choose(page, 'touch');
    await strip(page).getByText(text('net.kept')).waitFor();
    expect(made(code)).toEqual([]);
    wire.mend();
    await ann.context.setOffline(false);
    await strip(page).waitFor({ state: 'detached' });
    await expect.poll(() => wire.moves.size).toBeGreaterThan(0);
    await ownTurn(page);
    await expect.poll(() => made(code)).toEqual([...wire.moves]);
  });

  test('a reload without a server shows what was known, and brings the move to its end', async () => {
    const ann = await arrive();
    const { page } = ann;
    const wire = await Wire.between(ann.context);
    const code = await playNow(ann, 'karma');
    await ownTurn(page);
    wire.up = wire.down = () => false;
    while (!wire.moves.size) await choose(page, 'touch');
    const hand = await page.locator('.hand [data-card]').count();
    await wire.hangUp();
    await page.reload();
    await strip(page).getByText(text('net.known').split('{')[0]!.trim()).waitFor();
    await strip(page).getByText(text('net.kept')).waitFor();
    expect(await page.locator('.hand [data-card]').count()).toBe(hand);
    expect(made(code)).toEqual([]);
    wire.mend();
    await strip(page).waitFor({ state: 'detached' });
    await expect.poll(() => made(code)).toEqual([...wire.moves]);
    expect(wire.moves.size).toBe(1);
  });

  test('the page itself is there without a network', async () => {
    const ann = await arrive();
    const { page } = ann;
    await playNow(ann, 'karma');
    await ownTurn(page);
    const hand = await page.locator('.hand [data-card]').count();
    // Everything that the page was made of is kept once the service worker is there.
    await page.evaluate(() => navigator.serviceWorker.ready);
    await until(
      page,
      async () => {
        const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
        const kept = await Promise.all(
          loaded.filter((url) => url.includes('/assets/')).map((url) => caches.match(url)),
        );
        return kept.length > 3 && kept.every((each) => each !== undefined);
      },
      null,
    );
    await ann.context.setOffline(true);
    await page.reload();
    await strip(page).getByText(KNOWN).waitFor();
    expect(await page.locator('.hand [data-card]').count()).toBe(hand);
    await ann.context.setOffline(false);
    await strip(page).waitFor({ state: 'detached' });
    await chooseTimes(page, 'touch', 1);
  });
});
