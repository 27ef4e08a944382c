// A short notice over the page: that something was copied, what to copy by hand where the browser
// forbids it, or what could not be loaded and is tried again. Screen readers hear it.
//
//   showNotice('Link copied');
//   showNotice('The browser did not let this page copy.', {copy: 'https://example.org/#v=1'});
//   showNotice('The catalogue could not be loaded.', {again: () => location.reload()});

import {make} from './make.mjs';

const SHOWN_MS = 4000,
  MS_A_CHARACTER = 70;
let notice = null,
  timer = 0;

/** Escape closes it wherever the focus is, and nothing else then. */
function onEscape(event) {
  if (event.key !== 'Escape') return;
  event.preventDefault();
  event.stopPropagation();
  hide();
}

function hide() {
  clearTimeout(timer);
  window.removeEventListener('keydown', onEscape, true);
  notice?.remove();
  notice = null;
}

const button = (text, onclick) => make('button', {type: 'button', onclick}, text);

/** `said`: C++ has announced it. One that can be answered stays until it is closed. */
export function showNotice(text, {copy = '', again = null, said = false} = {}) {
  hide();
  notice = make('div', {id: 'notice', role: said ? null : 'alert'}, text);
  document.body.append(notice);
  if (!copy && !again) {
    timer = setTimeout(hide, Math.max(SHOWN_MS, MS_A_CHARACTER * text.length));
    return;
  }
  window.addEventListener('keydown', onEscape, true);
  // Keys belong to it here, not to the canvas.
  for (const type of ['keydown', 'keyup']) notice.addEventListener(type, (event) => event.stopPropagation());
  if (again) notice.append(button('Try again', again));
  if (copy) {
    const field = make('input', {readOnly: true, value: copy, 'aria-label': 'To copy by hand'});
    notice.append(field);
    field.select();
  }
  notice.append(button('Close', hide));
}
