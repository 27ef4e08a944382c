// What a test does to a browser that Playwright has no word for: several fingers, files dropped from
// outside, other pixels under the page, a slow processor, a load that stands still. Most is said in the
// protocol of the browser at hand: Chromium's own (CDP), or WebDriver BiDi.

import {readFile} from 'node:fs/promises';
import {basename} from 'node:path';
import {skip} from './harness.mjs';

export const isChromium = (page) => page.context().browser().browserType().name() === 'chromium';

/** A command of BiDi. Playwright shows the session to nobody: this reaches behind its interface. */
async function sendBidi(page, method, parameters) {
  const session = page._connection?.toImpl?.(page)?.delegate?._session;
  if (!session) throw new Error('Playwright keeps its BiDi session elsewhere now: see tests/web/hands.mjs');
  await session.send(method, {context: session.sessionId, ...parameters});
}

/** Fingers on the screen: each call of what this gives names the places of all that touch it then. */
export function fingers(page) {
  return isChromium(page) ? cdpFingers(page) : bidiFingers(page);
}

async function cdpFingers(page) {
  const session = await page.context().newCDPSession(page);
  let before = 0;
  return async (...points) => {
    const type = points.length > before ? 'touchStart' : points.length < before ? 'touchEnd' : 'touchMove';
    before = points.length;
    const touchPoints = points.map(([x, y], id) => ({x, y, id}));
    await session.send('Input.dispatchTouchEvent', {type, touchPoints});
  };
}

function bidiFingers(page) {
  let before = 0;
  return async (...points) => {
    const actions = [];
    for (let id = 0; id < Math.max(points.length, before); id++) {
      const steps = [];
      if (id < points.length) steps.push({type: 'pointerMove', x: Math.round(points[id][0]), y: Math.round(points[id][1])});
      if (id >= before) steps.push({type: 'pointerDown', button: 0});
      if (id >= points.length) steps.push({type: 'pointerUp', button: 0});
      actions.push({type: 'pointer', id: `finger ${id}`, parameters: {pointerType: 'touch'}, actions: steps});
    }
    before = points.length;
    await sendBidi(page, 'input.performActions', {actions});
  };
}

/** Drops files at [x, y]. BiDi drags nothing in from outside: there the page gets the events alone. */
export async function drop(page, files, [x, y]) {
  if (isChromium(page)) {
    const session = await page.context().newCDPSession(page);
    const data = {items: [], files, dragOperationsMask: 1};
    for (const type of ['dragEnter', 'dragOver', 'drop']) await session.send('Input.dispatchDragEvent', {type, x, y, data});
    return;
  }
  const contents = await Promise.all(files.map(async (file) => [basename(file), [...(await readFile(file))]]));
  await page.evaluate(
    ([all, clientX, clientY]) => {
      const dataTransfer = new DataTransfer();
      for (const [name, bytes] of all) dataTransfer.items.add(new File([new Uint8Array(bytes)], name));
      for (const type of ['dragenter', 'dragover', 'drop']) {
        document
          .elementFromPoint(clientX, clientY)
          .dispatchEvent(new DragEvent(type, {dataTransfer, clientX, clientY, bubbles: true, cancelable: true}));
      }
    },
    [contents, x, y],
  );
}

const sessions = new WeakMap(); // of pages that were resized: a walk does it often

/** Another window: its size in CSS pixels, and how many of the screen's pixels each of those has. */
export async function setPixels(page, width, height, ratio) {
  if (isChromium(page)) {
    if (!sessions.has(page)) sessions.set(page, await page.context().newCDPSession(page));
    await sessions
      .get(page)
      .send('Emulation.setDeviceMetricsOverride', {width, height, deviceScaleFactor: ratio, mobile: false});
  } else {
    await sendBidi(page, 'browsingContext.setViewport', {viewport: {width, height}, devicePixelRatio: ratio});
  }
}

/** A tablet loses its mouse, and from now on has fingers only; BiDi can say so of a whole browser alone. */
export async function loseMouse(page) {
  if (!isChromium(page)) skip('BiDi changes no pointer of a page that is there');
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setTouchEmulationEnabled', {enabled: true});
}

/** A processor `factor` times as slow; BiDi cannot slow one. */
export async function throttle(page, factor) {
  if (!isChromium(page)) return;
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', {rate: factor});
}

/**
 * From the next page on, what it fetches from addresses that end so stands still until `release()`, which gives
 * how many there were. A route would not know these requests from those of XMLHttpRequest.
 */
export async function holdLoad(page, ending) {
  await page.addInitScript((end) => {
    const {fetch} = window;
    const held = [];
    window.fetch = async (address, ...options) => {
      if (new URL(address.url ?? address, location.href).pathname.endsWith(end)) {
        await new Promise((resolve) => held.push(resolve));
      }
      return fetch(address, ...options);
    };
    window.releaseLoads = () => held.splice(0).map((resolve) => resolve()).length;
  }, ending);
  return {release: () => page.evaluate(() => window.releaseLoads())};
}
