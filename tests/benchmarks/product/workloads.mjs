// What the product benchmark trains, and how one case is timed where JavaScript can do it.

/**
 * Workloads by the names that the tables use. `steps` of an experiment hold `miniBatches` each; a figure
 * is the time of one mini-batch. `slice` and `long` are steps that take some 50 ms and 1 s or more; in
 * W3 an engine run is an epoch, which a whole process never cuts.
 */
export const WORKLOADS = [
  {
    name: 'W1',
    title: '784-128-10, batch 32, SGD',
    experiment: {experiment: 'mnist-with-feeds'},
    command: ['run', 'mnist-with-feeds'],
    miniBatches: 1,
    slice: 250,
    long: 12_000,
  },
  {
    name: 'W2',
    title: '784-256-128-10, one of 16 accumulated mini-batches of 32, one stage',
    experiment: {experiment: 'mnist-pipelined', stages: 1},
    command: ['run', 'mnist-pipelined', '--stages', '1'],
    miniBatches: 16,
    slice: 6,
    long: 250,
  },
  {
    name: 'W3',
    title: 'two convolutions of 8, dense 10, batch 32, Adam',
    experiment: {experiment: 'loops'},
    command: ['run', 'loops'],
    miniBatches: 1,
    slice: 30,
    long: 1_875,
  },
];

/** Generated digits are drawn in the first epoch, which is not what is measured: steps of one. */
export const firstEpoch = (workload) => Math.ceil(60_000 / 32 / workload.miniBatches);

export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/**
 * Microseconds a mini-batch, for each workload, of one kind of data: sessions take turns, slice by
 * slice, and every loss is read. `files` are the four IDX files, or null for generated digits.
 */
export async function timeSessions(createPipette, files, rounds, names) {
  const pipette = await createPipette();
  const data = files && (await pipette.loadMnist({...files, name: 'benchmark'}));
  const cases = WORKLOADS.filter(({name}) => names.includes(name)).map((workload) => ({
    workload,
    times: [],
    losses: 0,
    session: pipette.createSession({...workload.experiment, steps: 1_000_000}, data ? {data} : {}),
  }));
  const advance = (one, steps) => {
    one.session.advance({steps});
    one.losses += one.session.losses({from: one.losses}).length;
  };
  for (const one of cases) advance(one, data ? one.workload.slice : firstEpoch(one.workload));
  for (let round = 0; round < rounds; ++round) {
    for (const one of cases) {
      const start = performance.now();
      advance(one, one.workload.slice);
      const batches = one.workload.slice * one.workload.miniBatches;
      one.times.push(((performance.now() - start) * 1e3) / batches);
    }
  }
  for (const one of cases) one.session.destroy();
  return Object.fromEntries(cases.map((one) => [one.workload.name, median(one.times)]));
}

/** Milliseconds, medians of `rounds`, from createSession() to the accuracy of 10,000 steps of W1 on generated digits. */
export async function timeToAccuracy(createPipette, rounds) {
  const pipette = await createPipette();
  const steps = 10_000;
  const times = [];
  for (let round = 0; round < rounds; ++round) {
    const parts = {};
    let last = performance.now();
    const mark = (name) => {
      const now = performance.now();
      parts[name] = now - last;
      last = now;
    };
    const session = pipette.createSession({...WORKLOADS[0].experiment, steps, seed: round + 1});
    mark('creating');
    session.advance({steps: firstEpoch(WORKLOADS[0])});
    mark('the first epoch, digits drawn');
    while (!session.advance({microseconds: 100_000}));
    if (session.losses().length !== steps) throw new Error('losses are missing');
    mark('the other epochs');
    if (!(session.summary().testAccuracy > 0.8)) throw new Error('it did not learn');
    mark('testing');
    session.destroy();
    times.push(parts);
  }
  const names = Object.keys(times[0]);
  const total = (parts) => Object.values(parts).reduce((a, b) => a + b);
  return {
    ...Object.fromEntries(names.map((name) => [name, median(times.map((parts) => parts[name]))])),
    'in all': median(times.map(total)),
  };
}
