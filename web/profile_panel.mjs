// The views of the profile over the place that the page keeps free for them (src/scenes/profile).
//
//   const placeProfile = connectProfile(() => app, act);     // placeProfile([x, y, w, h, zoom]), or with undefined for nowhere
//
// They are loaded when they are first wanted. While they are in sight they are drawn anew when the profile has changed and
// nothing in them is pressed, at most once a second.

import {takeText, withTexts} from './texts.mjs';

const REFRESH_MS = 1000;
const BEFORE = ['Now', 'Before'];

/** {experiment, profile, twin, tried} of the page's runs. */
export const profileOf = (app) => withTexts(app, ['profile'], (name) => JSON.parse(takeText(app, app._pipette_html(name))));

/** `pickFiles()` lets the reader choose a file: a report opens over the page. */
export function connectProfile(getApp, act, pickFiles) {
  let panel = null,
    view = null,
    shown = '',
    timer = 0,
    busy = false,
    pressed = false;
  let chosen; // to compare with, {profile, names}: null for nothing, undefined for what the page has
  let latest = null,
    before = null; // {experiment, profile}: as shown last, and of another experiment before that

  async function refresh() {
    const app = getApp();
    if (!app || !panel || panel.hidden || busy || pressed) return;
    const version = withTexts(app, ['profile'], (name) => takeText(app, app._pipette_html_version(name)));
    if (version === shown) return;
    busy = true;
    try {
      const [{ProfileView}, {button}] = await Promise.all([import('./profile/view.mjs'), import('./profile/dom.mjs')]);
      if (pressed) return; // meanwhile
      shown = version;
      const {experiment, profile, twin, tried = []} = profileOf(app);
      const tab = view?.tab,
        selection = view?.selection;
      view?.destroy();
      view = null;
      if (profile.length === 0) return;
      if (latest && latest.experiment !== experiment) before = latest;
      latest = {experiment, profile};
      const other = chosen === undefined ? twin : chosen;
      view = new ProfileView(panel, {
        profile,
        ...(other && {compareWith: other.profile, names: other.names}),
        tab,
        wheel: 'focused',
        applies: true,
        tried,
      });
      const drawn = view;
      view.addEventListener('compare', ({detail}) => {
        chosen = detail ? {profile: detail, names: drawn.names} : chosen ? undefined : null;
        if (drawn !== view) redraw(); // a file was being read while the profile changed
      });
      if (before)
        view.addAction(
          button('Compare with before', () => view.compare(before.profile, BEFORE), {
            title: 'With the experiment that was looked at before this one',
          }),
        );
      view.addAction(button('Open report\u2026', pickFiles, {title: 'Or drop report.html or a report folder on the page'}));
      view.addEventListener('apply', ({detail}) => {
        act('try-advice', 0, '', JSON.stringify(detail));
        refresh();
      });
      view.addEventListener('take', ({detail}) => {
        chosen = {profile, names: BEFORE}; // what came is compared with what was
        act('take-advice', 0, '', JSON.stringify(detail));
      });
      if (selection) view.select(selection);
      panel.dataset.version = version;
    } catch (error) {
      panel.textContent = `The profile cannot be shown: ${error.message}`;
    } finally {
      busy = false;
    }
  }

  function redraw() {
    shown = '';
    refresh();
  }

  function makePanel() {
    panel = document.createElement('section');
    panel.id = 'profile-panel';
    panel.setAttribute('aria-label', 'Profile');
    // Keys and wheel belong to the views here, not to the canvas.
    for (const type of ['keydown', 'keyup', 'wheel'])
      panel.addEventListener(type, (event) => event.stopPropagation(), {passive: true});
    // What is pressed stays until it is let go: a new drawing in between would swallow the click.
    panel.addEventListener(
      'pointerdown',
      () => {
        pressed = true;
      },
      true,
    );
    for (const type of ['pointerup', 'pointercancel', 'pointermove']) {
      // a list that opens swallows the first
      window.addEventListener(
        type,
        ({buttons}) => {
          pressed &&= buttons !== 0;
        },
        true,
      );
    }
    document.body.append(panel);
  }

  return (place) => {
    if (!place) {
      if (panel) panel.hidden = true;
      clearInterval(timer);
      timer = 0;
      return;
    }
    if (!panel) makePanel();
    const [x, y, width, height, zoom] = place;
    Object.assign(panel.style, {left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px`, zoom});
    panel.hidden = false;
    if (timer === 0) timer = setInterval(refresh, REFRESH_MS);
    refresh();
  };
}
