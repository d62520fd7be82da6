/** The scoring of a round, read from its events. Nothing is computed: the server has scored. */
import { seatNumber, type AllInView, type GameEvent, type Picture } from '../model';

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
}

export function readScore(events: readonly GameEvent[], before: Picture, after: Picture): Score | null {
  if (!events.some((event) => event.event === 'hand')) return null;
  const view = before.view as unknown as AllInView;
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
        said: event.text ?? '',
        pot: 0,
        pay: 0,
        before: view.runes[seatNumber(seat)] ?? 0,
        predicted: null,
      });
    }
    const row = rows.get(seat);
    if (row && event.event === 'pot') row.pot = Number(event.text);
    if (row && event.event === 'pay') row.pay = Number(event.text);
  }
  for (const row of rows.values()) row.predicted = predicted.get(row.seat) ?? null;
  return {
    round: view.round,
    pot: view.pot,
    rows: [...rows.values()],
    order: (after.view as unknown as AllInView).last_strength,
    over: events.some((event) => event.event === 'win'),
  };
}
