/** The built site in a folder of a web host that can do nothing but send files, and people who visit it. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  readdirSync,
  readFileSync,
  mkdtempSync,
  mkdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { launch, NO_BROWSER, Person, type Screen, type Wishes } from './browser';
import { GAMES, onHome, scrubber, text, until, type Game } from './places';
import { playAll, type Way } from './player';
import { PYTHON } from './server';

export const ROOT = new URL('../../', import.meta.url).pathname;
export const SITE = join(ROOT, 'build/site');
/** The site lies in a folder of its host. */
export const BELOW = '/some/place';
export const NO_SITE = NO_BROWSER || (existsSync(SITE) ? '' : 'there is no build/site: make site');
/** Whole games, as `make soak PART=pocket` plays them. */
export const WHOLE = process.env.FATUM_POCKET === '1';
/** Milliseconds for a test, and for an analysis, on a machine that is busy with other things. */
export const LONGEST = WHOLE ? 1_800_000 : 600_000;
const ANALYSED = 600_000;
/** In the suite only the beginning of two games, for the way there is what can break. */
export const PLACES: (readonly [Game, Screen])[] = WHOLE
  ? GAMES.flatMap((game) => [[game, 'phone'] as const, [game, 'desktop'] as const])
  : [
      ['karma', 'phone'],
      ['allin', 'desktop'],
    ];
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
};

/** The host; `down` it answers nothing, and files that match `missing` are not there. */
export class Host {
  down = false;
  missing: RegExp | null = null;
  folder = SITE;
  url = '';
  #files = createServer((request, answer) => {
    if (this.down) {
      request.destroy();
      return;
    }
    const path = new URL(request.url!, 'http://x').pathname;
    const name = path.startsWith(`${BELOW}/`) ? path.slice(BELOW.length) : '';
    const file = join(this.folder, name.endsWith('/') ? `${name}index.html` : name);
    if (!name || this.missing?.test(name) || !existsSync(file) || !extname(file)) {
      answer.writeHead(404, { 'content-type': 'text/html' }).end('not found');
      return;
    }
    const content = readFileSync(file);
    const etag = `"${createHash('sha256').update(content).digest('hex').slice(0, 16)}"`;
    if (request.headers['if-none-match'] === etag) {
      answer.writeHead(304, { etag }).end();
      return;
    }
    answer.writeHead(200, { etag, 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
    answer.end(content);
  });

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#files.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.#files.address() as { port: number }).port}`;
  }

  stop(): void {
    this.#files.close();
  }
}

/** A host and a browser for a file of tests. */
export function site(): {
  host: Host;
  browser: () => Browser;
  arrive: (wishes?: Wishes) => Promise<Person>;
  home: (page: Page) => Promise<unknown>;
} {
  const host = new Host();
  let browser: Browser;
  let people: Person[] = [];
  beforeAll(async () => {
    await host.start();
    browser = await launch();
  });
  afterEach(async () => {
    Object.assign(host, { down: false, missing: null, folder: SITE });
    await Promise.all(people.map((person) => person.leave()));
    people = [];
  });
  afterAll(async () => {
    await browser?.close();
    host.stop();
  });
  const home = (page: Page) => page.goto(`${host.url}${BELOW}/`);
  return {
    host,
    browser: () => browser,
    home,
    arrive: async (wishes) => {
      const person = await Person.arrive(browser, host.url, wishes);
      people.push(person);
      person.context.setDefaultTimeout(120_000);
      if (WHOLE) await person.context.addInitScript(quickly);
      await home(person.page);
      return person;
    },
  };
}

/** Runs in the page: bots answer as soon as they can. */
export function quickly(): void {
  const { prototype } = Worker;
  const post = prototype.postMessage as (this: Worker, message: object, given: unknown) => void;
  prototype.postMessage = function (
    this: Worker,
    message: { kind?: string; root?: string },
    given: unknown = [],
  ) {
    post.call(this, message.kind === 'start' && message.root ? { ...message, beat: 0 } : message, given);
  };
}

export async function play({ page }: Person, game: Game): Promise<void> {
  await onHome(page, game, 'home.play').click();
  await page.locator(`.table.${game}`).waitFor();
}

/** Everything that is needed without a network is here. */
export const ready = (page: Page, below = BELOW) =>
  until(
    page,
    async (below) =>
      navigator.serviceWorker.controller !== null &&
      (await (await caches.open('fatum-pocket')).match(`${below}/pocket/files.json`)) !== undefined &&
      (await caches.match(`${below}/complete`)) !== undefined,
    below,
  );

/** The next version of the site: the same, but no script and no part of Python has its old name. */
export function upgraded(): string {
  const target = mkdtempSync(join(tmpdir(), 'fatum-site-'));
  const names: [string, string][] = readdirSync(join(SITE, 'assets'))
    .map((name) => /-([\w-]{8})\.\w+$/.exec(name)?.[1])
    .filter((hash) => hash !== undefined)
    .map((hash) => [hash, [...hash].reverse().join('')]);
  const { version } = JSON.parse(readFileSync(join(SITE, 'pocket/files.json'), 'utf8')) as {
    version: string;
  };
  names.push([version, [...version].reverse().join('')]);
  const client = /VERSION = '(\w+)'/.exec(readFileSync(join(SITE, 'sw.js'), 'utf8'))![1]!;
  names.push([client, [...client].reverse().join('')]);
  const renamed = (text: string): string =>
    names.reduce((found, [old, name]) => found.replaceAll(old, name), text);
  const copy = (folder: string): void => {
    for (const name of readdirSync(join(SITE, folder))) {
      const [from, to] = [join(SITE, folder, name), join(target, renamed(join(folder, name)))];
      if (statSync(from).isDirectory()) {
        if (name !== 'docs') copy(join(folder, name));
        continue;
      }
      mkdirSync(join(to, '..'), { recursive: true });
      const content = readFileSync(from);
      const text = ['.html', '.js', '.css', '.json'].includes(extname(name)) && !folder.startsWith('pocket/');
      writeFileSync(to, text ? renamed(content.toString()) : content);
    }
  };
  copy('');
  return target;
}

export const wayOf = (screen: Screen): Way => (screen === 'phone' ? 'touch' : 'mouse');

/** Play on to the end; the record is what `fatum verify` accepts, and the game can be analysed. */
export async function playAndVerify(page: Page, way: Way): Promise<void> {
  await playAll(page, way);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.locator('dialog[open] a[download]').click(),
  ]);
  const file = join(mkdtempSync(join(tmpdir(), 'fatum-pocket-')), 'record.json');
  await download.saveAs(file);
  execFileSync(PYTHON, ['-m', 'fatum', 'verify', file]);
  await page.locator('dialog[open]').getByText(text('end.analysis')).click();
  await scrubber(page).waitFor();
  const chances = new RegExp(`${text('analysis.winning')}|${text('analysis.losing')}`);
  await page.getByText(chances).first().waitFor({ timeout: ANALYSED });
}
