/** The page's side of this device's tables. They answer requests and speak the protocol as a server does. */
import { mount } from 'svelte';
import type { SocketLike } from '../lib/net/connection';
import { ROOT } from '../lib/root';
import type { ToPage, ToTables } from './messages';
import { keepSoon } from './offline';
import Starting from './Starting.svelte';

/** Milliseconds without a word from the worker after which it is ended: while it plays, and while it starts. */
const SILENT = 30_000;
const SLOW = 90_000;
const STEP = 1000;

class Pocket {
  /** How much of what is needed has come, from 0 to 1; null while nothing is being started. */
  loading: number | null = $state(null);
  failed = $state(false);
  /** Another page of this device has its tables. */
  elsewhere = $state(false);
  #worker: Worker | null = null;
  #ready: Promise<void> | null = null;
  #settle: { resolve: () => void; reject: (why: Error) => void } | null = null;
  #taken: Promise<void> | null = null;
  /** When the worker was last heard, and for how many answers the page waits. */
  #heard = 0;
  #opening = new Set<number>();
  #answers = new Map<number, (answer: Response) => void>();
  #sockets = new Map<number, SocketLike>();
  #next = 1;

  /** When the tables are there. */
  start(): Promise<void> {
    this.#ready ??= this.#start();
    return this.#ready;
  }

  async #start(): Promise<void> {
    await this.#taken;
    this.#taken = null;
    this.elsewhere = this.failed = false;
    this.loading = 0;
    this.#heard = Date.now();
    void navigator.storage?.persist?.();
    this.#worker = new Worker(new URL('./tables.worker.ts', import.meta.url), { type: 'module' });
    this.#worker.onmessage = ({ data }: MessageEvent<ToPage>) => this.#take(data);
    this.#worker.onerror = () => this.#take({ kind: 'failed' });
    const ready = new Promise<void>((resolve, reject) => (this.#settle = { resolve, reject }));
    this.#watch(this.#worker);
    this.#post({ kind: 'start', root: new URL(ROOT || '/', location.href).href.replace(/\/$/, '') });
    return ready;
  }

  /** Have the tables back from another page. */
  take = (): void => undefined;

  /** A worker that answers nothing is ended, so that it can be started again: what it has told is on the disk. */
  #watch(worker: Worker): void {
    const watching = setInterval(() => {
      const awaited = this.loading !== null || this.#answers.size > 0 || this.#opening.size > 0;
      if (this.#worker !== worker) clearInterval(watching);
      else if (!awaited || document.visibilityState === 'hidden') this.#heard = Date.now();
      else if (Date.now() - this.#heard > (this.loading === null ? SILENT : SLOW))
        this.#take({ kind: 'failed' });
    }, STEP);
  }

  ask(method: string, url: string, body = ''): Promise<Response> {
    return this.#answer((id) => ({ kind: 'ask', id, method, url, body }));
  }

  /** Let a running game continue at the server, or one of the server here; the answer names its new table. */
  carry(code: string): Promise<Response> {
    return this.#answer((id) => ({ kind: 'carry', id, code }));
  }

  async #answer(question: (id: number) => ToTables): Promise<Response> {
    await this.start();
    const id = this.#next++;
    return new Promise((resolve) => {
      this.#answers.set(id, resolve);
      this.#post(question(id));
    });
  }

  /** Give a socket its line to the table. */
  async connect(socket: SocketLike, url: string): Promise<void> {
    const id = this.#next++;
    let closed = false;
    socket.close = () => {
      closed = true;
      this.#opening.delete(id);
      if (this.#sockets.delete(id)) this.#post({ kind: 'close', id });
    };
    try {
      await this.start();
    } catch {
      socket.onclose?.call(socket as WebSocket, new CloseEvent('close'));
      return;
    }
    if (closed) return;
    this.#sockets.set(id, socket);
    socket.send = (text) => this.#post({ kind: 'send', id, text: String(text) });
    this.#opening.add(id);
    this.#post({ kind: 'open', id, url });
  }

  #post(message: ToTables): void {
    this.#worker?.postMessage(message);
  }

  #take(message: ToPage): void {
    this.#heard = Date.now();
    switch (message.kind) {
      case 'loading':
        this.loading = message.done / message.all;
        break;
      case 'ready':
        this.loading = null;
        this.#settle?.resolve();
        // Next time without a network.
        keepSoon();
        break;
      case 'failed':
        this.failed = true;
        this.#settle?.reject(new Error('the tables of this device could not be started'));
        this.#stop();
        break;
      case 'taken':
        this.elsewhere = true;
        this.#taken = new Promise((resolve) => {
          this.take = resolve;
          addEventListener('focus', () => resolve(), { once: true });
        });
        this.#stop();
        break;
      case 'answer':
        this.#answers.get(message.id)?.(new Response(message.body, { status: message.status }));
        this.#answers.delete(message.id);
        break;
      case 'closed':
        this.#hangUp(message.id);
        break;
      default: {
        const socket = this.#sockets.get(message.id) as WebSocket | undefined;
        this.#opening.delete(message.id);
        if (message.kind === 'opened') socket?.onopen?.(new Event('open'));
        else socket?.onmessage?.(new MessageEvent('message', { data: message.text }));
      }
    }
  }

  #stop(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#ready = null;
    this.loading = null;
    for (const answer of this.#answers.values()) answer(new Response(null, { status: 503 }));
    this.#answers.clear();
    for (const id of [...this.#sockets.keys()]) this.#hangUp(id);
  }

  #hangUp(id: number): void {
    const socket = this.#sockets.get(id) as WebSocket | undefined;
    this.#sockets.delete(id);
    this.#opening.delete(id);
    socket?.onclose?.(new CloseEvent('close'));
  }
}

export const pocket = new Pocket();
mount(Starting, { target: document.body });

/** Files of this device's tables cannot be had from a server. */
document.addEventListener(
  'click',
  (event) => {
    const link = (event.target as Element).closest?.('a[href*="/api/tables/0"]') as HTMLAnchorElement | null;
    if (!link) return;
    event.preventDefault();
    void save(link);
  },
  { capture: true },
);

async function save(link: HTMLAnchorElement): Promise<void> {
  const answer = await pocket.ask('GET', link.pathname);
  const file = document.createElement('a');
  file.href = URL.createObjectURL(await answer.blob());
  file.download = link.download;
  file.click();
  setTimeout(() => URL.revokeObjectURL(file.href), 10_000);
}
