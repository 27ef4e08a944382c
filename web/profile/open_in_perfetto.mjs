// Hands a trace to Perfetto's viewer, which keeps it in the reader's browser:
//
//   await openInPerfetto(() => perfettoTrace(json), 'training_loop-trace.json');
//
// The protocol is Perfetto's (docs/visualization/deep-linking-to-perfetto-ui.md of its sources): its page hears nothing before
// it has loaded, so it is asked with 'PING' until it answers 'PONG', and is then sent the trace. It takes none from a page of
// a file, nor from one with `Cross-Origin-Opener-Policy: same-origin`.

const VIEWER = 'https://ui.perfetto.dev';
const ASK_EVERY_MS = 100,
  PATIENCE_MS = 60000;
const INSTEAD = 'save the trace, and open it there';

export const canOpenInPerfetto = () => location.protocol.startsWith('http');

async function answered(tab) {
  let ask, giveUp, hear;
  try {
    await new Promise((resolve, reject) => {
      hear = ({source, data}) => {
        if (source === tab && data === 'PONG') resolve();
      };
      addEventListener('message', hear);
      ask = setInterval(() => {
        if (tab.closed)
          reject(new Error(`its tab was closed before it had the trace, or this page may not speak to it: ${INSTEAD}`));
        else tab.postMessage('PING', '*'); // whoever is there: while it loads, browsers report another origin as an error
      }, ASK_EVERY_MS);
      giveUp = setTimeout(
        () =>
          reject(new Error(`${VIEWER} has not answered for a minute; without a connection, or behind a filter: ${INSTEAD}`)),
        PATIENCE_MS,
      );
    });
  } finally {
    removeEventListener('message', hear);
    clearInterval(ask);
    clearTimeout(giveUp);
  }
}

/** Called in a click: browsers open no tab otherwise. Throws an Error that says what to do. */
export async function openInPerfetto(makeTrace, fileName) {
  const tab = open(VIEWER);
  if (!tab) throw new Error(`the browser opened no tab: allow this page to open one, or ${INSTEAD}`);
  const {buffer} = new TextEncoder().encode(makeTrace());
  await answered(tab);
  tab.postMessage({perfetto: {buffer, title: fileName, fileName}}, VIEWER, [buffer]);
}
