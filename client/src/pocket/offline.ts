/** The game kept for a device without a network: Python and the rules, beside the client that its worker keeps. */
import { ROOT } from '../lib/root';
import { POCKET } from './cache';

const DESCRIBED = `${ROOT}/pocket/files.json`;
/** Kept by the service worker when all parts of the client are. */
const COMPLETE = `${ROOT}/complete`;
/** An event of the window: everything is kept. */
export const KEPT = 'fatum-kept';
const MEGABYTE = 1_000_000;

interface Described {
  version: string;
  files: Record<string, number>;
}

const sizeOf = ({ files }: Described): number =>
  Math.round(Object.values(files).reduce((sum, size) => sum + size, 0) / MEGABYTE);

/** How many megabytes there are to keep; null if this host does not have them. */
export async function offered(): Promise<number | null> {
  const answer = await fetch(DESCRIBED).catch(() => null);
  return answer?.ok ? sizeOf((await answer.json()) as Described) : null;
}

/** How many megabytes are kept and complete; null if they are not. */
export async function kept(): Promise<number | null> {
  if (!('caches' in globalThis) || !navigator.serviceWorker?.controller) return null;
  const [answer, complete] = await Promise.all([
    caches.open(POCKET).then((cache) => cache.match(DESCRIBED)),
    caches.match(COMPLETE),
  ]);
  return answer && complete ? sizeOf((await answer.json()) as Described) : null;
}

/** Keep the newest version, and only that. With its description, Python and the rules are there. */
export async function keep(): Promise<void> {
  if (!('caches' in globalThis) || !navigator.serviceWorker) return;
  const cache = await caches.open(POCKET);
  const answer = await fetch(DESCRIBED, { cache: 'no-cache' });
  if (!answer.ok) return;
  const text = await answer.text();
  const { version, files } = JSON.parse(text) as Described;
  const folder = new URL(`${ROOT}/pocket/${version}/`, location.href).href;
  for (const name of Object.keys(files))
    if (!(await cache.match(folder + name))) await cache.add(folder + name);
  await cache.put(DESCRIBED, new Response(text));
  for (const { url } of await cache.keys())
    if (!url.startsWith(folder) && !url.endsWith(DESCRIBED)) await cache.delete(url);
  await keepClient();
  await controlled();
  dispatchEvent(new Event(KEPT));
}

/** From now on requests of this page pass through the service worker. */
async function controlled(): Promise<void> {
  const { serviceWorker } = navigator;
  if (!serviceWorker.controller)
    await new Promise((resolve) =>
      serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    );
}

/** Keep it now, or as soon as there is a network. */
export function keepSoon(): void {
  keep().catch(() => addEventListener('online', keepSoon, { once: true }));
}

/** The service worker keeps all parts of the client. */
async function keepClient(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  const { port1, port2 } = new MessageChannel();
  const said = await new Promise<unknown>((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
    active?.postMessage('complete', [port2]);
  });
  if (said !== 'complete') throw new Error(String(said));
}
