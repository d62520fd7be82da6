/**
 * `make client-budgets`: how fast the client is, on a page of its own, docs/client-budgets.md. Times
 * depend on what else the machine does, so they are a benchmark and no test.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem, type } from 'node:os';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import type { Person } from './browser';
import { chromiumPath } from './launch';
import { GAMES, openTable, playNow, type Game } from './places';
import { chooseTimes } from './player';
import { PYTHON } from './server';
import { stand } from './stand';
import { weigh } from './weights';

const PAGE = new URL('../../docs/client-budgets.md', import.meta.url).pathname;
const TITLES: Record<Game, string> = { karma: 'Karma', allin: 'All In' };
const TIMES = 5;
const SLOWER = 4;
const LATE = 25;
const FLIGHT_MOVES = 6;

interface Measured {
  what: string;
  /** As said on the page. */
  measured: string;
  value: number;
  limit: number;
  target: string;
}

const load = loadavg()[0]!;
const rows: Measured[] = [];
const { arrive } = stand();

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

/** The moment at which the largest part was painted, by the page's own clock. */
const painted = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)!.startTime)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        });
      }),
  );

test.each(GAMES)('%s: first table', async (game) => {
  const path = await tableFor(game);
  const times = await repeat(async () => {
    const ann = await arrive();
    await slowly(ann);
    await ann.page.goto(path, { waitUntil: 'commit' });
    await ann.page.locator('.table[data-asked]').waitFor();
    return painted(ann.page);
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
  const met = rows.filter(({ value, limit }) => value <= limit).length;
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
measures everything again and rewrites this page; it takes about three minutes and wants a machine that
does nothing else. \`make test\` checks the weights, and that nothing jumps, but no times.

**${met} of ${rows.length} budgets kept.** Of ${TIMES} measurements the median counts; the range is in brackets.

|  | measured | budget |  |
| :--- | ---: | ---: | :---: |
${rows
  .map(
    ({ what, measured, target, value, limit }) =>
      `| ${what} | ${measured} | ${target} | ${value <= limit ? '✓' : '✗'} |`,
  )
  .join('\n')}

- *First table*: a browser that has nothing yet opens the address of a running game; the time is that of the
  largest paint, by the page's own clock. The server's part is included.
- *Late frames*: more than ${LATE} ms after the one before, counted only while a card flies, on a desktop of
  1440 × 900 pixels at the usual pace.

## The machine

${machine.join(', ')}.
`,
  );
});
