// A worker for other people's code, which knows nothing of the page: it has no origin, so what the site keeps in the browser is
// not there, and its policy lets it reach no server.
//
//   const worker = new CellWorker();              // for cells; 'python/worker.mjs' is another module that has connect()
//   worker.addEventListener('message', ({data}) => { if (data.type === 'ready') ... });      // or 'refused', with a text
//   worker.addEventListener('read', ({data: {path, bytes}}) => ...);                         // of a file it fetches, so far
//   worker.postMessage({type: 'run', cell, code});
//   worker.terminate();
//
// A frame starts it (cell_frame.js), one for all workers of a page, because it needs a policy of its own. To a worker without
// an origin the files of its own server are foreign. So this page reads for it what the site has, and nothing else: modules
// with all that they need, as blobs that name each other (../module_files.mjs), and what a cell fetches.

import {joinPath, moduleFiles} from '../module_files.mjs';

const SITE = new URL('../', import.meta.url).href;
const PATIENCE_MS = 3000; // for a frame that has loaded to say that it is ours
const {origin} = new URL(SITE);

/** What the page and the server have to grant, where a worker does not start; empty in a page of this origin. */
const REQUIREMENTS =
  origin === self.origin
    ? ''
    : ` In a page of another origin than ${origin}, cells need two things: every answer of that server has ` +
      'Access-Control-Allow-Origin; and a content security policy of the page, where it has one, allows ' +
      `script-src ${origin}, frame-src ${origin} and connect-src ${origin}.`;

const FRAME_REQUIREMENTS =
  ' A content security policy that the server sends for lessons/cell_frame.html needs blob: in its script-src and data: in ' +
  'its worker-src, and where it asks for trusted types, it names pipette-lessons.';

async function answerOf(address, options) {
  try {
    return await fetch(address, options);
  } catch ({message}) {
    throw new Error(`${new URL(address).pathname} could not be read: ${message}`);
  }
}

async function readFile(path) {
  const answer = await answerOf(SITE + path);
  if (!answer.ok) throw new Error(`${path}: HTTP status ${answer.status}`);
  if (!path.endsWith('.wasm')) return answer.text();
  return new Blob([await answer.arrayBuffer()], {type: 'application/wasm'}); // whatever the server calls it
}

const graphs = new Map(); // promises of [[path, text or Blob], ...], by the path of a module
function filesOf(path) {
  if (!graphs.has(path)) {
    const files = moduleFiles(readFile, path).then((all) => [...all]);
    graphs.set(path, files);
    files.catch(() => graphs.delete(path)); // try again next time
  }
  return graphs.get(path);
}

const workers = new Map(); // by number

let opened = null; // promise of the frame's window

function openFrame() {
  const frame = document.createElement('iframe');
  Object.assign(frame, {hidden: true, title: 'Where the cells run', src: new URL('cell_frame.html', import.meta.url).href});
  return new Promise((done, fail) => {
    addEventListener('message', ({source, data}) => {
      if (source === null || source !== frame.contentWindow) return;
      if (data.type === 'ready') done(source);
      if (data.type === 'failed') workers.get(data.id)?.failed(data.text);
    });
    const refuse = () => fail(new Error(`the browser did not open ${frame.src} in a frame`));
    frame.addEventListener('load', () => setTimeout(refuse, PATIENCE_MS)); // changes nothing where it has spoken
    document.addEventListener('securitypolicyviolation', ({effectiveDirective, blockedURI}) => {
      if (effectiveDirective === 'frame-src' && frame.src.startsWith(blockedURI)) refuse(); // Firefox does not load it then
    });
    document.documentElement.append(frame);
  }).catch((error) => {
    frame.remove();
    opened = null; // try again next time
    throw error;
  });
}

let count = 0;

export class CellWorker extends EventTarget {
  #id = ++count;
  #channel = new MessageChannel();
  #module;

  constructor(module = 'lessons/worker.mjs') {
    super();
    this.#module = module;
    workers.set(this.#id, this);
    this.#channel.port1.onmessage = ({data}) => {
      if (data.type === 'fetch') this.#fetch(data);
      else if (data.type === 'module') this.#importFor(data);
      else if (data.type === 'refused') this.failed(data.text);
      else this.#tell(data);
    };
    this.#start();
  }

  postMessage(message) {
    this.#channel.port1.postMessage(message);
  }

  terminate() {
    workers.delete(this.#id);
    this.#channel.port1.close();
    opened?.then((window) => window.postMessage({type: 'end', id: this.#id}, '*')).catch(() => {});
  }

  /** The frame has it, and it does not start. */
  failed(text) {
    this.#refuse(text, FRAME_REQUIREMENTS);
  }

  #refuse(text, required) {
    const why = text ? `: ${text.replace(/\.$/, '')}` : '';
    this.#tell({type: 'refused', text: `The worker of the cells could not be started${why}.${required}`});
  }

  #tell(data) {
    this.dispatchEvent(new MessageEvent('message', {data}));
  }

  async #start() {
    try {
      const [window, files] = await Promise.all([(opened ??= openFrame()), filesOf(this.#module)]);
      if (!workers.has(this.#id)) return; // ended meanwhile
      window.postMessage({type: 'start', id: this.#id, site: SITE, module: this.#module, files}, '*', [this.#channel.port2]);
    } catch ({message}) {
      this.#refuse(message, REQUIREMENTS);
    }
  }

  #answer(id, answer) {
    this.postMessage({type: 'answer', id, ...answer});
  }

  /** What a cell imports besides. */
  async #importFor({id, path}) {
    try {
      this.#answer(id, {files: await filesOf(joinPath('', path))});
    } catch ({message}) {
      this.#answer(id, {error: message});
    }
  }

  /** What an answer brings, told as it comes. */
  async #blobOf(answer, path) {
    if (answer.body === null) return answer.blob();
    let bytes = 0;
    const counted = new TransformStream({
      transform: (chunk, controller) => {
        bytes += chunk.length;
        this.dispatchEvent(new MessageEvent('read', {data: {path, bytes}}));
        controller.enqueue(chunk);
      },
    });
    return new Response(answer.body.pipeThrough(counted), {headers: answer.headers}).blob();
  }

  /** What a cell fetches, where the site has it. */
  async #fetch({id, url}) {
    try {
      if (!url.startsWith(SITE)) throw new Error(`cells reach files below ${SITE} only, not ${url}`);
      const answer = await answerOf(url);
      const {status, statusText, headers} = answer;
      const body = await this.#blobOf(answer, url.slice(SITE.length));
      this.#answer(id, {status, statusText, headers: [...headers], body});
    } catch ({message}) {
      this.#answer(id, {error: message});
    }
  }
}
