/** Debian's Firefox by WebDriver BiDi; Playwright needs commands that the ESR does not know yet. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { firstLine, type Driver } from './driver';

export const FIREFOX = process.env.FIREFOX ?? '/usr/bin/firefox-esr';

interface Answer {
  id?: number;
  type: string;
  result?: unknown;
  message?: string;
}

class Bidi {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #last = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      const answer = JSON.parse(String(data)) as Answer;
      if (answer.id === undefined) return;
      this.#waiting.get(answer.id)?.(answer);
      this.#waiting.delete(answer.id);
    });
  }

  static open(url: string): Promise<Bidi> {
    const socket = new WebSocket(url);
    return new Promise((resolve, reject) => {
      socket.addEventListener('open', () => resolve(new Bidi(socket)));
      socket.addEventListener('error', () => reject(new Error(`no connection to ${url}`)));
    });
  }

  send<T>(method: string, params: object): Promise<T> {
    const id = ++this.#last;
    this.#socket.send(JSON.stringify({ id, method, params }));
    return new Promise((resolve, reject) =>
      this.#waiting.set(id, (answer) =>
        answer.type === 'success'
          ? resolve(answer.result as T)
          : reject(new Error(`${method}: ${answer.message}`)),
      ),
    );
  }
}

export async function firefox(width: number, height: number): Promise<Driver> {
  const profile = mkdtempSync(join(tmpdir(), 'fatum-firefox-'));
  const process = spawn(FIREFOX, ['--headless', '--remote-debugging-port=0', '--profile', profile]);
  const gone = new Promise<void>((resolve) => process.once('exit', () => resolve()));
  const [, url] = await firstLine(process, /WebDriver BiDi listening on (ws:\S+)/);
  const bidi = await Bidi.open(`${url}/session`);
  await bidi.send('session.new', { capabilities: {} });
  const tree = await bidi.send<{ contexts: { context: string }[] }>('browsingContext.getTree', {});
  const { context } = tree.contexts[0]!;
  await bidi.send('browsingContext.setViewport', { context, viewport: { width, height } });
  return {
    go: async (address) => {
      await bidi.send('browsingContext.navigate', { context, url: address, wait: 'complete' });
    },
    evaluate: async <T>(expression: string) => {
      const answer = await bidi.send<{ result?: { value?: string }; exceptionDetails?: { text: string } }>(
        'script.evaluate',
        {
          expression: `(async () => JSON.stringify((await (${expression})) ?? null))()`,
          target: { context },
          awaitPromise: true,
        },
      );
      if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.text);
      return JSON.parse(answer.result?.value ?? 'null') as T;
    },
    click: async (x, y) => {
      const [left, top] = [Math.round(x), Math.round(y)];
      await bidi.send('input.performActions', {
        context,
        actions: [
          {
            type: 'pointer',
            id: 'mouse',
            actions: [
              { type: 'pointerMove', x: left, y: top },
              { type: 'pointerDown', button: 0 },
              { type: 'pointerUp', button: 0 },
            ],
          },
        ],
      });
    },
    close: async () => {
      process.kill();
      await gone;
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
