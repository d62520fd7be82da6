/**
 * What a viewer is shown, as one value. Snapshots replace it and updates change parts of it; the
 * client adds nothing of its own and holds no rules.
 */
import type {
  Aid,
  ChatLine,
  GameEvent,
  News,
  Prompt,
  SeatInfo,
  Snapshot,
  TableInfo,
  Turn,
  Update,
  You,
} from '../protocol.gen';

export type { Aid, ChatLine, GameEvent, News, Prompt, SeatInfo, Snapshot, TableInfo, Turn, Update, You };

export interface LogEntry {
  seq: number;
  /** The server's time, where it is known. */
  at?: number;
  news: News | null;
  events: GameEvent[];
}

export interface Picture {
  seq: number;
  you: You;
  table: TableInfo;
  view: Snapshot['view'];
  turn: Turn[];
  prompt: Prompt | null;
  log: LogEntry[];
  chat: ChatLine[];
  /** The strength of the viewer's own hand, where the game has one. */
  aid: Aid | null;
}

const LONGEST_LOG = 400;

export function fromSnapshot(snapshot: Snapshot): Picture {
  return {
    seq: snapshot.seq,
    you: snapshot.you,
    table: snapshot.table,
    view: snapshot.view,
    turn: snapshot.turn,
    prompt: snapshot.prompt,
    log: snapshot.recent.map(entryOf),
    chat: snapshot.chat,
    aid: snapshot.aid,
  };
}

export function entryOf(update: Update): LogEntry {
  return { seq: update.seq, at: update.at, news: update.news ?? null, events: update.events ?? [] };
}

/** The picture after an update: each part that came takes the place of the old one. */
export function withUpdate(picture: Picture, update: Update): Picture {
  const entry = entryOf(update);
  const said: ChatLine[] =
    entry.news?.what === 'chat'
      ? [{ at: update.at, seat: entry.news.seat ?? '', text: entry.news.text ?? '' }]
      : [];
  return {
    seq: update.seq,
    you: update.you ?? picture.you,
    table: update.table ?? picture.table,
    view: update.view ?? picture.view,
    turn: update.turn ?? picture.turn,
    prompt: update.prompt === undefined ? picture.prompt : update.prompt,
    log: [...picture.log, entry].slice(-LONGEST_LOG),
    chat: said.length ? [...picture.chat, ...said] : picture.chat,
    aid: update.aid ?? (update.view ? null : picture.aid),
  };
}

export type Promised = Pick<TableInfo, 'commitment' | 'seed'>;

/** The fingerprint that the seed must have: the first one that this page has seen since the game began. */
export function promiseOf(known: string | null, table: Promised): string | null {
  if (!table.commitment) return null; // the game has not begun
  return table.seed ? known : (known ?? table.commitment);
}

/** `P3` → 2. */
export function seatNumber(seat: string): number {
  return Number(seat.slice(1)) - 1;
}

/** 2 → `P3`. */
export function seatName(number: number): string {
  return `P${number + 1}`;
}

/** The other seats in playing order, from the viewer's left on; a spectator sees all. */
export function othersOf(picture: Picture): SeatInfo[] {
  const { seats } = picture.table;
  const own = picture.you.seat;
  if (own === null) return seats;
  const start = seatNumber(own);
  return Array.from({ length: seats.length - 1 }, (_, index) => seats[(start + 1 + index) % seats.length]!);
}
