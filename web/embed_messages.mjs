// Messages between an embedded card and the page around it, version 1 (docs/embedding.md).
//
//   {pipette: 1, type: 'run', id: 7}   ->   {pipette: 1, type: 'done', id: 7}
//
// Only the window that holds the frame is heard, and answers go to its origin, never to any. An origin
// without a name (file:, a sandbox) cannot be answered so, and is not heard. "?origin=" allows one alone.

export const VERSION = 1;
const STEPS = {
  instruction: 'step-instruction',
  phase: 'step-phase',
  back: 'step-back',
  training: 'step-training',
  'engine-run': 'step-engine-run',
  slot: 'train-slot',
};

/** What a page may know of a state: enough to follow it. */
const told = ({experiment, step, steps, running, finished, accuracy, error, address}) => ({
  experiment,
  step,
  steps,
  running,
  finished,
  accuracy: accuracy < 0 ? null : accuracy,
  error,
  address,
});

const intentOf = (field, value) => {
  if (typeof value === 'number') return [value, field, ''];
  if (typeof value === 'boolean') return [value ? 1 : 0, field, ''];
  return [0, field, Array.isArray(value) ? value.join(', ') : String(value)];
};

/** Until what was asked has been acted on: it is, before the second frame from now. */
async function acted(app) {
  const until = app.frame() + 2;
  while (app.frame() < until && !app.idle()) await new Promise((done) => setTimeout(done, 20));
}

const ACTIONS = {
  run: (app) => app.act('run'),
  pause: (app) => app.act('pause'),
  reset: (app) => app.act('reset'),
  step(app, {size = 'training'}) {
    if (!Object.hasOwn(STEPS, size)) throw new Error(`size must be ${Object.keys(STEPS).join(', ')}, not ${size}`);
    app.act(STEPS[size]);
  },
  async set(app, {field, value}) {
    const name = String(field),
      names = app.state().controls.map((control) => control.name);
    if (!name.includes('/') && !names.includes(name))
      throw new Error(`no field is called ${name}; this experiment has ${names.join(', ')}`);
    app.act('set-parameter', ...intentOf(name, value));
    await acted(app);
    const errors = app.state().field_errors;
    if (Object.hasOwn(errors, field)) throw new Error(errors[field]);
  },
  async load(app, {link}) {
    app.open(String(link));
    await acted(app);
    const {error} = app.state();
    if (!error) return;
    app.act('forget-error'); // it is answered; the page stands where it stood
    throw new Error(error);
  },
};

/** `wanted()` gives the emulator once it is loaded; `height(state)` what the card wants. */
export function connectMessages({card, wanted, ready, height}) {
  const allowed = new URLSearchParams(location.search).get('origin');
  let origin = null; // of the page around this one, once it has spoken
  let last = '',
    lastHeight = 0,
    finished = false;

  const send = (type, rest = {}) => {
    if (origin !== null) window.parent.postMessage({pipette: VERSION, type, ...rest}, origin);
  };

  const tell = (state, always = false) => {
    const now = JSON.stringify(told(state));
    const wants = height(state);
    if (now !== last || always) send('state', told(state));
    if (wants !== lastHeight || always) send('height', {height: wants});
    if (state.finished && (!finished || always)) send('result', {...told(state), summary: state.summary});
    [last, lastHeight, finished] = [now, wants, state.finished];
  };

  async function answer({type, id, ...rest}) {
    if (type === 'ping') return send('pong', {id, version: VERSION, card, ready: ready()});
    try {
      if (type === 'state') return send('state', {id, ...told((await wanted()).state())});
      if (!Object.hasOwn(ACTIONS, type)) {
        throw new Error(`no message is called ${type}; there are ping, state, ${Object.keys(ACTIONS).join(', ')}`);
      }
      await ACTIONS[type](await wanted(), rest);
      send('done', {id});
    } catch (error) {
      send('error', {id, message: error.message});
    }
  }

  window.addEventListener('message', ({data, source, origin: from}) => {
    if (source !== window.parent || source === window || typeof data?.pipette !== 'number') return;
    if (from === 'null' || (allowed !== null && from !== allowed)) {
      console.warn(`Pipette: messages from ${from} are not answered; see docs/embedding.md`);
      return;
    }
    const first = origin === null;
    origin = from;
    if (data.pipette !== VERSION) {
      send('error', {id: data.id, message: `this page speaks version ${VERSION}, not ${data.pipette}`});
      return;
    }
    answer(data);
    if (first && ready()) wanted().then((app) => tell(app.state(), true));
  });
  return {tell};
}
