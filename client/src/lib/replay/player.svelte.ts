/** Goes through a finished game: on, back, anywhere, or by itself. */
import { pace } from '../settings.svelte';
import type { Show } from '../table/show.svelte';
import { asSnapshot, turnStarts, type Step } from './timeline';

/** How long a step stays before the next, at the usual pace and at the quickest. */
const REST = 900;
const SHORTEST_REST = 350;
/** A sheet is read before the game goes on by itself. */
const SHEET_REST = 6000;

export class Player {
  at = $state(0);
  playing = $state(false);
  readonly steps: readonly Step[];
  readonly turns: readonly number[];
  readonly show: Show;

  constructor(steps: readonly Step[], show: Show, at = 0) {
    this.steps = steps;
    this.show = show;
    this.turns = turnStarts(steps);
    this.at = this.#within(at);
    $effect(() => {
      if (!this.playing) return;
      if (this.at >= this.last) {
        this.playing = false;
        return;
      }
      if (show.sheet !== null) return this.#later(() => show.closeSheet(), SHEET_REST);
      if (!show.busy) return this.#later(() => this.#forward(), Math.max(SHORTEST_REST, REST * pace()));
    });
  }

  get last(): number {
    return this.steps.length - 1;
  }

  toggle(): void {
    if (!this.playing && this.at >= this.last) this.#jump(0);
    this.playing = !this.playing;
  }

  next(): void {
    this.playing = false;
    this.#forward();
  }

  go(step: number): void {
    this.playing = false;
    this.#jump(step);
  }

  /** To where a turn begins: -1 for this one or the one before, 1 for the next. */
  turn(direction: -1 | 1): void {
    const to =
      direction < 0
        ? this.turns.findLast((step) => step < this.at)
        : this.turns.find((step) => step > this.at);
    this.go(to ?? (direction < 0 ? 0 : this.last));
  }

  #forward(): void {
    if (this.at >= this.last) return;
    // A viewer quicker than the cards is not held up by them.
    if (this.show.busy) return this.#jump(this.at + 1);
    this.at += 1;
    this.show.push(this.steps[this.at]!.update);
  }

  #jump(step: number): void {
    this.at = this.#within(step);
    this.show.replace(asSnapshot(this.steps[this.at]!));
  }

  #within(step: number): number {
    return Math.min(this.last, Math.max(0, Math.round(step)));
  }

  #later(run: () => void, ms: number): () => void {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  }
}
