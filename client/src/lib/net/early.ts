/**
 * A table's socket is opened, and the server greeted, before the table's scripts are here (../../early.ts). What the
 * server says meanwhile is kept for them.
 */
import { PROTOCOL, type ClientMessage } from '../../protocol.gen';

/** Where a table's socket is; `slot` is which of this browser's seats. */
export function socketUrl(code: string, slot = 0): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  const path = `/api/tables/${encodeURIComponent(code)}/socket${slot ? `?slot=${slot}` : ''}`;
  return `${scheme}://${location.host}${path}`;
}

interface Early {
  url: string;
  socket: WebSocket;
  messages: MessageEvent[];
}

/** The early script is no module, so it shares nothing else with them. */
const shared = globalThis as { fatumEarly?: Early };

export function openEarly(url: string): void {
  const socket = new WebSocket(url);
  const messages: MessageEvent[] = [];
  const hello: ClientMessage = { type: 'hello', protocol: PROTOCOL };
  socket.addEventListener('open', (event) => {
    socket.send(JSON.stringify(hello));
    // The next owner would greet once more.
    event.stopImmediatePropagation();
  });
  socket.onmessage = (event) => messages.push(event);
  shared.fatumEarly = { url, socket, messages };
}

/** A socket to the place, the early one if it is still good. */
export function openSocket(url: string): WebSocket {
  const early = shared.fatumEarly;
  delete shared.fatumEarly;
  if (early?.url !== url || early.socket.readyState > WebSocket.OPEN) {
    early?.socket.close();
    return new WebSocket(url);
  }
  const { socket, messages } = early;
  // As soon as the new owner listens.
  queueMicrotask(() => {
    for (const message of messages) socket.onmessage?.(message);
  });
  return socket;
}

/** How many milliseconds ago a message came: an early one has waited for the scripts. */
export function ageOf(event: Partial<Event>): number {
  return event.timeStamp ? performance.now() - event.timeStamp : 0;
}
