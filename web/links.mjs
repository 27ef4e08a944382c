// Links to what the page shows: the address's JSON (src/page/address.h) as the fragment of an address.
//
//   fragmentOf({v: 1, experiment: 'loops', batch_size: 48})   // '#v=1&experiment=loops&batch_size=48'
//   addressOf('#v=1&experiment=loops&batch_size=48')          // the same as JSON text
//   addressOf('#%7B%22experiment%22%3A%22loops%22%7D')         // links of before: JSON, percent-encoded
//   followLinks(window, (json) => act('open-link', 0, '', json))
//
// A value is JSON where it can be read as such, otherwise the word itself.

const escaped = (text) => encodeURIComponent(text).replace(/%2C/g, ',').replace(/%3A/g, ':');

function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function write(value) {
  if (typeof value !== 'string') return JSON.stringify(value);
  const plain = read(value) === value && !/\p{Surrogate}/u.test(value); // "5" is a word, 5 a number
  return plain ? value : JSON.stringify(value);
}

/** The fragment of an address that is a flat object; its version comes first. */
export function fragmentOf({v, experiment, ...rest}) {
  const members = [['v', v], ['experiment', experiment], ...Object.entries(rest)].filter(([, value]) => value !== undefined);
  return `#${members.map(([name, value]) => `${escaped(name)}=${escaped(write(value))}`).join('&')}`;
}

/**
 * The JSON text of a fragment; '' when there is none. A fragment that cannot be read comes out as it is:
 * it is no address, and whoever reads it says so.
 */
export function addressOf(fragment) {
  const text = fragment.replace(/^#/, '');
  try {
    if (!text.startsWith('v=')) return decodeURIComponent(text);
    const members = text.split('&').map((member) => {
      const at = member.indexOf('=');
      if (at < 0) throw new Error('a member has no value');
      return [decodeURIComponent(member.slice(0, at)), read(decodeURIComponent(member.slice(at + 1)))];
    });
    return JSON.stringify(Object.fromEntries(members));
  } catch {
    return text;
  }
}

/** The address of this page with another fragment; neither a query nor an embedding is part of a link. */
export function linkTo(address, json) {
  const link = new URL(address);
  link.search = '';
  link.hash = fragmentOf(JSON.parse(json));
  return link.href;
}

/**
 * Calls `open` with the JSON of the fragment that the visitor has put into the address of a page that is
 * open, or has gone back to. A page that writes a fragment does so with history.replaceState() or
 * pushState(), which are no such change.
 */
export function followLinks(window, open) {
  window.addEventListener('hashchange', () => open(addressOf(window.location.hash)));
}

const QUIET_MS = 250; // browsers refuse an address that is written a hundred times in ten seconds

/**
 * Gives `show(json, push)`, which writes the address of the page: at once where going back should lead to
 * the one before, otherwise when it has been quiet for a moment. A page in a frame writes none: the
 * browser would put it back into the frame, over what the outer page asks for.
 */
export function liveAddress(window) {
  if (window.self !== window.top) return () => {};
  let wanted = null,
    timer = 0;
  const settle = () => {
    window.clearTimeout(timer);
    timer = 0;
    if (wanted === null || wanted === window.location.hash) return;
    try {
      window.history.replaceState(null, '', wanted);
    } catch {
      /* a page without an origin keeps the address it has */
    }
    wanted = null;
  };
  window.addEventListener('pagehide', settle);
  window.addEventListener('popstate', () => {
    wanted = null;
  });
  return (json, push) => {
    if (push) settle();
    wanted = fragmentOf(JSON.parse(json));
    if (!push) {
      timer ||= window.setTimeout(settle, QUIET_MS);
      return;
    }
    try {
      if (wanted !== window.location.hash) window.history.pushState(null, '', wanted);
    } catch {
      /* as above */
    }
    wanted = null;
  };
}
