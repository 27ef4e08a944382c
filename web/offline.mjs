// Lets the page be opened without a network after one visit.
//
//   keepForOffline();      // once the page is there
//
// Everything that this visit has loaded is kept as one set: a visit with a network replaces all of it or
// nothing, so that what is kept fits together. What is loaded later, such as the views of a profile, is added.
// Browsers without service workers, and pages without https, go on as they are.

const CACHE = 'pipette-page';

/** Under a policy that wants trusted types, a worker's address has to be one. */
function trusted(url) {
  if (!window.trustedTypes) return url;
  return window.trustedTypes.createPolicy('pipette-offline', {createScriptURL: (own) => own}).createScriptURL(url);
}

const ownAddresses = (entries) => entries.map(({name}) => name.replace(/#.*/, ''))
    .filter((address) => new URL(address).origin === location.origin && !/\.idx|ubyte/.test(address));

export async function keepForOffline() {
  try {
    if (!navigator.serviceWorker || !window.caches) return;
  } catch {  // a sandboxed frame may not even ask
    return;
  }
  try {
    await navigator.serviceWorker.register(trusted(new URL('service_worker.js', import.meta.url).href));
    await navigator.serviceWorker.ready;
    const page = location.origin + location.pathname;
    const loaded = new Set([page, ...ownAddresses(performance.getEntriesByType('resource'))]);
    const cache = await caches.open(CACHE);
    await cache.addAll([...loaded]);
    new PerformanceObserver((list) => {
      for (const address of ownAddresses(list.getEntries())) {
        if (loaded.has(address)) continue;
        loaded.add(address);
        cache.add(address).catch(() => loaded.delete(address));
      }
    }).observe({type: 'resource', buffered: true});
    document.documentElement.dataset.offline = 'kept';
  } catch { /* the browser forbids it, or the network went away: there is always the next visit */ }
}
