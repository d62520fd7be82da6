import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PROTOCOL } from '../src/protocol.gen';
import { Connection } from '../src/lib/net/connection';
import { openEarly, openSocket } from '../src/lib/net/early';

class Socket extends EventTarget {
  static readonly OPEN = 1;
  static made: Socket[] = [];
  readyState = 0;
  sent: unknown[] = [];
  onmessage: ((event: MessageEvent) => void) | null = null;
  onclose: (() => void) | null = null;
  constructor(readonly url: string) {
    super();
    Socket.made.push(this);
  }
  /** As in browsers, the handler has its turn when it was first set. */
  set onopen(handler: () => void) {
    this.addEventListener('open', handler);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.readyState = 3;
  }
  open(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }
  say(message: object): void {
    this.onmessage?.(new MessageEvent('message', { data: JSON.stringify(message) }));
  }
}

const HELLO = { type: 'hello', protocol: PROTOCOL };
const WELCOME = { type: 'welcome', heartbeat: 25, now: 1000 };
const NOTICE = { type: 'presence', here: [], watching: 3 };

beforeEach(() => {
  Socket.made = [];
  vi.stubGlobal('WebSocket', Socket);
});
afterEach(() => {
  openSocket('');
  vi.unstubAllGlobals();
});

function connect(url: string) {
  const heard: unknown[] = [];
  const connection = new Connection(
    {
      open: () => openSocket(url),
      now: () => 0,
      later: () => () => undefined,
      random: () => 0.5,
    },
    {
      snapshot: () => undefined,
      updates: () => undefined,
      message: (message) => heard.push(message),
      state: () => undefined,
    },
  );
  connection.connect();
  return { connection, heard };
}

test('the early socket is used once, and only for its own place', () => {
  openEarly('a');
  expect(openSocket('a')).toBe(Socket.made[0]);
  expect(openSocket('a')).toBe(Socket.made[1]);
  openEarly('b');
  expect(openSocket('a')).toBe(Socket.made[3]);
  expect(Socket.made[2]!.readyState).toBe(3);
});

test('one that has failed meanwhile is not used', () => {
  openEarly('a');
  Socket.made[0]!.close();
  expect(openSocket('a')).toBe(Socket.made[1]);
});

test('the server is greeted once, whenever the socket opens', () => {
  openEarly('a');
  Socket.made[0]!.open();
  connect('a');
  expect(Socket.made[0]!.sent).toEqual([HELLO]);
  openEarly('b');
  connect('b');
  Socket.made[1]!.open();
  expect(Socket.made[1]!.sent).toEqual([HELLO]);
  connect('c');
  Socket.made[2]!.open();
  expect(Socket.made[2]!.sent).toEqual([HELLO]);
});

test('what the server said before anybody listened is heard, in order and once', async () => {
  openEarly('a');
  const socket = Socket.made[0]!;
  socket.open();
  socket.say(WELCOME);
  socket.say({ ...NOTICE, watching: 1 });
  const { heard } = connect('a');
  expect(heard).toEqual([]);
  await Promise.resolve();
  socket.say({ ...NOTICE, watching: 2 });
  expect(heard).toEqual([1, 2].map((watching) => ({ ...NOTICE, watching })));
});

test('the time for which a message waited does not make the clock wrong', async () => {
  vi.spyOn(performance, 'now').mockReturnValue(5000);
  openEarly('a');
  const socket = Socket.made[0]!;
  const welcome = new MessageEvent('message', { data: JSON.stringify(WELCOME) });
  Object.defineProperty(welcome, 'timeStamp', { value: 4600 });
  socket.onmessage!(welcome);
  const { connection } = connect('a');
  await Promise.resolve();
  expect(connection.ahead).toBe(1400);
  vi.restoreAllMocks();
});
