/** One table, three kinds of players: a browser, a terminal and a bot. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join as path } from 'node:path';
import { describe, expect, test } from 'vitest';
import { NO_BROWSER, type Person } from './browser';
import { expectEnd, type Game, GAMES, openTable, startGame } from './places';
import { chooseTimes, playToTheEnd } from './player';
import { PYTHON } from './server';
import { stand } from './stand';

/** `fatum join` on a terminal; resolves with how many keys were pressed. */
function joinByTerminal(address: string, name: string, folder: string): Promise<number> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path(folder, 'terminal.json'), JSON.stringify({ pace: 4 }));
  const player = spawn(PYTHON, [new URL('terminal.py', import.meta.url).pathname, address, name], {
    env: { ...process.env, FATUM_DATA_DIR: folder, TERM: 'xterm-256color', FATUM_LINES: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  let complaint = '';
  player.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  player.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  return new Promise((resolve, reject) => {
    player.once('exit', (code) => {
      if (code === 0) resolve(Number(said));
      else reject(new Error(`the terminal ended with ${code}:\n${complaint}`));
    });
  });
}

describe.skipIf(NO_BROWSER || process.platform === 'win32')('a browser, a terminal and a bot', () => {
  const { server, arrive } = stand();

  /** Ann in a browser, Tess at a terminal and a bot, after Ann's first choices. */
  async function begin(game: Game): Promise<{ ann: Person; tess: Promise<number>; folder: string }> {
    const ann = await arrive({ screen: 'desktop' });
    const code = await openTable(ann, game, 'friends', { name: 'Ann', players: 3 });
    const folder = path(server.folder, `terminal-${game}`);
    const tess = joinByTerminal(`${server.url}/t/${code}`, 'Tess', folder);
    await ann.page.getByText('Tess').waitFor();
    await startGame(ann);
    expect(await chooseTimes(ann.page, 'mouse', 3)).toBe('choose');
    return { ann, tess, folder };
  }

  test('both games to the end, with a restart of the server in between', async () => {
    const tables = await Promise.all(GAMES.map(begin));
    await server.kill();
    await server.start();
    await Promise.all(tables.map(({ ann }) => playToTheEnd(ann.page)));
    for (const { ann, tess, folder } of tables) {
      await expectEnd(ann);
      expect(await tess).toBeGreaterThan(3);
      // The terminal has kept the game, and its record is a valid one.
      const kept = path(folder, 'games');
      const [record] = readdirSync(kept).map((name) => path(kept, name));
      execFileSync(PYTHON, ['-m', 'fatum', 'verify', record!]);
      const { names } = JSON.parse(readFileSync(record!, 'utf8')) as { names: string[] };
      expect(names.slice(0, 2)).toEqual(['Ann', 'Tess']);
    }
  });
});
