// The page as a person uses it: widgets by name, and what it says of its state. It never waits for
// time, only for state.

import {eventually} from './harness.mjs';

export const state = (page) => page.evaluate(() => window.pipette_app.state());

/** Waits until the state passes, and gives it. */
export const until = (page, what, passes, timeout) =>
  eventually(
    what,
    async () => {
      const now = await state(page);
      return passes(now) ? now : null;
    },
    timeout,
  );

/** The middle of a widget, once the page publishes it. */
export async function place(page, name) {
  const rect = await eventually(`a widget called ${name}`, () => page.evaluate((n) => window.pipette_app.rect(n), name));
  return [rect.x + rect.width / 2, rect.y + rect.height / 2, rect];
}

/** Its middle in sight: what lies below or above the window is scrolled there, with the wheel. */
async function inSight(page, name) {
  const {height} = page.viewportSize();
  const margin = 20;
  const beyond = (y) => Math.max(y - (height - margin), 0) + Math.min(y - margin, 0);
  let [x, y] = await place(page, name);
  if (beyond(y) === 0) return [x, y];
  await page.mouse.move(x, height / 2);
  await page.mouse.wheel(0, beyond(y) + (Math.sign(beyond(y)) * height) / 4);
  return eventually(`${name} in sight`, async () => {
    const now = await place(page, name);
    const resting = now[1] === y;
    y = now[1];
    return resting && beyond(y) === 0 && now;
  });
}

export async function click(page, name) {
  const [x, y] = await inSight(page, name);
  await page.mouse.click(x, y);
}

/** Types into a field as fast as it can be: what comes before the field is open must not be lost. */
export async function enter(page, field, text) {
  await click(page, field);
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

export const act = (page, ...intent) => page.evaluate((i) => window.pipette_app.act(...i), intent);

/** Every frame that input or the emulator caused has been drawn. */
export const settled = (page) => eventually('rest', () => page.evaluate(() => window.pipette_app.idle()));
