/** SHA-256 as the standard writes it: browsers have their own only on secure pages. */

const ROUNDS = 64;

function constants(): { start: number[]; rounds: number[] } {
  const start: number[] = [];
  const rounds: number[] = [];
  const fraction = (value: number): number => ((value - Math.floor(value)) * 2 ** 32) >>> 0;
  for (let candidate = 2; rounds.length < ROUNDS; candidate++) {
    let prime = true;
    for (let factor = 2; factor * factor <= candidate; factor++) if (candidate % factor === 0) prime = false;
    if (!prime) continue;
    if (start.length < 8) start.push(fraction(Math.sqrt(candidate)));
    rounds.push(fraction(Math.cbrt(candidate)));
  }
  return { start, rounds };
}

const turn = (value: number, by: number): number => (value >>> by) | (value << (32 - by));

export function sha256(bytes: Uint8Array): string {
  const { start, rounds } = constants();
  const blocks = Math.ceil((bytes.length + 9) / 64);
  const padded = new Uint8Array(blocks * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, bytes.length * 8);
  const hash = [...start];
  const words = new Uint32Array(ROUNDS);
  for (let block = 0; block < blocks; block++) {
    for (let i = 0; i < 16; i++) words[i] = view.getUint32(block * 64 + i * 4);
    for (let i = 16; i < ROUNDS; i++) {
      const [a, b] = [words[i - 15]!, words[i - 2]!];
      const small = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
      const large = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
      words[i] = words[i - 16]! + small + words[i - 7]! + large;
    }
    let [a, b, c, d, e, f, g, h] = hash as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < ROUNDS; i++) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + rounds[i]! + words[i]!) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((value, i) => (hash[i] = (hash[i]! + value) | 0));
  }
  return hash.map((value) => (value >>> 0).toString(16).padStart(8, '0')).join('');
}

export function fromHex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
