#!/usr/bin/env node
// Runs tests/web/*.test.mjs against the built page in a headless browser.
//
//   node tests/web/run.mjs [--browser chromium|firefox|webkit] [--jobs N] [--filter TEXT] [--page FOLDER] [--slow]
//
// --jobs runs N browsers beside each other, by default as many as there are processors but two at most: a page that
// loads or waits for its next frame leaves most of a processor idle.
// --slow makes the frames come up to a quarter of a second late, and Chromium's processor slow: it finds
// tests, and pages, that rely on being fast.
//
// The page is served under a strict content security policy. Each test gets a fresh browser context
// and {page, url, open, errors, newContext}: `open(query)` loads the page and waits for its first frame,
// `newContext(options)` is for a test that needs another visitor. Unless a test asks for a `deviceScaleFactor`, a CSS
// pixel has a quarter of a screen's pixel on each side: drawing all of them takes more than a third of the time.
// Any console error or uncaught exception fails the test, unless it empties `errors` itself. A
// screenshot of a failed test goes to build/web-failures.

import {existsSync, mkdirSync} from 'node:fs';
import {availableParallelism} from 'node:os';
import {fileURLToPath} from 'node:url';
import {serve} from '../../tools/serve.mjs';
import {BROWSERS} from './browsers.mjs';
import {setPixels, throttle} from './hands.mjs';
import {FEW_PIXELS, loadTests, runTests, skip} from './harness.mjs';

const root = new URL('../../', import.meta.url);

function parseArguments(args) {
  const options = {
    filter: '', slow: false, browser: 'chromium', page: fileURLToPath(new URL('build/wasm-web/page', root)),
    jobs: Math.min(2, availableParallelism()),
  };
  for (let i = 0; i < args.length; i++) {
    if (args[i] === '--filter') options.filter = args[++i];
    else if (args[i] === '--page') options.page = args[++i];
    else if (args[i] === '--browser') options.browser = args[++i];
    else if (args[i] === '--jobs') options.jobs = Number(args[++i]);
    else if (args[i] === '--slow') options.slow = true;
    else throw new Error(`unknown argument ${args[i]}`);
  }
  if (!Object.hasOwn(BROWSERS, options.browser)) {
    throw new Error(`no browser is called ${options.browser}; there are ${Object.keys(BROWSERS).join(', ')}`);
  }
  if (!(options.jobs >= 1)) throw new Error('--jobs takes a number of browsers, from 1');
  return options;
}

function watchErrors(page, errors) {
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(String(error.stack ?? error)));
}

async function makeSlow(page) {
  await throttle(page, 3);
  await page.addInitScript(() => {
    const soon = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (draw) => soon(() => setTimeout(() => soon(draw), 20 + 230 * Math.random()));
  });
}

/** Loads the page and waits until it has drawn: it marks its first frame with performance.mark. */
async function openPage(page, url) {
  await page.goto(url, {waitUntil: 'load'});
  await page.waitForFunction(
      () => performance.getEntriesByName('pipette-first-frame').length > 0, null, {timeout: 30000});
}

/** How one browser runs a test: with a page of a context of its own. */
function testsIn(browser, server, options) {
  const {title, emulates} = BROWSERS[options.browser];
  const newContext = (contextOptions) => {
    const lacking = Object.keys(contextOptions).filter((option) => !emulates.includes(option));
    if (lacking.length > 0) skip(`${title} cannot be given ${lacking.join(', ')}`);
    const few = emulates.includes('deviceScaleFactor') ? {deviceScaleFactor: FEW_PIXELS} : {};
    return browser.newContext({viewport: {width: 1280, height: 720}, ...few, ...contextOptions});
  };
  const failures = fileURLToPath(new URL('build/web-failures/', root));

  return async ({name, options: testOptions}, run) => {
    const {timeout, firstVisit = false, serviceWorker = false, ...contextOptions} = testOptions;
    const context = await newContext(contextOptions);
    try {
      const page = await context.newPage();
      const errors = [];
      if (options.slow) await makeSlow(page);
      if (!firstVisit) await page.addInitScript(() => {
        try { localStorage.setItem('pipette-welcomed', '1'); } catch { /* a frame that may keep nothing */ }
      });
      // It would take the requests that tests watch, and Firefox calls what a click on a link ends its error.
      if (!serviceWorker) await page.addInitScript(() => {
        Object.defineProperty(Navigator.prototype, 'serviceWorker', {value: undefined});
      });
      watchErrors(page, errors);
      const open = (query = '') => openPage(page, server.url + query);
      try {
        await run({page, url: server.url, folder: options.page, open, errors, newContext});
        if (errors.length > 0) throw new Error(`the page reported: ${errors.join('; ')}`);
      } catch (error) {
        mkdirSync(failures, {recursive: true});
        const file = `${failures}${name.replace(/[^a-z0-9]+/gi, '-')}.png`;
        const {width, height} = page.viewportSize();
        if (!testOptions.isMobile) await setPixels(page, width, height, 1).catch(() => {});  // enough of them to be read
        await page.screenshot({path: file, timeout: 5000}).catch(() => {});
        throw error;
      }
    } finally {
      await context.close();
    }
  };
}

async function main() {
  const options = parseArguments(process.argv.slice(2));
  if (!existsSync(`${options.page}/index.html`)) {
    console.log(`no page in ${options.page}: run tools/play --build-only first`);
    console.log('0 passed, 1 failed');
    return 1;
  }
  await loadTests(new URL('./', import.meta.url));
  const server = await serve(options.page, {csp: true});
  const {launch} = BROWSERS[options.browser];
  const browsers = await Promise.all(Array.from({length: options.jobs}, launch));
  try {
    const total = await runTests(browsers.map((browser) => testsIn(browser, server, options)), options.filter);
    return total.failed > 0 || total.passed === 0 ? 1 : 0;
  } finally {
    for (const browser of browsers) await browser.close();
    await server.close();
  }
}

process.exitCode = await main();
