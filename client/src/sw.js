// The client without a network. Each version of the client has a cache of its own, which goes when the next one
// takes over. It holds the page and what the page has loaded; everything, once somebody wants to play offline. What a
// server answers is never kept.
const VERSION = '__VERSION__';
/** Everything the client is made of, below the folder of this script; names in assets/ follow from the content. */
const FILES = __FILES__;
/** The page for addresses with no, one, two, … folders. */
const PAGES = __PAGES__;

const CLIENT = `fatum-client-${VERSION}`;
/** Python and the rules, kept by the page when somebody wants them. */
const POCKET = 'fatum-pocket';
const ROOT = new URL('./', location.href);
const SCREENS = ['', 't', 'rules', 'learn', 'replay', 'games', 'cards'];
/** What says that there is no server, and offers to play without. */
const HERE = /^assets\/(Here|Offline|offline|pocket|words)/;
/** Milliseconds after which a page that is here is better than one that may come. */
const PATIENCE = 4000;

const at = (name) => new URL(name, ROOT).href;

/** In a cache when everything is. */
const COMPLETE = 'complete';
/** Which files Python and the rules are made of. */
const DESCRIBED = 'pocket/files.json';

async function fill(names) {
  const cache = await caches.open(CLIENT);
  await Promise.all(
    names.map(async (name) => {
      if (await cache.match(at(name))) return;
      const known = name.startsWith('assets/') ? await caches.match(at(name)) : undefined;
      const answer = known ?? (await fetch(at(name), { cache: 'no-cache' }));
      if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
      await cache.put(at(name), answer);
    }),
  );
}

async function fillAll() {
  await fill(FILES);
  await (await caches.open(CLIENT)).put(at(COMPLETE), new Response());
}

/** Python and the rules for this version of the client. Its description waits in the client's cache until then. */
async function fillPocket() {
  const described = await fetch(at(DESCRIBED), { cache: 'no-cache' });
  if (!described.ok) return;
  const { version, files } = await described.clone().json();
  const cache = await caches.open(POCKET);
  for (const name of Object.keys(files)) {
    const url = at(`pocket/${version}/${name}`);
    if (!(await cache.match(url))) await cache.add(url);
  }
  await (await caches.open(CLIENT)).put(at(DESCRIBED), described);
}

/** Use the description that waits, and forget all other versions of Python and the rules. */
async function usePocket() {
  const client = await caches.open(CLIENT);
  const described = await client.match(at(DESCRIBED));
  if (!described) return;
  const { version } = await described.clone().json();
  const cache = await caches.open(POCKET);
  await cache.put(at(DESCRIBED), described);
  await client.delete(at(DESCRIBED));
  for (const { url } of await cache.keys())
    if (url !== at(DESCRIBED) && !url.startsWith(at(`pocket/${version}/`))) await cache.delete(url);
}

/** A device that could play offline can do so after the upgrade, too. */
async function install() {
  await fill([...PAGES, ...FILES.filter((name) => HERE.test(name))]);
  if (!(await caches.match(at(COMPLETE)))) return;
  await fillPocket();
  await fillAll();
}

async function take({ data, ports }) {
  try {
    await (data === COMPLETE ? fillAll() : fill(data.filter((name) => FILES.includes(name))));
    ports[0]?.postMessage(COMPLETE);
  } catch (error) {
    ports[0]?.postMessage(String(error));
  }
}

async function purge() {
  const names = (await caches.keys()).filter((name) => name.startsWith('fatum-'));
  await Promise.all(
    names.filter((name) => name !== CLIENT && name !== POCKET).map((name) => caches.delete(name)),
  );
  await usePocket();
  await self.clients.claim();
}

// A page that is open keeps its version: the next one waits until all pages of this one are closed.
self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(purge()));
self.addEventListener('message', (event) => event.waitUntil(take(event)));

async function keptPage(path) {
  const depth = Math.min(path.split('/').length - 1, PAGES.length - 1);
  return (await caches.open(CLIENT)).match(at(PAGES[depth]));
}

async function page(request, path) {
  const kept = keptPage(path);
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE)).then(() => kept);
  const asked = fetch(request).then(async (answer) =>
    answer.status === 404 ? ((await kept) ?? answer) : answer,
  );
  return (await Promise.race([asked, late]).catch(() => kept)) ?? asked;
}

async function file(event, path) {
  const { request } = event;
  const known = await caches.match(request, { ignoreVary: true });
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok && FILES.includes(path)) event.waitUntil(store(request.url, answer.clone()));
  return answer;
}

/** A page that is closed breaks what it was loading: that must not replace what is here. */
async function store(url, answer) {
  const body = await answer.blob().catch(() => null);
  const cache = await caches.open(CLIENT);
  if (body && !(await cache.match(url))) await cache.put(url, new Response(body, answer));
}

/** Which version is the newest, only its host knows; if it does not say so soon, the one that is kept. */
async function newest(request) {
  const kept = caches.open(POCKET).then((cache) => cache.match(request.url));
  const asked = fetch(request);
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE)).then(() => kept);
  return (await Promise.race([asked, late]).catch(() => kept)) ?? asked;
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(ROOT.href)) return;
  const path = new URL(request.url).pathname.slice(ROOT.pathname.length);
  if (request.mode === 'navigate') {
    if (SCREENS.includes(path.split('/')[0])) event.respondWith(page(request, path));
  } else if (path === DESCRIBED) event.respondWith(newest(request));
  else if (path.startsWith('pocket/') || FILES.includes(path)) event.respondWith(file(event, path));
});
