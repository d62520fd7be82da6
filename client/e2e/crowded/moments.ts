/** Crowded moments of real games (client/tools/crowded.py), shown by the real client. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { PROTOCOL, type Snapshot, type Update } from '../../src/protocol.gen';
import { PYTHON } from '../server';

const TOOL = new URL('../../tools/crowded.py', import.meta.url).pathname;

export interface Moment {
  snapshot: Snapshot;
  /** What then happens, while somebody looks. */
  updates: Update[];
  /** The connection is lost. */
  lost?: boolean;
  /** A showdown is watched, and has come so far: hands, then the pot. */
  step?: number;
}

export function crowdedMoments(): Record<string, Moment> {
  const out = join(mkdtempSync(join(tmpdir(), 'fatum-crowded-')), 'moments.json');
  execFileSync(PYTHON, [TOOL, out]);
  const moments = JSON.parse(readFileSync(out, 'utf8')) as Record<string, Moment>;
  for (const name of ['allin-5-predict-long-names', 'karma-6-hand-25'])
    moments[`${name}-lost`] = { ...moments[name]!, lost: true };
  for (const [name, step] of Object.entries({ hands: 3, pot: 6 }))
    moments[`allin-5-showdown-${name}`] = { ...moments['allin-5-showdown']!, step };
  return moments;
}

export interface Viewport {
  name: string;
  width: number;
  height: number;
  /** The size of text, in parts of the usual one. */
  text?: number;
}

export const VIEWPORTS: readonly Viewport[] = [
  { name: '320x640', width: 320, height: 640 },
  { name: '360x740', width: 360, height: 740 },
  { name: '740x360', width: 740, height: 360 },
  { name: '820x1180', width: 820, height: 1180 },
  { name: '1180x820', width: 1180, height: 820 },
  { name: '1440x900', width: 1440, height: 900 },
  { name: '2560x1440', width: 2560, height: 1440 },
  { name: '1440x900-200', width: 1440, height: 900, text: 2 },
];

/** Open the page of a table at which nothing happens but this moment. */
export async function showMoment(page: Page, moment: Moment): Promise<void> {
  const { snapshot, updates, lost = false, step } = moment;
  if (step)
    await page.addInitScript(() => {
      const settings = JSON.parse(localStorage.getItem('fatum.settings')!) as object;
      localStorage.setItem('fatum.settings', JSON.stringify({ ...settings, pace: 2 }));
    });
  let send: (message: object) => void = () => {};
  let cut: (() => void) | null = null;
  await page.routeWebSocket(/\/socket/, (socket) => {
    // Only the first connection is answered: another one, on a busy machine, would bring the first picture back.
    if (cut) return;
    cut = () => void socket.close({ code: 1012 });
    send = (message) => socket.send(JSON.stringify(message));
    socket.onMessage((data) => {
      const message = JSON.parse(String(data)) as { type: string; n?: number };
      const now = Date.now();
      if (message.type === 'hello') {
        send({ type: 'welcome', protocol: PROTOCOL, version: 'test', now, heartbeat: 25 });
        send({ type: 'snapshot', snapshot: { ...snapshot, at: now } });
        send({ type: 'presence', here: ['P1', 'P3', 'P5'], watching: 2 });
      } else if (message.type === 'ping') send({ type: 'pong', n: message.n ?? 0, now });
    });
  });
  await page.goto(`/t/${snapshot.table.id}`);
  await page.locator('.table').waitFor();
  // A busy machine is no lost connection.
  if (!lost)
    await page.evaluate(() => {
      const style = new CSSStyleSheet();
      style.replaceSync('.strip { display: none !important; }');
      document.adoptedStyleSheets.push(style);
    });
  else {
    cut!();
    await page.locator('.strip').waitFor();
  }
  if (updates.length) send({ type: 'updates', updates });
  const scored = updates.some(({ events }) => events?.some(({ event }) => event === 'pay'));
  if (snapshot.table.phase === 'over') await page.locator('dialog[open]').waitFor();
  else if (scored) {
    await page.locator('.showdown').waitFor();
    if (step) await stopAt(page, step);
  } else if (updates.length) await page.locator('section:is(.eye, .since)').waitFor();
}

/** Let a showdown come so far and no further. */
async function stopAt(page: Page, step: number): Promise<void> {
  await page.evaluate(async (step) => {
    const shown = (): number =>
      document.querySelectorAll('.showdown li.open, .showdown .kept > :not(.later)').length;
    while (shown() < step) await new Promise(requestAnimationFrame);
    // The next step is on its way.
    const set = window.setTimeout;
    window.setTimeout = ((run: () => void, ms = 0) => (ms > 500 ? 0 : set(run, ms))) as typeof setTimeout;
    for (const id of Array.from({ length: set(() => {}, 0) }, (_, each) => each)) clearTimeout(id);
  }, step);
}

export async function resize(page: Page, { width, height, text = 1 }: Viewport): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.evaluate((size) => {
    document.documentElement.style.fontSize = size === 1 ? '' : `${100 * size}%`;
  }, text);
  await page.waitForFunction(([wide, high]) => innerWidth === wide && innerHeight === high, [width, height]);
  await settled(page);
}

/** Sizes that follow from others have been measured, and colours no longer change. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = (): Promise<unknown> => new Promise(requestAnimationFrame);
    const picture = (): string =>
      [...document.querySelectorAll('.table, .fan li')]
        .map((each) => JSON.stringify(each.getBoundingClientRect()))
        .join();
    let before = '';
    for (let same = 0; same < 3;) {
      await frame();
      const now = picture();
      same = now === before ? same + 1 : 0;
      before = now;
    }
    const ending = document
      .getAnimations()
      .filter((each) => Number(each.effect?.getComputedTiming().endTime) < 5000);
    await Promise.allSettled(ending.map((each) => each.finished));
  });
}
