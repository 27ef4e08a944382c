// The site without a network: what the last visit has kept (offline.mjs), where the network does not answer. With one,
// nothing old is ever served.

const OWN = `pipette ${new URL('./', location.href).pathname} `; // as offline.mjs calls what it keeps

async function kept({url, mode}) {
  const asked = mode === 'navigate' ? url.replace(/index\.html(?=[?#]|$)/, '') : url;
  for (const name of await caches.keys()) {
    if (!name.startsWith(OWN)) continue; // another copy of the site, or another site of this host
    const found = await (await caches.open(name)).match(asked, {ignoreSearch: mode === 'navigate'});
    if (found) return found;
  }
  return Response.error();
}

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  const {request} = event;
  if (request.method !== 'GET' || new URL(request.url).origin !== location.origin) return;
  event.respondWith(fetch(request).catch(() => kept(request)));
});
