/**
 * One viewer's connection to a table: it keeps the picture complete, whatever the network does.
 * Nothing here knows a game. A request that was sent is repeated with the same key until it is
 * answered, so a move is neither lost nor made twice.
 */
import {
  PROTOCOL,
  type ClientMessage,
  type ServerMessage,
  type Snapshot,
  type Update,
  type WireMessage,
} from '../../protocol.gen';
import { ageOf, openSocket } from './early';
import { socketHere } from './line.svelte';

export type State = 'connecting' | 'open' | 'waiting' | 'ended';
export type Ending = Extract<ServerMessage, { type: 'bye' }>['code'];

export interface Listener {
  snapshot(snapshot: Snapshot): void;
  updates(updates: Update[]): void;
  /** Everything else: answers, presence, errors. */
  message(message: ServerMessage): void;
  /** With the end comes why, as the server says it. */
  state(state: State, ending: Ending | null, said?: WireMessage): void;
  /** The server is heard. */
  alive?(): void;
  /** The line looks open, but an answer is overdue. */
  late?(late: boolean): void;
}

export type SocketLike = Pick<WebSocket, 'send' | 'close' | 'onopen' | 'onmessage' | 'onclose'>;

export interface Environment {
  open(): SocketLike;
  now(): number;
  later(run: () => void, ms: number): () => void;
  random(): number;
}

export function browserEnvironment(url: string): Environment {
  return {
    open: () => socketHere(url) ?? openSocket(url),
    now: () => Date.now(),
    later: (run, ms) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    random: () => Math.random(),
  };
}

const FIRST_WAIT = 300;
const LONGEST_WAIT = 8000;
const USUAL_HEARTBEAT = 25;
/** A connection that does not open in this time is tried again. */
const TOO_LONG = 8000;
/**
 * A player who waits for something must learn within two seconds that it does not come: for a while after
 * each request and each update, a silent line is tried and then said to be silent.
 */
const WATCH = 10_000;
const STEP = 400;
const SILENT = 700;
const LATE = 1500;
/** A line that is silent for so long, although it was tried, is opened again. */
const DEAD = 5000;

export type Keyed = Extract<ClientMessage, { key?: string }>;
/** What begins or ends something must not be lost. */
const INSISTED: ReadonlySet<ClientMessage['type']> = new Set([
  'start',
  'rematch',
  'hurry',
  'leave',
  'back',
  'end_game',
]);

export class Connection {
  /** The last entry that is in the picture. */
  seq: number | null = null;
  /** What has to be added to this device's clock to get the server's. */
  ahead = 0;
  #env: Environment;
  #listener: Listener;
  #socket: SocketLike | null = null;
  #state: State = 'connecting';
  #tries = 0;
  #heartbeat = USUAL_HEARTBEAT;
  #heard = 0;
  #cancels = new Set<() => void>();
  #unanswered = new Map<string, { message: Keyed; since: number }>();
  /** Who waits for the answer to a message with this id. */
  #awaited = new Map<number, (answer: ServerMessage | null) => void>();
  #welcome = false;
  #watchUntil = 0;
  #watching = false;
  #tried = false;
  #late = false;
  #nextKey = 0;
  #nextId = 1;
  #prefix: string;

  constructor(env: Environment, listener: Listener) {
    this.#env = env;
    this.#listener = listener;
    this.#prefix = Math.floor(env.random() * 36 ** 6).toString(36);
  }

  connect(): void {
    if (this.#socket || this.#state === 'ended') return;
    this.#clear();
    this.#set('connecting');
    const socket = this.#env.open();
    this.#socket = socket;
    this.#welcome = false;
    const overdue = this.#later(() => {
      if (!this.#welcome) this.#drop(socket);
    }, TOO_LONG);
    socket.onopen = () => {
      this.#raw(
        this.seq === null
          ? { type: 'hello', protocol: PROTOCOL }
          : { type: 'hello', protocol: PROTOCOL, seq: this.seq },
      );
    };
    socket.onmessage = (event) => {
      this.#heard = this.#env.now();
      this.#tried = false;
      this.#listener.alive?.();
      if (this.#read(event.data, ageOf(event))) overdue();
    };
    socket.onclose = () => this.#drop(socket);
  }

  /** The network or the page is back: do not wait any longer. */
  wake(): void {
    if (this.#state === 'waiting') {
      this.#tries = 0;
      this.connect();
    } else if (this.#state === 'open') {
      this.#raw({ type: 'ping' });
      this.#watch();
    }
  }

  /** The player does not want to wait: open a new line at once. */
  retry(): void {
    if (this.#state === 'ended') return;
    this.#close();
    this.#tries = 0;
    this.connect();
  }

  end(): void {
    this.#state = 'ended';
    this.#clear();
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  /** Ask, once or until it is answered, whichever fits. */
  send(message: ClientMessage): void {
    if (INSISTED.has(message.type)) this.insist(message as Keyed);
    else this.ask(message);
  }

  /** Ask once; lost if the connection is down. */
  ask(message: ClientMessage): boolean {
    if (!this.#welcome) return false;
    this.#raw(message);
    return true;
  }

  /** Ask once and have the answer, which may be a refusal; null if the connection is down or breaks. */
  request(message: ClientMessage): Promise<ServerMessage | null> {
    if (!this.#welcome) return Promise.resolve(null);
    const id = this.#nextId++;
    return new Promise((resolve) => {
      this.#awaited.set(id, resolve);
      this.#raw({ ...message, id });
    });
  }

  /** Ask until it is answered. */
  insist(message: Keyed): string {
    const key = message.key ?? `${this.#prefix}-${this.#nextKey++}`;
    const keyed = { ...message, key };
    this.#unanswered.set(key, { message: keyed, since: this.#env.now() });
    if (this.#welcome) this.#raw(keyed);
    this.#watch();
    return key;
  }

  /** Whether the request with this key still waits for its answer. */
  isWaiting(key: string): boolean {
    return this.#unanswered.has(key);
  }

  /** Whether a request still waits for its answer. */
  get waiting(): boolean {
    return this.#unanswered.size > 0;
  }

  /** `age` is how many milliseconds ago it came. */
  #read(data: unknown, age: number): boolean {
    const message = readMessage(data);
    if (message === null) return false;
    if ('id' in message && this.#answer(message.id ?? 0, message) && message.type !== 'error') return true;
    // A kind that is not known here comes from a newer server, and nobody listens to it.
    switch (message.type) {
      case 'welcome':
        this.#welcome = true;
        this.#tries = 0;
        this.#heartbeat = message.heartbeat;
        this.ahead = message.now + age - this.#env.now();
        this.#set('open');
        this.#beat();
        for (const request of this.#unanswered.values()) {
          request.since = this.#env.now();
          this.#raw(request.message);
        }
        if (this.#unanswered.size || this.#late) this.#watch();
        return true;
      case 'snapshot':
        this.seq = message.snapshot.seq;
        this.#listener.snapshot(message.snapshot);
        return true;
      case 'updates':
        this.#take(message.updates);
        this.#watch();
        return true;
      case 'ack':
        this.#unanswered.delete(message.key);
        break;
      case 'error':
        if (message.key) this.#unanswered.delete(message.key);
        break;
      case 'pong':
        this.ahead = message.now + age - this.#env.now();
        return true;
      case 'bye':
        this.#bye(message.code, message.again ?? null, message.message);
        return true;
    }
    this.#listener.message(message);
    return true;
  }

  #answer(id: number, message: ServerMessage): boolean {
    const answer = this.#awaited.get(id);
    this.#awaited.delete(id);
    answer?.(message);
    return answer !== undefined;
  }

  /** In order and without gaps; what is known already is left out. */
  #take(updates: Update[]): void {
    const fresh: Update[] = [];
    for (const update of updates) {
      if (update.key) this.#unanswered.delete(update.key);
      if (this.seq !== null && update.seq <= this.seq) continue;
      if (this.seq === null || update.seq > this.seq + 1) {
        if (fresh.length) this.#listener.updates(fresh);
        this.#raw({ type: 'resync', seq: this.seq });
        return;
      }
      this.seq = update.seq;
      fresh.push(update);
    }
    if (fresh.length) this.#listener.updates(fresh);
  }

  #bye(code: Ending, again: number | null, said: WireMessage): void {
    this.#close();
    this.#clear();
    if (again === null) {
      this.#state = 'ended';
      this.#listener.state('ended', code, said);
    } else {
      this.#set('waiting');
      this.#later(() => this.connect(), again * 1000);
    }
  }

  #drop(socket: SocketLike): void {
    if (this.#socket !== socket) return;
    this.#close();
    if (this.#state === 'ended') return;
    this.#clear();
    this.#set('waiting');
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.#tries++);
    this.#later(() => this.connect(), wait * (0.7 + 0.6 * this.#env.random()));
  }

  #close(): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#welcome = false;
    if (!socket) return;
    socket.onclose = null;
    socket.close();
  }

  #watch(): void {
    this.#watchUntil = this.#env.now() + WATCH;
    if (this.#watching || !this.#welcome) return;
    this.#watching = true;
    this.#later(() => this.#look(), STEP);
  }

  #look(): void {
    this.#watching = false;
    const socket = this.#socket;
    if (!socket || !this.#welcome) return;
    const now = this.#env.now();
    const silent = now - this.#heard;
    if (silent >= SILENT && !this.#tried) {
      this.#tried = true;
      this.#raw({ type: 'ping' });
    }
    const overdue = [...this.#unanswered.values()].some(({ since }) => now - since >= LATE);
    this.#setLate(overdue || (this.#tried && silent >= LATE));
    if (this.#tried && silent >= DEAD) this.#drop(socket);
    else if (now < this.#watchUntil || this.#late || this.#unanswered.size) {
      this.#watching = true;
      this.#later(() => this.#look(), STEP);
    }
  }

  #setLate(late: boolean): void {
    if (late === this.#late) return;
    this.#late = late;
    this.#listener.late?.(late);
  }

  /** Be heard before the server gives up, and give up a server that is not heard. */
  #beat(): void {
    const socket = this.#socket;
    this.#later(
      () => {
        if (!socket || this.#socket !== socket) return;
        if (this.#env.now() - this.#heard > this.#heartbeat * 1000) this.#drop(socket);
        else {
          this.#raw({ type: 'ping' });
          this.#beat();
        }
      },
      (this.#heartbeat * 1000) / 2.5,
    );
  }

  #raw(message: ClientMessage): void {
    try {
      this.#socket?.send(JSON.stringify(message));
    } catch {
      // A socket that is closing; its close event does the rest.
    }
  }

  #set(state: State): void {
    if (this.#state === state && state !== 'connecting') return;
    this.#state = state;
    this.#listener.state(state, null);
  }

  #later(run: () => void, ms: number): () => void {
    const cancel = this.#env.later(() => {
      this.#cancels.delete(cancel);
      run();
    }, ms);
    this.#cancels.add(cancel);
    return () => {
      this.#cancels.delete(cancel);
      cancel();
    };
  }

  #clear(): void {
    for (const answer of this.#awaited.values()) answer(null);
    this.#awaited.clear();
    for (const cancel of this.#cancels) cancel();
    this.#cancels.clear();
    this.#watching = false;
  }
}

function readMessage(data: unknown): ServerMessage | null {
  try {
    const found: unknown = JSON.parse(String(data));
    return typeof found === 'object' && found !== null && 'type' in found ? (found as ServerMessage) : null;
  } catch {
    return null;
  }
}
