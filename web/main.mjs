// Loads the page's module and stands between it and the browser.
//
// Checks first for what is needed (WebGL2, WebAssembly SIMD), shows how far loading is, and removes
// the cover with the first frame. `host` is what C++ may call (src/platform/web_host.cc);
// window.pipette_app is for tests: widgets by name, frames by number, never by time.

import {connectFiles} from './files.mjs';
import {experimentOf, followLinks, linkTo} from './links.mjs';
import {download} from './pipette/download.mjs';
import {takeText, withTexts} from './texts.mjs';
import {connectTyping} from './typing.mjs';

const element = (id) => document.getElementById(id);
const cover = element('cover');
let failed = false;

function fail(text) {
  failed = true;
  window.pipette_loading.fail(text);
}

function failToLoad({message}) {
  failed = true;
  window.pipette_loading.failToLoad(`The emulator could not be loaded: ${message.replace(/\.$/, '')}.`);
}

// (module (func (result v128) (v128.const i64x2 0 0)))
const SIMD_PROBE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 22, 1, 20, 0, 253, 12,
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 11,
]);

function missing() {
  if (typeof WebAssembly !== 'object') return 'Pipette needs WebAssembly, which this browser lacks or forbids.';
  if (!WebAssembly.validate(SIMD_PROBE)) {
    return 'Pipette needs WebAssembly SIMD: Chrome 91, Firefox 89, Safari 16.4 or newer.';
  }
  const probe = document.createElement('canvas').getContext('webgl2');
  if (!probe) return 'Pipette draws with WebGL2, which this browser lacks or has switched off.';
  probe.getExtension('WEBGL_lose_context')?.loseContext();  // browsers keep only a few
  return '';
}

// Compiled while it streams in, whatever type the server gives it; the bar moves with the bytes.
function instantiate(url, imports) {
  const bar = element('cover-progress');
  const compile = ({body}) => WebAssembly.instantiateStreaming(
    new Response(body, {headers: {'content-type': 'application/wasm'}}), imports);
  return download(url, compile, {
    onBytes(received, total) {
      if (total) bar.value = received / total;
      else bar.removeAttribute('value');
    },
  });
}

function makeHost(connected) {
  const media = (query) => window.matchMedia(query).matches;
  return {
    prefersDark: () => media('(prefers-color-scheme: dark)'),
    prefersReducedMotion: () => media('(prefers-reduced-motion: reduce)'),
    embedded: () => window.self !== window.top,
    remembered: (key) => {
      if (key === 'experiment') return experimentOf(location.hash);  // a shared link
      try { return localStorage.getItem(`pipette-${key}`); } catch { return ''; }  // forbidden in some frames
    },
    remember: (key, value) => {
      try { localStorage.setItem(`pipette-${key}`, value); } catch { /* as above */ }
    },
    openLessons: () => window.open('lessons/', '_blank', 'noopener'),
    copyText: (text) => navigator.clipboard?.writeText(text).catch(() => {}),
    copyLink: (json) => {
      navigator.clipboard?.writeText(linkTo(location.href, json)).catch(() => {});
    },
    announce: (text) => { element('announcer').textContent = text; },
    firstFrame: () => {
      cover.hidden = true;
      performance.mark('pipette-first-frame');
    },
    contextLost: (lost) => {
      cover.hidden = !lost;
      element('cover-text').textContent = 'The graphics card was taken away; waiting for it to come back';
    },
    ...connected,
  };
}

function connectPage(app) {
  const act = (name, number = 0, field = '', text = '') => {
    const known = withTexts(app, [name, field, text],
                            (a, b, c) => app._pipette_intent(a, number, b, c));
    if (!known) throw new Error(`no intent is called ${name}`);
  };
  window.pipette_app = {
    rect: (name) => withTexts(app, [name], (at) => {
      const out = app._malloc(16);
      const found = app._pipette_rect(at, out);
      const [x, y, width, height] = app.HEAPF32.subarray(out / 4, out / 4 + 4);
      app._free(out);
      return found ? {x, y, width, height} : null;
    }),
    names: () => takeText(app, app._pipette_names()).split('\n').filter(Boolean),
    frame: () => app._pipette_frame(),
    idle: () => app._pipette_idle() !== 0,
    state: () => JSON.parse(takeText(app, app._pipette_state())),
    act,
  };
  for (const button of element('controls').querySelectorAll('button')) {
    button.addEventListener('click', () => act(button.dataset.intent));
    // Space and Enter belong to the button here, not to the canvas.
    for (const type of ['keydown', 'keyup']) {
      button.addEventListener(type, (event) => event.stopPropagation());
    }
  }
  watchPixels(() => app._pipette_wake());
}

// Calls when the canvas has other pixels under it: another size, browser zoom, another screen.
function watchPixels(changed) {
  const canvas = element('pipette-canvas');
  const observer = new ResizeObserver(changed);
  try {
    observer.observe(canvas, {box: 'device-pixel-content-box'});
  } catch {  // Safari knows no such box
    observer.observe(canvas);
    const watchDensity = () => {
      window.matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`)
        .addEventListener('change', () => { changed(); watchDensity(); }, {once: true});
    };
    watchDensity();
  }
}

async function start() {
  const problem = missing();
  if (problem) return fail(problem);
  let app = null;
  const getApp = () => app;
  const connected = {...connectFiles(getApp), ...connectTyping(getApp)};
  const program = await import('./pipette_app.js').catch(failToLoad);
  if (!program) return;
  const options = {
    host: makeHost(connected),
    instantiateWasm(imports, done) {
      instantiate(new URL('pipette_app.wasm', import.meta.url), imports).then(({instance, module}) => {
        try {
          done(instance, module);  // runs main()
        } catch (error) {
          fail(`The emulator could not be started: ${error.message}`);
        }
      }, failToLoad);
      return {};
    },
    onAbort: (reason) => fail(`The emulator stopped: ${reason}`),
    failed: (text) => fail(text),
  };
  app = await program.default(options);
  if (!failed) connectPage(app);  // without its program, the module has nothing to call
}

followLinks(window);
start().catch((error) => fail(`The emulator could not be started: ${error.message}`));
