/** The score sheet of a finished game, read from what happened. Nothing is scored here. */
import { seatNumber } from '../../lib/model';
import type { Step } from '../../lib/replay/timeline';
import { readScore, type ScoreRow } from './score';
import { viewOf } from './view';

export interface RoundRow extends ScoreRow {
  right: boolean;
  allIn: boolean;
  /** Runes that effects brought during the round. */
  effects: number;
  /** All that the round brought. */
  gain: number;
}

export interface Round {
  round: number;
  pot: number;
  rows: RoundRow[];
}

export function allInRounds(steps: readonly Step[]): Round[] {
  const rounds: Round[] = [];
  let allIn = new Set<string>();
  let runes = steps.length ? viewOf(steps[0]!.picture).runes : [];
  steps.forEach(({ update, picture }, index) => {
    const events = update.events ?? [];
    for (const event of events) if (event.event === 'all in') allIn.add(event.seat ?? '');
    const score = index > 0 ? readScore(events, steps[index - 1]!.picture, picture) : null;
    if (score === null) return;
    const atStart = runes;
    const rows = score.rows.map((row) => {
      const effects = row.before - (atStart[seatNumber(row.seat)] ?? 0);
      return {
        ...row,
        right: row.predicted === score.order[0],
        allIn: allIn.has(row.seat),
        effects,
        gain: effects + row.pot + row.pay,
      };
    });
    rounds.push({ round: score.round, pot: score.pot, rows });
    runes = viewOf(picture).runes;
    allIn = new Set();
  });
  return rounds;
}
