// The browsers that the tests drive, behind one interface: Playwright speaks Chromium's own protocol to Chromium, and
// WebDriver BiDi to Firefox as Debian has it.
//
//   const browser = await BROWSERS.firefox.launch();
//   const context = await browser.newContext({viewport: {width: 390, height: 844}, hasTouch: true});
//   await browser.close();
//
// `emulates` names the options of newContext() that have an effect. Playwright ignores the others without a
// word, so a test that asks for one of them is left out there (harness.mjs).

import {spawn} from 'node:child_process';
import {chromium, firefox} from '@playwright/test';

/** Chromium without windows, a fifth faster than one that hides its windows; that one is /usr/bin/chromium. */
export const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell';

// Software WebGL2 on a machine without a graphics card; no traffic of the browser's own.
const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-gpu-compositing',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // V8 compiles code a second time, optimised, only where it stays hot for long: a test's visit of seconds gains nothing by
  // that (docs/testing.md has the figures).
  '--js-flags=--wasm-tiering-budget=200000000',
];

const FIREFOX_PREFERENCES = {
  'webgl.force-enabled': true, // it refuses a driver in software otherwise
  'network.dns.disabled': true, // its own traffic goes nowhere: the tests use addresses, no names
};

// Options of a context for which BiDi has no command: preferences, which a whole Firefox has.
const FIREFOX_EMULATION = {
  hasTouch: (has) =>
    has && {'dom.w3c_touch_events.enabled': 1, 'ui.primaryPointerCapabilities': 1, 'ui.allPointerCapabilities': 1},
  isMobile: (is) => is && {'dom.meta-viewport.enabled': true},
  colorScheme: (scheme) => ({'ui.systemUsesDarkTheme': scheme === 'dark' ? 1 : 0}),
  reducedMotion: (motion) => ({'ui.prefersReducedMotion': motion === 'reduce' ? 1 : 0}),
};

const COMMON_OPTIONS = ['viewport', 'deviceScaleFactor', 'permissions'];

/** An X server without a screen: Firefox, even headless, has no WebGL without GLX (here Mesa's llvmpipe). */
async function startDisplay() {
  const server = spawn('Xvfb', ['-displayfd', '3', '-nolisten', 'tcp', '-screen', '0', '1600x1200x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const stop = () => server.kill();
  process.once('exit', stop);
  const number = await new Promise((done, fail) => {
    server.stdio[3].once('data', (text) => done(String(text).trim()));
    server.once('error', ({message}) => fail(new Error(`${message}: tools/setup firefox installs it`)));
    server.once('exit', (code) => fail(new Error(`Xvfb ended with ${code}`)));
  });
  return {name: `:${number}`, stop};
}

/** One Firefox for each set of preferences that a context asks for, started when it first does. */
class Firefox {
  #display;
  #browsers = new Map(); // of the preferences as text

  constructor(display) {
    this.#display = display;
  }

  async newContext(options = {}) {
    const emulated = Object.entries(FIREFOX_EMULATION)
      .filter(([name]) => name in options)
      .map(([name, preferencesFor]) => preferencesFor(options[name]));
    const preferences = Object.assign({}, FIREFOX_PREFERENCES, ...emulated);
    const key = JSON.stringify(preferences);
    if (!this.#browsers.has(key)) this.#browsers.set(key, this.#start(preferences));
    return (await this.#browsers.get(key)).newContext(options);
  }

  #start(preferences) {
    return firefox.launch({
      channel: 'moz-firefox', // a Firefox as it is sold, through WebDriver BiDi
      executablePath: '/usr/bin/firefox-esr',
      firefoxUserPrefs: preferences,
      env: {...process.env, DISPLAY: this.#display.name},
    });
  }

  async close() {
    try {
      for (const browser of this.#browsers.values()) await (await browser).close();
    } finally {
      this.#display.stop();
    }
  }
}

export const BROWSERS = {
  chromium: {
    title: 'Chromium',
    emulates: [...COMMON_OPTIONS, 'hasTouch', 'isMobile', 'colorScheme', 'reducedMotion'],
    launch: () => chromium.launch({executablePath: CHROMIUM, args: CHROMIUM_FLAGS}),
  },
  firefox: {
    title: 'Firefox',
    emulates: [...COMMON_OPTIONS, ...Object.keys(FIREFOX_EMULATION)],
    launch: async () => new Firefox(await startDisplay()),
  },
};
