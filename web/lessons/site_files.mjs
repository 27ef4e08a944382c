// Files of the site, for a worker without an origin: the page reads them for it (cell_worker.mjs).
//
//   const site = new SiteFiles(port, {site, addresses, blobs, add});      // from then on fetch() of the site's files works
//   await import(await site.addressOf('./pipette.mjs'));
//   site.answered(message);                                        // {type: 'answer', ...} of the page

const WITHOUT_BODY = [101, 204, 205, 304];

export class SiteFiles {
  #port;
  #site;
  #addresses;
  #add;
  #waiting = new Map();
  #asked = 0;

  /** `addresses`: of the blobs there are, by path, and `blobs` these by address; `add([path, content])` makes one more. */
  constructor(port, {site, addresses, blobs, add}) {
    this.#port = port;
    this.#site = site;
    this.#addresses = addresses;
    this.#add = add;
    const fetchBlob = globalThis.fetch.bind(globalThis);
    globalThis.fetch = async (what, options) => {
      const url = new URL(what?.url ?? what, `${site}lessons/`);
      // In a sandbox Firefox gives modules of blobs, but not their bytes.
      if (blobs.has(url.href)) return new Response(blobs.get(url.href));
      return url.protocol === 'blob:' ? fetchBlob(what, options) : this.#fetch(url.href, options?.signal);
    };
  }

  answered({id, error, ...answer}) {
    const {done, fail} = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) done(answer);
    else fail(new TypeError(error));
  }

  /** The address of a module and of all that it imports. */
  async addressOf(name) {
    const url = new URL(name, this.#site).href;
    if (!url.startsWith(this.#site)) return url;
    const path = url.slice(this.#site.length);
    if (!this.#addresses.has(path)) {
      const {files} = await this.#ask({type: 'module', path});
      files.forEach(this.#add);
    }
    return this.#addresses.get(path);
  }

  #ask(question) {
    const id = ++this.#asked;
    this.#port.postMessage({...question, id});
    return new Promise((done, fail) => this.#waiting.set(id, {done, fail}));
  }

  async #fetch(url, signal) {
    signal?.throwIfAborted();
    const {status, body, ...rest} = await this.#ask({type: 'fetch', url});
    signal?.throwIfAborted();
    return new Response(WITHOUT_BODY.includes(status) ? null : body, {status, ...rest});
  }
}
