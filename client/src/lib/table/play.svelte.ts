/** What the player can do now, and the way from a tap to a move. */
import { getContext, setContext, type Component, type Snippet } from 'svelte';
import { partsOf } from '../../games/registry';
import { saySentence } from '../say';
import { readingPace, settings } from '../settings.svelte';
import type { Advice, ClientMessage, Prompt, React, Reason } from '../../protocol.gen';
import type { Show } from './show.svelte';

/** Where moves go: a server, a recorded game or a tutorial. */
export interface Seat {
  /** The time by the clock that makes the deadlines. */
  now?(): number;
  /** How many spectators there are. */
  readonly watching?: number;
  move(text: string, answers: number): void;
  explain(text: string): Promise<Reason | null>;
  hint?(): Promise<Advice | null>;
  react?(what: React['what']): void;
  chat?(text: string): void;
  back?(): void;
  /** Something else that is asked of the table, for example by its host. */
  send?(message: ClientMessage): void;
  /** The move that has not been acknowledged. */
  readonly sending?: { answers: number } | null;
}

export interface Coach {
  /** What shows it; only tutorials load it. */
  Panel: Component<{ coach: Coach; choices: Snippet; onrule?: (rule: string) => void }>;
  text: string;
  /** Which step it is, of how many. */
  step: string;
  /** On to the next text; null while a move is wanted. */
  next: (() => void) | null;
  label: string;
  leave: () => void;
  /** The text answers a wrong choice: what brings the task back, and the rule it cites. */
  back?: () => void;
  rule?: string | null;
}

const NONE: ReadonlySet<string> = new Set();
/** A tap this soon after the question changed may have been meant for the one before: it is asked about. */
const TOO_SOON = 250;
/** How long a question that needs no answer can be seen. */
const OBVIOUS = 400;

export class Play {
  show: Show;
  seat: Seat;
  /** The move that waits for a confirmation. */
  pending: { move: string; label: string } | null = $state(null);
  reason: Reason | null = $state(null);
  advice: Advice | null = $state(null);
  /** Words of a tutorial, in place of the usual question. */
  coach: Coach | null = $state.raw(null);
  /** In place of the question, where there is none: the controls of a replay. */
  panel: Snippet | null = $state.raw(null);
  /** All hands are open. */
  open = $state(false);
  /** The player about whom more is shown. */
  about: string | null = $state(null);
  /** The aid card is being looked at. */
  aid = $state(false);
  /** The last entry up to which the player has read what people say. */
  heard = $state(0);
  /** The card that is looked at closely. */
  peek: string | null = $state(null);
  #sent: number | null = $state(null);
  #question = 0;
  #asked = 0;
  #since = 0;
  #later: string[] = [];

  readonly prompt: Prompt | null;
  readonly legal: ReadonlySet<string>;
  readonly sending: boolean;

  constructor(show: Show, seat: Seat) {
    this.show = show;
    this.seat = seat;
    this.heard = show.picture.seq;
    this.#sent = seat.sending?.answers ?? null;
    this.prompt = $derived.by(() => {
      const { prompt } = show.picture;
      if (prompt === null || this.#sent === prompt.seq) return null;
      return show.busy && show.settled !== prompt.seq ? null : prompt;
    });
    this.legal = $derived(this.prompt === null ? NONE : new Set(this.prompt.legal));
    this.sending = $derived(this.#sent !== null && this.#sent === show.picture.prompt?.seq);
    // A new question makes what was half chosen meaningless; what others do meanwhile does not.
    $effect(() => {
      const seq = show.picture.prompt?.seq ?? 0;
      if (seq === this.#question) return;
      this.#question = seq;
      this.pending = null;
      this.reason = null;
      this.advice = null;
    });
    $effect(() => {
      const seq = this.prompt?.seq ?? 0;
      if (seq === 0 || seq === this.#asked) return;
      this.#asked = seq;
      this.#since = performance.now();
      const next = this.#later.shift();
      if (next === undefined) return;
      if (this.can(next)) this.#submit(next);
      else this.#later = [];
    });
    $effect(() => {
      if (this.prompt === null || !settings.automatic || this.coach !== null) return;
      const move = partsOf(show.picture)?.automatic?.(this.prompt.legal) ?? null;
      if (move === null) return;
      const timer = setTimeout(() => this.#submit(move), OBVIOUS * readingPace());
      return () => clearTimeout(timer);
    });
  }

  can(move: string): boolean {
    return this.legal.has(move);
  }

  /** The legal moves that begin with a word, without it. */
  after(word: string): string[] {
    return [...this.legal]
      .filter((move) => move.startsWith(`${word} `))
      .map((move) => move.slice(word.length + 1));
  }

  /** Make a move, or ask first if the player wants that, the move is a great one, or the server has a caution. */
  choose(move: string, label: string, great = false): void {
    if (!this.can(move)) return;
    this.reason = null;
    const early = performance.now() - this.#since < TOO_SOON;
    const caution = this.prompt?.cautions?.[move];
    if ((settings.confirm || great || early || caution) && this.pending?.move !== move)
      this.pending = { move, label: caution ? saySentence(caution, this.show.picture) : label };
    else this.#submit(move);
  }

  confirm(): void {
    if (this.pending) this.#submit(this.pending.move);
  }

  cancel(): void {
    this.pending = null;
    this.reason = null;
    this.peek = null;
    this.about = null;
  }

  /** Several moves one after the other, as long as each is legal when its time comes. */
  chooseAll(moves: string[]): void {
    const [first, ...rest] = moves;
    if (first === undefined || !this.can(first)) return;
    this.#later = rest;
    this.#submit(first);
  }

  /** Ask why something cannot be done. */
  async wonder(move: string): Promise<void> {
    if (this.show.busy) this.show.skip();
    const reason = await this.seat.explain(move);
    if (reason && !reason.legal) this.reason = reason;
  }

  async askHint(): Promise<void> {
    const question = this.#question;
    const advice = (await this.seat.hint?.()) ?? null;
    if (question === this.#question) this.advice = advice;
  }

  /** Whether the hint is one of these words with this card, place or player. */
  advises(thing: string, ...words: string[]): boolean {
    const [word, ...rest] = this.advice?.move.split(' ') ?? [];
    return word !== undefined && words.includes(word) && rest.includes(thing);
  }

  /** A move was refused: the question stands again. */
  refused(): void {
    this.#sent = null;
    this.#later = [];
  }

  #submit(move: string): void {
    const prompt = this.prompt;
    if (prompt === null || !this.can(move)) return;
    this.pending = null;
    this.show.read();
    this.#sent = prompt.seq;
    this.seat.move(move, prompt.seq);
  }
}

const KEY = Symbol('play');

export const providePlay = (play: Play): Play => setContext(KEY, play);
export const usePlay = (): Play => getContext(KEY);
/** Where there may be no table, such as in a sheet of the start page. */
export const findPlay = (): Play | undefined => getContext(KEY);
