/** Where nothing is to be decided: what must be done and can be done in one way only, or costs nothing. */
const FORCED: readonly string[] = ['draw', 'reveal'];

export function automatic(legal: readonly string[]): string | null {
  if (legal.length === 1 && FORCED.includes(legal[0]!)) return legal[0]!;
  return legal.includes('rune') && legal.every((move) => move === 'rune' || move === 'skip') ? 'rune' : null;
}
