// The page without a network: what it loaded last (offline.mjs), where the network does not answer. With one,
// nothing old is ever served.

const CACHE = 'pipette-page';

async function kept(request) {
  const cache = await caches.open(CACHE);
  const answer = await cache.match(request, {ignoreSearch: request.mode === 'navigate'});
  return answer ?? Response.error();
}

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('fetch', (event) => {
  const {request} = event;
  if (request.method !== 'GET' || new URL(request.url).origin !== location.origin) return;
  event.respondWith(fetch(request).catch(() => kept(request)));
});
