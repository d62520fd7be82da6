/**
 * Shows what happens, one thing after the other. Updates wait here until the one before has been
 * seen; what arrives while nobody looks is put on the screen at once.
 */
import { flushSync } from 'svelte';
import { fromSnapshot, withUpdate, type GameEvent, type Picture, type Snapshot, type Update } from '../model';
import { pace } from '../settings.svelte';
import { dealZones, plan, type Hint, type ZoneCards, type Zones } from './journeys';
import { Stage } from './stage.svelte';
import { roundsOf, type Round, type TurnRules } from './turns';

/** What a game tells about its cards on the table. */
export interface Choreography {
  zones(picture: Picture): ZoneCards;
  /** How the cards of an event travel, if it happens `at`; and when the next event may begin. */
  hints(event: GameEvent, picture: Picture, at: number): { hints: Hint[]; until: number };
  /** How its events belong to turns. */
  readonly turns?: TurnRules;
  /** Events that are shown on a sheet of their own before the table goes on. */
  sheet?(events: readonly GameEvent[], before: Picture, after: Picture): unknown;
}

/** A pause after another player's move, so that it can be followed. */
const REST = 420;
const BEHIND = 6;

export class Show {
  picture: Picture = $state.raw()!;
  zones: Zones = $state.raw({});
  stage = new Stage();
  /** Something is being shown. */
  busy = $state(false);
  /** The question that stood when nothing was being shown: it goes on standing while others move. */
  settled = $state(0);
  /** The last events, for the line under the table and for screen readers. */
  latest: { seq: number; events: readonly GameEvent[] } = $state.raw({ seq: 0, events: [] });
  sheet: unknown = $state.raw(null);
  /** For effects that belong to a moment, such as a burn or a full river. */
  moment: { name: string; seq: number } | null = $state.raw(null);
  /** What has been shown, by round and turn. */
  readonly rounds: readonly Round[];
  #queue: Update[] = [];
  #newest: Picture;
  #choreography: Choreography;
  #hurry = false;
  /** Grows with each whole new picture: what was being shown before then is no longer wanted. */
  #era = 0;
  #closeSheet: (() => void) | null = null;

  constructor(snapshot: Snapshot, choreography: Choreography) {
    this.#choreography = choreography;
    this.rounds = $derived(roundsOf(this.picture.log, choreography.turns));
    this.#newest = fromSnapshot(snapshot);
    this.#put(this.#newest);
  }

  /** A whole new picture, for example after a long absence. */
  replace(snapshot: Snapshot): void {
    this.#queue = [];
    this.#era += 1;
    this.#newest = fromSnapshot(snapshot);
    this.stage.finish();
    this.closeSheet();
    this.#put(this.#newest);
  }

  push(update: Update): void {
    this.#newest = withUpdate(this.#newest, update);
    // Talk and absences interrupt nobody.
    if (!this.busy && !update.view && !update.events?.length) {
      this.picture = this.#newest;
      return;
    }
    this.#queue.push(update);
    if (this.busy) return;
    this.busy = true;
    // Not inside whatever called: the picture must not change while it is being drawn.
    queueMicrotask(() => void this.#work());
  }

  /** Tap it away: whatever moves is there at once. */
  skip(): void {
    this.#hurry = true;
    this.stage.finish();
  }

  closeSheet(): void {
    this.sheet = null;
    this.#closeSheet?.();
    this.#closeSheet = null;
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
    while (this.#queue.length > 0) {
      const unseen = typeof document !== 'undefined' && document.visibilityState === 'hidden';
      const late = this.#queue.length > BEHIND || unseen;
      const update = this.#queue.shift()!;
      const next = withUpdate(this.picture, update);
      const speed = late || this.#hurry ? 0 : pace();
      await this.#step(update, next, speed);
      if (this.#queue.length === 0) this.#hurry = false;
    }
    this.busy = false;
    this.settled = this.picture.prompt?.seq ?? 0;
  }

  async #step(update: Update, next: Picture, speed: number): Promise<void> {
    const events = update.events ?? [];
    const before = this.picture;
    const era = this.#era;
    const sheet = this.#choreography.sheet?.(events, before, next) ?? null;
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
    const apply = (): void => {
      flushSync(() => {
        this.picture = next;
        this.zones = planned.zones;
        if (sheet === null) this.latest = { seq: update.seq, events };
        this.moment = momentOf(events, update.seq);
      });
    };
    if (speed === 0 || typeof document === 'undefined') {
      apply();
      return;
    }
    await this.stage.show(planned, apply, speed);
    const own = update.news?.seat === next.you.seat;
    const rest = own || next.prompt !== null ? REST / 3 : REST;
    if (!this.#hurry && era === this.#era && events.length > 0)
      await new Promise((resolve) => setTimeout(resolve, rest * speed));
  }
}

function momentOf(events: readonly GameEvent[], seq: number): { name: string; seq: number } | null {
  const found = events.find((event) => event.event === 'burn' || event.event === 'river full');
  return found ? { name: found.event, seq } : null;
}
