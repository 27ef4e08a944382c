// The worker of the cells, in a page of whatever origin.
//
//   const worker = startWorker();     // throws where the browser refuses; other failures come as messages
//   worker.addEventListener('message', ({data}) => { if (data.type === 'ready') ... });
//
// Browsers start a worker only from an address of the page's own origin. Where this module came from another one, or the
// page has none because it is sandboxed, the worker is a blob of a few lines that imports worker.mjs. It then has the
// page's origin, and the page's content security policy.

const WORKER = new URL('worker.mjs', import.meta.url);
const isForeign = WORKER.origin !== self.origin;

/** What the page and the server have to grant, where a worker does not start; empty in a page of this origin. */
export const REQUIREMENTS = !isForeign
  ? ''
  : ` In a page of another origin than ${WORKER.origin}, cells need three things: every answer of that server has ` +
    'Access-Control-Allow-Origin; a content security policy of the page, where it has one, allows ' +
    `script-src ${WORKER.origin} blob: 'wasm-unsafe-eval', worker-src blob: ${WORKER.origin} and connect-src ${WORKER.origin}; ` +
    'and where it asks for trusted types, it names pipette-lessons.';

const START = `
  import(${JSON.stringify(WORKER.href)}).catch(({message}) => postMessage(
    {type: 'refused', text: message + '.' + ${JSON.stringify(REQUIREMENTS)}}));`;

let address = WORKER.href;
if (isForeign) address = URL.createObjectURL(new Blob([START], {type: 'text/javascript'}));

// Where a content security policy asks for trusted types, a worker's address must be one. Ours vouches
// for one address alone; where the policy knows it not, it asks for none or the worker does not start.
let trusted;
try {
  trusted = globalThis.trustedTypes?.createPolicy('pipette-lessons', {createScriptURL: () => address});
} catch {
  /* see above */
}

// Chromium starts no module worker from a blob in a sandboxed page; a classic one may import modules, too.
export const startWorker = () =>
  new Worker(trusted?.createScriptURL('') ?? address, {type: self.origin === 'null' ? 'classic' : 'module'});
