import { beforeEach, describe, expect, test } from 'vitest';
import { Connection, type State } from '../src/lib/net/connection';
import { PROTOCOL, type ServerMessage, type Update } from '../src/protocol.gen';

class FakeSocket {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  sent: Record<string, unknown>[] = [];
  closed = false;
  send(data: string): void {
    this.sent.push(JSON.parse(data) as Record<string, unknown>);
  }
  close(): void {
    this.closed = true;
  }
  receive(message: unknown): void {
    this.onmessage?.({ data: typeof message === 'string' ? message : JSON.stringify(message) });
  }
}

const welcome = { type: 'welcome', protocol: PROTOCOL, version: '1', now: 5000, heartbeat: 20 };
const update = (seq: number, more: Partial<Update> = {}): Update => ({ seq, at: 0, ...more });

let sockets: FakeSocket[];
let timers: { run: () => void; at: number }[];
let clock: number;
let seen: Update[];
let snapshots: number;
let states: State[];
let others: ServerMessage[];
let lates: boolean[];
let connection: Connection;

function pass(ms: number): void {
  const until = clock + ms;
  for (;;) {
    const due = timers.filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at)[0];
    if (!due) break;
    timers.splice(timers.indexOf(due), 1);
    clock = due.at;
    due.run();
  }
  clock = until;
}

beforeEach(() => {
  [sockets, timers, clock, seen, snapshots, states, others, lates] = [[], [], 1000, [], 0, [], [], []];
  connection = new Connection(
    {
      open: () => {
        const socket = new FakeSocket();
        sockets.push(socket);
        return socket as never;
      },
      now: () => clock,
      later: (run, ms) => {
        const timer = { run, at: clock + ms };
        timers.push(timer);
        return () => void timers.splice(timers.indexOf(timer) >>> 0, 1);
      },
      random: () => 0.5,
    },
    {
      snapshot: () => snapshots++,
      updates: (updates) => seen.push(...updates),
      message: (message) => others.push(message),
      state: (state) => states.push(state),
      late: (late) => lates.push(late),
    },
  );
  connection.connect();
  sockets[0]!.onopen!();
});

const open = (seq = 10): void => {
  sockets.at(-1)!.receive(welcome);
  sockets.at(-1)!.receive({ type: 'snapshot', snapshot: { seq } });
};

describe('the connection', () => {
  test('says hello and takes the picture', () => {
    expect(sockets[0]!.sent).toEqual([{ type: 'hello', protocol: PROTOCOL }]);
    open();
    expect([snapshots, connection.seq, states.at(-1)]).toEqual([1, 10, 'open']);
    expect(connection.ahead).toBe(4000);
  });

  test('leaves out what it knows and asks for what is missing', () => {
    open();
    sockets[0]!.receive({ type: 'updates', updates: [update(11), update(10), update(11)] });
    expect(seen.map((each) => each.seq)).toEqual([11]);
    sockets[0]!.receive({ type: 'updates', updates: [update(14)] });
    expect(sockets[0]!.sent.at(-1)).toEqual({ type: 'resync', seq: 11 });
    sockets[0]!.receive({ type: 'updates', updates: [update(12), update(13), update(14)] });
    expect(connection.seq).toBe(14);
  });

  test('comes back with the number it has, and waits longer each time', () => {
    open();
    sockets[0]!.onclose!();
    expect(states.at(-1)).toBe('waiting');
    pass(310);
    expect(sockets).toHaveLength(2);
    sockets[1]!.onopen!();
    expect(sockets[1]!.sent[0]).toEqual({ type: 'hello', protocol: PROTOCOL, seq: 10 });
    sockets[1]!.onclose!();
    pass(310);
    expect(sockets).toHaveLength(2);
    pass(310);
    expect(sockets).toHaveLength(3);
  });

  test('repeats a move with the same key until it is answered', () => {
    open();
    const key = connection.insist({ type: 'move', move: 'play 9', answers: 10 });
    sockets[0]!.onclose!();
    pass(400);
    sockets[1]!.onopen!();
    sockets[1]!.receive(welcome);
    expect(sockets[1]!.sent.at(-1)).toEqual({ type: 'move', move: 'play 9', answers: 10, key });
    sockets[1]!.receive({ type: 'updates', updates: [update(11, { key })] });
    expect(connection.waiting).toBe(false);
    sockets[1]!.onclose!();
    pass(2000);
    sockets[2]!.onopen!();
    sockets[2]!.receive(welcome);
    expect(sockets[2]!.sent).toHaveLength(1);
  });

  test.each(['start', 'rematch', 'leave', 'back', 'end_game'] as const)(
    '%s is not lost without a connection',
    (type) => {
      open();
      sockets[0]!.onclose!();
      connection.send({ type });
      connection.send({ type: 'close' });
      pass(400);
      sockets[1]!.onopen!();
      sockets[1]!.receive(welcome);
      const sent = sockets[1]!.sent.slice(1);
      expect(sent).toEqual([{ type, key: expect.any(String) as string }]);
      sockets[1]!.receive({ type: 'ack', key: sent[0]!.key, seq: 11 });
      expect(connection.waiting).toBe(false);
    },
  );

  test('says within two seconds that a move is not answered, and opens a new line after five', () => {
    open();
    const key = connection.insist({ type: 'move', move: 'play 9', answers: 10 });
    pass(1400);
    expect(lates).toEqual([]);
    pass(600);
    expect(lates).toEqual([true]);
    // The line is tried before it is given up.
    expect(sockets[0]!.sent.at(-1)).toEqual({ type: 'ping' });
    pass(3900);
    expect([sockets[0]!.closed, sockets.length]).toEqual([true, 2]);
    sockets[1]!.onopen!();
    sockets[1]!.receive(welcome);
    sockets[1]!.receive({ type: 'updates', updates: [update(11, { key })] });
    pass(400);
    expect(lates).toEqual([true, false]);
  });

  test('a server that answers pings but not the move is late all the same', () => {
    open();
    connection.insist({ type: 'move', move: 'play 9', answers: 10 });
    for (let tenths = 0; tenths < 20; tenths += 1) {
      pass(100);
      sockets[0]!.receive({ type: 'pong', n: 0, now: clock });
    }
    expect([lates, sockets[0]!.closed]).toEqual([[true], false]);
  });

  test('a line that falls silent between updates is noticed, and left alone after a while', () => {
    open();
    sockets[0]!.receive({ type: 'updates', updates: [update(11)] });
    pass(2000);
    expect(lates).toEqual([true]);
    sockets[0]!.receive({ type: 'pong', n: 0, now: clock });
    pass(400);
    expect(lates).toEqual([true, false]);
    for (let seconds = 0; seconds < 20; seconds += 1) {
      pass(1000);
      sockets[0]!.receive({ type: 'pong', n: 0, now: clock });
    }
    const tried = sockets[0]!.sent.filter(({ type }) => type === 'ping').length;
    pass(1900);
    expect(sockets[0]!.sent.filter(({ type }) => type === 'ping').length - tried).toBeLessThan(2);
    expect(lates).toEqual([true, false]);
  });

  test('a new line is opened at once if the player asks, and a kept move goes with its old key', () => {
    open();
    connection.insist({ type: 'move', move: 'play 9', answers: 10, key: 'before-the-reload' });
    connection.retry();
    expect([sockets[0]!.closed, sockets.length]).toEqual([true, 2]);
    sockets[1]!.onopen!();
    sockets[1]!.receive(welcome);
    expect(sockets[1]!.sent.at(-1)).toMatchObject({ key: 'before-the-reload' });
    expect(connection.isWaiting('before-the-reload')).toBe(true);
  });

  test('a refusal ends the repeating', () => {
    open();
    const key = connection.insist({ type: 'move', move: 'take', answers: 9 });
    sockets[0]!.receive({ type: 'error', code: 'stale', message: { key: 'refuse.stale' }, key });
    expect(connection.waiting).toBe(false);
    expect(others).toHaveLength(1);
  });

  test('gives up a server that is not heard, and is heard itself', () => {
    open();
    pass(8000);
    expect(sockets[0]!.sent.at(-1)).toEqual({ type: 'ping' });
    sockets[0]!.receive({ type: 'pong', n: 0, now: clock });
    pass(60_000);
    expect(sockets[0]!.closed).toBe(true);
    expect(sockets.length).toBeGreaterThan(1);
  });

  test('a restart is a short wait, a move to another device is the end', () => {
    open();
    sockets[0]!.receive({ type: 'bye', code: 'restart', message: { key: 'server.bye.restart' }, again: 1 });
    pass(1001);
    expect(sockets).toHaveLength(2);
    sockets[1]!.onopen!();
    sockets[1]!.receive({ type: 'bye', code: 'moved', message: { key: 'server.bye.moved' } });
    pass(60_000);
    expect([sockets.length, states.at(-1)]).toEqual([2, 'ended']);
  });

  test('has the answer to a message by its id, whatever comes before it', async () => {
    open();
    const first = connection.request({ type: 'explain', move: 'play 9' });
    const second = connection.request({ type: 'explain', move: 'play 9' });
    const [one, two] = sockets[0]!.sent.slice(-2).map((sent) => sent.id);
    const reason = (rule: string) => ({ move: 'play 9', legal: false, rule, text: '' });
    sockets[0]!.receive({ type: 'explained', reason: reason('K8'), id: two });
    sockets[0]!.receive({ type: 'error', code: 'too_fast', text: '', id: one });
    expect(await second).toMatchObject({ type: 'explained', reason: { rule: 'K8' } });
    expect(await first).toMatchObject({ type: 'error', code: 'too_fast' });
    // A refusal is shown, an answer is only for the caller.
    expect(others.map(({ type }) => type)).toEqual(['error']);
  });

  test('has no answer when the line is down or breaks', async () => {
    expect(await connection.request({ type: 'hint' })).toBeNull();
    open();
    const asked = connection.request({ type: 'hint' });
    sockets[0]!.onclose!();
    expect(await asked).toBeNull();
  });

  test('does not stumble over what it cannot read', () => {
    open();
    for (const nonsense of ['null', '7', '[]', '{}', '{"type": null}']) sockets[0]!.receive(nonsense);
    sockets[0]!.receive('{"type":');
    sockets[0]!.receive({ type: 'later invention', what: 1 });
    expect(states.at(-1)).toBe('open');
    sockets[0]!.receive({ type: 'updates', updates: [update(11)] });
    expect(seen.map(({ seq }) => seq)).toContain(11);
  });
});
