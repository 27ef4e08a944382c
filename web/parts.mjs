// Parts of the page that are loaded when they are first wanted.
//
//   const presentation = await part('The presentation', () => import('./presentation.mjs'));
//   await presentation?.present(app);
//
// A part that cannot be loaded is told of, and is undefined; the next call asks for it again. A page that is
// left ends what it loads: nobody sees what it tells then.

import {showNotice} from './notice.mjs';

/** `what` names it for the reader: "The presentation could not be loaded". */
export async function part(what, load) {
  try {
    return await load();
  } catch (error) {
    showNotice(`${what} could not be loaded: ${error.message.replace(/\.$/, '')}. ` +
               'Try again when the network is there, or load the page anew.');
    return undefined;
  }
}
