/**
 * The ornament of cards comes a moment after the first of them: on a slow phone a tenth of a second
 * goes into it, and what one plays with should not wait.
 */
class Ornament {
  drawn = $state(false);
}

export const ornament = new Ornament();

let asked = false;

/** To be called by whatever has ornament, once it is there; only the first call does anything. */
export function drawOrnament(): void {
  if (asked) return;
  asked = true;
  // After the frame that shows the first cards, not before it.
  requestAnimationFrame(() => setTimeout(() => (ornament.drawn = true)));
}
