/** The sounds, made on the spot: tones that glide, and breaths of noise for paper and fire. */

export type SoundName =
  'card' | 'shuffle' | 'turn' | 'rune' | 'allIn' | 'burn' | 'prediction' | 'showdown' | 'win' | 'lose';

/** A tone from one pitch to another, or noise in a band around them. */
interface Part {
  /** Hertz at the start and at the end. */
  from: number;
  to: number;
  /** Seconds. */
  at: number;
  length: number;
  loud: number;
  shape: OscillatorType | 'noise';
  /** Seconds until it is at its loudest. */
  swell?: number;
}

const tone = (from: number, at: number, length: number, loud: number, rest: Partial<Part> = {}): Part => ({
  from,
  to: from,
  at,
  length,
  loud,
  shape: 'sine',
  ...rest,
});
const noise = (from: number, to: number, at: number, length: number, loud: number, swell = 0.005): Part => ({
  from,
  to,
  at,
  length,
  loud,
  shape: 'noise',
  swell,
});
/** A struck bell: a tone, its fifth and its octave, the higher the shorter. */
const bell = (pitch: number, at: number, loud: number): Part[] => [
  tone(pitch, at, 1.1, loud),
  tone(pitch * 1.5, at, 0.7, loud / 3),
  tone(pitch * 2.01, at, 0.5, loud / 4),
];

const SOUNDS: Record<SoundName, Part[]> = {
  // A card slides and lands.
  card: [noise(2600, 1200, 0, 0.09, 0.16, 0.03), tone(170, 0.06, 0.07, 0.14, { to: 90, shape: 'triangle' })],
  shuffle: Array.from({ length: 9 }, (_, index) =>
    noise(1800 + 140 * index, 1200, index * 0.055, 0.06, 0.12),
  ),
  turn: [...bell(523, 0, 0.1), ...bell(784, 0.13, 0.09)],
  // Stone on stone.
  rune: [tone(1320, 0, 0.05, 0.1, { to: 980, shape: 'triangle' }), tone(1760, 0.05, 0.22, 0.07)],
  // The room holds its breath, then a gong.
  allIn: [
    tone(55, 0, 0.9, 0.2, { to: 110, shape: 'sawtooth', swell: 0.7 }),
    ...bell(147, 0.85, 0.26),
    tone(98, 0.85, 1.6, 0.2),
    noise(400, 120, 0.85, 0.5, 0.14),
  ],
  burn: [
    noise(300, 1700, 0, 0.5, 0.3, 0.3),
    noise(1700, 250, 0.5, 0.8, 0.24),
    tone(120, 0, 0.9, 0.14, { to: 48, shape: 'triangle' }),
  ],
  prediction: [tone(440, 0, 0.5, 0.08, { to: 660, swell: 0.2 }), ...bell(988, 0.28, 0.07)],
  showdown: [...bell(196, 0, 0.18), ...bell(294, 0.22, 0.14), noise(900, 1800, 0, 0.4, 0.06, 0.2)],
  win: [523, 659, 784, 1047].flatMap((pitch, index) => bell(pitch, index * 0.14, 0.12)),
  lose: [392, 349, 311, 233].map((pitch, index) =>
    tone(pitch, index * 0.2, 0.5, 0.12, { shape: 'triangle' }),
  ),
};

let audio: AudioContext | null = null;
let hiss: AudioBuffer | null = null;

function hissOf(context: AudioContext): AudioBuffer {
  if (hiss) return hiss;
  hiss = context.createBuffer(1, context.sampleRate, context.sampleRate);
  const samples = hiss.getChannelData(0);
  for (let index = 0; index < samples.length; index++) samples[index] = Math.random() * 2 - 1;
  return hiss;
}

export function play(name: SoundName, volume: number): void {
  audio ??= new AudioContext();
  for (const part of SOUNDS[name]) start(audio, part, volume);
}

function start(context: AudioContext, part: Part, volume: number): void {
  const begin = context.currentTime + part.at;
  const end = begin + part.length;
  const gain = context.createGain();
  const peak = Math.max(0.0002, part.loud * volume);
  gain.gain.setValueAtTime(0.0001, begin);
  gain.gain.exponentialRampToValueAtTime(peak, begin + (part.swell ?? 0.006));
  gain.gain.exponentialRampToValueAtTime(0.0001, end);
  gain.connect(context.destination);
  if (part.shape === 'noise') {
    const source = context.createBufferSource();
    const band = context.createBiquadFilter();
    source.buffer = hissOf(context);
    source.loop = true;
    band.type = 'bandpass';
    glide(band.frequency, part, begin, end);
    source.connect(band).connect(gain);
    source.start(begin);
    source.stop(end);
    return;
  }
  const source = context.createOscillator();
  source.type = part.shape;
  glide(source.frequency, part, begin, end);
  source.connect(gain);
  source.start(begin);
  source.stop(end);
}

function glide(pitch: AudioParam, { from, to }: Part, begin: number, end: number): void {
  pitch.setValueAtTime(from, begin);
  pitch.exponentialRampToValueAtTime(to, end);
}
