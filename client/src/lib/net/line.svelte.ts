/** Who answers: the server, or for the tables of this device a worker. */
import { SITE } from '../root';
import type { SocketLike } from './connection';

const KEY = 'fatum.here';

class Here {
  /** New tables are opened on this device. */
  on = $state(SITE || remembered());

  play(): void {
    this.on = true;
    sessionStorage.setItem(KEY, '1');
  }
}

function remembered(): boolean {
  try {
    return sessionStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

export const here = new Here();

/** The codes of this device's tables begin with 0, which no server's do. */
const isHere = (url: string): boolean => (here.on && !/\/tables\/\w/.test(url)) || /\/tables\/0/.test(url);

const load = async () => (await import('../../pocket/pocket.svelte')).pocket;

export const request = async (url: string, init: RequestInit & { body?: string }): Promise<Response> =>
  isHere(url) ? (await load()).ask(init.method!, url, init.body) : fetch(url, init);

/** A socket of this device; null if the table is a server's. */
export function socketHere(url: string): SocketLike | null {
  if (!isHere(url)) return null;
  const nothing = (): void => undefined;
  const socket: SocketLike = { onopen: null, onmessage: null, onclose: null, send: nothing, close: nothing };
  void load().then((pocket) => pocket.connect(socket, url));
  return socket;
}
