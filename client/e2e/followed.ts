/** A seeded table in the place of a server's socket (followed.py), also from a certain moment of a game on. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Page, WebSocketRoute } from 'playwright-core';
import { PROTOCOL, type ClientMessage, type Snapshot, type Update } from '../src/protocol.gen';
import type { Game } from './places';
import { PYTHON } from './server';

const TABLE = new URL('./followed.py', import.meta.url).pathname;

/** See MOMENTS in followed.py. */
type Moment = 'caution' | 'last to predict' | 'last card' | 'revealed';

export class Followed {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #lines: AsyncIterator<string>;
  /** Everything that was told, in order. */
  readonly told: Update[] = [];
  /** Everything that was asked besides moves. */
  readonly asked: ClientMessage[] = [];
  /** The keys of the moves that were asked for. */
  readonly #made = new Set<string>();
  #socket: WebSocketRoute | null = null;
  /** Milliseconds between the moves of opponents. */
  readonly #rest: number;
  #hurry!: () => void;
  readonly #hurried = new Promise<void>((resolve) => (this.#hurry = resolve));

  private constructor(game: Game, players: number, seed: number, rest: number, moment?: Moment) {
    this.#process = spawn(PYTHON, [TABLE, game, String(players), String(seed), ...(moment ? [moment] : [])]);
    this.#process.stderr.pipe(process.stderr);
    this.#lines = createInterface({ input: this.#process.stdout })[Symbol.asyncIterator]();
    this.#rest = rest;
  }

  /** With a moment, the game begins there. */
  static async sit(
    page: Page,
    game: Game,
    players: number,
    seed: number,
    rest: number,
    moment?: Moment,
  ): Promise<Followed> {
    const table = new Followed(game, players, seed, rest, moment);
    const snapshot = (await table.#read()) as Snapshot;
    await page.routeWebSocket(/\/socket/, (socket) =>
      socket.onMessage(
        (data) => void table.#answer(socket, snapshot, JSON.parse(String(data)) as ClientMessage),
      ),
    );
    await page.goto(`/t/${snapshot.table.id}`);
    await page.locator('.table').waitFor();
    return table;
  }

  leave(): void {
    this.#process.kill();
  }

  async #read(): Promise<unknown> {
    const { value, done } = await this.#lines.next();
    if (done) throw new Error('the table has ended');
    return JSON.parse(value);
  }

  async #answer(socket: WebSocketRoute, snapshot: Snapshot, message: ClientMessage): Promise<void> {
    const tell = (update: Update): void => {
      this.told.push(update);
      send({ type: 'updates', updates: [update] });
    };
    this.#socket = socket;
    const send = (answer: object): void => this.#socket!.send(JSON.stringify(answer));
    const now = Date.now();
    if (message.type === 'hello') {
      send({ type: 'welcome', protocol: PROTOCOL, version: 'test', now, heartbeat: 25 });
      // On a busy machine a page may open a second line; it goes on where the first one ended.
      if (typeof message.seq !== 'number') send({ type: 'snapshot', snapshot });
      else send({ type: 'updates', updates: this.told.filter(({ seq }) => seq > message.seq!) });
    } else if (message.type === 'ping') send({ type: 'pong', n: message.n ?? 0, now });
    else if (message.type === 'move' && message.key && this.#made.has(message.key)) {
      // Said once more, because the answer was late.
      const update = this.told.find(({ key }) => key === message.key);
      if (update) send({ type: 'ack', key: message.key, seq: update.seq });
    } else if (message.type === 'move') {
      if (message.key) this.#made.add(message.key);
      this.#process.stdin.write(`${message.move}\n`);
      const [own, ...others] = (await this.#read()) as Update[];
      tell({ ...own!, key: message.key });
      for (const update of others) {
        if (this.#rest > 0)
          await Promise.race([this.#hurried, new Promise((go) => setTimeout(go, this.#rest))]);
        tell(update);
      }
    } else if (message.type === 'explain') {
      const reason = { move: message.move, legal: false, rule: 'A15', message: { key: 'allin.refuse.keep' } };
      send({ type: 'explained', id: message.id, reason });
    } else this.asked.push(message);
    // As a server does, where one person is enough.
    if (message.type === 'hurry') this.#hurry();
  }
}
