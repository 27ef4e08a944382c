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

/** How far the middle of a widget is from where it can be seen whole: in the window, and in what scrolls it. */
async function outOfSight(page, name) {
  const [x, y, rect] = await place(page, name);
  const {controls} = await page.evaluate(() => window.pipette_app.layout());
  const [, , , , , , clipY = 0, , clipHeight = 0] = controls.find(([called]) => called === name) ?? [];
  const {height} = page.viewportSize();
  const [top, bottom] = clipHeight > 0 ? [Math.max(0, clipY), Math.min(height, clipY + clipHeight)] : [0, height];
  const margin = Math.min(20, rect.height / 2, (bottom - top) / 4);
  const beyond = Math.max(y - (bottom - margin), 0) + Math.min(y - (top + margin), 0);
  return {x, y, top, bottom, beyond: Math.abs(beyond) < 1 ? 0 : beyond};
}

/** Its middle in sight: what lies below or above is scrolled there, with the wheel. */
async function inSight(page, name) {
  const {x, y, top, bottom, beyond} = await outOfSight(page, name);
  if (beyond === 0) return [x, y];
  await page.mouse.move(x, (top + bottom) / 2);
  await page.mouse.wheel(0, Math.round(beyond + (Math.sign(beyond) * (bottom - top)) / 4)); // Firefox takes whole ones
  let before = y;
  return eventually(`${name} in sight`, async () => {
    const now = await outOfSight(page, name);
    const resting = now.y === before;
    before = now.y;
    return resting && now.beyond === 0 && [now.x, now.y];
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
