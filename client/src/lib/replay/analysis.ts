/** What the server found out about a finished game: each choice with what it was worth. */
import type { WireMessage } from '../../protocol.gen';
import { percent, t } from '../i18n.svelte';
import type { Analysis } from '../net/api';
import { stepBefore, type Step } from './timeline';

export type { Analysis };

/** A choice that cost its player much. */
export interface TurningPoint {
  seat: string;
  /** The number of the move. */
  move: number;
  /** Where its maker had the choice. */
  step: number;
  played: string;
  better: string;
  loss: number;
  /** Where the true loss very likely lies. */
  interval: readonly [low: number, high: number];
  /** What speaks for the better move, said to the player. */
  why: WireMessage | null;
}

/** In the order of the game. */
export function turningPoints(analysis: Analysis, steps: readonly Step[]): TurningPoint[] {
  const costly = new Set(analysis.players.flatMap((player) => player.mistakes));
  return analysis.decisions
    .filter(({ move }) => costly.has(move))
    .sort((a, b) => a.move - b.move)
    .map(({ move, seat, played, values, loss, interval, why }) => ({
      seat,
      move,
      step: stepBefore(steps, move),
      played,
      better: Object.keys(values)[0] ?? played,
      loss,
      interval,
      why: why ?? null,
    }));
}

/** A loss and its interval in percentage points. */
export function costOf({ loss, interval }: TurningPoint): { count: number; low: number; high: number } {
  const points = (part: number): number => Math.round(100 * part);
  return { count: points(loss), low: points(interval[0]), high: points(interval[1]) };
}

/** The same in short, as “−8% (3 to 13%)”. */
export function shortCost(point: TurningPoint): string {
  const { count, low, high } = costOf(point);
  return t('analysis.loss', { loss: percent(count / 100), low, high: percent(high / 100) });
}

type Shares = Analysis['shares']['points'];

/** Each seat's part at a step; a choice is made at the step before its move. */
export function sharesAt(points: Shares, step: number, last: number): readonly number[] {
  let at = points[0]?.[1] ?? [];
  for (const [move, parts] of points) if (stepOf(move, parts, points, last) <= step) at = parts;
  return at;
}

/** The end belongs to the last step, any other point to the one before its move. */
function stepOf(move: number, parts: readonly number[], points: Shares, last: number): number {
  return parts === points.at(-1)?.[1] ? last : Math.min(move - 1, last);
}

/** The parts as areas on top of one another, as paths inside a box of `last` by 1; the first lies lowest. */
export function bands(points: Shares, order: readonly number[], last: number): string[] {
  const lines = points.map(([move, parts]) => {
    let height = 0;
    const edges = order.map((seat) => (height += parts[seat] ?? 0));
    return { x: stepOf(move, parts, points, last), edges: [0, ...edges] };
  });
  const first = lines[0];
  // The first choice comes with the deal or soon after it.
  if (first && first.x > 0) lines.unshift({ ...first, x: 0 });
  const edge = (index: number): string[] =>
    lines.map(({ x, edges }) => `${x} ${(1 - edges[index]!).toFixed(4)}`);
  return order.map((_, index) => `M${[...edge(index + 1), ...edge(index).reverse()].join('L')}Z`);
}
