// A short notice over the page: that something was copied, or what to copy by hand where the browser
// forbids it. The announcer says it to screen readers.
//
//   showNotice('Link copied');
//   showNotice('The browser did not let this page copy.', 'https://example.org/#v=1');

const SHOWN_MS = 4000,
  MS_A_CHARACTER = 70;
let notice = null,
  timer = 0;

function hide() {
  clearTimeout(timer);
  notice?.remove();
  notice = null;
}

export function showNotice(text, toCopy = '') {
  hide();
  notice = document.createElement('div');
  notice.id = 'notice';
  notice.append(text);
  if (toCopy) {
    const field = document.createElement('input');
    field.readOnly = true;
    field.value = toCopy;
    field.setAttribute('aria-label', 'To copy by hand');
    const close = document.createElement('button');
    close.type = 'button';
    close.textContent = 'Close';
    close.addEventListener('click', hide);
    notice.append(field, close);
    // Keys belong to the field here, not to the canvas.
    for (const type of ['keydown', 'keyup']) notice.addEventListener(type, (event) => event.stopPropagation());
    document.body.append(notice);
    field.select();
  } else {
    document.body.append(notice);
    timer = setTimeout(hide, Math.max(SHOWN_MS, MS_A_CHARACTER * text.length));
  }
}
