// Loads the page's module and stands between it and the browser.
//
// Checks first for what is needed (WebGL2, WebAssembly SIMD), shows how far loading is, and removes
// the cover with the first frame. `host` is what C++ may call (src/platform/web_host.cc);
// window.pipette_app is for tests, widgets by name, frames by number, never by time; lessons that show the page read its
// state().

import {connectFiles} from './files.mjs';
import {addressOf, followLinks, linkTo, liveAddress} from './links.mjs';
import {DeferredPart, compileFrom, compileNow} from './pipette/deferred.mjs';
import {download} from './pipette/download.mjs';
import {showNotice} from './notice.mjs';
import {part} from './parts.mjs';
import {connectProfile} from './profile_panel.mjs';
import {takeText, withRoom, withTexts} from './texts.mjs';
import {connectTyping} from './typing.mjs';

const element = (id) => document.getElementById(id);
const cover = element('cover');
const card = new URLSearchParams(location.search).get('embed'); // one card, in somebody's page
const loadedWith = location.hash;
const deferredUrl = new URL('pipette_app.deferred.wasm', import.meta.url);
const deferred = new DeferredPart(
  () => compileFrom(deferredUrl),
  () => compileNow(deferredUrl),
);
let failed = false;

function fail(text, {again = true} = {}) {
  failed = true;
  window.pipette_loading.fail(text, {again});
}

function failToLoad({message}) {
  failed = true;
  window.pipette_loading.failToLoad(`The emulator could not be loaded: ${message.replace(/\.$/, '')}.`);
}

// (module (func (result v128) (v128.const i64x2 0 0)))
const SIMD_PROBE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 22, 1, 20, 0, 253, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  0, 0, 0, 0, 0, 11,
]);

function missing() {
  if (typeof WebAssembly !== 'object') return 'Pipette needs WebAssembly, which this browser lacks or forbids.';
  if (!WebAssembly.validate(SIMD_PROBE)) {
    return 'Pipette needs WebAssembly SIMD: Chrome 91, Firefox 89, Safari 16.4 or newer.';
  }
  const probe = document.createElement('canvas').getContext('webgl2');
  if (!probe) return 'Pipette draws with WebGL2, which this browser lacks or has switched off.';
  probe.getExtension('WEBGL_lose_context')?.loseContext(); // browsers keep only a few
  return '';
}

// Compiled while it streams in, whatever type the server gives it; the bar moves with the bytes.
function instantiate(url, imports) {
  const bar = element('cover-progress');
  const compile = ({body}) =>
    WebAssembly.instantiateStreaming(new Response(body, {headers: {'content-type': 'application/wasm'}}), imports);
  return download(url, compile, {
    onBytes(received, total) {
      if (total) bar.value = received / total;
      else bar.removeAttribute('value');
    },
  });
}

// Copies, and says what was, or that the browser did not let it happen; some forbid it in a frame or without https.
async function copy(text, said, tell) {
  try {
    await navigator.clipboard.writeText(text);
    tell(1, said);
    showNotice(said, {said: true});
  } catch {
    tell(0, said);
    showNotice('The browser did not let this page copy. Select it and press Ctrl+C (on a Mac ⌘C):', {copy: text, said: true});
  }
}

function resultShower(act) {
  let panel = null,
    latest = '';
  return async (json) => {
    latest = json;
    if (!json && !panel) return;
    const summary = await part('The summary of the run', () => import('./result_panel.mjs'));
    panel ??= summary?.connectResult(act);
    panel?.(latest);
  };
}

// C++ says which places it keeps for HTML; each has a function that fills it, or clears it away.
function htmlPlacer(fillers) {
  return (json, theme) => {
    document.documentElement.dataset.theme = theme;
    const places = JSON.parse(json);
    for (const [name, fill] of Object.entries(fillers)) fill(places[name]);
  };
}

async function openLessons() {
  if (document.documentElement.dataset.edition !== 'single-file') {
    window.open('lessons/', '_blank', 'noopener');
    return;
  }
  const list = await part('The list of lessons', () => import('./lesson_list.mjs'));
  await list?.showLessons(window.pipette_app.act);
}

/** `text`: a program that is shown there; it finds it in what this site keeps, where nobody else can put one. */
function openPython(text) {
  if (document.documentElement.dataset.edition) {
    showNotice('Python is part of the whole site, not of this copy.');
    return;
  }
  if (text && !remember('lesson-python-handed', text)) {
    showNotice('This browser lets the site keep nothing, so the program cannot be handed on: copy it to the page for Python.');
    return;
  }
  window.open('python/', '_blank', 'noopener');
}

async function save(app, wish) {
  const saving = await part('What saves pictures', () => import('./saving.mjs'));
  try {
    await saving?.save(app, wish);
  } catch (error) {
    showNotice(`${wish.file} could not be saved: ${error.message}.`);
  }
}

async function chooseExperiment(json) {
  const catalogue = await part('The catalogue', () => import('./catalogue.mjs'));
  catalogue?.chooseExperiment(JSON.parse(json), (name) => window.pipette_app.act('select-experiment', 0, '', name));
}

// What a teacher's link asks, and the dialog that makes one. The task of a link is there before the page is, `started`.
function classes(started) {
  let there = null,
    latest = '';
  const load = async () => {
    const loaded = await part('What belongs to a class', () => import('./class_link.mjs'));
    await started;
    there ??= loaded?.connectClasses(window.pipette_app);
    return there;
  };
  return {
    ask: async () => (await load())?.ask(),
    showTask: async (json) => {
      latest = json;
      if (json || there) (await load())?.showTask(latest);
    },
  };
}

async function help(json) {
  if (embed) return;
  const loaded = await part('The help', () => import('./help.mjs'));
  await loaded?.showHelp(JSON.parse(json), window.pipette_app.act);
}

async function showCommands(json) {
  if (embed) return;
  const loaded = await part('The command palette', () => import('./commands.mjs'));
  await loaded?.showCommands(JSON.parse(json), window.pipette_app.act);
}

async function present() {
  if (embed) return; // one card has the page already
  const presentation = await part('The presentation', () => import('./presentation.mjs'));
  return presentation?.present({...window.pipette_app, open: (json) => window.pipette_app.act('open-link', 0, '', json)});
}

/** False where that is forbidden, as in some frames. */
function remember(key, value) {
  try {
    localStorage.setItem(`pipette-${key}`, value);
    return true;
  } catch {
    return false;
  }
}

function isFirstVisit() {
  if (window.self !== window.top || location.hash.length > 1) return false;
  try {
    return localStorage.getItem('pipette-welcomed') === null;
  } catch {
    return false;
  }
}

function makeHost(connected, tellCopied) {
  const media = (query) => window.matchMedia(query).matches;
  const coarse = window.matchMedia('(pointer: coarse)'); // asked in each frame
  return {
    prefersDark: () => media('(prefers-color-scheme: dark)'),
    prefersReducedMotion: () => media('(prefers-reduced-motion: reduce)'),
    coarsePointer: () => coarse.matches,
    embedded: () => window.self !== window.top,
    remembered: (key) => {
      if (key === 'embed') return card ?? '';
      if (key === 'address') return addressOf(location.hash); // a shared link
      try {
        return localStorage.getItem(`pipette-${key}`);
      } catch {
        return '';
      } // forbidden in some frames
    },
    remember,
    // Once C++ has returned: Firefox handles events, and so would call it again, while it opens a window.
    open: async (what, json) => {
      await null;
      return {
        lessons: openLessons,
        python: openPython,
        presentation: present,
        catalogue: chooseExperiment,
        class: connected.openClass,
        commands: showCommands,
        help,
      }[what]?.(json);
    },
    copyText: (text) => copy(text, 'Copied', tellCopied),
    copyLink: (json, said) => copy(linkTo(location.href, json), said, tellCopied),
    showAddress: liveAddress(window),
    announce: (text) => {
      element('announcer').textContent = text;
    },
    firstFrame: () => {
      cover.hidden = true;
      performance.mark('pipette-first-frame');
      const there = deferred.load().catch(() => {}); // where it fails, what needs it tries again
      there
        .then(() => import('./offline.mjs'))
        .then(
          ({keepForOffline}) => keepForOffline(),
          () => {},
        );
    },
    contextLost: (lost) => {
      if (element('pipette-canvas').dataset.context === 'away') return; // given back: nobody sees it
      cover.hidden = !lost;
      element('cover-text').textContent = 'The graphics card was taken away; waiting for it to come back';
    },
    ...connected,
  };
}

function connectPage(app) {
  const act = (name, number = 0, field = '', text = '') => {
    const known = withTexts(app, [name, field, text], (a, b, c) => app._pipette_intent(a, number, b, c));
    if (!known) throw new Error(`no intent is called ${name}`);
  };
  window.pipette_app = {
    rect: (name) =>
      withTexts(app, [name], (at) =>
        withRoom(app, 16, (out) => {
          const found = app._pipette_rect(at, out);
          const [x, y, width, height] = app.HEAPF32.subarray(out / 4, out / 4 + 4);
          return found ? {x, y, width, height} : null;
        }),
      ),
    names: () => takeText(app, app._pipette_names()).split('\n').filter(Boolean),
    layout: () => JSON.parse(takeText(app, app._pipette_layout())),
    frame: () => app._pipette_frame(),
    idle: () => app._pipette_idle() !== 0,
    csv: (table) => withTexts(app, [table], (at) => takeText(app, app._pipette_csv(at))),
    state: () => JSON.parse(takeText(app, app._pipette_state())),
    act,
  };
  // A card in somebody's page has none of them.
  for (const button of document.querySelectorAll('#controls button')) {
    if (button.dataset.intent) button.addEventListener('click', () => act(button.dataset.intent));
    // Space and Enter belong to the button here, not to the canvas.
    for (const type of ['keydown', 'keyup']) {
      button.addEventListener(type, (event) => event.stopPropagation());
    }
  }
  element('open-mirror')?.addEventListener('click', async () => {
    const mirror = await part('The page as text', () => import('./mirror.mjs'));
    await mirror?.openMirror(window.pipette_app);
  });
  const openLink = (json) => act('open-link', 0, '', json);
  if (location.hash !== loadedWith) openLink(addressOf(location.hash)); // changed while the page was loading
  followLinks(window, openLink);
  embed?.connect({...window.pipette_app, copyLink: () => act('copy-link'), open: (link) => openLink(addressOf(link))});
  watchPixels(() => app._pipette_wake());
  if (!embed && /[?&](steps|lesson)=/.test(location.search)) present();
  if (isFirstVisit()) {
    part('The greeting', () => import('./welcome.mjs')).then((greeting) =>
      greeting?.welcome(act, () => remember('welcomed', '1')),
    );
  }
}

// Calls when the canvas has other pixels under it: another size, browser zoom, another screen. Or another pointer above
// it, where a tablet loses its keyboard.
function watchPixels(changed) {
  window.matchMedia('(pointer: coarse)').addEventListener('change', changed);
  const canvas = element('pipette-canvas');
  const observer = new ResizeObserver(changed);
  try {
    observer.observe(canvas, {box: 'device-pixel-content-box'});
  } catch {
    // Safari knows no such box
    observer.observe(canvas);
    const watchDensity = () => {
      window.matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`).addEventListener(
        'change',
        () => {
          changed();
          watchDensity();
        },
        {once: true},
      );
    };
    watchDensity();
  }
}

async function start() {
  const problem = missing();
  if (problem) return fail(problem, {again: false});
  let app = null,
    tellStarted;
  const started = new Promise((done) => {
    tellStarted = done;
  });
  const getApp = () => app;
  const act = (...intent) => window.pipette_app.act(...intent);
  const files = connectFiles(getApp);
  const showResult = resultShower(act);
  const there = embed ? null : classes(started);
  const connected = {
    ...files,
    ...connectTyping(getApp),
    save: (json) => save(getApp(), JSON.parse(json)),
    placeHtml: htmlPlacer({profile: connectProfile(getApp, act, files.pickFiles)}),
    show: (what, json) => ({result: showResult, task: there?.showTask})[what]?.(json),
    openClass: there?.ask,
  };
  const program = await import('./pipette_app.js').catch(failToLoad);
  if (!program) return;
  const options = {
    host: makeHost(connected, (done, said) =>
      withTexts(app, ['copied', '', said], (a, b, c) => app._pipette_intent(a, done, b, c)),
    ),
    instantiateWasm(imports, done) {
      const all = {...imports, ...deferred.imports};
      instantiate(new URL('pipette_app.wasm', import.meta.url), all).then(async ({instance, module}) => {
        deferred.connect(instance.exports);
        if (loadedWith.length > 1) await deferred.load(); // a link may show anything
        try {
          done(instance, module); // runs main()
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
  if (failed) return; // without its program, the module has nothing to call
  connectPage(app);
  tellStarted();
}

const begin = () => start().catch((error) => fail(`The emulator could not be started: ${error.message}`));
/** The one card that is shown; null for the whole page, or where it cannot be made, which is said. */
async function embedded() {
  try {
    return (await import('./embed.mjs')).makeEmbed(card, begin);
  } catch (error) {
    fail(`The card ${card} could not be shown: ${error.message}`);
    return null;
  }
}
const embed = card === null ? null : await embedded();
if (card === null) begin();
