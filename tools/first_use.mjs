// What somebody does first with the JavaScript API: sessions of the tutorials' smallest programs and of a pipeline, watched
// as a page does it. The functions that this calls are the first part of the module, all others come when they are first
// called (tools/split_module.mjs); a test of the module holds the first part to 501 KB (tests/wasm/loading.test.mjs).

const EXPERIMENTS = [
  {experiment: 'mnist-with-feeds', steps: 20},
  {experiment: 'mnist-without-feeds', steps: 20, device: {architecture: 'Bow'}, host: {callUs: 10, speed: 'fast'}},
  {batchSize: 7, hiddenUnits: 13, steps: 4, stepsPerExecution: 2, seed: 3, learningRate: 0.1, learningRateDecay: 'cosine'},
  '{"hidden_units": [16, 9], "steps": 4, "optimizer": "adam", "dequeue": "continuous", "outfeed_mode": "last"}',
  {experiment: 'mnist-pipelined', steps: 2, stepsPerExecution: 1, batchSize: 4},
  {
    experiment: 'mnist-pipelined',
    steps: 1,
    stepsPerExecution: 1,
    batchSize: 4,
    stages: 2,
    gradientAccumulationCount: 4,
    pipelineSchedule: 'interleaved',
    optimizer: 'momentum',
    recompute: true,
    deviceMapping: [1, 0],
    replicas: 2,
  },
];

// Kernels have code of their own for what is left over of rows and columns.
for (let size = 1; size < 24; size++) {
  EXPERIMENTS.push({batchSize: 1 + (size % 9), hiddenUnits: size < 20 ? size : 31 * size, steps: 1, stepsPerExecution: 1});
}

function watch(session) {
  const seen = [
    session.status(),
    session.queues(),
    session.losses(),
    session.printed(),
    session.pipeline(),
    session.traceColumns(),
  ];
  const wait = session.trace().find(({reason}) => reason !== 'none');
  if (wait !== undefined) seen.push(session.explain(wait));
  return seen;
}

export async function use({createPipette}) {
  const pipette = await createPipette();
  pipette.catalogue();
  for (const experiment of EXPERIMENTS) {
    pipette.describeExperiment(experiment);
    const session = pipette.createSession(experiment);
    session.on('finished', () => {});
    for (const size of ['instruction', 'trainingStep', 'engineRun']) session.step(size);
    watch(session);
    while (!session.advance()) watch(session);
    watch(session);
    await session.evaluate();
    session.summary();
    session.predict(session.testImages(0, 2).images);
    session.reset();
    await session.run({pace: 'task'});
    session.destroy();
  }
  try {
    pipette.createSession({steps: 0});
  } catch (error) {
    if (error.name !== 'InvalidArgumentError') throw error;
  }
}
