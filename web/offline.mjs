// Lets the page and its lessons be opened without a network after one visit.
//
//   keepForOffline();      // once the page is there
//
// All files of the site (files.json, which the build writes) are kept as one set that fits together: a visit that finds
// another version keeps all of it, or nothing, and what was kept until then is dropped; a visit that finds the
// same version fetches that list only. Nothing is kept where the browser is told to save data. Browsers without service
// workers, and pages without https, go on as they are.

const CACHE = 'pipette-'; // and the version

/** Under a policy that wants trusted types, a worker's address has to be one. */
function trusted(url) {
  if (!window.trustedTypes) return url;
  return window.trustedTypes.createPolicy('pipette-offline', {createScriptURL: (own) => own}).createScriptURL(url);
}

async function keepFiles(site) {
  const answer = await fetch(new URL('files.json', site));
  if (!answer.ok) throw new Error(`files.json: HTTP status ${answer.status}`);
  const {version, files} = await answer.json();
  const cache = await caches.open(CACHE + version);
  if (!(await cache.match(site))) await cache.addAll(files.map((path) => new URL(path, site).href));
  for (const name of await caches.keys()) {
    if (name.startsWith(CACHE) && name !== CACHE + version) await caches.delete(name);
  }
}

export async function keepForOffline() {
  try {
    if (!navigator.serviceWorker || !window.caches || window.self !== window.top || navigator.connection?.saveData) return;
  } catch {
    // a sandboxed frame may not even ask
    return;
  }
  try {
    await navigator.serviceWorker.register(trusted(new URL('service_worker.js', import.meta.url).href));
    await navigator.serviceWorker.ready;
    await keepFiles(new URL('./', import.meta.url).href);
    document.documentElement.dataset.offline = 'kept';
  } catch {
    /* the browser forbids it, or the network went away: there is always the next visit */
  }
}
