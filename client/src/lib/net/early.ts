/** A table's socket is opened before its screen is ready: the way to the server takes as long as the scripts. */

let waiting: { url: string; socket: WebSocket } | null = null;

export function openEarly(url: string): void {
  waiting = { url, socket: new WebSocket(url) };
}

/** A socket to the place, the early one if it is still good. */
export function openSocket(url: string): WebSocket {
  const early = waiting;
  waiting = null;
  if (early?.url !== url || early.socket.readyState > WebSocket.OPEN) {
    early?.socket.close();
    return new WebSocket(url);
  }
  const { socket } = early;
  // The new owner has not heard that it is open.
  if (socket.readyState === WebSocket.OPEN) queueMicrotask(() => socket.dispatchEvent(new Event('open')));
  return socket;
}
