/** Four small sounds, made on the spot; off until switched on. */
import { settings } from './settings.svelte';
import type { Show } from './table/show.svelte';

let audio: AudioContext | null = null;

interface Note {
  /** Hertz at the start and at the end. */
  from: number;
  to: number;
  at: number;
  length: number;
  loud: number;
  shape: OscillatorType;
}

const SOUNDS: Record<'card' | 'turn' | 'moment' | 'end', Note[]> = {
  card: [{ from: 420, to: 160, at: 0, length: 0.06, loud: 0.12, shape: 'triangle' }],
  turn: [
    { from: 523, to: 523, at: 0, length: 0.14, loud: 0.12, shape: 'sine' },
    { from: 784, to: 784, at: 0.12, length: 0.22, loud: 0.12, shape: 'sine' },
  ],
  moment: [
    { from: 110, to: 440, at: 0, length: 0.5, loud: 0.1, shape: 'sawtooth' },
    { from: 220, to: 880, at: 0.1, length: 0.6, loud: 0.06, shape: 'triangle' },
  ],
  end: [
    { from: 392, to: 392, at: 0, length: 0.3, loud: 0.1, shape: 'sine' },
    { from: 494, to: 494, at: 0.16, length: 0.3, loud: 0.1, shape: 'sine' },
    { from: 587, to: 587, at: 0.32, length: 0.7, loud: 0.1, shape: 'sine' },
  ],
};

export function sound(name: keyof typeof SOUNDS): void {
  if (!settings.sound) return;
  audio ??= new AudioContext();
  const start = audio.currentTime;
  for (const note of SOUNDS[name]) {
    const tone = audio.createOscillator();
    const gain = audio.createGain();
    tone.type = note.shape;
    tone.frequency.setValueAtTime(note.from, start + note.at);
    tone.frequency.exponentialRampToValueAtTime(note.to, start + note.at + note.length);
    gain.gain.setValueAtTime(note.loud, start + note.at);
    gain.gain.exponentialRampToValueAtTime(0.001, start + note.at + note.length);
    tone.connect(gain).connect(audio.destination);
    tone.start(start + note.at);
    tone.stop(start + note.at + note.length);
  }
}

/** Follow a table with sounds; call while a component is set up. */
export function playSounds(show: Show, asked: () => boolean): void {
  let seq = show.latest.seq;
  $effect(() => {
    const { latest, moment } = show;
    if (latest.seq === seq) return;
    seq = latest.seq;
    if (show.picture.table.phase === 'over') sound('end');
    else if (moment) sound('moment');
    else if (latest.events.some((event) => event.cards?.length)) sound('card');
  });
  let was = false;
  $effect(() => {
    const now = asked();
    if (now && !was) sound('turn');
    was = now;
  });
}
