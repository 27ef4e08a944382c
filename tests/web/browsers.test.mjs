// The browsers are what the other tests take them for: an option of a context that had no effect would
// let them pass without having tested anything.

import {assert, testInEveryBrowser as test} from './harness.mjs';

const PHONE = {viewport: {width: 390, height: 844}, deviceScaleFactor: 2, hasTouch: true, isMobile: true};

test('browsers: the options of a context have their effect', {timeout: 120000}, async ({url, newContext}) => {
  const seen = async (options) => {
    const context = await newContext(options);
    const page = await context.newPage();
    await page.goto(`${url}lessons/`);
    const answers = await page.evaluate(() => {
      document.querySelector('meta[name=viewport]').content = 'width=600'; // heeded by phones alone
      const media = {
        touch: 'pointer: coarse',
        fine: 'resolution: 2dppx',
        dark: 'prefers-color-scheme: dark',
        still: 'prefers-reduced-motion: reduce',
        asked: 'width: 600px',
      };
      return Object.keys(media)
        .filter((name) => matchMedia(`(${media[name]})`).matches)
        .join(' ');
    });
    await context.close();
    return answers;
  };
  assert.equal(await seen({}), '');
  assert.equal(await seen(PHONE), 'touch fine asked');
  assert.equal(await seen({colorScheme: 'dark'}), 'dark');
  assert.equal(await seen({reducedMotion: 'reduce'}), 'still');
});
