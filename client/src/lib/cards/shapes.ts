/** Small drawing helpers: all give SVG path data. */

const round = (value: number): string => String(Math.round(value * 100) / 100);

function point(cx: number, cy: number, radius: number, turn: number): string {
  const angle = (turn - 0.25) * 2 * Math.PI;
  return `${round(cx + radius * Math.cos(angle))} ${round(cy + radius * Math.sin(angle))}`;
}

/** A star; with `inner` close to `outer` it makes a frame. */
export function star(cx: number, cy: number, outer: number, inner: number, points: number): string {
  const corners = Array.from({ length: points * 2 }, (_, index) =>
    point(cx, cy, index % 2 === 0 ? outer : inner, index / (points * 2)),
  );
  return `M${corners.join('L')}Z`;
}

/** A spiral from the middle to `radius` in so many turns. */
export function spiral(cx: number, cy: number, radius: number, turns: number): string {
  const steps = Math.ceil(turns * 14);
  const points = Array.from({ length: steps + 1 }, (_, index) =>
    point(cx, cy, 0.6 + (radius - 0.6) * (index / steps), (turns * index) / steps),
  );
  return `M${points.join('L')}`;
}

/** Straight lines from one circle to a larger one. */
export function rays(cx: number, cy: number, from: number, to: number, count: number, offset = 0): string {
  return Array.from(
    { length: count },
    (_, index) =>
      `M${point(cx, cy, from, (index + offset) / count)}L${point(cx, cy, to, (index + offset) / count)}`,
  ).join('');
}

/** Petals: pointed ovals around a circle. */
export function petals(
  cx: number,
  cy: number,
  from: number,
  to: number,
  count: number,
  width: number,
): string {
  return Array.from({ length: count }, (_, index) => {
    const turn = index / count;
    const middle = (from + to) / 2;
    const left = point(cx, cy, middle, turn - width / 2);
    const right = point(cx, cy, middle, turn + width / 2);
    const start = point(cx, cy, from, turn);
    const end = point(cx, cy, to, turn);
    return `M${start}Q${left} ${end}Q${right} ${start}Z`;
  }).join('');
}

/** Where beads lie on a ring. */
export function ring(cx: number, cy: number, radius: number, count: number): { x: number; y: number }[] {
  return Array.from({ length: count }, (_, index) => {
    const angle = (index / count - 0.25) * 2 * Math.PI;
    return { x: cx + radius * Math.cos(angle), y: cy + radius * Math.sin(angle) };
  });
}

/** Equal circles, all in one path. */
export function circles(centres: readonly { x: number; y: number }[], radius: number): string {
  const half = (width: number): string => `a${radius} ${radius} 0 1 0 ${width} 0`;
  const whole = half(2 * radius) + half(-2 * radius);
  return centres.map(({ x, y }) => `M${round(x - radius)} ${round(y)}${whole}`).join('');
}
