// The tests of the page, run by Playwright Test:
//
//   npx playwright test -c tests/web --project chromium [--grep TEXT] [--workers N] [--repeat-each N]
//   npx playwright test -c tests/web --project firefox --grep @differs
//   npx playwright test -c tests/web --project slow       late frames, and a slow processor
//   npx playwright show-report build/web-report           what failed, with pictures and traces
//
// The page is that of build/wasm-web/page, or of the folder that PIPETTE_PAGE names, served under a strict content security
// policy. Two browsers run beside each other: a page that loads or waits for its next frame leaves most of a processor idle.

import {availableParallelism} from 'node:os';
import {fileURLToPath} from 'node:url';
import {defineConfig} from '@playwright/test';

const build = (name) => fileURLToPath(new URL(`../../build/${name}`, import.meta.url));

export default defineConfig({
  testDir: '.',
  testMatch: '*.test.mjs',
  testIgnore: '**/node/**',
  globalSetup: './global_setup.mjs',
  outputDir: build('web-failures'),
  timeout: 60_000,
  fullyParallel: true,
  workers: Math.min(2, availableParallelism()),
  retries: 1, // passes a test then, it is flaky (reporter.mjs)
  reporter: [['./reporter.mjs'], ['html', {outputFolder: build('web-report'), open: 'never'}]],
  use: {trace: 'on-first-retry'},
  projects: [
    {name: 'chromium', use: {drives: 'chromium'}},
    {name: 'firefox', use: {drives: 'firefox'}},
    {name: 'slow', use: {drives: 'chromium', slow: true}},
  ],
});
