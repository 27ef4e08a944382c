// The site without a network: what the last visit has kept (offline.mjs), where the network does not answer. With one,
// nothing old is ever served.

async function kept({url, mode}) {
  const asked = mode === 'navigate' ? url.replace(/index\.html(?=[?#]|$)/, '') : url;
  return (await caches.match(asked, {ignoreSearch: mode === 'navigate'})) ?? Response.error();
}

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  const {request} = event;
  if (request.method !== 'GET' || new URL(request.url).origin !== location.origin) return;
  event.respondWith(fetch(request).catch(() => kept(request)));
});
