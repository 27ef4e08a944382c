// A profile made from a few numbers, for tests of the viewer: two IPUs of four tiles, three operations a step.
//
//   const profile = smallProfile({steps: 10, keep: Infinity});
//   profile.execution.spans.leftOut;                // those beyond `keep`
//
// On IPU 0 each step streams 40 cycles (Begin 30, Mid 10), syncs 4, exchanges 6 and computes 20 forward; on IPU 1
// it waits 80 cycles for IPU 0, syncs 4 and computes 16 backward. So a step is 100 cycles on IPU 1 and 80 on
// IPU 0, which is idle for the rest. All sums follow.

const KINDS = [
  'prepare batch',
  'set up the program',
  'call',
  'data pipeline',
  'staging',
  'handshake',
  'Engine::run',
  'stage',
  'StreamCopy Begin',
  'StreamCopy Mid',
  'StreamCopy End',
  'sync',
  'exchange',
  'layout change',
  'compute',
  'remote load',
  'remote store',
];
const ACTIVITIES = [
  'idle',
  'forward',
  'backward',
  'weightUpdate',
  'exchange',
  'sync',
  'streamCopy',
  'streamBegin',
  'streamMid',
  'streamEnd',
  'host',
  'stall',
  'engineRun',
  'compute',
];
const NAMES = ['', 'infeed', 'dense/matmul', 'gradients/dense/matmul', 'barrier'];
const REASONS = ['not waiting', 'waiting for infeed', '', '', '', 'waiting for other IPUs at a barrier'];
const RUNS = 2,
  STEP = 100,
  SET_UP = 500,
  CALL = 300;
const OF_STEP = [
  // lane, from, cycles, kind, activity, name, instruction, reason
  [0, 0, 30, 'StreamCopy Begin', 'streamBegin', 1, 1, 1],
  [0, 30, 10, 'StreamCopy Mid', 'streamMid', 1, 1, 0],
  [0, 40, 4, 'sync', 'sync', 2, 2, 0],
  [0, 44, 6, 'exchange', 'exchange', 2, 2, 0],
  [0, 50, 30, 'compute', 'forward', 2, 2, 0],
  [1, 0, 80, 'sync', 'sync', 4, 4, 5],
  [1, 80, 4, 'sync', 'sync', 3, 3, 0],
  [1, 84, 16, 'compute', 'backward', 3, 3, 0],
];

function spansOf(steps, keep) {
  const spans = [],
    runs = [];
  const add = (begin, length, lane, kind, activity, name, instruction, run, step, reason) =>
    spans.push({
      begin,
      length,
      lane,
      kind: KINDS.indexOf(kind),
      activity: ACTIVITIES.indexOf(activity),
      name,
      instruction,
      run,
      step,
      miniBatch: -1,
      reason,
    });
  let at = 0;
  for (let run = 0; run < RUNS; run++) {
    const begin = at + SET_UP + CALL,
      end = begin + steps * STEP;
    runs.push({
      run,
      hostBegin: at,
      setUpBegin: at,
      callBegin: at + SET_UP,
      begin,
      end,
      waitCycles: 30 * steps,
      steps,
      finished: true,
    });
    add(at, SET_UP, -1, 'set up the program', 'host', 0, -1, run, 0, 0);
    add(at + SET_UP, CALL, -1, 'call', 'host', 0, -1, run, 0, 0);
    for (let step = 0; step < steps; step++) {
      add(begin + step * STEP, 20, -1, 'data pipeline', 'host', 0, -1, run, step, 0);
      for (const [lane, from, cycles, kind, activity, name, instruction, reason] of OF_STEP) {
        add(begin + step * STEP + from, cycles, lane, kind, activity, name, instruction, run, step, reason);
      }
    }
    add(begin, end - begin, 0, 'Engine::run', 'engineRun', 0, -1, run, 0, 0);
    at = end;
  }
  const kept = spans.slice(0, keep),
    columns = {};
  for (const key of [
    'begin',
    'length',
    'lane',
    'kind',
    'activity',
    'name',
    'instruction',
    'run',
    'step',
    'miniBatch',
    'reason',
  ])
    columns[key] = kept.map((each) => each[key]);
  columns.begin = columns.begin.map((begin, i) => (i === 0 ? begin : begin - kept[i - 1].begin));
  return {
    runs,
    spans: {
      count: kept.length,
      leftOut: spans.length - kept.length,
      kinds: KINDS,
      reasons: REASONS,
      activities: ACTIVITIES,
      names: NAMES,
      ...columns,
    },
  };
}

const operation = (name, layer, kind, tracedName, phase, instruction, lane, calls, cyclesByKind, more = {}) => ({
  name,
  layer,
  kind,
  tracedName,
  phase,
  instructions: [instruction],
  lanes: [lane],
  calls,
  cyclesByKind,
  waits: {},
  flops: 0,
  flopsPerCycle: 0,
  bytes: 0,
  tiles: 0,
  tileBalance: 0,
  cycles: Object.values(cyclesByKind).reduce((sum, cycles) => sum + cycles, 0),
  ...more,
});

const memory = (ipu) => ({
  ipu,
  limitBytes: 4000,
  fits: true,
  totalBytes: 176,
  alwaysLiveBytes: 96,
  peakNotAlwaysLiveBytes: 80,
  peakStep: 5,
  largestTile: 0,
  largestTileBytes: 56,
  bytesAtPeak: {weights: 96, other: 80},
  tiles: {alwaysLive: [32, 32, 16, 16], notAlwaysLive: [24, 24, 16, 16]},
  liveness: {steps: [3, 5, 7], notAlwaysLive: [48, 80, 0]},
  variables: [
    {name: 'dense/kernel', kind: 'weights', bytes: 64, alwaysLive: true, firstTile: 0, tiles: 4, largestTileBytes: 16},
    {name: 'dense/bias', kind: 'weights', bytes: 32, alwaysLive: true, firstTile: 0, tiles: 2, largestTileBytes: 16},
    {
      name: 'infeed',
      kind: 'other',
      bytes: 48,
      alwaysLive: false,
      firstTile: 2,
      tiles: 4,
      largestTileBytes: 16,
      firstStep: 3,
      lastStep: 6,
    },
    {
      name: 'dense/matmul',
      kind: 'other',
      bytes: 32,
      alwaysLive: false,
      firstTile: 0,
      tiles: 2,
      largestTileBytes: 16,
      firstStep: 5,
      lastStep: 6,
    },
  ],
});

export function smallProfile({steps = 10, keep = Infinity, ...more} = {}) {
  const {runs, spans} = spansOf(steps, keep),
    all = RUNS * steps;
  const leaf = (kind, name, phase, ipu, instruction, cycles, extra = {}) => ({
    kind,
    name,
    phase,
    ipu,
    instruction,
    cycles: cycles * all,
    bytes: 0,
    executions: all,
    ...extra,
  });
  const children = [
    {
      kind: 'StreamCopy',
      name: 'infeed',
      phase: 'none',
      ipu: 0,
      instruction: 1,
      cycles: 40 * all,
      bytes: 48 * all,
      executions: 0,
      children: [leaf('StreamCopyBegin', '', 'none', 0, 1, 30), leaf('StreamCopyMid', '', 'none', 0, 1, 10, {bytes: 48 * all})],
    },
    leaf('DoExchange', 'dense/matmul', 'forward', 0, 2, 10, {bytes: 64 * all}),
    leaf('OnTileExecute', 'dense/matmul', 'forward', 0, 2, 30),
    leaf('DoExchange', 'gradients/dense/matmul', 'backward', 1, 3, 4),
    leaf('OnTileExecute', 'gradients/dense/matmul', 'backward', 1, 3, 16),
    leaf('GlobalExchange', 'barrier', 'none', 1, 4, 80),
  ];
  return {
    version: 1,
    compilation: {
      target: {
        architecture: 'Mk2',
        clockHz: 1e9,
        numIpus: 2,
        numReplicas: 1,
        ipusPerReplica: 2,
        usedIpus: 2,
        tilesPerIpu: 4,
        ioTiles: 0,
        bytesPerTile: 1000,
        bytesPerIpu: 4000,
      },
      graph: {
        name: 'training_loop',
        fingerprint: '0123456789abcdef',
        numComputeSets: 2,
        numVertices: 8,
        numVars: 2,
        numConstants: 0,
        numValues: 2,
        numInstructions: 5,
      },
      seconds: 2.5,
      ipus: [memory(0), memory(1)],
      program: {
        kind: 'Repeat',
        name: 'repeat',
        phase: 'none',
        ipu: 0,
        instruction: 0,
        count: steps,
        cycles: 180 * all,
        bytes: 112 * all,
        executions: 0,
        children,
      },
    },
    operations: [
      operation('barrier', '', 'GlobalExchange', 'barrier', 'none', 4, 1, all, {sync: 80 * all}, {waits: {sync: 80 * all}}),
      operation(
        'infeed',
        '',
        'StreamCopy',
        'infeed',
        'none',
        1,
        0,
        all,
        {streamBegin: 30 * all, streamMid: 10 * all},
        {bytes: 48 * all, waits: {infeedEmpty: 30 * all}},
      ),
      operation(
        'dense/MatMul',
        'dense',
        'MatMul',
        'dense/matmul',
        'forward',
        2,
        0,
        all,
        {sync: 4 * all, exchange: 6 * all, compute: 30 * all},
        {flops: 960 * all, flopsPerCycle: 32, bytes: 64 * all, tiles: 4, tileBalance: 1},
      ),
      operation(
        'gradients/dense/MatMul',
        'dense',
        'MatMul',
        'gradients/dense/matmul',
        'backward',
        3,
        1,
        all,
        {sync: 4 * all, compute: 16 * all},
        {flops: 256 * all, flopsPerCycle: 16, tiles: 2, tileBalance: 0.5},
      ),
    ],
    execution: {
      profiledRuns: RUNS,
      profiledCycles: STEP * all,
      runs,
      runsLeftOut: 0,
      spans,
      tilesAtWork: [0, 0, 0, 0, 16 * all, 0, 0, 0, 0, 30 * all],
      lanes: [
        {
          lane: 0,
          name: 'IPU 0',
          cycles: {streamBegin: 30 * all, streamMid: 10 * all, sync: 4 * all, exchange: 6 * all, compute: 30 * all},
          waits: {infeedEmpty: 30 * all},
          idleCycles: 20 * all,
          busyTileCycles: 30 * all,
        },
        {
          lane: 1,
          name: 'IPU 1',
          cycles: {sync: 84 * all, compute: 16 * all},
          waits: {sync: 80 * all},
          idleCycles: 0,
          busyTileCycles: 8 * all,
        },
      ],
    },
    ...more,
  };
}
