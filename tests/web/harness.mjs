// What a test of the page stands on: Playwright Test, with a fresh visitor for each test.
//
//   import {assert, test} from './harness.mjs';
//   test('starts without a console error', {viewport: {width: 390, height: 844}},
//        async ({page, open}) => { await open(); assert.equal(await page.title(), 'Pipette'); });
//
// A test gets {page, url, folder, open, errors, newContext}: `open(query)` loads the page and waits for its first frame,
// `newContext(options)` is for a test that needs another visitor. Its options are those of a context, and
//   timeout        milliseconds, 60,000 unless it says more
//   firstVisit     the page greets as it greets somebody new
//   serviceWorker  the page keeps its files for a day without a network, which it does under a name of its own alone
// Any console error or uncaught exception fails a test, unless it empties `errors` itself. Unless it asks for a
// `deviceScaleFactor`, a CSS pixel has a quarter of a screen's pixel on each side: drawing all of them takes more than a
// third of the time. `skip(reason)` inside a test skips it.
//
// What differs between browsers is written with `testInEveryBrowser`: the ordinary run has those in Firefox too, and
// `tools/test --all` all of them. What looks at the same again, in other lessons or with another pointer, is written with
// `testAtLength`: only `tools/test --all` runs it.

import {strict as assert} from 'node:assert';
import {fileURLToPath} from 'node:url';
import {test as playwrightTest} from '@playwright/test';
import {serve} from '../../tools/serve.mjs';
import {BROWSERS} from './browsers.mjs';
import {setPixels, throttle} from './hands.mjs';

export {assert};

/** Of the screen's pixels, on each side of a CSS pixel, where nothing depends on them: the processor draws them. */
export const FEW_PIXELS = 0.25;

export const PAGE_FOLDER = process.env.PIPETTE_PAGE ?? fileURLToPath(new URL('../../build/wasm-web/page', import.meta.url));

export function skip(reason) {
  playwrightTest.skip(true, reason);
}

/** Tries `probe` until it returns something true; fails after `timeout` milliseconds with `what`, a text or what gives it. */
export async function eventually(what, probe, timeout = 15000) {
  const end = Date.now() + timeout;
  for (;;) {
    const value = await probe();
    if (value) return value;
    if (Date.now() > end) throw new Error(`waited ${timeout} ms in vain: ${typeof what === 'function' ? what() : what}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

const LEFT = /ReadableStream: .TypeError: Error in input stream/; // Firefox, of what a page was reading when a test left it

function watchErrors(page, errors) {
  page.on('console', (message) => {
    if (message.type() === 'error' && !LEFT.test(message.text())) errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(String(error.stack ?? error)));
}

/** The frames come up to a quarter of a second late, and Chromium's processor is slow: it finds what relies on being fast. */
async function makeSlow(page) {
  await throttle(page, 3);
  await page.addInitScript(() => {
    const soon = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (draw) => soon(() => setTimeout(() => soon(draw), 20 + 230 * Math.random()));
  });
}

/** An address without its fragment. */
const documentOf = (address) => address.split('#')[0];

/**
 * An address that differs in its fragment alone would be opened by the page that is there, at a moment of its own; a test that
 * wants that uses page.goto().
 */
export async function gotoAnew(page, url) {
  if (documentOf(page.url()) === documentOf(url)) await page.goto('about:blank');
  await page.goto(url, {waitUntil: 'load'});
}

/** Loads the page and waits until it has drawn: it marks its first frame with performance.mark. */
async function openPage(page, url) {
  await gotoAnew(page, url);
  await page.waitForFunction(() => performance.getEntriesByName('pipette-first-frame').length > 0, null, {timeout: 30000});
}

async function preparePage(page, {firstVisit = false, serviceWorker = false}, slow) {
  if (slow) await makeSlow(page);
  if (!firstVisit)
    await page.addInitScript(() => {
      try {
        localStorage.setItem('pipette-welcomed', '1');
      } catch {
        /* a frame that may keep nothing */
      }
    });
  // It would take the requests that tests watch, and Firefox calls what a click on a link ends its error.
  if (!serviceWorker)
    await page.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'serviceWorker', {value: undefined});
    });
}

/** What a failed test leaves: the page with enough pixels to be read. */
async function takePicture(page, isMobile, testInfo) {
  const path = testInfo.outputPath('page.png');
  const {width, height} = page.viewportSize();
  if (!isMobile) await setPixels(page, width, height, 1).catch(() => {});
  const taken = await page.screenshot({path, timeout: 5000}).catch(() => null);
  if (taken) await testInfo.attach('page', {path, contentType: 'image/png'});
}

const pageTest = playwrightTest.extend({
  drives: ['chromium', {option: true, scope: 'worker'}], // a key of BROWSERS
  slow: [false, {option: true}],
  visitor: [{}, {option: true}], // the options of the test

  started: [
    async ({drives}, use) => {
      const browser = await BROWSERS[drives].launch();
      await use(browser);
      await browser.close();
    },
    {scope: 'worker'},
  ],

  server: [
    async ({}, use) => {
      const server = await serve(PAGE_FOLDER, {csp: true});
      await use(server);
      await server.close();
    },
    {scope: 'worker'},
  ],

  newContext: async ({started, drives}, use) => {
    const {title, emulates} = BROWSERS[drives];
    const contexts = [];
    await use(async (options) => {
      const lacking = Object.keys(options).filter((option) => !emulates.includes(option));
      if (lacking.length > 0) skip(`${title} cannot be given ${lacking.join(', ')}`);
      const few = emulates.includes('deviceScaleFactor') ? {deviceScaleFactor: FEW_PIXELS} : {};
      contexts.push(await started.newContext({viewport: {width: 1280, height: 720}, ...few, ...options}));
      return contexts.at(-1);
    });
    for (const context of contexts) await context.close();
  },

  context: async ({newContext, visitor}, use) => {
    const {firstVisit, serviceWorker, ...options} = visitor;
    await use(await newContext(options));
  },

  errors: async ({}, use) => {
    await use([]);
  },

  page: async ({context, errors, slow, visitor}, use, testInfo) => {
    const page = await context.newPage();
    await preparePage(page, visitor, slow);
    watchErrors(page, errors);
    await use(page);
    const reported = testInfo.status === 'skipped' ? [] : [...errors];
    if (reported.length > 0 || testInfo.status !== testInfo.expectedStatus) {
      await takePicture(page, visitor.isMobile, testInfo);
    }
    if (reported.length > 0) throw new Error(`the page reported: ${reported.join('; ')}`);
  },

  url: async ({server, visitor}, use) => {
    await use(visitor.serviceWorker ? underName(server.url) : server.url);
  },
  folder: async ({}, use) => {
    await use(PAGE_FOLDER);
  },
  open: async ({page, url}, use) => {
    await use((query = '') => openPage(page, url + query));
  },
});

/** A server's address under a name, which browsers look up nowhere and trust. */
export const underName = (url) => url.replace('127.0.0.1', 'pipette.localhost');

function register(name, options, body, tag) {
  if (typeof options === 'function') [options, body] = [{}, options];
  const {timeout, ...visitor} = options;
  pageTest.describe(() => {
    if (timeout !== undefined) pageTest.describe.configure({timeout});
    pageTest.use({visitor});
    pageTest(name, {tag}, body);
  });
}

export const test = (name, options, body) => register(name, options, body, []);
export const testInEveryBrowser = (name, options, body) => register(name, options, body, ['@differs']);
export const testAtLength = (name, options, body) => register(name, options, body, ['@length']);
