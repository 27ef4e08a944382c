// Parts of the page that are loaded when they are first wanted.
//
//   const presentation = await part('The presentation', () => import('./presentation.mjs'));
//   await presentation?.present(app);
//
// A part that cannot be loaded is told of, and is undefined. Some browsers ask for it again at the next call; Firefox
// keeps the failure until the page is loaded anew, so that is what trying again does: the address has the experiment. A page
// that is left ends what it loads: nobody sees what it tells.

import {showNotice} from './notice.mjs';

/** `what` names it for the reader: "The presentation could not be loaded". */
export async function part(what, load) {
  try {
    return await load();
  } catch (error) {
    showNotice(
      `${what} could not be loaded: ${error.message.replace(/\.$/, '')}. Trying again loads the page anew, at the same address.`,
      {again: () => location.reload()},
    );
    return undefined;
  }
}

const styles = new Map(); // by address

/** The style of such a part: resolves when it is there, or cannot be had. */
export function styleSheet(url) {
  const {href} = new URL(url);
  if (!styles.has(href)) {
    styles.set(
      href,
      new Promise((done) => {
        const link = Object.assign(document.createElement('link'), {rel: 'stylesheet', href, onload: done, onerror: done});
        document.head.append(link);
      }),
    );
  }
  return styles.get(href);
}
