// The offline shell: the page itself is kept, games are not. Files in /assets never change under
// their name; everything else is asked of the server first.
const SHELL = 'fatum-shell-1';

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches.open(SHELL).then((cache) => cache.addAll(['/', '/icon.svg', '/manifest.webmanifest'])),
  );
  self.skipWaiting();
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== SHELL).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

async function keep(request, answer) {
  if (answer.ok && answer.type === 'basic') (await caches.open(SHELL)).put(request, answer.clone());
  return answer;
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin || url.pathname.startsWith('/api/')) return;
  if (url.pathname.startsWith('/assets/')) {
    event.respondWith(
      caches.match(request).then((found) => found ?? fetch(request).then((answer) => keep(request, answer))),
    );
  } else if (request.mode === 'navigate') {
    event.respondWith(
      fetch(request)
        .then((answer) => keep('/', answer))
        .catch(() => caches.match('/')),
    );
  }
});
