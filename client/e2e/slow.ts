/** A slow line: everything that anybody asks a host for through it comes at so many bits a second, all together. */
import { connect, createServer, type Server, type Socket } from 'node:net';

const MILLISECOND = 1000;
/** Milliseconds between two portions. */
const STEP = 5;

/**
 * Lies between a browser and a host, so that pages, workers and service workers share the line. `delay` is that of
 * one way, in milliseconds.
 */
export class SlowLine {
  url = '';
  /** Bytes that have come from the host. */
  carried = 0;
  readonly #perStep: number;
  readonly #delay: number;
  readonly #waiting: { data: Buffer; to: Socket; due: number }[] = [];
  readonly #sockets = new Set<Socket>();
  #server: Server | null = null;
  #timer: NodeJS.Timeout | null = null;
  #last = 0;
  #credit = 0;

  constructor(bitsPerSecond: number, delay: number) {
    this.#perStep = bitsPerSecond / 8 / MILLISECOND;
    this.#delay = delay;
  }

  async start(host: string): Promise<void> {
    const { hostname, port } = new URL(host);
    this.#server = createServer((browser) => {
      const behind = connect(Number(port), hostname);
      for (const [one, other] of [
        [browser, behind],
        [behind, browser],
      ] as const) {
        this.#sockets.add(one);
        one.setNoDelay(true);
        one.on('error', () => undefined);
        one.on('close', () => {
          this.#sockets.delete(one);
          // What is still on its way comes first.
          setTimeout(() => other.end(), this.#delay);
        });
      }
      browser.on('data', (data) => setTimeout(() => behind.write(data), this.#delay));
      behind.on('data', (data) => this.#waiting.push({ data, to: browser, due: Date.now() + this.#delay }));
    });
    await new Promise<void>((resolve) => this.#server!.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.#server.address() as { port: number }).port}`;
    this.#last = Date.now();
    this.#timer = setInterval(() => this.#send(), STEP);
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
    for (const socket of this.#sockets) socket.destroy();
    this.#server?.close();
  }

  /** As much as the time since the last portion allows; what an idle line could have carried is lost. */
  #send(): void {
    const now = Date.now();
    this.#credit = this.#waiting.length ? this.#credit + (now - this.#last) * this.#perStep : 0;
    this.#last = now;
    while (this.#credit >= 1 && this.#waiting[0] && this.#waiting[0].due <= now) {
      const first = this.#waiting[0];
      const part = first.data.subarray(0, Math.floor(this.#credit));
      first.to.write(part);
      this.carried += part.length;
      this.#credit -= part.length;
      first.data = first.data.subarray(part.length);
      if (first.data.length) break;
      this.#waiting.shift();
    }
  }
}
