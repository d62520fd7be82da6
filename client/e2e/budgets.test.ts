/** What the first table weighs, and that nothing jumps while cards move. Times are in times.ts. */
import { describe, expect, test } from 'vitest';
import { NO_BROWSER, type Screen } from './browser';
import { GAMES, openTable, playNow, type Game } from './places';
import { chooseTimes, ownTurn } from './player';
import { shiftsOf, watchShifts } from './shifts';
import { stand } from './stand';
import { weigh } from './weights';

const KILOBYTE = 1000;
/** Requests of the first table: each costs a way to the server and back. */
const MOST_FILES = 20;
/** What other screens and sheets need. */
const LATER = /^(Home|later|sheets)-/;

describe.skipIf(NO_BROWSER)('budgets', () => {
  const { arrive } = stand();
  const share = async (game: Game): Promise<string> => {
    const host = await arrive();
    return `/t/${await openTable(host, game, 'play.how', { name: 'Ann', players: 4 })}`;
  };

  test.each(GAMES)('%s: the first table is light', async (game) => {
    const path = await share(game);
    const { page } = await arrive();
    const { js, all, files } = await weigh(page, path);
    console.log(`${game}: ${js} bytes of JavaScript, ${all} in all, ${files.length} files`);
    expect(files.length).toBeLessThanOrEqual(MOST_FILES);
    const [other] = GAMES.filter((each) => each !== game);
    expect(files.filter((name) => LATER.test(name) || name.startsWith(`${other}-`))).toEqual([]);
    expect(js).toBeLessThanOrEqual(100 * KILOBYTE);
    expect(all).toBeLessThanOrEqual(250 * KILOBYTE);
  });

  test('the table is asked for once, before its scripts are here', async () => {
    const path = await share('allin');
    const { page } = await arrive();
    const sent: string[] = [];
    let sockets = 0;
    page.on('websocket', (socket) => {
      sockets += 1;
      socket.on('framesent', ({ payload }) =>
        sent.push((JSON.parse(String(payload)) as { type: string }).type),
      );
    });
    let scripts: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (scripts = resolve));
    await page.route(/\/assets\/index-[^/]*\.js$/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(path, { waitUntil: 'commit' });
    await expect.poll(() => sent).toEqual(['hello']);
    scripts();
    await page.locator('.table[data-asked]').waitFor();
    expect(sockets).toBe(1);
    expect(sent.filter((type) => type === 'hello')).toHaveLength(1);
  });

  for (const screen of ['phone', 'desktop'] as Screen[]) {
    test.each(GAMES)(`%s on a ${screen}: nothing jumps when cards move`, async (game) => {
      const ann = await arrive({ screen, pace: 3 });
      await playNow(ann, game);
      await ownTurn(ann.page);
      await watchShifts(ann.page);
      await chooseTimes(ann.page, screen === 'phone' ? 'touch' : 'mouse', 8);
      expect(await shiftsOf(ann.page)).toEqual([]);
    });
  }
});
