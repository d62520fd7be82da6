/** When a table sounds and trembles. The sounds themselves are loaded once they are switched on. */
import { settings } from './settings.svelte';
import type { SoundName } from './sounds';
import type { Show } from './table/show.svelte';

/** Milliseconds of trembling and rest, for what should also be felt. */
const FELT: Partial<Record<SoundName, number[]>> = {
  turn: [35],
  allIn: [60, 40, 120],
  burn: [20, 30, 20, 30, 90],
  prediction: [25],
  showdown: [40, 60, 40],
  win: [60, 60, 60, 60, 160],
  lose: [220],
};

export async function sound(name: SoundName): Promise<void> {
  const felt = FELT[name];
  // Before the first tap the browser refuses, and says so.
  if (felt && settings.vibrate && typeof navigator !== 'undefined' && navigator.userActivation?.hasBeenActive)
    navigator.vibrate?.(felt);
  if (!settings.sound) return;
  const { play } = await import('./sounds');
  play(name, settings.volume / 10);
}

/** What is heard of some events; the first that fits. */
const HEARD: readonly (readonly [SoundName, (kind: string) => boolean])[] = [
  ['allIn', (kind) => kind === 'all in'],
  ['burn', (kind) => kind === 'burn'],
  ['showdown', (kind) => kind === 'hand'],
  ['prediction', (kind) => kind === 'prediction' || kind === 'predict'],
  ['shuffle', (kind) => kind === 'shuffle' || kind === 'round' || kind === 'deal'],
  ['rune', (kind) => kind === 'rune'],
];

function soundOf(show: Show): SoundName | null {
  const { events } = show.latest;
  const { table, you } = show.picture;
  if (table.phase === 'over') {
    const { winner, loser } = (table.outcome ?? {}) as { winner?: string | null; loser?: string };
    return loser === you.seat || (winner && winner !== you.seat) ? 'lose' : 'win';
  }
  const found = HEARD.find(([, fits]) => events.some(({ event }) => fits(event)));
  return found?.[0] ?? (events.some((event) => event.cards?.length) ? 'card' : null);
}

/** Follow a table with sounds; call while a component is set up. */
export function playSounds(show: Show, asked: () => boolean): void {
  let seq = show.latest.seq;
  $effect(() => {
    const { latest } = show;
    if (latest.seq === seq) return;
    seq = latest.seq;
    const name = soundOf(show);
    if (name) void sound(name);
  });
  let was = false;
  $effect(() => {
    const now = asked();
    if (now && !was) void sound('turn');
    was = now;
  });
}
