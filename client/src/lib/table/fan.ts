/** How many cards of a hand fit, and how large they are. */

export interface Fan {
  /** The width of a card. */
  wide: number;
  rows: number;
  perRow: number;
  /** From the edge of one card to the edge of the next. */
  step: number;
  /** From the top of one row to the top of the next. */
  rise: number;
}

/** The least width of a card, and how much of one must show. */
const LEAST = 52;
const ENOUGH = 34;
const GAP = 6;
/** The part of a card that shows above the row in front of it. */
const ABOVE = 0.5;

/** The largest cards with enough to see of each; otherwise the arrangement that shows the most of each. */
export function arrange(count: number, width: number, height: number, most: number): Fan {
  let best: Fan | null = null;
  for (let rows = 1; rows <= 4; rows += 1) {
    const perRow = Math.max(1, Math.ceil(count / rows));
    const wide = Math.min(most, height / (1.4 * (1 + (rows - 1) * ABOVE)));
    if (best && wide < LEAST) break;
    const room = perRow > 1 ? (width - wide) / (perRow - 1) : wide + GAP;
    const fan = { wide, rows, perRow, step: Math.min(wide + GAP, room), rise: wide * 1.4 * ABOVE };
    if (fan.step >= Math.min(wide, ENOUGH)) return fan;
    if (!best || fan.step > best.step) best = fan;
  }
  return best!;
}
