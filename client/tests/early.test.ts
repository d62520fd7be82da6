import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openEarly, openSocket } from '../src/lib/net/early';

class Socket extends EventTarget {
  static readonly OPEN = 1;
  static made: Socket[] = [];
  readyState = 0;
  constructor(readonly url: string) {
    super();
    Socket.made.push(this);
  }
  close(): void {
    this.readyState = 3;
  }
}

beforeEach(() => {
  Socket.made = [];
  vi.stubGlobal('WebSocket', Socket);
});
afterEach(() => vi.unstubAllGlobals());

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

test('the next owner is told that it is open', async () => {
  openEarly('a');
  Socket.made[0]!.readyState = 1;
  const heard = vi.fn();
  openSocket('a').addEventListener('open', heard);
  await Promise.resolve();
  expect(heard).toHaveBeenCalledOnce();
});
