/** The scoring of a round, read from its events. Nothing is computed: the server has scored. */
import { seatNumber, type GameEvent, type Picture } from '../../lib/model';
import { keyOf } from '../../lib/table/turns';
import { viewOf } from './view';

const SCORED = new Set(['prediction', 'predict', 'hand', 'pot', 'pay', 'win']);

export interface ScoreRow {
  seat: string;
  cards: string[];
  /** The combination, as the server names it. */
  said: string;
  pot: number;
  pay: number;
  before: number;
  predicted: string | null;
}

export interface Score {
  round: number;
  pot: number;
  rows: ScoreRow[];
  over: boolean;
  /** The seats, strongest hand first. */
  order: string[];
  /** The events that it shows. */
  keys: string[];
}

export function readScore(events: readonly GameEvent[], before: Picture, after: Picture): Score | null {
  if (!events.some((event) => event.event === 'hand')) return null;
  const view = viewOf(before);
  const rows = new Map<string, ScoreRow>();
  const predicted = new Map<string, string>();
  view.predictions?.forEach((seat, index) => {
    if (seat) predicted.set(`P${index + 1}`, seat);
  });
  for (const event of events) {
    const seat = event.seat ?? '';
    if (event.event === 'prediction') predicted.set(seat, event.other ?? '');
    if (event.event === 'hand') {
      rows.set(seat, {
        seat,
        cards: event.cards ?? [],
        said: event.detail ?? '',
        pot: 0,
        pay: 0,
        before: view.runes[seatNumber(seat)] ?? 0,
        predicted: null,
      });
    }
    const row = rows.get(seat);
    if (row && event.event === 'pot') row.pot = event.number ?? 0;
    if (row && event.event === 'pay') row.pay = event.number ?? 0;
  }
  for (const row of rows.values()) row.predicted = predicted.get(row.seat) ?? null;
  return {
    round: view.round,
    pot: view.pot,
    rows: [...rows.values()],
    order: viewOf(after).last_strength,
    over: events.some((event) => event.event === 'win'),
    keys: events.flatMap((event, place) => (SCORED.has(event.event) ? keyOf(after.seq, place) : [])),
  };
}
