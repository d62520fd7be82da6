/** A finished game as a row of pictures, one after each thing that happened. */
import type { Replayed } from '../net/api';
import { fromSnapshot, withUpdate, type Picture, type Snapshot, type Update } from '../model';

export interface Step {
  /** What led here, with the whole picture, so that it can be shown from any step before. */
  update: Update;
  picture: Picture;
  /** How many moves have been made. */
  moves: number;
}

/** The beginning is step 0; talk and absences belong to the move after them. */
export function readTimeline(replayed: Replayed): Step[] {
  let picture = silent(fromSnapshot(replayed.snapshot));
  const steps: Step[] = [
    { update: whole(picture, { seq: picture.seq, at: replayed.snapshot.at }), picture, moves: 0 },
  ];
  let moves = 0;
  for (const update of replayed.updates) {
    picture = silent(withUpdate(picture, update));
    if (!update.view) continue;
    moves += 1;
    steps.push({ update: whole(picture, update), picture, moves });
  }
  return steps;
}

/** Nothing is asked any more. */
function silent(picture: Picture): Picture {
  return { ...picture, prompt: null };
}

function whole(picture: Picture, update: Update): Update {
  const { you, table, view, turn, aid } = picture;
  return {
    seq: update.seq,
    at: update.at,
    events: update.events ?? [],
    ...(update.news ? { news: update.news } : {}),
    you,
    table,
    view: view ?? {},
    turn,
    prompt: null,
    ...(aid ? { aid } : {}),
  };
}

export function asSnapshot({ picture, update }: Step): Snapshot {
  return {
    seq: picture.seq,
    at: update.at,
    you: picture.you,
    table: picture.table,
    view: picture.view,
    turn: picture.turn,
    prompt: null,
    recent: picture.log.map((entry) => ({
      seq: entry.seq,
      at: 0,
      events: entry.events,
      ...(entry.news ? { news: entry.news } : {}),
    })),
    chat: [],
    aid: picture.aid,
  };
}

/** The steps at which another turn begins. */
export function turnStarts(steps: readonly Step[]): number[] {
  const key = ({ picture }: Step): string => {
    const view = (picture.view ?? {}) as { round?: number; turns?: number; turn?: string; phase?: string };
    const together =
      view.phase === 'lay' || view.phase === 'look' || view.phase === 'predict' ? view.phase : '';
    return [view.round, together || view.turns, together || view.turn].join(':');
  };
  return steps.flatMap((step, index) => (index === 0 || key(step) !== key(steps[index - 1]!) ? [index] : []));
}

/** The step before a move is made: where its maker had the choice. Moves count from 1. */
export function stepBefore(steps: readonly Step[], move: number): number {
  const found = steps.findIndex((step) => step.moves >= move - 1);
  return found < 0 ? steps.length - 1 : found;
}
