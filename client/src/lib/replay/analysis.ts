/** What the server found out about a finished game: each choice with what it was worth. */
import type { Analysis } from '../net/api';

export type { Analysis };

export interface Mistake {
  move: number;
  played: string;
  better: string;
  loss: number;
}

export function mistakesOf(analysis: Analysis, seat: string): Mistake[] {
  const numbers = analysis.players.find((player) => player.seat === seat)?.mistakes ?? [];
  return numbers.flatMap((number) => {
    const choice = analysis.decisions.find((each) => each.move === number);
    if (!choice) return [];
    return [
      {
        move: number,
        played: choice.played,
        better: Object.keys(choice.values)[0] ?? choice.played,
        loss: choice.loss,
      },
    ];
  });
}

export interface Point {
  x: number;
  y: number;
}

/** A player's curve inside a box; the chance between two choices is the one at the first. */
export function place(
  curve: readonly [number, number][],
  moves: number,
  width: number,
  height: number,
): Point[] {
  return curve.map(([move, chance]) => ({
    x: (width * move) / Math.max(1, moves),
    y: height * (1 - Math.min(1, Math.max(0, chance))),
  }));
}

/** A few of the points, so that marks on a line stay apart. */
export function marks(points: readonly Point[], apart: number): Point[] {
  const kept: Point[] = [];
  for (const point of points) if (point.x - (kept.at(-1)?.x ?? -Infinity) >= apart) kept.push(point);
  return kept;
}
