// What is dropped on the page as a report: what is taken, and what is said of the rest.

import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import test from 'node:test';
import {readReports} from '../../../web/dropped_reports.mjs';
import {reportOf} from '../profiles.mjs';
import {smallProfile} from '../small_profile.mjs';

const fileOf = (name, text) => ({name, text: async () => text});
const profile = JSON.stringify({pipette: '1', experiment: {}, profiles: [smallProfile()]});

/** A folder as the browser gives it: callbacks, and an error for what it lacks. */
const folderOf = (name, files) => ({
  name,
  isDirectory: true,
  getFile: (path, _, found, missing) =>
    path in files ? found({file: (done) => done(fileOf(path, files[path]))}) : missing(new Error('not found')),
});

test('reports: report.html, profile.json, one profile, and folders under their own names', async () => {
  const {reports, problems} = await readReports([
    fileOf('before.html', reportOf(smallProfile())),
    fileOf('after.json', profile),
    fileOf('one.json', JSON.stringify(smallProfile())),
    folderOf('with_feeds', {'profile.json': profile}),
  ]);
  assert.deepEqual(problems, []);
  assert.deepEqual(
    reports.map(({name}) => name),
    ['before.html', 'after.json', 'one.json', 'with_feeds'],
  );
  assert.deepEqual(reports[0].json, smallProfile());
  assert.deepEqual(reports[1].json, JSON.parse(profile));
});

test('reports: all files of a folder at once are one report, and no complaint', async () => {
  const golden = readFileSync(new URL('../../golden/report/trace.json', import.meta.url), 'utf8');
  const {reports, problems} = await readReports([
    fileOf('app.json', '{"application": "Pipette"}'),
    fileOf('profile.json', profile),
    fileOf('profile.pop', 'SQLite format 3'),
    fileOf('report.html', reportOf(smallProfile())),
    fileOf('trace.json', golden),
  ]);
  assert.deepEqual([reports.map(({name}) => name), problems], [['profile.json'], []]);
});

for (const [what, dropped, sentence] of [
  [
    'a database',
    fileOf('profile.pop', ''),
    /^profile\.pop is a SQLite database, which a browser cannot read; drop report\.html or profile\.json of a report folder: they hold the same$/,
  ],
  [
    'a trace',
    fileOf('trace.json', '[\n{"ph":"I","name":"otherData"}\n]\n'),
    /^trace\.json is a trace, which ui\.perfetto\.dev opens; for the views here, drop report\.html or/,
  ],
  ['another page', fileOf('holiday.html', '<!doctype html><p>sun'), /^holiday\.html holds no profile, or is cut off; drop/],
  ['half a profile', fileOf('profile.json', profile.slice(0, 500)), /^profile\.json holds no profile, or is cut off; drop/],
  ['other JSON', fileOf('package.json', '{"name": "x"}'), /^package\.json holds no profile; drop/],
  ['no object', fileOf('nothing.json', 'null'), /^nothing\.json holds no profile; drop/],
  ['no programs', fileOf('empty.json', '{"profiles": []}'), /^empty\.json holds no profile; drop/],
  [
    'another folder',
    folderOf('holiday', {}),
    /^The folder holiday has no profile\.json, so it is no report; for data, drop the files in it$/,
  ],
]) {
  test(`reports: ${what} is named with what to drop instead`, async () => {
    const {reports, problems} = await readReports([dropped]);
    assert.deepEqual(reports, []);
    assert.equal(problems.length, 1);
    assert.match(problems[0], sentence);
  });
}

for (const [what, change, sentence] of [
  ['a billion spans', ({execution}) => (execution.spans.run = {repeated: [0, 1e9]}), /number of repetitions is 1000000000/],
  [
    'spans in many parts',
    ({execution}) => (execution.spans.run = {repeated: Array(20).fill(900_000)}),
    /number of spans \("run"\) is 9000000/,
  ],
  ['a million tiles', ({compilation}) => (compilation.target.tilesPerIpu = 1e6), /tilesPerIpu is 1000000, and the most/],
  ['a wide variable', ({compilation}) => (compilation.ipus[0].variables[0].tiles = 1e9), /number of tiles of .* is 1000000000/],
]) {
  test(`reports: ${what} is refused before it is expanded`, async () => {
    const profile = smallProfile();
    change(profile);
    const begin = performance.now();
    const {reports, problems} = await readReports([fileOf('huge.json', JSON.stringify(profile))]);
    assert.deepEqual(reports, []);
    assert.match(problems[0], /^huge\.json is too large: /);
    assert.match(problems[0], sentence);
    assert.ok(performance.now() - begin < 1000);
  });
}

test('reports: a file of 300 MB is refused before it is read', async () => {
  const {problems} = await readReports([{name: 'report.html', size: 3e8, text: () => assert.fail('it was read')}]);
  assert.match(problems[0], /^report\.html is too large: its length is 300000000, and the most that is read is 268,435,456$/);
});

test('reports: a wrong file beside a right one is named, and the right one opens', async () => {
  const {reports, problems} = await readReports([fileOf('package.json', '{}'), fileOf('good.json', profile)]);
  assert.deepEqual([reports.length, problems.length], [1, 1]);
});
