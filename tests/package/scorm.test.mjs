// A lesson and a task in a learning platform, which scorm-again plays: packed as tools/package --scorm does, unpacked as a
// platform does, and served as one that knows few types of files.

import assert from 'node:assert/strict';
import {createReadStream, existsSync, readFileSync, rmSync, statSync} from 'node:fs';
import {createServer} from 'node:http';
import {extname, join} from 'node:path';
import {execFileSync} from 'node:child_process';
import {after, before, test} from 'node:test';
import {fileURLToPath} from 'node:url';
import {courseOf, layOutCourse} from '../../tools/scorm_package.mjs';
import {fragmentOf} from '../../web/links.mjs';
import {BROWSERS} from '../web/browsers.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const page = process.env.PIPETTE_MODULE_DIR ?? join(root, 'build/wasm-web/page');
const work = join(root, 'build/package');
const player = join(root, 'build/bundlers/node_modules/scorm-again/dist/scorm-again.min.js');
const skip = !existsSync(player) && 'tools/setup bundlers installs scorm-again';
const TASK = {
  v: 1,
  experiment: 'mnist-with-feeds',
  steps: 100,
  task: 'Train it until it knows "most" digits & say why.',
  goal: 'accuracy >= 0.5',
};
const link = `http://localhost:8000/${fragmentOf(TASK)}`;

// A platform may give away modules, WebAssembly and JSON as unknown data.
const TYPES = {'.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml'};
const OBJECTS = {1.2: ['API', 'Scorm12API'], 2004: ['API_1484_11', 'Scorm2004API']};

/** The page of the platform around a course. */
const platformPage = (version, kept) => {
  const [object, kind] = OBJECTS[version];
  return `<!doctype html><title>Platform</title><script src="/player.js"></script><script>
    window.${object} = new ${kind}({autocommit: false, logLevel: 4});
    ${kept ? `window.${object}.loadFromJSON(${JSON.stringify(kept)});` : ''}
    window.kept = () => window.${object}.renderCMIToJSONObject().cmi;
  </script><iframe src="/course/lms/index.html" style="width: 1200px; height: 800px"></iframe>`;
};

let server, url, browser, folder;
const asked = [];
let shown = '';

before(async () => {
  if (skip) return;
  server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, 'http://x').pathname);
    if (path === '/') return response.setHeader('content-type', TYPES['.html']).end(shown);
    const file = path === '/player.js' ? player : join(folder, path.replace(/^\/course\//, ''));
    if (!existsSync(file) || !statSync(file).isFile()) {
      asked.push(path);
      return response.writeHead(404).end();
    }
    response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream');
    createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${server.address().port}/`;
  browser = await BROWSERS.chromium.launch();
});
after(async () => {
  await browser?.close();
  server?.close();
});

/** The course as a platform has it after somebody has given it the zip. */
function unpacked(what, version) {
  const made = join(work, `scorm-${version}`);
  const zip = join(work, `scorm-${version}.zip`);
  layOutCourse(page, made, what, version);
  rmSync(zip, {force: true});
  execFileSync('zip', ['-q', '-X', '-9', '-r', zip, '.'], {cwd: made});
  assert.ok(statSync(zip).size <= 2_500_000, `${statSync(zip).size} bytes`);
  folder = join(work, `platform-${version}`);
  rmSync(folder, {recursive: true, force: true});
  execFileSync('/usr/bin/python3', ['-m', 'zipfile', '-e', zip, folder]);
}

/** Opens the platform's page, and gives its tab, the frame of Pipette, and the course inside of it. */
async function open(version, kept) {
  shown = platformPage(version, kept);
  const tab = await (await browser.newContext()).newPage();
  const errors = [];
  tab.on('pageerror', (error) => errors.push(String(error)));
  await tab.goto(url);
  const frame = tab.frameLocator('iframe');
  return {tab, frame, course: frame.frameLocator('#content'), kept: () => tab.evaluate(() => window.kept()), errors};
}
const says = (frame, text) => frame.locator('#said', {hasText: text}).waitFor({timeout: 60_000});

for (const version of ['1.2', '2004']) {
  test(`scorm ${version}: a lesson says what is done, and goes on with it`, {skip, timeout: 180_000}, async () => {
    unpacked('lesson1', version);
    asked.length = 0;
    const {tab, frame, course, kept, errors} = await open(version);
    await says(frame, /^0 of \d+ done\. Saved\.$/);
    const question = course.locator('pipette-question').first();
    const right = await question.getAttribute('right');
    await question
      .locator('input')
      .nth(Number(right) - 1)
      .check();
    await question.getByRole('button', {name: 'Check my prediction'}).click();
    await says(frame, /^1 of \d+ done\. Saved\.$/);
    const total = Number(/of (\d+)/.exec(await frame.locator('#said').textContent())[1]);
    await course.getByRole('button', {name: 'Run all'}).click();
    await course.locator('pipette-cell[data-state=ran]').first().waitFor({timeout: 60_000});
    const cmi = await kept();
    const score = Math.round(100 / total);
    if (version === '1.2') {
      assert.equal(Number(cmi.core.score.raw), score);
      assert.equal(cmi.core.lesson_status, 'incomplete');
    } else {
      assert.equal(Number(cmi.score.raw), score);
      assert.equal(cmi.completion_status, 'incomplete');
    }
    const suspended = cmi.suspend_data;
    assert.ok(suspended.length <= 4096);
    assert.deepEqual(asked, [], 'nothing that is not in the zip is asked for');
    assert.deepEqual(errors, []);
    await tab.close();

    // Another day, on another computer.
    const again = await open(version, {cmi: {suspend_data: suspended}});
    await says(again.frame, /^1 of \d+ done\. Saved\.$/);
    assert.ok(await again.course.locator('pipette-question').first().getAttribute('answered'));
    await again.tab.close();
  });
}

test('scorm: a task is complete when its goal is met, and its class code is handed in', {skip, timeout: 180_000}, async () => {
  unpacked(link, '1.2');
  const {tab, frame, course, kept, errors} = await open('1.2');
  await says(frame, 'Goal not met yet. Saved.');
  const pipette = tab.frames().find((each) => each.url().includes('/course/index.html'));
  await pipette.waitForFunction(() => window.pipette_app?.state().ready !== false);
  await frame.getByRole('button', {name: 'Hand in'}).click();
  await says(frame, 'Train first.');
  await pipette.evaluate(() => window.pipette_app.act('run', 0, '', ''));
  await says(frame, 'Goal met. Saved.');
  await course.locator('#task-panel', {hasText: '✓ accuracy >= 0.5'}).waitFor();
  await pipette.waitForFunction(() => {
    const {running, testing, going_back: back} = window.pipette_app.state();
    return !running && !testing && !back;
  });
  await frame.getByRole('button', {name: 'Hand in'}).click();
  await says(frame, /^Handed in, of step \d+\. Goal met\.$/);
  const {core, comments} = await kept();
  assert.equal(Number(core.score.raw), 100);
  assert.equal(core.lesson_status, 'completed');
  const {readClassCode} = await import('../../web/class_code.mjs');
  const {address, step, accuracy} = readClassCode(comments);
  assert.equal(address.goal, TASK.goal);
  assert.ok(step >= 1 && accuracy >= 0.5);
  // And the program that grades a class takes it.
  const program = join(process.env.PIPETTE_PROGRAM_DIR ?? join(root, 'build/test'), 'pipette');
  if (existsSync(program)) {
    const graded = execFileSync(program, ['grade', '-', '--task', link, '--json'], {input: comments, encoding: 'utf8'});
    const [grade] = JSON.parse(graded).grades;
    assert.equal(grade.verdict, 'true', grade.reasons.join('; '));
    assert.ok(grade.met_at >= 1 && grade.met_at <= step);
  }
  assert.deepEqual(errors, []);
  await tab.close();
});

test('scorm: without a platform the lesson opens, and says that nothing is recorded', {skip}, async () => {
  unpacked('lesson1', '1.2');
  const tab = await browser.newPage();
  await tab.goto(`${url}course/lms/index.html`);
  await tab.locator('#said', {hasText: 'not in a learning platform: nothing is recorded'}).waitFor();
  await tab.frameLocator('#content').locator('h1', {hasText: '1.'}).waitFor();
  await tab.close();
});

test('scorm: a lesson or a link that is not there is named', () => {
  const lessons = JSON.parse(readFileSync(join(page, 'lessons.json'), 'utf8'));
  assert.equal(courseOf('lesson5', lessons).course.lesson, 'pipelining');
  assert.equal(courseOf('5', lessons).title, 'Pipelining');
  assert.equal(courseOf(link, lessons).title, TASK.task);
  assert.throws(() => courseOf('lesson99', lessons), /there is no lesson "lesson99"; there are engine-runs, /);
  assert.throws(() => courseOf('http://x/#v=1&experiment=loops', lessons), /has no task/);
});

test('scorm: the manifest names every file once, and both versions are XML', {skip}, () => {
  for (const version of ['1.2', '2004']) {
    unpacked(link, version);
    const script = `
import os, sys, xml.etree.ElementTree as tree
root = tree.parse('imsmanifest.xml').getroot()
named = [each.get('href') for each in root.iter() if each.tag.endswith('}file')]
there = [os.path.relpath(os.path.join(f, n), '.') for f, _, names in os.walk('.') for n in names]
assert sorted(named) == sorted(set(there) - {'imsmanifest.xml'}), set(there) ^ set(named)
print(next(each.text for each in root.iter() if each.tag.endswith('}title')))`;
    assert.equal(execFileSync('/usr/bin/python3', ['-c', script], {cwd: folder, encoding: 'utf8'}).trim(), TASK.task);
  }
});
