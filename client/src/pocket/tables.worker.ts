/**
 * This device's tables: the same authority as a server's. The true state stays in this worker; the page is told
 * what a server would tell its seats.
 */
import { Bots } from './bots';
import { Disk } from './disk';
import type { ToPage, ToTables } from './messages';
import { fetchParts, startPython } from './python';

/** `fatum.pocket.device.Device`. */
interface Device {
  start(): Promise<void>;
  request(method: string, url: string, body: string): Promise<{ toJs(): [number, string]; destroy(): void }>;
  open(id: number, url: string, put: (text: string) => void, end: () => void): Promise<void>;
  take(id: number, text: string): void;
  close(id: number): void;
  running_game(code: string): Promise<string>;
  give_up(code: string): Promise<void>;
  continue_game(text: string): Promise<string>;
}

const LOCK = 'fatum-tables';
let device: Promise<Device> | null = null;
const tell = (message: ToPage): void => postMessage(message);

/** One page has the tables at a time: the one that asked last. */
function takeTables(): Promise<void> {
  return new Promise((resolve, reject) => {
    const held = (): Promise<never> => {
      resolve();
      return new Promise(() => undefined);
    };
    navigator.locks.request(LOCK, { steal: true }, held).catch((error: Error) => {
      reject(error);
      if (error.name !== 'AbortError') return;
      tell({ kind: 'taken' });
      close();
    });
  });
}

async function start({ root, beat }: Extract<ToTables, { kind: 'start' }>): Promise<Device> {
  const taken = takeTables();
  // Asked for at the end; a refusal must not be unheard until then.
  taken.catch(() => undefined);
  const opening = Disk.open();
  opening.catch(() => undefined);
  const { parts, packages } = await fetchParts(root, (done, all) => tell({ kind: 'loading', done, all }));
  // Both start at once: a bot may have the first move.
  const bots = new Bots(parts, packages);
  const [python] = await Promise.all([startPython(parts, packages), taken]);
  const disk = await opening;
  const { Device } = python.pyimport('fatum.pocket.device');
  const opened: Device = Device(
    await disk.read(),
    (change: string) => disk.write(change),
    (job: string, question: string) => bots.think(job, question),
    ...(beat === undefined ? [] : [beat]),
  );
  await opened.start();
  return opened;
}

/**
 * A running game holds the seed, and so all cards: it goes from here to the server, or from there to here, without
 * passing through the page.
 */
async function carry(tables: Device, code: string): Promise<[status: number, body: string]> {
  const post = (path: string, body?: string): Promise<Response> =>
    fetch(path, { method: 'POST', body, headers: body ? { 'content-type': 'application/json' } : {} });
  if (code.startsWith('0')) {
    const answer = await post('/api/continued', await tables.running_game(code));
    if (answer.ok) await tables.give_up(code);
    return [answer.status, await answer.text()];
  }
  const answer = await post(`/api/tables/${code}/handover`);
  const text = await answer.text();
  if (!answer.ok) return [answer.status, text];
  return [201, JSON.stringify({ table: await tables.continue_game(text) })];
}

async function take(message: ToTables): Promise<void> {
  if (message.kind === 'start') {
    device ??= start(message);
    await device;
    tell({ kind: 'ready' });
    return;
  }
  const tables = await device!;
  const { id } = message;
  switch (message.kind) {
    case 'ask': {
      const answer = await tables.request(message.method, message.url, message.body);
      const [status, body] = answer.toJs();
      answer.destroy();
      tell({ kind: 'answer', id, status, body });
      break;
    }
    case 'carry': {
      const [status, body] = await carry(tables, message.code).catch((error: unknown): [number, string] => {
        console.warn(error);
        return [503, ''];
      });
      tell({ kind: 'answer', id, status, body });
      break;
    }
    case 'open':
      await tables.open(
        id,
        message.url,
        (text) => tell({ kind: 'said', id, text }),
        () => tell({ kind: 'closed', id }),
      );
      tell({ kind: 'opened', id });
      break;
    case 'send':
      tables.take(id, message.text);
      break;
    case 'close':
      tables.close(id);
      break;
  }
}

addEventListener('message', ({ data }: MessageEvent<ToTables>) => {
  take(data).catch((error: unknown) => {
    console.error(error);
    if (data.kind === 'start') tell({ kind: 'failed' });
    else if (data.kind === 'open') tell({ kind: 'closed', id: data.id });
    else if (data.kind === 'ask') tell({ kind: 'answer', id: data.id, status: 500, body: '' });
  });
});
