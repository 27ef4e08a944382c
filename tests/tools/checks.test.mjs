// The checks must be able to fail: floors between folders, counting of tests, options.

import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {copyFile, mkdir, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {test} from './fixture.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));

function run(command, ...args) {
  const {status, stdout, stderr} = spawnSync(join(root, command), args, {encoding: 'utf8'});
  return {status, stdout, stderr};
}

async function checkRooms(folder, files) {
  await mkdir(join(folder, 'tools'), {recursive: true});
  await copyFile(join(root, 'tools/rooms.txt'), join(folder, 'tools/rooms.txt'));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), {recursive: true});
    await writeFile(join(folder, path), text);
  }
  return run('tools/check_rooms', folder);
}

test('check_rooms: lower floors and the own room may be included', async ({folder}) => {
  const {status, stdout} = await checkRooms(folder, {
    'src/graph/a.h': '#include "core/x.h"\n#include "graph/b.h"\n#include <vector>\n',
    'src/kernels/a.cc': '#include <Eigen/Core>\n#include "kernels/a.h"\n',
    'src/render/a.cc': '#include "imgui.h"\n#include <GLES3/gl3.h>\n#include "embedded/x.h"\n',
    'src/bindings/a.cc': '#include <emscripten/bind.h>\n',
    'src/session/a.cc': '#include <emscripten.h>\n',
  });
  assert.equal(stdout, '5 passed, 0 failed\n');
  assert.equal(status, 0);
});

async function checkClasses(folder, files) {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), {recursive: true});
    await writeFile(join(folder, path), text);
  }
  const {status, stdout} = spawnSync('node', [join(root, 'tools/check_classes.mjs'), folder], {encoding: 'utf8'});
  return {status, stdout};
}

test('check_classes: a class in two files is fine, and in three it is named', async ({folder}) => {
  const two = {
    'src/core/shape.cc': 'Shape::Shape() {}\nint Shape::rank() const {\n  return Other::count(1);\n}\n',
    'src/core/shape_text.cc': 'std::string\nShape::text() const {\n  x();\n}\nbool Shape::operator==(const Shape&) const {}\n',
    'src/data/shape.cc': 'void Shape::of_another_room() {}\n',
    'src/data/use.cc': '// Shape::rank() is used\n#define X Shape::rank()\nint f() {\n  return Shape::rank();\n}\n',
  };
  assert.deepEqual(await checkClasses(folder, two), {status: 0, stdout: '2 passed, 0 failed\n'});
  const three = {'src/core/more.cc': 'template <class T>\nT Shape<T>::more(int a,\n    int b) {}\n'};
  assert.deepEqual(await checkClasses(folder, three), {
    status: 1,
    stdout: 'core: Shape is implemented in 3 files: core/more.cc, core/shape.cc, core/shape_text.cc\n1 passed, 1 failed\n',
  });
});

test('check_rooms: a room inside a room has a floor of its own', async ({folder}) => {
  const {status, stdout: found} = await checkRooms(folder, {
    'src/scenes/feeds/a.h': '#include "scenes/scene.h"\n#include "scenes/feeds/b.h"\n#include "imgui.h"\n',
    'src/scenes/feeds/inner/b.h': '#include "scenes/feeds/a.h"\n#include "scenes/model/a.h"\n',
    'src/scenes/schedule/a.h': '#include "scenes/feeds/a.h"\n',
    'src/scenes/up.h': '#include "scenes/feeds/a.h"\n',
    'src/kernels/isa/a.h': '#include "kernels/a.h"\n',
  });
  const stdout = found.replaceAll(/ \(floor \d+\)/g, '');
  for (const text of [
    'src/scenes/feeds/inner/b.h:2: scenes/feeds must not include scenes/model',
    'src/scenes/schedule/a.h:1: scenes/schedule must not include scenes/feeds',
    'src/scenes/up.h:1: scenes must not include scenes/feeds',
  ])
    assert.ok(stdout.includes(text), `missing: ${text}\nin:\n${stdout}`);
  assert.ok(stdout.endsWith('2 passed, 3 failed\n'), stdout);
  assert.equal(status, 1);
});

test('check_rooms: a room that sees only some rooms may include no other', async ({folder}) => {
  const {status, stdout} = await checkRooms(folder, {
    'src/ui/a.h': '#include "core/x.h"\n#include "render/x.h"\n#include "ui/b.h"\n#include "imgui.h"\n',
    'src/ui/emulator.h': '#include "render/x.h"\n#include "session/session.h"\n',
    'src/platform/emulator.cc': '#include "ui/a.h"\n#include "keras/model.h"\n',
  });
  for (const text of [
    'src/ui/emulator.h:2: ui must not include session (sees: core theme render)',
    'src/platform/emulator.cc:2: platform must not include keras (sees: core render ui)',
  ])
    assert.ok(stdout.includes(text), `missing: ${text}\nin:\n${stdout}`);
  assert.ok(stdout.endsWith('1 passed, 2 failed\n'), stdout);
  assert.equal(status, 1);
});

test('check_rooms: every kind of breach is named with its line', async ({folder}) => {
  const {status, stdout} = await checkRooms(folder, {
    'src/core/up.h': '// above\n#include "graph/tensor.h"\n',
    'src/kernels/side.h': '#include "device/cost.h"\n',
    'src/graph/eigen.h': '  #  include <Eigen/Dense>\n',
    'src/session/bind.cc': '#include <emscripten/bind.h>\n',
    'src/program/em.cc': '#include <emscripten.h>\n',
    'src/cli/draw.cc': '#include "imgui_internal.h"\n',
    'src/page/test.cc': '#include <gtest/gtest.h>\n',
    'src/page/sibling.cc': '#include "sibling.h"\n',
    'src/attic/x.cc': '#include "core/x.h"\n',
    'src/core/fine.h': '#pragma once\n',
  });
  assert.equal(status, 1);
  for (const text of [
    'src/core/up.h:2: core (floor 0) must not include graph',
    'src/kernels/side.h:1: kernels (floor 1) must not include device (floor 1)',
    'src/graph/eigen.h:1: graph must not include Eigen/Dense',
    'src/session/bind.cc:1: session must not include emscripten/bind.h',
    'src/program/em.cc:1: program must not include emscripten.h',
    'src/cli/draw.cc:1: cli must not include imgui_internal.h',
    'src/page/test.cc:1: page must not include gtest/gtest.h',
    'src/page/sibling.cc:1: "sibling.h" is not',
    'src/attic/x.cc:1: the folder attic is not in tools/rooms.txt',
  ])
    assert.ok(stdout.includes(text), `missing: ${text}\nin:\n${stdout}`);
  assert.ok(stdout.endsWith('1 passed, 9 failed\n'), stdout);
});

/** A build folder with tests that are lines of the shell: {name: line}. */
async function withCTests(folder, tests) {
  const lines = Object.entries(tests).map(
    ([name, line]) =>
      `add_test(${name} /bin/sh -c "${line}")\nset_tests_properties(${name} PROPERTIES SKIP_REGULAR_EXPRESSION "SKIPPED")`,
  );
  await writeFile(join(folder, 'CTestTestfile.cmake'), lines.join('\n'));
  return run('tools/run_ctest', folder);
}

test('run_ctest: what fails is named with its words, what passes the second time is flaky, skipped counts apart', async ({
  folder,
}) => {
  const {status, stdout} = await withCTests(folder, {
    'core/Good': 'true',
    'core/Absent': 'echo a.cc:3: Skipped && echo no oracle here && echo SKIPPED',
    'core/Bad': 'echo a.cc:3: Failure && false',
    'core/Crash': 'kill -SEGV $$',
    'core/Unsteady': `echo raced && test -e ${folder}/second || ! touch ${folder}/second`,
  });
  assert.match(stdout, /^FAIL core\/Bad\n {4}a\.cc:3: Failure$/m);
  assert.match(stdout, /^FAIL core\/Crash$/m);
  assert.match(stdout, /^FLAKY core\/Unsteady\n {4}raced$/m);
  assert.ok(stdout.endsWith('\n  skipped, 1: no oracle here\n1 passed, 2 failed, 1 skipped, 1 flaky\n'), stdout);
  assert.notEqual(status, 0);
});

test('run_ctest: a program that was not built fails, and so does a folder without tests', async ({folder}) => {
  await writeFile(join(folder, 'CTestTestfile.cmake'), 'add_test(core_NOT_BUILT core_NOT_BUILT)\n');
  assert.match(run('tools/run_ctest', folder).stdout, /^FAIL core_NOT_BUILT[^]*\n0 passed, 1 failed\n$/m);
  await writeFile(join(folder, 'CTestTestfile.cmake'), '');
  const {status, stdout} = run('tools/run_ctest', folder);
  assert.match(stdout, /^FAIL ctest\n[^]*No tests were found[^]*\n0 passed, 1 failed\n$/m);
  assert.notEqual(status, 0);
});

test('run_node_tests: what fails is named, and what passes the second time is flaky', async ({folder}) => {
  const write = (body) =>
    writeFile(
      join(folder, 'a.test.mjs'),
      `import {existsSync, writeFileSync} from 'node:fs';\nimport test from 'node:test';\n` +
        `test('good', () => {});\ntest('absent', {skip: true}, () => {});\ntest('a (strange) name', () => {${body}});\n`,
    );
  await write('throw new Error("no such luck")');
  let {status, stdout} = run('tools/run_node_tests', folder);
  assert.match(stdout, /^FAIL a \(strange\) name\n[^]*no such luck[^]*\n1 passed, 1 failed, 1 skipped\n$/m);
  assert.notEqual(status, 0);
  await write(`if (!existsSync('${folder}/second')) { writeFileSync('${folder}/second', ''); throw new Error('raced'); }`);
  ({status, stdout} = run('tools/run_node_tests', folder));
  assert.match(stdout, /^FLAKY a \(strange\) name\n[^]*raced[^]*\n1 passed, 0 failed, 1 skipped, 1 flaky\n$/m);
  assert.equal(status, 0);
});

test('run_node_tests: a file that does not end is ended with all it started, run again, and named', async ({folder}) => {
  const body = (asked) => `
    import {spawn} from 'node:child_process';
    import {existsSync, writeFileSync} from 'node:fs';
    import test from 'node:test';
    const again = existsSync('${folder}/second');
    writeFileSync('${folder}/second', '');
    test('good', () => {});
    test('that waits', () => ${asked} && new Promise((resolve) => spawn('sleep', ['1234.5']).on('exit', resolve)));`;
  await writeFile(join(folder, 'a.test.mjs'), body('!again'));
  await writeFile(join(folder, 'b.test.mjs'), `import test from 'node:test'; test('beside it', () => {});`);
  let {status, stdout} = run('tools/run_node_tests', '--parallel', '--limit', '2', folder);
  assert.match(stdout, /^FLAKY \S+\/a\.test\.mjs did not end in 2 s, after "good"$/m);
  assert.match(stdout, /\n2 passed, 0 failed, 1 flaky\n$/);
  assert.equal(status, 0);
  await writeFile(join(folder, 'a.test.mjs'), body('true'));
  ({status, stdout} = run('tools/run_node_tests', '--limit', '2', folder));
  assert.match(stdout, /^FAIL \S+\/a\.test\.mjs did not end in 2 s, after "good"\n[^]*\n2 passed, 1 failed\n$/m);
  assert.notEqual(status, 0);
  assert.equal(spawnSync('pgrep', ['-f', 'sleep 1234.5'], {encoding: 'utf8'}).stdout, '');
});

test('play, test and fuzz: unknown options end with exit code 2 and say so', async () => {
  for (const [command, ...args] of [
    ['tools/play', '--bogus'],
    ['tools/play', '--port'],
    ['tools/play', '--port', '70000'],
    ['tools/play', '--port', '8000', '--headless'],
    ['tools/test', '--bogus'],
    ['tools/test', '--fast', '--all'],
    ['tools/test', '--fuzz'],
    ['tools/test', '--fuzz', '0'],
    ['tools/setup', 'bogus'],
    ['tools/check_format', '--bogus'],
    ['tools/fuzz', '--bogus'],
    ['tools/fuzz', '--seconds', 'x'],
    ['tools/fuzz', 'no_such_target'],
    ['tools/fuzz', '--jobs', '0'],
  ]) {
    const {status, stderr} = run(command, ...args);
    assert.equal(status, 2, `${command} ${args}`);
    assert.match(stderr, /error: /);
  }
  for (const command of ['tools/play', 'tools/test', 'tools/setup', 'tools/fuzz']) {
    const {status, stdout} = run(command, '--help');
    assert.equal(status, 0);
    assert.ok(stdout.length > 200 && !stdout.includes('#!'), command);
  }
});

test('check_rooms: a file opens the namespace of its room', async ({folder}) => {
  const {status, stdout} = await checkRooms(folder, {
    'src/graph/a.h': 'namespace pipette {\n',
    'src/keras/a.h': 'namespace pipette::keras {\nnamespace losses {\n',
    'src/keras/b.h': 'namespace pipette::keras::metrics {\n',
    'src/scenes/feeds/a.h': 'namespace pipette::app::feeds_scene {\n',
    'src/scenes/way/a.h': 'namespace pipette::app {\n',
    'src/keras/c.cc': 'namespace pipette {\n',
    'src/ui/a.cc': 'namespace pipette::theme {\n',
  });
  assert.match(stdout, /src\/keras\/c\.cc:1: keras opens pipette; its namespace is pipette::keras/);
  assert.match(stdout, /src\/ui\/a\.cc:1: ui opens pipette::theme; its namespace is pipette::app/);
  assert.match(stdout, /src\/scenes\/way\/a\.h:1: scenes\/way opens pipette::app; its namespace is/);
  assert.match(stdout, /4 passed, 3 failed/);
  assert.equal(status, 1);
});
