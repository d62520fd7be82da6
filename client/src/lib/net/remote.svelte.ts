/** A table on a server: the connection, what it shows, and the way back for moves. */
import type { ClientMessage, Reason, ServerMessage, Snapshot, Update } from '../../protocol.gen';
import { fromSnapshot, promiseOf, withUpdate, type Picture } from '../model';
import type { Seat } from '../table/play.svelte';
import { Show, type Choreography } from '../table/show.svelte';
import { browserEnvironment, Connection, type Ending, type Keyed, type State } from './connection';

/** Something said: a reaction, or a line of chat. */
type Bubble = { id: number; seat: string; what: string; chat: boolean };
/** Updates that were missed in one go are summed up, not replayed. */
const SUM_UP = 4;
const BUBBLE = 3500;
const LONGEST_ASIDE = 120_000;

export class Remote implements Seat {
  state: State = $state('connecting');
  ending: Ending | null = $state(null);
  /** The newest picture, for everything that is not the game itself. */
  picture: Picture | null = $state.raw(null);
  /** The fingerprint of the seed as this page first saw it: the one that the seed must have. */
  promised: string | null = $state(null);
  show: Show | null = $state.raw(null);
  watching = $state(0);
  here: string[] = $state.raw([]);
  bubbles: Bubble[] = $state.raw([]);
  problem: Extract<ServerMessage, { type: 'error' }> | null = $state.raw(null);
  link: string | null = $state(null);
  /** How long the connection has been down, so that a hiccup is not shouted about. */
  troubled = $state(false);
  onrefused: (() => void) | null = null;
  #connection: Connection;
  #choreography: (game: string) => Choreography;
  #explaining: { move: string; answer: (reason: Reason | null) => void }[] = [];
  #hinting: ((hint: { move: string; text: string } | null) => void)[] = [];
  #nextBubble = 1;
  #trouble: ReturnType<typeof setTimeout> | undefined;

  constructor(url: string, choreography: (game: string) => Choreography) {
    this.#choreography = choreography;
    this.#connection = new Connection(browserEnvironment(url), {
      snapshot: (snapshot) => this.#snapshot(snapshot),
      updates: (updates) => this.#updates(updates),
      message: (message) => this.#message(message),
      state: (state, ending) => this.#setState(state, ending),
    });
  }

  start(): () => void {
    const wake = (): void => {
      if (document.visibilityState === 'visible') this.#connection.wake();
    };
    addEventListener('online', wake);
    document.addEventListener('visibilitychange', wake);
    this.#connection.connect();
    return () => {
      removeEventListener('online', wake);
      document.removeEventListener('visibilitychange', wake);
      clearTimeout(this.#trouble);
      this.#connection.end();
    };
  }

  now(): number {
    return Date.now() + this.#connection.ahead;
  }

  send(message: ClientMessage): void {
    this.#connection.send(message);
  }

  move(text: string, answers: number): void {
    this.problem = null;
    this.#connection.insist({ type: 'move', move: text, answers });
  }

  explain(move: string): Promise<Reason | null> {
    if (!this.#connection.ask({ type: 'explain', move })) return Promise.resolve(null);
    return new Promise((answer) => this.#explaining.push({ move, answer }));
  }

  hint(): Promise<{ move: string; text: string } | null> {
    if (!this.#connection.ask({ type: 'hint' })) return Promise.resolve(null);
    return new Promise((answer) => this.#hinting.push(answer));
  }

  react(what: string): void {
    this.#connection.insist({ type: 'react', what: what as never });
  }

  chat(text: string): void {
    this.#connection.insist({ type: 'chat', text });
  }

  leave(): void {
    this.send({ type: 'leave' });
  }

  back(): void {
    this.send({ type: 'back' });
  }

  #snapshot(snapshot: Snapshot): void {
    this.picture = fromSnapshot(snapshot);
    this.promised = promiseOf(this.promised, snapshot.table);
    if (snapshot.view === null) this.show = null;
    else if (this.show) this.show.replace(snapshot);
    else this.show = new Show(snapshot, this.#choreography(snapshot.table.game));
    this.onrefused?.();
  }

  #updates(updates: Update[]): void {
    if (!this.picture) return;
    for (const update of updates) {
      this.picture = withUpdate(this.picture, update);
      this.promised = promiseOf(this.promised, this.picture.table);
      this.#bubble(update);
    }
    const { picture } = this;
    if (this.show === null) {
      if (picture.view !== null) this.show = new Show(toSnapshot(picture), this.#choreography(picture.table.game));
    } else if (updates.length > SUM_UP) {
      this.show.replace(toSnapshot(picture));
    } else {
      for (const update of updates) this.show.push(update);
    }
  }

  #bubble(update: Update): void {
    const { news } = update;
    if ((news?.what !== 'reaction' && news?.what !== 'chat') || !news.seat || !news.text) return;
    const bubble = { id: this.#nextBubble++, seat: news.seat, what: news.text, chat: news.what === 'chat' };
    this.bubbles = [...this.bubbles, bubble];
    // A line takes longer to read than a word.
    setTimeout(() => (this.bubbles = this.bubbles.filter((each) => each !== bubble)), BUBBLE + bubble.what.length * 60);
  }

  #message(message: ServerMessage): void {
    switch (message.type) {
      case 'explained': {
        const index = this.#explaining.findIndex((each) => each.move === message.reason.move);
        if (index >= 0) this.#explaining.splice(index, 1)[0]!.answer(message.reason);
        break;
      }
      case 'hint':
        this.#hinting.shift()?.({ move: message.move, text: message.text });
        break;
      case 'presence':
        this.here = message.here;
        this.watching = message.watching;
        break;
      case 'link':
        this.link = message.token;
        break;
      case 'error':
        if (message.code !== 'stale') this.problem = message;
        for (const each of this.#explaining.splice(0)) each.answer(null);
        for (const each of this.#hinting.splice(0)) each(null);
        this.onrefused?.();
        break;
    }
  }

  #setState(state: State, ending: Ending | null): void {
    this.state = state;
    this.ending = ending;
    clearTimeout(this.#trouble);
    if (state === 'open') this.troubled = false;
    else this.#trouble = setTimeout(() => (this.troubled = true), 1500);
    if (state !== 'open') {
      for (const each of this.#explaining.splice(0)) each.answer(null);
      for (const each of this.#hinting.splice(0)) each(null);
    }
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
    recent: picture.log.map((entry) => ({ seq: entry.seq, at: 0, ...(entry.news ? { news: entry.news } : {}), events: entry.events })),
    chat: picture.chat,
    aid: picture.aid,
  };
}
