// The trace that the viewer writes for Perfetto, held to the one that the native program writes.
//
// tests/golden/report has a profile.json and the trace.json that was written with it:
//   pipette run mnist-pipelined --steps 1 --steps-per-execution 1 --stages 2 --hidden-units 16 --batch-size 4
//     --gradient-accumulation 4 --engine-options '{"autoReport.all":"true","autoReport.directory":"report"}'

import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import test from 'node:test';
import {perfettoTrace} from '../../../web/profile/perfetto.mjs';
import {assertPerfettoOpens, perfettoFaults} from '../perfetto_rules.mjs';
import {smallProfile} from '../small_profile.mjs';

const golden = (name) => readFileSync(new URL(`../../golden/report/${name}`, import.meta.url), 'utf8');
const eventsOf = (json) => assertPerfettoOpens(perfettoTrace(json));

test('trace: event by event what the native program writes, but for the bytes of single spans', () => {
  const wanted = JSON.parse(golden('trace.json')),
    events = eventsOf(JSON.parse(golden('profile.json')));
  for (const event of wanted) if (event.ph === 'X') delete event.args.bytes;
  assert.ok(wanted.length > 300, `${wanted.length} events`);
  for (const kind of ['X', 'M', 'I', 'C', 's', 't', 'f'])
    assert.ok(
      wanted.some(({ph}) => ph === kind),
      kind,
    );
  assert.deepEqual(events, wanted);
});

test("trace: Perfetto's rules find what it would not take", () => {
  const events = JSON.parse(golden('trace.json'));
  const arrow = (change) =>
    perfettoFaults(events.map((event) => (event.ph === 's' && event.cat === 'mini-batch' ? {...event, ...change} : event)));
  assert.deepEqual(perfettoFaults(events), []);
  assert.match(arrow({id: '0.0.0.0'})[0], /^flow id/);
  assert.match(arrow({id: 1})[0], /^an arrow begins once/);
  assert.match(arrow({tid: 77})[0], /^no slice for an arrow/);
  assert.match(perfettoFaults([{ph: 'X', pid: 1, tid: 1, ts: 0, name: 'endless'}])[0], /^dur/);
});

test('trace: an event a line, in a bare array, so that a cut file can be opened', () => {
  const lines = perfettoTrace(smallProfile({steps: 2}))
    .trimEnd()
    .split('\n');
  assert.deepEqual([lines[0], lines.at(-1)], ['[', ']']);
  for (const line of lines.slice(1, -1)) assert.equal(typeof JSON.parse(line.replace(/,$/, '')).ph, 'string');
});

test('trace: of several programs, or of one without a report around it', () => {
  const one = smallProfile({steps: 2}),
    counted = (events) => events.filter(({ph}) => ph === 'X').length;
  const alone = eventsOf(one);
  assert.equal(counted(alone), one.execution.spans.count);
  assert.deepEqual(alone[0].args.engineOptions, {});
  assert.deepEqual(eventsOf([one]), alone);
  assert.equal(counted(eventsOf({profiles: [one, one]})), 2 * counted(alone));
});

test('trace: the ends of epochs are instants', () => {
  const profile = smallProfile({steps: 1});
  profile.compilation.target.clockHz = 1.33e9;
  profile.execution.tracepoints = [
    {name: 'Epoch 1', cycle: 1330000},
    {name: 'Epoch 2', cycle: 2660000},
  ];
  assert.deepEqual(
    eventsOf(profile)
      .filter(({ph}) => ph === 'i')
      .at(-1),
    {ph: 'i', s: 'p', pid: 1, tid: 1, ts: 2000, name: 'Epoch 2'},
  );
});

test('trace: live bytes change where the liveness does, on the IPUs that have it', () => {
  const counters = eventsOf(smallProfile({steps: 1})).filter(({ph, name}) => ph === 'C' && name.endsWith('live bytes'));
  // Always 96; 48 more at steps 3 and 4 of the program, 80 at 5 and 6, none from 7 on: instruction i is at 2 i + 1.
  assert.deepEqual(
    counters.slice(0, 4).map(({name, args}) => [name, args.value]),
    [
      ['IPU 0 live bytes', 96 + 48],
      ['IPU 0 live bytes', 96 + 80],
      ['IPU 1 live bytes', 96],
      ['IPU 0 live bytes', 96 + 48],
    ],
  );
});
