// Starts the workers that run cells. A worker whose address is "data:" has no origin: no code of a cell reads or writes what
// the site keeps in the browser, where its offline copy is. It inherits the policy of this frame, which is not the
// lesson's: blobs may be modules, and no server is reached.
//
//   page -> frame   {type: 'start', id, site, module, files}, with a port   |   {type: 'end', id}
//   frame -> page   {type: 'ready'}, once   |   {type: 'failed', id, text}
//
// A page in a sandbox has this frame, too: so it is no module, which the frame's own server would have to share with it.

(() => {
  // What follows runs in the worker. What was a path in a module becomes the address of a blob (../module_files.mjs).
  async function begin({data: {site, module, files}, ports: [port]}) {
    self.importScripts = undefined; // all are modules here; Pyodide would try it, which the policy forbids and Firefox reports
    const addresses = new Map([['/', site]]);
    const blobs = new Map(); // by their addresses
    const linked = (text) => text.replace(/\{\{([^{}\s]+)\}\}/g, (whole, path) => addresses.get(path) ?? whole);
    const add = ([path, content]) => {
      if (addresses.has(path)) return;
      const blob = typeof content === 'string' ? new Blob([linked(content)], {type: 'text/javascript'}) : content;
      addresses.set(path, URL.createObjectURL(blob));
      blobs.set(addresses.get(path), blob);
    };
    try {
      files.forEach(add);
      const {connect} = await import(addresses.get(module));
      connect({port, site, addresses, blobs, add});
    } catch ({message}) {
      port.postMessage({type: 'refused', text: message});
    }
  }

  const START = `data:text/javascript,${encodeURIComponent(`onmessage = ${begin}`)}`;
  const workers = new Map();
  const tell = (message) => parent.postMessage(message, '*'); // a page in a sandbox has no origin to be named

  // Where a policy asks for trusted types, a worker's address must be one; ours vouches for this one alone.
  let trusted;
  try {
    trusted = self.trustedTypes?.createPolicy('pipette-lessons', {createScriptURL: () => START});
  } catch {
    /* the policy knows it not: then it asks for none, or no worker starts */
  }

  function start({id, site, module, files}, port) {
    try {
      const worker = new Worker(trusted?.createScriptURL('') ?? START);
      worker.addEventListener('error', (event) => {
        event.preventDefault();
        tell({type: 'failed', id, text: event.message});
      });
      worker.postMessage({site, module, files}, [port]);
      workers.set(id, worker);
    } catch ({message}) {
      tell({type: 'failed', id, text: message});
    }
  }

  addEventListener('message', ({data, source, ports}) => {
    if (source !== parent) return;
    if (data.type === 'start') start(data, ports[0]);
    if (data.type === 'end') {
      workers.get(data.id)?.terminate();
      workers.delete(data.id);
    }
  });
  tell({type: 'ready'});
})();
