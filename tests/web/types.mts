// The JavaScript API as a TypeScript author would use it. Never run: tools/check_types has tsc read it.
// Lines marked @ts-expect-error must not compile; if one does, that fails the check too.

import {
  createPipette,
  HOST_LANE,
  PipetteError,
  type ErrorCode,
  type Dataset,
  type Experiment,
  type ExperimentInput,
  type History,
  type ImageSet,
  type Model,
  type Pipette,
  type Tensor,
  type Session,
  type Strategy,
  type TracedTensor,
  type Variable,
  type Span,
  type Summary,
  type Watchable,
} from '../../web/pipette.mjs';
import {ProfileView, type ProfileSelection} from '../../web/profile/view.mjs';

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

async function ownProgram(): Promise<Tensor> {
  const p = await createPipette();
  const strategy: Strategy = p.strategy({numIpus: 2, host: {callUs: 500}});
  const infeed = p.iter(p.dataset.digits().train.batch(32).repeat(), {prefetchDepth: 2});
  const outfeed = p.outfeedQueue({bufferDepth: 4});
  const kernel: Variable = p.variable(p.initializers.glorotUniform([784, 10], {seed: 1}), {name: 'kernel'});
  const sgd = p.optimizers.gradientAccumulationOptimizerV2(p.optimizers.sgd(), 2, {reductionMethod: 'mean'});
  const step = p.function(strategy, (scale: number) => p.loops.repeat(10, (total: TracedTensor) => {
    const [x, y] = infeed.next();
    const tape = p.gradientTape();
    const losses = p.nn.sparseSoftmaxCrossEntropyWithLogits(y, p.matmul(p.reshape(x, [32, 784]), kernel).mul(scale));
    const loss = p.reduceMean(losses);
    const [gradient] = tape.gradient(loss, [kernel]);
    if (gradient) sgd.applyGradients(p.zip([gradient], [kernel]));
    return [total.add(loss), outfeed.enqueue({loss})];
  }, [0]));
  await strategy.run(step, [2], {onProgress: ({cycles}) => console.log(cycles)});
  p.pipelining.pipeline([(x) => x, [(x) => x, (x) => x]], {deviceMapping: [0, [1, 1]], infeedQueue: infeed});
  // @ts-expect-error: an operator wants values
  p.matmul('x', kernel);
  // @ts-expect-error: no such schedule
  p.pipelining.pipeline([], {pipelineSchedule: 'parallel'});
  const {loss} = outfeed.dequeue<{loss: Tensor}>();
  return loss;
}

async function ownModel(images: Float32Array, labels: Int32Array): Promise<History> {
  const p = await createPipette();
  const n = labels.length;
  const data: Dataset = p.dataset
    .fromTensorSlices({data: images, shape: [n, 28, 28]}, {data: labels, shape: [n]})
    .cache().shuffle(n, 1).batch(32).prefetch().repeat();
  const outfeed = p.outfeedQueue({mode: 'all', filters: ['Dense_128']});
  const model: Model = p.sequential([
    p.layers.flatten(),
    p.layers.dense(128, {activation: 'relu', name: 'Dense_128'}),
    p.layers.outfeed(outfeed, {name: 'Dense_128_acts'}),
    p.layers.dense(10, {activation: 'softmax'}),
  ], {seed: 1, numIpus: 2, pipelineStages: [0, 0, 0, 1], host: {callUs: 500}});
  model.setPipeliningOptions({gradientAccumulationStepsPerReplica: 4, pipelineSchedule: 'grouped'});
  model.compile({
    optimizer: p.optimizers.sgd({learningRate: 0.1}), loss: 'sparse_categorical_crossentropy',
    metrics: ['accuracy'], stepsPerExecution: 100, gradients: p.outfeedQueue(),
  });
  const history = await model.fit(data, {
    epochs: 3, stepsPerEpoch: 500, onProgress: ({step, steps, loss}) => console.log(step / steps, loss),
    onEpochEnd: ({epoch, logs}) => console.log(epoch, logs['val_loss']),
  });
  const acts: Tensor | undefined = outfeed.dequeue()['Dense_128_acts'];
  if (acts) console.log(p.statistics({acts}).text, outfeed.statistics().rows[0]?.nans);
  const y: Tensor = await model.predict({data: images, shape: [n, 28, 28]}, {batchSize: 32});
  const {epochs} = await p.datasetBenchmark(data, {numberOfEpochs: 2, elementsPerEpochs: 100});
  model.loadWeights(model.saveWeights());
  const {infeed, outfeed: losses} = model.queues();
  console.log(infeed.fill / infeed.depth, infeed.wait, losses.pending);
  const stage: string | undefined = model.pipeline()?.stages[0]?.name;
  console.log(stage, model.trace().map((span) => model.explain(span)));
  const inspected = p.createSession({
    experiment: 'inspect-keras', layers: [{layer: 'flatten'}, {layer: 'dense', units: 10}]});
  inspected.setFilters({gradients: ['kernel'], activations: 'none'});
  console.log(inspected.outfed().map(({name, first, data, shape}) => [name, first, data.length, shape]));
  // @ts-expect-error: no such queue
  inspected.setFilters({weights: []});
  const x = p.input([6], {batchSize: 8});
  const functional = p.model(x, p.layers.dense(3).apply(x));
  console.log(y.shape, epochs[0]?.bandwidth, functional.summary(), model.status().cycles);
  // @ts-expect-error: no such activation
  p.layers.dense(3, {activation: 'swish'});
  const rate: Variable = p.variable({data: Float32Array.of(0.1), shape: []});
  model.compile({loss: 'mae', optimizer: p.optimizers.adamW({learningRate: p.optimizers.schedules.cosineDecay(0.1, 9)})});
  const ended = await model.fit(data, {
    verbose: 0,
    callbacks: [{onEpochEnd: async (epoch, logs) => console.log(epoch, logs.loss)},
                p.callbacks.earlyStopping({monitor: 'loss'}), p.callbacks.learningRateScheduler(rate, (epoch) => 1 / epoch)],
  });
  console.log(ended.history, model.getLayer('dense').trainable, model.printed());
  console.log(p.schedule({stages: 2, miniBatches: 4}).makespanCycles, p.matmulCost({m: 1, k: 2, n: 3}).plan.mSplits);
  // @ts-expect-error: no such function of a callback's options
  p.callbacks.earlyStopping({monitors: 'loss'});
  // @ts-expect-error: a misspelt option
  model.compile({loss: 'mse', optimiser: 'sgd'});
  // @ts-expect-error: a plain array is no tensor
  p.dataset.fromTensorSlices({data: [1, 2], shape: [2]});
  // @ts-expect-error: a symbolic tensor is no layer
  p.sequential([p.layers.flatten(), x]);
  // @ts-expect-error: a queue is no optimizer
  model.compile({loss: 'mse', optimizer: outfeed});
  return history;
}

async function picture(model: Model, session: Session, data: Dataset): Promise<void> {
  const {Follower} = await import('../../web/queues/snapshot.mjs');
  await import('../../web/queues/pipette_queues.mjs');
  const queues = document.createElement('pipette-queues');
  const follower = new Follower(model, data);
  await model.fit(data, {onProgress: () => queues.update(follower.snapshot())});
  console.log(queues.snapshot?.lanes[0]?.spans.length);
  const watched: Watchable[] = [model, session];
  for (const each of watched) console.log(each.status().runs, each.queues().infeed.fill, each.pipeline()?.slots);
  const {status, losses, traceColumns} = session;
  new Follower({status, losses, traceColumns, queues: () => model.queues()});
  // @ts-expect-error: a dataset cannot be followed
  new Follower(data);
  // @ts-expect-error: a model is no snapshot
  queues.update(model);
}

function showProfile(element: Element, profile: string): ProfileSelection | null {
  const view = new ProfileView(element, {profile, tab: 'trace', compareWith: null});
  view.addEventListener('apply', ({detail}) => console.log(Object.keys(detail)));
  view.select({operation: 'dense/MatMul'});
  // @ts-expect-error: there is no such tab
  view.show('graph');
  const element2 = document.createElement('pipette-profile');
  element2.profile = profile;
  const selection = element2.view?.selection ?? null;
  view.destroy();
  return selection;
}

void [picture, trainAndRead, readTrace, ownData, report, misuse, ownModel, ownProgram, showProfile];

/** What people write without thinking of types. */
export function everyday(p: Pipette, model: Model, tensor: Tensor, loss: TracedTensor, w: Variable): Blob {
  const sum: number = tensor.data.reduce((a, b) => a + b, 0);
  const largest: number = Math.max(...tensor.data, sum);
  const anything: any = [w];
  const tape = p.gradientTape();
  const [first] = tape.gradient(loss, anything);
  const one: TracedTensor = tape.gradient(loss, w);
  const several: TracedTensor[] = tape.gradient(loss, [w, loss]);
  p.zip([first, one, ...several], [w, w, w, w]);
  // @ts-expect-error: a list has no operators
  several.mul(2);
  const floats: Tensor<Float32Array> = {data: Float32Array.of(largest), shape: [1]};
  const any: Tensor = floats;
  return new Blob([model.saveWeights(), p.writeNpy(any)]);
}

export async function strangersFiles(p: Pipette, file: File, bytes: ArrayBuffer): Promise<ImageSet[]> {
  const {data, shape}: Tensor = await p.readIdx(file);
  const rows: number = (await p.readCsv(file, {label: 'digit', onProgress: ({bytesRead}) => console.log(bytesRead)})).shape[0]!;
  const arrays = await p.readNpz(bytes);
  const files = {trainImages: file, trainLabels: {data, shape}, testImages: file, testLabels: arrays['y']!};
  console.log(rows);
  // @ts-expect-error: all four are needed
  await p.loadMnist({trainImages: file});
  return [await p.loadMnist(bytes, {classes: 26}), await p.loadMnist({...files, transpose: true}), await p.loadMnist({npz: file})];
}
