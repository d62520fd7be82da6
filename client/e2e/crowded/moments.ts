/** Crowded moments of real games (client/tools/crowded.py), shown by the real client. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { PROTOCOL, type Snapshot } from '../../src/protocol.gen';
import { PYTHON } from '../server';

const TOOL = new URL('../../tools/crowded.py', import.meta.url).pathname;

export function crowdedMoments(): Record<string, Snapshot> {
  const out = join(mkdtempSync(join(tmpdir(), 'fatum-crowded-')), 'moments.json');
  execFileSync(PYTHON, [TOOL, out]);
  return JSON.parse(readFileSync(out, 'utf8')) as Record<string, Snapshot>;
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
export async function showMoment(page: Page, snapshot: Snapshot): Promise<void> {
  await page.routeWebSocket(/\/socket/, (socket) => {
    socket.onMessage((data) => {
      const message = JSON.parse(String(data)) as { type: string; n?: number };
      const now = Date.now();
      if (message.type === 'hello') {
        const welcome = { type: 'welcome', protocol: PROTOCOL, version: 'test', now, heartbeat: 25 };
        socket.send(JSON.stringify(welcome));
        socket.send(JSON.stringify({ type: 'snapshot', snapshot: { ...snapshot, at: now } }));
        socket.send(JSON.stringify({ type: 'presence', here: ['P1', 'P3', 'P5'], watching: 2 }));
      } else if (message.type === 'ping') {
        socket.send(JSON.stringify({ type: 'pong', n: message.n ?? 0, now }));
      }
    });
  });
  await page.goto(`/t/${snapshot.table.id}`);
  await page.locator('.table').waitFor();
}

export async function resize(page: Page, { width, height, text = 1 }: Viewport): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.evaluate((size) => {
    document.documentElement.style.fontSize = size === 1 ? '' : `${100 * size}%`;
  }, text);
  // Two frames: one to measure, one to settle.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null)))),
  );
}
