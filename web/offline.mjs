// Lets the page and its lessons be opened without a network after one visit.
//
//   keepForOffline();                    // once the page is there
//   keepForOffline({python: true});      // and the interpreter of Python, which is kept when it has been used
//
// All files of the site (files.json, which the build writes) are kept as one set that fits together: they are fetched past
// the browser's cache and compared with their hashes, so that a site which changes meanwhile leaves no mixture. A visit that
// finds another version keeps all of it, or nothing, and what was kept until then is dropped; a visit that finds the same
// version fetches that list only. What is kept belongs to the folder of the site, so two copies on a host leave each other
// alone. Nothing is kept where the browser is told to save data, nor on a loopback address, whose ports one program after
// the other uses: a service worker there would answer in the name of the next. Browsers without service workers, and
// pages without https, go on as they are.

const SITE = new URL('./', import.meta.url);
const OWN = `pipette ${SITE.pathname} `; // and the version

/** Under a policy that wants trusted types, a worker's address has to be one. */
let policy;
function trusted(url) {
  policy ??= window.trustedTypes?.createPolicy('pipette-offline', {createScriptURL: (own) => own});
  return policy?.createScriptURL(url) ?? url;
}

/** A name below localhost is chosen for one site; these are everybody's. */
export const isLoopback = (hostname) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

async function hashOf(response) {
  const digest = await crypto.subtle.digest('SHA-256', await response.arrayBuffer());
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}

async function fetchFile([path, hash]) {
  const response = await fetch(new URL(path, SITE), {cache: 'reload'});
  if (!response.ok) throw new Error(`${path}: HTTP status ${response.status}`);
  if ((await hashOf(response.clone())) !== hash) throw new Error(`${path} is not the one that files.json lists`);
  return response;
}

async function keepFiles({python = false} = {}) {
  const answer = await fetch(new URL('files.json', SITE), {cache: 'reload'});
  if (!answer.ok) throw new Error(`files.json: HTTP status ${answer.status}`);
  const {version, files, python: interpreter} = await answer.json();
  const cache = await caches.open(OWN + version);
  if (!(await cache.match(SITE))) {
    const fetched = files.map(fetchFile);
    await Promise.allSettled(fetched); // where one fails, none is left on its way
    const responses = await Promise.all(fetched);
    // The page itself comes last: where it is kept, all is.
    const order = files.map(([path], i) => [path, responses[i]]).sort(([a], [b]) => (a === '') - (b === ''));
    for (const [path, response] of order) await cache.put(new URL(path, SITE), response);
  }
  if (python) {
    for (const each of interpreter) {
      const url = new URL(each[0], SITE);
      if (!(await cache.match(url))) await cache.put(url, await fetchFile(each));
    }
  }
  for (const name of await caches.keys()) if (name.startsWith(OWN) && name !== OWN + version) await caches.delete(name);
}

export async function keepForOffline(sets) {
  try {
    if (!navigator.serviceWorker || !window.caches || window.self !== window.top || navigator.connection?.saveData) return;
    if (isLoopback(location.hostname)) return;
  } catch {
    // a sandboxed frame may not even ask
    return;
  }
  try {
    await navigator.serviceWorker.register(trusted(new URL('service_worker.js', SITE).href));
    await navigator.serviceWorker.ready;
    await keepFiles(sets);
    document.documentElement.dataset.offline = 'kept';
  } catch {
    /* the browser forbids it, the network went away, or the site changes just now: there is always the next visit */
  }
}
