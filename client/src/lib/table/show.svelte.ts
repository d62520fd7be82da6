/**
 * Shows what happens, one thing after the other. Updates wait here until the one before has been
 * seen, and while a sheet lies over the table. What arrives while nobody looks is put on the screen at
 * once and remembered as missed, so that it can be summed up.
 */
import { flushSync } from 'svelte';
import { HIDDEN } from '../cards/kinds';
import { fromSnapshot, withUpdate, type GameEvent, type Picture, type Snapshot, type Update } from '../model';
import { pace, readingPace } from '../settings.svelte';
import { dealZones, plan, type Hint, type ZoneCards, type Zones } from './journeys';
import { Stage } from './stage.svelte';
import {
  isTold,
  lastTurns,
  latestTurns,
  roundsOf,
  turnsAfter,
  type Round,
  type Turn,
  type TurnRules,
} from './turns';

/** Something that gets a second of its own on the table. */
export interface Moment {
  name: string;
  event: GameEvent;
  /** How long it stays, in milliseconds at the usual pace. */
  hold: number;
}

/** What a game tells about its cards on the table. */
export interface Choreography {
  zones(picture: Picture): ZoneCards;
  /** How the cards of an event travel, if it happens `at`; and when the next event may begin. */
  hints(event: GameEvent, picture: Picture, at: number): { hints: Hint[]; until: number };
  /** How its events belong to turns. */
  readonly turns?: TurnRules;
  /** What an update shows besides its events, such as a player who has no cards left. */
  notes?(before: Picture, after: Picture): GameEvent[];
  /** The moment that an event is, if it is one. */
  moment?(event: GameEvent, picture: Picture): Moment | null;
  /** Events that are shown on a sheet of their own before the table goes on. */
  sheet?(events: readonly GameEvent[], before: Picture, after: Picture): unknown;
}

/** A pause after another player's move, so that it can be followed. */
const REST = 420;
/** Without motion the new picture has to be read instead of watched. */
const STILL_REST = 800;
const BEHIND = 6;
/** From so many on it is offered to see them faster. */
const CROWD = 2;

interface Waiting {
  update: Update;
  late: boolean;
}

export class Show {
  picture: Picture = $state.raw()!;
  zones: Zones = $state.raw({});
  stage = new Stage();
  /** Something is being shown. */
  busy = $state(false);
  /** So much waits to be shown that one may want to see it faster. */
  behind = $state(false);
  /** How many updates wait for a sheet to be closed. */
  waiting = $state(0);
  /** The question that stood when nothing was being shown: it goes on standing while others move. */
  settled = $state(0);
  /** The last events, for the line under the table and for screen readers. */
  latest: { seq: number; events: readonly GameEvent[] } = $state.raw({ seq: 0, events: [] });
  sheet: unknown = $state.raw(null);
  /** For effects that belong to a moment, such as a burn or a full river. */
  moment: (Moment & { seq: number }) | null = $state.raw(null);
  /** Log entries that were put on the screen without being shown. */
  missed: ReadonlySet<number> = $state.raw(new Set());
  /** The viewer wants to see the end, not the way there. */
  rush = $state(false);
  /** Of a long absence, the server tells only the last part. */
  gap = $state(false);
  /** What has been shown, by round and turn. */
  readonly rounds: readonly Round[];
  #queue: Waiting[] = [];
  #newest: Picture;
  #choreography: Choreography;
  #hurry = false;
  /** Grows with each whole new picture: what was being shown before then is no longer wanted. */
  #era = 0;
  #closeSheet: (() => void) | null = null;
  #holds = 0;
  #released: (() => void)[] = [];
  /** Ends a pause early. */
  #wake: (() => void) | null = null;

  constructor(snapshot: Snapshot, choreography: Choreography) {
    this.#choreography = choreography;
    this.rounds = $derived(roundsOf(this.picture.log, choreography.turns));
    this.#newest = fromSnapshot(snapshot);
    this.#put(this.#newest);
  }

  /** A whole new picture: another step of a replay. */
  replace(snapshot: Snapshot): void {
    this.#queue = [];
    this.behind = false;
    this.#era += 1;
    this.#newest = fromSnapshot(snapshot);
    this.stage.finish();
    this.closeSheet();
    this.#put(this.#newest);
  }

  /** The picture after an absence: what happened meanwhile is missed, not forgotten. */
  resume(snapshot: Snapshot): void {
    const { seq, log } = this.picture;
    this.replace(snapshot);
    const fresh = this.picture.log.filter((entry) => entry.seq > seq);
    if (fresh.length === 0) return;
    this.gap = fresh[0]!.seq > seq + 1;
    const known = log.filter((entry) => entry.seq < this.picture.log[0]!.seq);
    this.#newest = { ...this.#newest, log: [...known, ...this.#newest.log] };
    this.picture = this.#newest;
    this.#miss(fresh.filter((entry) => entry.events.length > 0).map((entry) => entry.seq));
  }

  /** The next thing that happened; one of many that came together is `late` and not played back. */
  push(update: Update, late = false): void {
    this.#newest = withUpdate(this.#newest, update);
    // Talk and absences interrupt nobody.
    if (!this.busy && !update.view && !update.events?.length) {
      this.picture = this.#newest;
      return;
    }
    this.#queue.push({ update, late });
    if (this.#queue.length >= CROWD && update.events?.length) this.behind = readingPace() > 0;
    if (this.#holds > 0) this.waiting = this.#queue.length;
    if (this.busy) return;
    this.busy = true;
    // Not inside whatever called: the picture must not change while it is being drawn.
    queueMicrotask(() => void this.#work());
  }

  /** The viewer is asked something, though it is not shown yet. */
  get asked(): boolean {
    return this.#newest.prompt !== null;
  }

  /** Let the game wait, until the answer is called. */
  hold(): () => void {
    this.#holds += 1;
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#holds -= 1;
      if (this.#holds > 0) return;
      this.waiting = 0;
      for (const go of this.#released.splice(0)) go();
    };
  }

  /** Tap it away: whatever moves is there at once. */
  skip(): void {
    this.#hurry = true;
    this.stage.finish();
    this.#wake?.();
  }

  closeSheet(): void {
    this.sheet = null;
    this.#closeSheet?.();
    this.#closeSheet = null;
  }

  /** Light up seats, and these cards wherever they lie open. */
  point(seats: readonly (string | undefined)[], cards: readonly string[]): void {
    const tokens = Object.values(this.zones)
      .flat()
      .filter((token) => token.card !== HIDDEN && cards.includes(token.card));
    this.stage.pointAt(
      seats.flatMap((seat) => seat ?? []),
      tokens.map((token) => token.id),
    );
  }

  /** What was missed has been read. */
  read(): void {
    this.missed = new Set();
    this.gap = false;
  }

  #miss(seqs: readonly number[]): void {
    if (seqs.length) this.missed = new Set([...this.missed, ...seqs]);
  }

  #put(picture: Picture): void {
    this.picture = picture;
    this.settled = picture.prompt?.seq ?? 0;
    this.moment = null;
    const last = picture.log.findLast((entry) => entry.events.length > 0);
    this.latest = { seq: picture.seq, events: last?.events ?? [] };
    this.zones = dealZones(picture.view ? this.#choreography.zones(picture) : {});
  }

  async #work(): Promise<void> {
    let hurried = false;
    while (this.#queue.length > 0) {
      if (this.#holds > 0) {
        this.waiting = this.#queue.length;
        await new Promise<void>((resolve) => this.#released.push(resolve));
        continue;
      }
      const unseen = typeof document !== 'undefined' && document.visibilityState === 'hidden';
      const late = this.#queue[0]!.late || this.#queue.length > BEHIND || unseen;
      const { update } = this.#queue.shift()!;
      if (late && update.events?.length) this.#miss([update.seq]);
      await this.#step(update, late || this.#hurry || this.rush);
      hurried ||= this.#hurry;
      if (this.#queue.length === 0) this.#hurry = this.behind = false;
    }
    this.busy = false;
    this.settled = this.picture.prompt?.seq ?? 0;
    // A player who is out is asked nothing more, and nor is anybody after the end.
    const done = this.picture.prompt !== null || this.picture.table.phase === 'over';
    if (done && (hurried || readingPace() === 0)) this.#recall();
  }

  /** At a pace that cannot be watched, a seat may have had turns that nothing shows any more. */
  #recall(): void {
    const own = this.picture.you.seat;
    const turns = this.rounds.at(-1)?.turns ?? [];
    // Not what a rule or the clock does for the viewer, who need not have looked then.
    const mine = this.picture.log.findLast(({ news }) => news?.seat === own && news.by === 'person')?.seq;
    // Seats around a table show their last turns; a phone has one line for the last of all.
    const round = document.querySelector('.turnline')?.checkVisibility();
    if (round && mine === undefined) return;
    const since = turns.filter(
      (turn) => turn.seat !== null && turn.seat !== own && turn.last >= (mine ?? 0) && isTold(turn),
    );
    const shown = round
      ? this.picture.table.seats.flatMap(({ seat }) => lastTurns(this.rounds, seat))
      : this.latestTurns();
    const gone = since.filter(
      ({ id, events }) => !shown.some((turn) => turn.id === id && turn.events.length === events.length),
    );
    if (gone.length) this.#miss((round ? gone : since).map((turn) => turn.last));
  }

  /** What one line tells: the last turn of anybody else. */
  latestTurns(): Turn[] {
    return latestTurns(this.rounds, this.picture.you.seat, this.#choreography.turns);
  }

  /** The turns in which something was missed, without the viewer's own. */
  missedTurns(): Turn[] {
    const { missed, rounds } = this;
    if (missed.size === 0) return [];
    const own = this.picture.you.seat;
    return turnsAfter(rounds, Math.min(...missed) - 1).filter(
      (turn) => turn.seat !== own && turn.keys.some((key) => missed.has(Number(key.split(':')[0]))),
    );
  }

  async #step(given: Update, quick: boolean): Promise<void> {
    const before = this.picture;
    const era = this.#era;
    const bare = withUpdate(before, given);
    const notes = bare.view && before.view ? (this.#choreography.notes?.(before, bare) ?? []) : [];
    const update = notes.length ? { ...given, events: [...(given.events ?? []), ...notes] } : given;
    const next = notes.length ? withUpdate(before, update) : bare;
    const events = update.events ?? [];
    // Of updates that came together, only the last has a view to show.
    const sheet =
      given.view && !this.rush ? (this.#choreography.sheet?.(events, before, next) ?? null) : null;
    if (sheet !== null) {
      this.latest = { seq: update.seq, events };
      this.sheet = sheet;
      await new Promise<void>((resolve) => (this.#closeSheet = resolve));
      if (era !== this.#era) return;
    }
    const hints: Hint[] = [];
    let until = 0;
    for (const event of events) {
      const told = this.#choreography.hints(event, next, until);
      hints.push(...told.hints);
      until = Math.max(until, told.until);
    }
    const zones = next.view ? this.#choreography.zones(next) : {};
    const planned = plan(this.zones, zones, sheet === null ? hints : []);
    const moments = events.flatMap((event) => this.#choreography.moment?.(event, next) ?? []);
    const reading = quick || typeof document === 'undefined' ? 0 : readingPace();
    const apply = (): void => {
      flushSync(() => {
        this.picture = next;
        this.zones = planned.zones;
        if (sheet === null) this.latest = { seq: update.seq, events };
        // At a pace that nobody can watch there is none: nothing would end it.
        this.moment = moments[0] && reading > 0 ? { ...moments[0], seq: update.seq } : null;
      });
    };
    const speed = reading === 0 ? 0 : pace();
    if (speed > 0) await this.stage.show(planned, apply, speed);
    else apply();
    if (reading === 0) return;
    for (const moment of moments) {
      if (this.#hurry || era !== this.#era) return;
      this.moment = { ...moment, seq: update.seq };
      await this.#pause(moment.hold * reading);
    }
    if (moments.length && era === this.#era) this.moment = null;
    const own = update.news?.seat === next.you.seat;
    const rest = (speed > 0 ? REST : STILL_REST) / (own || next.prompt !== null ? 3 : 1);
    if (!this.#hurry && era === this.#era && events.length > 0) await this.#pause(rest * reading);
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        this.#wake = null;
        resolve();
      };
      const timer = setTimeout(end, ms);
      this.#wake = end;
    });
  }
}
