/** A table on a server: the connection, what it shows, and the way back for moves. */
import type {
  Advice,
  ClientMessage,
  React,
  Reason,
  ServerMessage,
  Snapshot,
  Update,
  WireMessage,
} from '../../protocol.gen';
import { fromSnapshot, promiseOf, withUpdate, type Picture } from '../model';
import type { Seat } from '../table/play.svelte';
import type { GameParts } from '../../games/game';
import { loadParts } from '../../games/registry';
import { Show } from '../table/show.svelte';
import type { KnownMove, TableMemory } from './memory';
import { browserEnvironment, Connection, type Ending, type Keyed, type State } from './connection';

/** Something said: a reaction, or a line of chat. */
type Bubble = { id: number; seat: string; what: string; chat: boolean };
/** Updates that were missed in one go are summed up, not replayed. */
const SUM_UP = 4;
const BUBBLE = 3500;
/** A hiccup is not shouted about. */
const PATIENT = 1500;
/** Milliseconds after which a page shows what it knew before it was reloaded. */
const RECALL = 1200;
const LONGEST_ASIDE = 120_000;

export class Remote implements Seat {
  state: State = $state('connecting');
  ending: Ending | null = $state(null);
  /** The newest picture, for everything that is not the game itself. */
  picture: Picture | null = $state.raw(null);
  /** The fingerprint of the seed as this page first saw it: the one that the seed must have. */
  promised: string | null = $state(null);
  show: Show | null = $state.raw(null);
  /** What the game's table is made of, once there is one. */
  parts: GameParts | null = $state.raw(null);
  /** The parts could not be loaded. */
  unreachable = $state(false);
  watching = $state(0);
  here: string[] = $state.raw([]);
  bubbles: Bubble[] = $state.raw([]);
  problem: Extract<ServerMessage, { type: 'error' }> | null = $state.raw(null);
  link: string | null = $state(null);
  /** Why the server has ended the connection. */
  said: WireMessage | null = $state.raw(null);
  /** The browser says that there is no network, and nothing was heard since. */
  offline = $state(false);
  /** An answer is overdue. */
  late = $state(false);
  /** The connection is down, and not only for a moment. */
  lost = $state(false);
  /** The player should know that something is wrong. */
  readonly troubled: boolean = $derived(this.offline || this.late || this.lost);
  /** The move that has not been acknowledged. It survives a reload. */
  sending: KnownMove | null = $state.raw(null);
  /** The picture is the one that this tab had before it was reloaded, and this old. */
  recalled: number | null = $state(null);
  onrefused: (() => void) | null = null;
  #connection: Connection;
  #memory: TableMemory | null;
  #nextBubble = 1;
  #trouble: ReturnType<typeof setTimeout> | undefined;
  #recall: ReturnType<typeof setTimeout> | undefined;

  constructor(url: string, memory: TableMemory | null = null) {
    this.#memory = memory;
    this.#connection = new Connection(browserEnvironment(url), {
      snapshot: (snapshot) => this.#snapshot(snapshot),
      updates: (updates) => this.#updates(updates),
      message: (message) => this.#message(message),
      state: (state, ending, said) => this.#setState(state, ending, said),
      alive: () => (this.offline = false),
      late: (late) => (this.late = late),
    });
    this.sending = memory?.move() ?? null;
    if (this.sending) this.#connection.insist({ type: 'move', ...this.sending });
  }

  start(): () => void {
    const wake = (): void => {
      if (document.visibilityState === 'visible') this.#connection.wake();
    };
    const sleep = (): void => {
      this.offline = true;
      this.#keep();
      // Where the server is on this machine, it answers all the same.
      this.#connection.wake();
    };
    const keep = (): void => this.#keep();
    addEventListener('online', wake);
    addEventListener('offline', sleep);
    addEventListener('pagehide', keep);
    document.addEventListener('visibilitychange', wake);
    this.#connection.connect();
    this.#recall = setTimeout(() => void this.#remember(), navigator.onLine ? RECALL : 0);
    return () => {
      removeEventListener('online', wake);
      removeEventListener('offline', sleep);
      removeEventListener('pagehide', keep);
      document.removeEventListener('visibilitychange', wake);
      clearTimeout(this.#trouble);
      clearTimeout(this.#recall);
      this.#keep();
      this.#connection.end();
    };
  }

  /** Try again to load the game's parts. */
  again(): void {
    void this.#begin();
  }

  /** Do not wait for the next attempt. */
  retry(): void {
    this.#connection.retry();
  }

  /** Nothing of this seat stays in this tab. */
  forget(): void {
    this.#memory?.forget();
    this.#memory = null;
  }

  now(): number {
    return Date.now() + this.#connection.ahead;
  }

  send(message: ClientMessage): void {
    this.#connection.send(message);
  }

  move(text: string, answers: number): void {
    this.problem = null;
    const key = this.#connection.insist({ type: 'move', move: text, answers });
    this.sending = { key, move: text, answers };
    this.#memory?.keepMove(this.sending);
  }

  async explain(move: string): Promise<Reason | null> {
    const answer = await this.#connection.request({ type: 'explain', move });
    return answer?.type === 'explained' ? answer.reason : null;
  }

  async hint(): Promise<Advice | null> {
    const answer = await this.#connection.request({ type: 'hint' });
    return answer?.type === 'hint' ? answer : null;
  }

  react(what: React['what']): void {
    this.#connection.insist({ type: 'react', what });
  }

  chat(text: string): void {
    this.#connection.insist({ type: 'chat', text });
  }

  /** Ask once; whether there was an answer. */
  async asked(message: ClientMessage): Promise<boolean> {
    return (await this.#connection.request(message)) !== null;
  }

  back(): void {
    this.send({ type: 'back' });
  }

  #keep(): void {
    const { picture } = this;
    if (picture && this.recalled === null && picture.table.phase === 'playing')
      this.#memory?.keep({ snapshot: toSnapshot(picture), at: Date.now() });
  }

  /** Nothing has come: show what this tab knew. */
  async #remember(): Promise<void> {
    const known = this.picture === null ? this.#memory?.known() : null;
    if (!known) return;
    this.recalled = known.at;
    this.picture = fromSnapshot(known.snapshot);
    await this.#begin();
  }

  /** Whether the move has been answered. */
  #settle(): void {
    if (this.sending === null || this.#connection.isWaiting(this.sending.key)) return;
    this.sending = null;
    this.#memory?.keepMove(null);
  }

  #snapshot(snapshot: Snapshot): void {
    clearTimeout(this.#recall);
    this.recalled = null;
    this.#settle();
    this.picture = fromSnapshot(snapshot);
    this.promised = promiseOf(this.promised, snapshot.table);
    if (snapshot.view === null) this.show = null;
    else if (this.show) this.show.resume(snapshot);
    else void this.#begin();
    if (this.sending === null) this.onrefused?.();
    if (snapshot.table.phase !== 'playing') this.#memory?.forget();
  }

  #updates(updates: Update[]): void {
    if (!this.picture) return;
    this.#settle();
    for (const update of updates) {
      this.picture = withUpdate(this.picture, update);
      this.promised = promiseOf(this.promised, this.picture.table);
      this.#bubble(update);
    }
    const { picture } = this;
    if (picture.table.phase !== 'playing') this.#memory?.forget();
    if (this.show === null) {
      if (picture.view !== null) void this.#begin();
    } else {
      for (const update of updates) this.show.push(update, updates.length > SUM_UP);
    }
  }

  /** The table is there as soon as the game's parts are; until then the picture goes on without it. */
  async #begin(): Promise<void> {
    this.unreachable = false;
    const game = this.picture!.table.game;
    try {
      this.parts = await loadParts(game);
    } catch {
      this.unreachable = true;
      return;
    }
    const { picture } = this;
    if (this.show !== null || picture === null || picture.view === null) return;
    this.parts.prepare?.(picture.table.options);
    this.show = new Show(toSnapshot(picture), this.parts.choreography);
  }

  #bubble(update: Update): void {
    const { news } = update;
    if ((news?.what !== 'reaction' && news?.what !== 'chat') || !news.seat || !news.text) return;
    const bubble = { id: this.#nextBubble++, seat: news.seat, what: news.text, chat: news.what === 'chat' };
    this.bubbles = [...this.bubbles, bubble];
    // A line takes longer to read than a word.
    setTimeout(
      () => (this.bubbles = this.bubbles.filter((each) => each !== bubble)),
      BUBBLE + bubble.what.length * 60,
    );
  }

  #message(message: ServerMessage): void {
    this.#settle();
    switch (message.type) {
      case 'presence':
        this.here = message.here;
        this.watching = message.watching;
        break;
      case 'link':
        this.link = message.token;
        break;
      case 'error':
        if (message.code !== 'stale') this.problem = message;
        this.onrefused?.();
        break;
    }
  }

  #setState(state: State, ending: Ending | null, said: WireMessage | null = null): void {
    this.state = state;
    this.ending = ending;
    this.said = said;
    if (state === 'open' || state === 'ended') {
      clearTimeout(this.#trouble);
      this.#trouble = undefined;
      this.lost = false;
    } else this.#trouble ??= setTimeout(() => (this.lost = true), PATIENT);
    if (state === 'ended') this.forget();
  }
}

/** Say one thing for another seat of this device, and be gone. */
export function sayAside(url: string, message: Keyed): void {
  const end = (): void => connection.end();
  const nothing = (): void => undefined;
  const connection: Connection = new Connection(browserEnvironment(url), {
    snapshot: nothing,
    updates: nothing,
    message: () => {
      if (!connection.waiting) end();
    },
    state: nothing,
  });
  setTimeout(end, LONGEST_ASIDE);
  connection.insist(message);
  connection.connect();
}

function toSnapshot(picture: Picture): Snapshot {
  return {
    seq: picture.seq,
    at: 0,
    you: picture.you,
    table: picture.table,
    view: picture.view,
    turn: picture.turn,
    prompt: picture.prompt,
    recent: picture.log.map((entry) => ({
      seq: entry.seq,
      at: entry.at ?? 0,
      ...(entry.news ? { news: entry.news } : {}),
      events: entry.events,
    })),
    chat: picture.chat,
    aid: picture.aid,
  };
}
