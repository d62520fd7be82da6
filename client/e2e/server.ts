/** A real `fatum serve` with a data folder of its own, which can be killed and started again. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = new URL('../../', import.meta.url).pathname;

/** The installed package, as a player has it; or the sources, where there is none. */
export const PYTHON =
  process.env.FATUM_PYTHON ??
  [join(ROOT, '.venv/bin/python'), join(ROOT, '.venv-dev/bin/python')].find((path) => existsSync(path)) ??
  'python3';

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

export class Server {
  readonly folder = mkdtempSync(join(tmpdir(), 'fatum-e2e-'));
  readonly #environment: Record<string, string>;
  #port = 0;
  #process: ChildProcess | null = null;
  #log = '';

  constructor(environment: Record<string, string> = {}) {
    this.#environment = environment;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get log(): string {
    return this.#log;
  }

  async start(): Promise<void> {
    this.#port ||= await freePort();
    const running = spawn(PYTHON, ['-m', 'fatum', 'serve'], {
      cwd: this.folder,
      env: {
        ...process.env,
        FATUM_DATA_DIR: this.folder,
        FATUM_PORT: String(this.#port),
        FATUM_BOT_DELAY: '0',
        FATUM_BOT_PROCESSES: '1',
        FATUM_REQUESTS_PER_MINUTE: '1000000',
        FATUM_TABLES_PER_HOUR: '1000000',
        FATUM_MESSAGES_PER_SECOND: '10000',
        FATUM_LOG_LEVEL: 'warning',
        ...this.#environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#process = running;
    const keep = (chunk: Buffer): void => {
      this.#log += chunk.toString();
    };
    running.stdout.on('data', keep);
    running.stderr.on('data', keep);
    const end = Date.now() + 90_000;
    while (Date.now() < end) {
      if (running.exitCode !== null) break;
      const ready = await fetch(`${this.url}/readyz`).then(
        (answer) => answer.ok,
        () => false,
      );
      if (ready) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`the server does not start:\n${this.#log}`);
  }

  /** As a power cut would. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.#end('SIGTERM');
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const running = this.#process;
    this.#process = null;
    if (running === null || running.exitCode !== null || running.signalCode !== null) return;
    const ended = new Promise((resolve) => running.once('exit', resolve));
    running.kill(signal);
    await ended;
  }
}
