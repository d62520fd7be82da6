/** The client without a network: its service worker keeps what it was made of, and an installed app everything. */
import { ROOT } from '../root';

export async function keepShell(): Promise<void> {
  await navigator.serviceWorker.register(`${ROOT}/sw.js`);
  const { active } = await navigator.serviceWorker.ready;
  // What was loaded before the worker was there has not passed through it.
  const loaded = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name).pathname.slice(ROOT.length + 1));
  active?.postMessage(loaded);
  if (matchMedia('(display-mode: standalone)').matches) await (await import('../../pocket/offline')).keep();
}
