/** The page itself without a network: what it was made of is put where the service worker finds it. */

const SHELL = 'fatum-shell-1';

export async function keepShell(): Promise<void> {
  await navigator.serviceWorker.register('/sw.js');
  // What was loaded before the worker was there has not passed through it.
  const loaded = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name).pathname)
    .filter((path) => path.startsWith('/assets/'));
  const shell = await caches.open(SHELL);
  await shell.addAll([...new Set(loaded)]);
}
