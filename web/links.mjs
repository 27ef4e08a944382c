// Links to an experiment: its JSON text in the fragment of the page's address, percent-encoded.
//
//   experimentOf('#%7B%22experiment%22%3A%22loops%22%7D')     // '{"experiment":"loops"}'
//   linkTo('https://example.org/', '{"experiment": "loops"}')  // the address with that fragment
//   followLinks(window)

/**
 * The JSON text in a fragment; '' when there is none. A fragment with broken percent escapes comes out
 * as it is: it is no experiment, and whoever reads it says so.
 */
export function experimentOf(fragment) {
  const text = fragment.replace(/^#/, '');
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The address of this page with an experiment. */
export function linkTo(address, json) {
  const link = new URL(address);
  link.hash = encodeURIComponent(JSON.stringify(JSON.parse(json)));
  return link.href;
}

/**
 * Opens the link whose fragment the visitor has put into the address of a page that is open, or has
 * gone back to; `isLink` says which fragments are links. A page that writes a fragment of its own does
 * so with history.replaceState(), which is no such change.
 */
export function followLinks(window, isLink = () => true) {
  const {location} = window;
  window.addEventListener('hashchange', () => isLink(location.hash) && location.reload());
}
