/** The HTTP side of the server: tables are opened and joined here; play goes over the socket. */
import type { Snapshot, Update, You } from '../../protocol.gen';
import type { Analysis } from '../replay/analysis';

export class ApiError extends Error {
  readonly code: string;
  /** What came with it. */
  readonly data: unknown;

  constructor(code: string, text: string, data: unknown = null) {
    super(text);
    this.code = code;
    this.data = data;
  }
}

/** What an answer without a code means: a proxy's own. */
const CODES: Record<number, string> = { 429: 'too_fast', 502: 'offline', 503: 'offline', 504: 'offline' };

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, {
      method,
      credentials: 'same-origin',
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new ApiError('offline', '');
  }
  const text = await answer.text();
  let data: unknown = null;
  try {
    data = text ? JSON.parse(text) : null;
  } catch {
    // Not JSON: a proxy's own page, perhaps.
  }
  if (answer.status === 202) throw new ApiError('waiting', '', data);
  if (!answer.ok) {
    const error = (data ?? {}) as { code?: string; text?: string };
    throw new ApiError(error.code ?? CODES[answer.status] ?? 'internal', error.text ?? '');
  }
  return data as T;
}

export interface NewTable {
  game: string;
  name: string;
  options: Record<string, unknown>;
  settings: Record<string, unknown>;
  /** Levels of bots to seat; when the game starts at once, the last of them fills the table. */
  bots?: string[];
  start?: boolean;
}

export interface Seated {
  table: string;
  you: You;
}

export interface Summary {
  id: string;
  game: string;
  options: Record<string, unknown>;
  host: string;
  players: number;
  people: number;
  bots: number;
  move_time: number | null;
}

export interface CardsVerdict {
  valid: boolean;
  changed: number;
  cards: Record<string, string[]>;
  fault: string | null;
}

/** Whose eyes a replay is seen with: everybody's. */
export const OPEN = 'all';

/** A whole game as one viewer may see it afterwards, in the form of the protocol. */
export interface Replayed {
  snapshot: Snapshot;
  updates: Update[];
}

const table = (id: string): string => `/tables/${id}`;
const seen = (eyes: string | null): string => (eyes ? `?seat=${eyes}` : '');
const slotted = (slot: number): string => (slot ? `?slot=${slot}` : '');

export const api = {
  info: () => call<{ bots: { level: string; about: string }[] }>('GET', '/info'),
  lobby: () => call<Summary[]>('GET', '/lobby'),
  open: (wanted: NewTable) => call<Seated>('POST', '/tables', wanted),
  sit: (id: string, name: string, slot = 0) => call<Seated>('POST', `${table(id)}/seats${slotted(slot)}`, { name }),
  /** Whether this browser may watch a table; it must not be a player to ask. */
  mayWatch: async (id: string) => (await call<{ may_watch: boolean }>('GET', table(id))).may_watch,
  /** `key` is the same however often it is tried. */
  claim: (id: string, token: string, key: string) => call<Seated>('POST', `${table(id)}/claim`, { token, key }),
  /** Take the seats of this browser along to the rematch. */
  follow: (id: string) => call<Seated>('POST', `${table(id)}/follow`),
  link: (id: string) => call<{ code: string; url: string; reachable: boolean }>('GET', `${table(id)}/link`),
  checkCards: (text: string) => call<CardsVerdict>('POST', '/games/allin/cards', { text }),
  /** As this browser's seat saw it, or with other eyes. */
  replay: (id: string, eyes: string | null) => call<Replayed>('GET', `${table(id)}/replay${seen(eyes)}`),
  replayRecord: (record: unknown, eyes: string | null) => call<Replayed>('POST', `/replay${seen(eyes)}`, record),
  /** Both throw `waiting` until it is done; only the first has it made. */
  startAnalysis: (id: string) => call<Analysis>('POST', `${table(id)}/analysis`),
  analysis: (id: string) => call<Analysis>('GET', `${table(id)}/analysis`),
  recordUrl: (id: string) => `/api${table(id)}/record`,
  qrUrl: (id: string) => `/api${table(id)}/qr.svg`,
};

/** Where a table's socket is; `slot` is which of this browser's seats. */
export function socketUrl(id: string, slot = 0): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${location.host}/api${table(id)}/socket${slotted(slot)}`;
}
