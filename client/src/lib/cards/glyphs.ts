/**
 * The numeral face: one skeleton per sign in a box 60 wide and 100 high, drawn as strokes.
 * High bowls are small and low ones large, as on old station clocks.
 */
export const GLYPHS = {
  '0': 'M30 6C46 6 54 24 54 50S46 94 30 94 6 76 6 50 14 6 30 6Z',
  '1': 'M17 20L35 6V94M17 94H53',
  '2': 'M8 28C8 14 17 6 30 6C43 6 52 15 52 28C52 44 40 54 27 68L7 94H54',
  '3': 'M9 6H51L28 42C44 42 54 52 54 67C54 83 43 94 28 94C17 94 9 88 6 78',
  '4': 'M41 94V6L5 70H56',
  '5': 'M49 6H17L12 45C18 39 24 37 31 37C45 37 54 48 54 65C54 82 43 94 28 94C17 94 9 88 6 79',
  '6': 'M45 6C24 22 6 44 6 67C6 83 16 94 30 94S54 83 54 68C54 53 44 43 31 43C20 43 10 50 7 61',
  '7': 'M6 6H54L25 94',
  '8':
    'M30 44C19 44 11 36 11 25S19 6 30 6S49 14 49 25S41 44 30 44C16 44 6 54 6 69' +
    'S16 94 30 94S54 84 54 69S44 44 30 44Z',
  '9': 'M15 94C36 78 54 56 54 33C54 17 44 6 30 6S6 17 6 32C6 47 16 57 29 57C40 57 50 50 53 39',
  J: 'M22 6H46V68C46 84 37 94 25 94C13 94 6 86 6 74',
  Q: 'M30 6C46 6 55 24 55 50S46 94 30 94S5 76 5 50S14 6 30 6ZM35 70L56 97',
  K: 'M10 6V94M52 6L10 58M23 43L55 94',
  A: 'M4 94L30 6L56 94M13 68H47',
} as const;

export type Glyph = keyof typeof GLYPHS;

export interface PlacedGlyph {
  glyph: Glyph;
  x: number;
  scale: number;
}

/** How far each sign reaches, so that `11` and `14` are set as tightly as `10`. */
const WIDTHS: Partial<Record<Glyph, readonly [number, number]>> = { '1': [14, 54], '4': [4, 57] };

/** Signs side by side, in a box `height` high and centred on x = 0. */
export function setText(text: string, height: number, gap = 16): { glyphs: PlacedGlyph[]; width: number } {
  const scale = height / 100;
  let x = 0;
  const glyphs: PlacedGlyph[] = [];
  for (const sign of text) {
    const glyph = sign as Glyph;
    const [left, right] = WIDTHS[glyph] ?? [4, 56];
    glyphs.push({ glyph, x: x - left, scale });
    x += right - left + gap;
  }
  const width = x - gap;
  return {
    glyphs: glyphs.map((each) => ({ ...each, x: (each.x - width / 2) * scale })),
    width: width * scale,
  };
}
