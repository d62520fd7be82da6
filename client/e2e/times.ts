/**
 * `make client-budgets`: how fast the client is, on a page of its own, docs/client-budgets.md. Times
 * depend on what else the machine does, so they are a benchmark and no test.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem, type } from 'node:os';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { Person } from './browser';
import { chromiumPath } from './launch';
import { GAMES, onHome, openTable, playNow, type Game } from './places';
import { chooseTimes } from './player';
import { PYTHON } from './server';
import { BELOW, ready, site } from './site';
import { SlowLine } from './slow';
import { stand } from './stand';
import { weigh } from './weights';

const PAGE = new URL('../../docs/client-budgets.md', import.meta.url).pathname;
const TITLES: Record<Game, string> = { karma: 'Karma', allin: 'All In' };
const TIMES = 5;
const SLOWER = 4;
const LATE = 25;
const FLIGHT_MOVES = 6;
/** Bits a second, and milliseconds of one way. */
const LINE = 10_000_000;
const WAY = 20;

interface Measured {
  what: string;
  /** As said on the page. */
  measured: string;
  value: number;
  /** Rows without a budget only inform. */
  limit?: number;
  target?: string;
}

const load = loadavg()[0]!;
const rows: Measured[] = [];
const { arrive } = stand();
const { host, browser } = site();

const median = (values: number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

async function repeat(measure: () => Promise<number>): Promise<number[]> {
  const found: number[] = [];
  while (found.length < TIMES) found.push(await measure());
  return found;
}

async function tableFor(game: Game): Promise<string> {
  return `/t/${await openTable(await arrive(), game, 'play.how', { name: 'Ann', players: 4 })}`;
}

async function slowly({ page }: Person): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
}

/** Milliseconds in which the table that is there is certainly painted, too. */
const SETTLED = 500;

/** The moment at which the largest part was painted, by the page's own clock. */
const painted = (page: Page): Promise<number> =>
  page.evaluate(
    (settled) =>
      new Promise<number>((resolve) => {
        let last = 0;
        new PerformanceObserver((list) => (last = list.getEntries().at(-1)!.startTime)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        });
        setTimeout(() => resolve(last), settled);
      }),
    SETTLED,
  );

test.each(GAMES)('%s: first table', async (game) => {
  const path = await tableFor(game);
  const times = await repeat(async () => {
    const ann = await arrive();
    await slowly(ann);
    await ann.page.goto(path, { waitUntil: 'commit' });
    await ann.page.locator('.table[data-asked]').waitFor();
    const time = await painted(ann.page);
    // A page that is slowed down keeps a core busy even while it waits.
    await ann.leave();
    return time;
  });
  const value = median(times);
  const range = `${Math.round(Math.min(...times))} to ${Math.round(Math.max(...times))}`;
  rows.push({
    what: `${TITLES[game]}: first table, processor slowed down ${SLOWER} times`,
    measured: `${Math.round(value)} ms (${range})`,
    value,
    limit: 1000,
    target: '≤ 1000 ms',
  });
});

test.each(GAMES)('%s: frames while cards fly', async (game) => {
  const shares = await repeat(async () => {
    const ann = await arrive({ screen: 'desktop', pace: 2 });
    await playNow(ann, game);
    await ann.page.evaluate(() => {
      const frames: number[] = [];
      Object.assign(globalThis, { frames });
      let last = performance.now();
      const tick = (now: number): void => {
        if (document.querySelector('.ghost')) frames.push(now - last);
        last = now;
        requestAnimationFrame(tick);
      };
      requestAnimationFrame(tick);
    });
    await chooseTimes(ann.page, 'mouse', FLIGHT_MOVES);
    const frames = await ann.page.evaluate(() => (globalThis as unknown as { frames: number[] }).frames);
    expect(frames.length, 'frames in which a card flies').toBeGreaterThan(30);
    await ann.leave();
    return frames.filter((frame) => frame > LATE).length / frames.length;
  });
  const value = median(shares);
  const percent = (share: number): string => (100 * share).toFixed(1);
  rows.push({
    what: `${TITLES[game]}: late frames while cards fly`,
    measured: `${percent(value)} % (${percent(Math.min(...shares))} to ${percent(Math.max(...shares))})`,
    value,
    limit: 0.05,
    target: '≤ 5 %',
  });
});

/** Milliseconds until a move is made by a bot or can be made by the person, and until the person can move. */
interface Start {
  first: number;
  own: number;
}

/** Open the static site and play at once. */
async function firstMove(page: Page, url: string, game: Game): Promise<Start> {
  const start = Date.now();
  await page.goto(url, { waitUntil: 'commit' });
  await onHome(page, game, 'home.play').click();
  const asked = page.locator('.table[data-asked=true]');
  const moved = page.locator('.table [data-events]');
  await asked.or(moved).first().waitFor({ state: 'attached' });
  const first = Date.now() - start;
  await asked.waitFor();
  return { first, own: Date.now() - start };
}

test.each(GAMES)('%s: without a server', async (game) => {
  const cold: Start[] = [];
  const warm: Start[] = [];
  let carried = 0;
  await repeat(async () => {
    const line = new SlowLine(LINE, WAY);
    await line.start(host.url);
    const url = `${line.url}${BELOW}/`;
    const ann = await Person.arrive(browser(), line.url, { level: 'normal' });
    ann.context.setDefaultTimeout(120_000);
    const told = progress(ann.page);
    cold.push(await firstMove(ann.page, url, game));
    expect(await told, 'steps of the progress that was shown').toBeGreaterThan(3);
    await ready(ann.page);
    ({ carried } = line);
    const again = await ann.context.newPage();
    await ann.page.close();
    warm.push(await firstMove(again, url, game));
    await ann.leave();
    line.stop();
    return 0;
  });
  console.log(`${game}: ${carried} bytes until everything was kept`);
  const row = (what: string, times: number[], seconds?: number): void => {
    const value = median(times) / 1000;
    const [least, most] = [Math.min(...times), Math.max(...times)].map((ms) => (ms / 1000).toFixed(1));
    rows.push({
      what: `${TITLES[game]}: ${what}, without a server, 10 Mbit/s`,
      measured: `${value.toFixed(1)} s (${least} to ${most})`,
      value,
      ...(seconds === undefined ? {} : { limit: seconds, target: `≤ ${seconds} s` }),
    });
  };
  for (const [visit, starts, seconds] of [
    ['the first visit', cold, 9],
    ['a later visit', warm, 3],
  ] as const) {
    row(
      `first move of ${visit}`,
      starts.map(({ first }) => first),
      seconds,
    );
    row(
      `own first move of ${visit}`,
      starts.map(({ own }) => own),
    );
  }
});

/** In how many steps the page has said how far it is. */
async function progress(page: Page): Promise<number> {
  const seen = new Set<string>();
  const bar = page.locator('.starting progress');
  await bar.waitFor();
  while ((await bar.count()) > 0)
    seen.add(
      await bar
        .evaluate((found) => String((found as HTMLProgressElement).value), null, { timeout: 200 })
        .catch(() => ''),
    );
  return seen.size;
}

test.each(GAMES)('%s: weight', async (game) => {
  const path = await tableFor(game);
  const { js, all } = await weigh((await arrive()).page, path);
  const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;
  rows.push(
    {
      what: `${TITLES[game]}: JavaScript of the first table, compressed`,
      measured: kilobytes(js),
      value: js,
      limit: 100_000,
      target: '≤ 100 kB',
    },
    {
      what: `${TITLES[game]}: everything for the first table, compressed`,
      measured: kilobytes(all),
      value: all,
      limit: 250_000,
      target: '≤ 250 kB',
    },
  );
});

afterAll(() => {
  const kept = ({ value, limit }: Measured): boolean | null => (limit === undefined ? null : value <= limit);
  const budgets = rows.filter((row) => kept(row) !== null);
  const met = budgets.filter(kept).length;
  const version = (command: string, ...words: string[]): string =>
    execFileSync(command, words, { encoding: 'utf8' }).trim();
  const compiled = version(PYTHON, '-c', "import fatum; print('compiled' if fatum.compiled else 'plain')");
  const machine = [
    new Date().toISOString().slice(0, 10),
    `${cpus()[0]!.model} with ${cpus().length} cores and ${Math.round(totalmem() / 2 ** 30)} GiB`,
    `${type()} ${release()}`,
    version(chromiumPath, '--version'),
    version(PYTHON, '--version'),
    `Fatum ${compiled}`,
    `Node ${process.versions.node}`,
    `load average ${load.toFixed(1)} before the run`,
  ];
  writeFileSync(
    PAGE,
    `# Budgets of the browser client

How fast the client is in Chromium, with its server and the browser on one machine. \`make client-budgets\`
measures everything again and rewrites this page; it takes about five minutes and wants a machine that
does nothing else. \`make test\` checks the weights, and that nothing jumps, but no times.

**${met} of ${budgets.length} budgets kept.** Of ${TIMES} measurements the median counts; the range is in brackets.

|  | measured | budget |  |
| :--- | ---: | ---: | :---: |
${rows
  .map((row) => {
    const mark = kept(row) === null ? '' : kept(row) ? '✓' : '✗';
    return `| ${row.what} | ${row.measured} | ${row.target ?? ''} | ${mark} |`;
  })
  .join('\n')}

- *First table*: a browser that has nothing yet opens the address of a running game; the time is that of the
  largest paint, by the page's own clock. The server's part is included.
- *Without a server*: the time from opening the static site, a tap on "Play" as soon as it is there included,
  until the first move: a bot has made one, or the person can. *Own first move*: until the person can move. That
  depends on how many bots come before, each at its pace, and has no budget. The first visit begins with an empty
  browser and must show its progress; a later one finds what the first has kept. All bytes of the pages, their
  workers and the service worker come through one line of 10 Mbit/s with ${2 * WAY} ms to the host and back
  (\`client/e2e/slow.ts\`), whatever a browser's own emulation would reach. The host packs nothing that is not
  packed already.
- *Late frames*: more than ${LATE} ms after the one before, counted only while a card flies, on a desktop of
  1440 × 900 pixels at the usual pace.

## The machine

${machine.join(', ')}.
`,
  );
});
