/** The games with nothing behind them: from a static folder below some address, and without a network. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { PROGRAM, TESTING } from '../tests/checksums';
import { Person } from './browser';
import { button, GAMES, onHome, scrubber, setUp, tableOf, text, until, type Game } from './places';
import { chooseTimes, ownTurn } from './player';
import { CARDS, expectNoSecret, heardFrom, hearWorkers, inMemory, secrets, truth } from './scan';
import {
  BELOW,
  LONGEST,
  NO_SITE,
  PLACES,
  play,
  playAndVerify,
  ready,
  ROOT,
  site,
  upgraded,
  wayOf,
  WHOLE,
} from './site';

/** With a size in megabytes. */
const READY = new RegExp(text('here.kept').replace(/[()]/g, '\\$&').replace('{size}', '[1-8]'));
const SOME: readonly Game[] = WHOLE ? GAMES : ['karma'];
/** A finished game. */
const RECORD = readFileSync(join(ROOT, 'tests/fixtures/v0.1/records/karma-traced.jsonl'), 'utf8').split(
  '\n',
)[0]!;

describe.skipIf(NO_SITE)('without a server', () => {
  const { host, browser, arrive, home } = site();
  const goOffline = async ({ context }: Person): Promise<void> => {
    await context.setOffline(true);
    host.down = true;
  };
  /** Close the tab, open the start page in another one and go on with the game. */
  async function reopen(
    { context, page }: Person,
    game: Game,
    between = async (): Promise<void> => undefined,
  ): Promise<Page> {
    const again = await context.newPage();
    await page.close();
    await between();
    await home(again);
    await again.getByText(text('home.resume'), { exact: true }).click();
    await again.locator(`.table.${game}`).waitFor();
    return again;
  }

  test.each(PLACES)(
    '%s on a %s: no network after the first visit',
    { timeout: LONGEST },
    async (game, screen) => {
      const ann = await arrive({ screen, level: 'normal' });
      const { page } = ann;
      const way = wayOf(screen);
      await play(ann, game);
      expect(tableOf(page)).toMatch(/^0/);
      expect(new URL(page.url()).pathname.startsWith(`${BELOW}/t/`)).toBe(true);
      await ready(page);
      await goOffline(ann);
      await chooseTimes(page, way, 3);
      // In the middle of a turn.
      const again = await reopen(ann, game);
      if (WHOLE) await playAndVerify(again, way);
      else expect(await chooseTimes(again, way, 3)).not.toBe('end');
      expect(ann.complaints).toEqual([]);
    },
  );

  test.each(SOME)(
    '%s: two people share the device and read the rules',
    { timeout: LONGEST },
    async (game) => {
      const ann = await arrive({ screen: 'phone' });
      const { page } = ann;
      await onHome(page, game, 'home.device').click();
      await setUp(page, { name: 'Ann', people: 2, players: 2 });
      await page.waitForURL(/\/t\/0/);
      if (WHOLE) {
        await ready(page);
        await goOffline(ann);
        await playAndVerify(page, 'touch');
        await home(page);
      } else await chooseTimes(page, 'touch', 4);
      expect(await page.locator('body').innerText()).not.toContain(text('net.server'));
      await page.goto(`${host.url}${BELOW}/rules/allin/`);
      await page.locator('h1').first().waitFor();
      await page.locator('a[aria-label]').first().click();
      await onHome(page, 'karma', 'home.play').waitFor();
      expect(
        await page.locator('a').evaluateAll((all) => all.map((each) => (each as HTMLAnchorElement).pathname)),
      ).toSatisfy((paths: string[]) => paths.every((path) => path.startsWith(BELOW)));
      expect(await button(page, 'home.friends').count()).toBe(0);
      expect(ann.complaints).toEqual([]);
    },
  );

  test('what fails or is open elsewhere is said, and there is a way on', async () => {
    host.missing = /site-packages/;
    const ann = await arrive({ screen: 'phone' });
    const { page } = ann;
    await page.getByText(text('here.failed')).waitFor();
    host.missing = null;
    await button(page, 'here.again').click();
    await page.getByText(text('here.failed')).waitFor({ state: 'detached' });
    await play(ann, 'karma');
    await chooseTimes(page, 'touch', 1);
    const second = await ann.context.newPage();
    await second.goto(page.url());
    await second.locator('.table.karma').waitFor();
    await page.getByText(text('here.elsewhere')).waitFor();
    await button(page, 'here.back').click();
    await second.getByText(text('here.elsewhere')).waitFor();
    await chooseTimes(page, 'touch', 1);
    if (!WHOLE) return;
    // A worker that hangs is started again.
    await Promise.race([page.workers()[0]!.evaluate('for (;;);'), page.waitForTimeout(1000)]);
    await page.getByText(text('here.failed')).waitFor();
    await chooseTimes(page, 'touch', 1);
  });

  test.each(SOME)('%s: the next version of the app comes in the middle of a game', async (game) => {
    const ann = await arrive({ screen: 'phone' });
    const { page } = ann;
    await play(ann, game);
    const code = tableOf(page);
    await ready(page);
    const before = await kept(page);
    await chooseTimes(page, 'touch', 2);
    // The host has only the new files from now on.
    host.folder = upgraded();
    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
    await until(page, async () => (await navigator.serviceWorker.ready).waiting !== null, null);
    // The page that is open stays whole, with what it loads later.
    await chooseTimes(page, 'touch', 2);
    await button(page, 'table.menu').click();
    await page.locator('dialog[open]').getByText(text('menu.rules')).waitFor();
    // A page of the host that is none of the app's, to see when the new version has taken over.
    const beside = await ann.context.newPage();
    await beside.goto(`${host.url}/beside`);
    await goOffline(ann);
    const again = await reopen(ann, game, () =>
      until(
        beside,
        async () => (await caches.keys()).filter((name) => name.startsWith('fatum-client-')).length === 1,
        null,
      ),
    );
    expect(tableOf(again)).toBe(code);
    await chooseTimes(again, 'touch', 3);
    const after = await kept(again);
    expect(after.length).toBe(before.length);
    expect(after.filter((name) => /assets|pocket\/\w{16}/.test(name) && before.includes(name))).toEqual([]);
    const scripts = await again
      .locator('script[src]')
      .evaluateAll((all) => all.map((each) => each.outerHTML));
    expect(scripts.join()).toContain('assets/');
    expect(after.some((name) => scripts.join().includes(name.split('/').at(-1)!))).toBe(true);
    expect(ann.complaints).toEqual([]);
  });

  test('a record in the link is shown by the static site', async () => {
    const ann = await arrive({ context: { permissions: ['clipboard-read', 'clipboard-write'] } });
    const { page } = ann;
    await page.goto(`${host.url}${BELOW}/replay/`);
    await page.locator('input[type=file]').setInputFiles({
      name: 'record.json',
      mimeType: 'application/json',
      buffer: Buffer.from(RECORD),
    });
    await scrubber(page).waitFor();
    await button(page, 'table.menu').click();
    await page.locator('dialog[open]').getByText(text('lobby.copy')).click();
    await page.locator('dialog[open]').getByText(text('lobby.copied')).waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toContain(`${BELOW}/replay/#record=`);
    const ben = await arrive();
    await ben.page.goto(link);
    await scrubber(ben.page).waitFor();
    expect([ann.complaints, ben.complaints]).toEqual([[], []]);
  });

  test.each(WHOLE ? GAMES : (['allin'] as const))('%s: the page knows no hidden card', async (game) => {
    const ann = await Person.arrive(browser(), host.url, { screen: 'desktop' });
    const { page } = ann;
    await ann.context.addInitScript(hearWorkers);
    ann.context.setDefaultTimeout(120_000);
    await home(page);
    // What the games consist of has been told before; the page says by itself when it can do without a network.
    await ready(page);
    await page.getByText(READY).waitFor();
    const before = await inMemory(page, CARDS[game]);
    await play(ann, game);
    const file = join(mkdtempSync(join(tmpdir(), 'fatum-pocket-')), 'lines.json');
    for (const choices of game === 'allin' ? [0, 4] : [0]) {
      await chooseTimes(page, 'mouse', choices);
      await ownTurn(page);
      writeFileSync(file, JSON.stringify(await stored(page)));
      const { hidden, held } = secrets(game, truth(file, tableOf(page)));
      // Later the others may hold nothing that was not shown at some time.
      if (!choices) expect(held.length).toBeGreaterThan(game === 'karma' ? 0 : 2);
      await expectNoSecret(page, game, { hidden, received: await heardFrom(page), before });
    }
    await ann.leave();
  });

  test('Chromium makes the checksums of both builds', async () => {
    const ann = await Person.arrive(browser(), host.url);
    const { page } = ann;
    await page.goto(`${host.url}${BELOW}/pocket/files.json`);
    const sources = TESTING.map((name) => [name, readFileSync(join(ROOT, 'src', name), 'utf8')] as const);
    for (const game of GAMES) {
      const kept = JSON.parse(readFileSync(join(ROOT, `tests/checksums/${game}.json`), 'utf8')) as object[];
      const some = WHOLE ? kept : kept.slice(0, 1);
      const made = await page.evaluate(checksums, {
        below: BELOW,
        sources,
        program: PROGRAM,
        kept: JSON.stringify(some),
      });
      expect(JSON.parse(made)).toEqual(some);
    }
    await ann.leave();
  });
});

/** The names of all files that are kept. */
const kept = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const found = await Promise.all(
      (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
    );
    return found.flat().map(({ url }) => new URL(url).pathname);
  });

/** All logs of this device, as its database has them. */
const stored = (page: Page): Promise<unknown[]> =>
  page.evaluate(
    () =>
      new Promise<unknown[]>((resolve, reject) => {
        const opened = indexedDB.open('fatum');
        opened.onerror = () => reject(opened.error!);
        opened.onsuccess = () => {
          const read = opened.result.transaction('lines').objectStore('lines').getAll();
          read.onsuccess = () => {
            opened.result.close();
            resolve(read.result);
          };
        };
      }),
  );

interface Given {
  below: string;
  sources: (readonly [string, string])[];
  program: string;
  kept: string;
}

/** Runs in the page. */
async function checksums({ below, sources, program, kept }: Given): Promise<string> {
  const described = (await (await fetch(`${below}/pocket/files.json`)).json()) as { version: string };
  const folder = `${location.origin}${below}/pocket/${described.version}/`;
  const network = globalThis.fetch.bind(globalThis);
  const unpacked = async (name: string): Promise<Response> =>
    new Response((await network(`${name}.packed`)).body!.pipeThrough(new DecompressionStream('gzip')), {
      headers: { 'content-type': 'application/wasm' },
    });
  globalThis.fetch = (asked, init) =>
    /\.(wasm|zip)$/.test(String(asked)) ? unpacked(String(asked)) : network(asked, init);
  // Not written as an import, which the test runner would make its own.
  const load = new Function('url', 'return import(url)') as (
    url: string,
  ) => Promise<typeof import('pyodide')>;
  const { loadPyodide } = await load(`${folder}pyodide.mjs`);
  const script = await (await unpacked(`${folder}pyodide.asm.mjs`)).text();
  const made = await load(URL.createObjectURL(new Blob([script], { type: 'text/javascript' })));
  const { default: createPyodideModule } = made as unknown as { default: never };
  const python = await loadPyodide({ indexURL: folder, createPyodideModule });
  globalThis.fetch = network;
  const site = '/lib/python3.14/site-packages';
  const packages = await (await unpacked(`${folder}site-packages.zip`)).arrayBuffer();
  python.unpackArchive(packages, 'zip', { extractDir: site });
  python.FS.mkdirTree(`${site}/fatum/testing`);
  for (const [name, source] of sources) python.FS.writeFile(`${site}/${name}`, source);
  python.globals.set('text', kept);
  return python.runPython(program) as string;
}
