// What cells do with models and sessions, told to the page: pictures while they run, facts when they
// have ended. It stands around fit(), evaluate(), predict() and run(), which work as ever.

import {Model, OutfeedQueue, Pipette, Session} from '../pipette.mjs';
import {Follower} from '../queues/snapshot.mjs';

const MIN_MS_BETWEEN = 15; // a frame of the page

/** `cell()`: the cell that runs, its {signal} and the value it has {shown}; `tell(message)` posts to the page;
 * `mayDraw()`: whether one picture more is wanted. */
export function watch(cell, tell, mayDraw) {
  let views = 0;

  const either = (mine, theirs) => {
    if (!theirs) return mine;
    const controller = new AbortController();
    for (const signal of [mine, theirs]) {
      if (signal.aborted) controller.abort(signal.reason);
      signal.addEventListener('abort', () => controller.abort(signal.reason), {once: true});
    }
    return controller.signal;
  };

  async function follow(source, task, dataset, options, run) {
    if (typeof options !== 'object' || options === null) return run(options); // which says what is wrong
    const {onProgress, signal} = options;
    const follower = new Follower(source, dataset?.elementSpec ? dataset : undefined);
    const id = ++views;
    const drawn = mayDraw();
    let shown = -Infinity;
    const show = (ended) => {
      if (source.destroyed || !drawn) return;
      tell({type: 'snapshot', view: id, snapshot: follower.snapshot({task, ended})});
      shown = performance.now();
    };
    const before = source.status();
    const result = await run({
      pace: 'task',
      ...options,
      signal: either(cell().signal, signal),
      onProgress: (progress) => {
        if (performance.now() - shown >= MIN_MS_BETWEEN) show(false);
        onProgress?.(progress);
      },
    });
    show(true);
    if (task === 'fit') cell().shown = result;
    if (!source.destroyed) tell({type: 'fact', fact: factOf(source, task, before, result)});
    return result;
  }

  function around(Class, name, task, hasData) {
    const original = Class.prototype[name];
    Class.prototype[name] = hasData
      ? function (dataset, options = {}) {
          return follow(this, task, dataset, options, (all) => original.call(this, dataset, all));
        }
      : function (options = {}) {
          return follow(this, task, undefined, options, (all) => original.call(this, all));
        };
  }
  around(Model, 'fit', 'fit', true);
  around(Model, 'evaluate', 'evaluate', true);
  around(Model, 'predict', 'predict', true);
  around(Session, 'run', 'fit', false);

  const dequeue = OutfeedQueue.prototype.dequeue;
  OutfeedQueue.prototype.dequeue = function () {
    const tensors = dequeue.call(this);
    const named = ArrayBuffer.isView(tensors?.data) ? {'': tensors} : tensors; // or enqueued without a name
    const shapes = Object.values(named).map(({shape}) => shape ?? []);
    tell({
      type: 'fact',
      fact: {
        kind: 'dequeue',
        tensors: shapes.length,
        elements: shapes[0]?.[0] ?? 0,
        names: Object.keys(named),
        values: shapes.reduce((sum, shape) => sum + shape.reduce((product, size) => product * size, 1), 0),
      },
    });
    return tensors;
  };

  const pipeline = Session.prototype.pipeline;
  Session.prototype.pipeline = function () {
    const result = pipeline.call(this);
    if (result === null) return null;
    const bytes = result.memory.map(({alwaysLiveBytes, peakNotAlwaysLiveBytes}) => alwaysLiveBytes + peakNotAlwaysLiveBytes);
    tell({
      type: 'fact',
      fact: {
        kind: 'pipeline',
        idle: result.bubbleFraction,
        cycles: result.makespanCycles,
        ipus: bytes.length,
        mebibytes: Math.max(...bytes) / 2 ** 20,
      },
    });
    return result;
  };

  const schedule = Pipette.prototype.schedule;
  Pipette.prototype.schedule = function (options) {
    const result = schedule.call(this, options);
    tell({
      type: 'fact',
      fact: {
        kind: 'schedule',
        idle: result.bubbleFraction,
        stages: result.stages,
        miniBatches: result.miniBatches,
        held: Math.max(...result.peakStash),
        [result.kind.toLowerCase()]: 1,
      },
    });
    return result;
  };

  const benchmark = Pipette.prototype.datasetBenchmark;
  Pipette.prototype.datasetBenchmark = async function (dataset, options = {}) {
    const signal = either(cell().signal, options?.signal);
    const result = await benchmark.call(this, dataset, {pace: 'task', ...options, signal});
    const first = [dataset.elementSpec].flat(Infinity)[0];
    tell({
      type: 'fact',
      fact: {
        kind: 'benchmark',
        epochs: result.epochs.length,
        imagesPerElement: first?.shape[0] ?? 0,
        elementsPerSecond: result.epochs.at(-1).elements_per_second,
      },
    });
    return result;
  };
}

/** Plain numbers that a goal may ask for; times are modelled. */
function factOf(source, task, before, result) {
  const after = source.status();
  const {infeed} = source.queues();
  const seconds = after.seconds - before.seconds;
  const fact = {
    kind: task,
    seconds,
    cycles: after.cycles - before.cycles,
    runs: after.runs - before.runs,
    waited: after.cycles > 0 ? infeed.totalWaitCycles / after.cycles : 0,
  };
  if (task === 'fit') {
    const losses = source.losses();
    fact.steps = losses.length;
    fact.loss = losses.length > 0 ? losses.at(-1) : NaN;
    fact.stepsPerSecond = losses.length / seconds;
    const pipeline = source.pipeline();
    if (pipeline) Object.assign(fact, {bubble: pipeline.bubbleFraction, stages: pipeline.stages.length});
  }
  if (task === 'evaluate') Object.assign(fact, result);
  return fact;
}
