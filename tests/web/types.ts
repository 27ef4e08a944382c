// The JavaScript API as a TypeScript author would use it. Never run: tools/check_types has tsc read it.
// Lines marked @ts-expect-error must not compile; if one does, that fails the check too.

import {
  createPipette,
  HOST_LANE,
  PipetteError,
  type ErrorCode,
  type Experiment,
  type ExperimentInput,
  type ImageSet,
  type Session,
  type Span,
  type Summary,
} from '../../web/pipette.mjs';

const twin: ExperimentInput = {experiment: 'mnist-without-feeds', steps: 200, host: {callUs: 900}};

async function trainAndRead(signal: AbortSignal): Promise<Summary> {
  const pipette = await createPipette({wasm: new URL('pipette_core.wasm', 'https://example.org/')});
  const names: string[] = pipette.catalogue().map((entry) => entry.name);
  const full: Experiment = pipette.describeExperiment(twin).experiment;
  const session: Session = pipette.createSession({...full, seed: names.length});
  const stop: () => void = session.on('dequeued', ({detail}) => {
    const count: number = detail.elements;
    const cycle: number = detail.cycle;
    console.log(count, cycle);
    // @ts-expect-error: an outfeed event has no run
    console.log(detail.run);
  });
  while (!session.advance({steps: 10, untilCycle: 1e9})) session.step('trainingStep');
  stop();
  const losses: Float32Array = session.losses({from: 5});
  const status = await session.run({signal, onProgress: ({step, numSteps}) => step / numSteps});
  const waited: string = status.infeed.wait;
  session.reset();
  console.log(losses.length, waited, session.experimentJson().length, session.fingerprint);
  return session.summary({accuracy: false});
}

function readTrace(session: Session): number {
  const spans: Span[] = session.trace({from: 0, limit: 100});
  const host = spans.filter(({lane, kind}) => lane === HOST_LANE && kind === 'engineRun');
  const columns = session.traceColumns();
  const first = columns.kinds[columns.kind[0] ?? 0];
  // @ts-expect-error: noUncheckedIndexedAccess makes this possibly undefined
  const certain: string = columns.names[0];
  console.log(first, certain, spans[0] && session.explain(spans[0]));
  return host.length;
}

async function ownData(file: File): Promise<ImageSet> {
  const pipette = await createPipette();
  const images = await pipette.loadMnist({
    trainImages: file,
    trainLabels: 'labels.gz',
    testImages: new Uint8Array(16),
    testLabels: new URL('t10k-labels-idx1-ubyte.gz', 'https://example.org/'),
  });
  const session = pipette.createSession({data: images.name}, {data: images});
  const digits = session.testImages(0, 32);
  const probabilities: Float32Array = session.predict(digits.images);
  const {accuracy} = await session.evaluate({pace: 'task'});
  console.log(probabilities.length, accuracy);
  session.destroy();
  return images;
}

function report(error: unknown): string {
  if (!(error instanceof PipetteError)) throw error;
  const code: ErrorCode = error.code;
  // @ts-expect-error: codes are a closed set
  if (error.code === 'NO_SUCH_CODE') return '';
  return `${error.name} (${code}): ${error.message}`;
}

async function misuse(session: Session): Promise<void> {
  const pipette = await createPipette();
  // @ts-expect-error: an unknown field of an experiment
  pipette.createSession({stepsPerExecutions: 10});
  // @ts-expect-error: a number, not text
  pipette.createSession({steps: '10'});
  // @ts-expect-error: only createPipette makes one
  new Session();
  // @ts-expect-error: no such size of step
  session.step('epoch');
  // @ts-expect-error: no such event
  session.on('trained', () => {});
  // @ts-expect-error: read only
  session.fingerprint = '';
  // @ts-expect-error: labels must be named too
  await pipette.loadMnist({trainImages: 'a', testImages: 'b'});
}

void [trainAndRead, readTrace, ownData, report, misuse];
