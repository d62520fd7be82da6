/** The HTTP side of the server: tables are opened and joined here; play goes over the socket. */
import type { components } from '../../http.gen';
import { address, ApiError, call, type Answer } from './http';

export { ApiError };

type Schemas = components['schemas'];
export type NewTable = Schemas['OpenForm'];
export type Summary = Schemas['Summary'];
export type OptionCard = Schemas['OptionCard'];
export type GameCard = Schemas['GameCard'];
export type Info = Schemas['Info'];
export type Analysis = Answer<'/api/tables/{code}/analysis', 'get'>;
/** A whole game as one viewer may see it afterwards, in the form of the protocol. */
export type Replayed = Answer<'/api/replay', 'post'>;

/** Whose eyes a replay is seen with: everybody's. */
export const OPEN = 'all';

const TABLE = '/api/tables/{code}';
const slotted = (slot: number): { slot?: number } => (slot ? { slot } : {});

export const api = {
  info: () => call('get', '/api/info'),
  lobby: () => call('get', '/api/lobby'),
  open: (body: NewTable) => call('post', '/api/tables', { body }),
  sit: (code: string, name: string, slot = 0) =>
    call('post', `${TABLE}/seats`, { at: { code }, query: slotted(slot), body: { name } }),
  /** A table as its code alone shows it. */
  look: (code: string) => call('get', TABLE, { at: { code } }),
  /** `key` is the same however often it is tried. */
  claim: (code: string, token: string, key: string) =>
    call('post', `${TABLE}/claim`, { at: { code }, body: { token, key } }),
  /** Take the seats of this browser along to the rematch. */
  follow: (code: string) => call('post', `${TABLE}/follow`, { at: { code } }),
  link: (code: string) => call('get', `${TABLE}/link`, { at: { code } }),
  checkCards: (game: string, text: string) =>
    call('post', '/api/games/{game}/cards', { at: { game }, body: { text } }),
  rules: (game: string, language: string) =>
    call('get', '/api/games/{game}/rules', { at: { game }, query: { language } }),
  texts: (game: string, language: string) =>
    call('get', '/api/games/{game}/texts', { at: { game }, query: { language } }),
  /** As this browser's seat saw it, or with other eyes. */
  replay: (code: string, seat: string | null) =>
    call('get', `${TABLE}/replay`, { at: { code }, query: { seat } }),
  replayRecord: (record: Record<string, unknown>, seat: string | null) =>
    call('post', '/api/replay', { query: { seat }, body: record }),
  /** Both throw `waiting` until it is done; only the first has it made. */
  startAnalysis: (code: string) => call('post', `${TABLE}/analysis`, { at: { code } }),
  analysis: (code: string) => call('get', `${TABLE}/analysis`, { at: { code } }),
  recordUrl: (code: string) => address(`${TABLE}/record`, { code }),
  qrUrl: (code: string) => address(`${TABLE}/qr.svg`, { code }),
};
