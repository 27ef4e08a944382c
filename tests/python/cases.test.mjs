// The published cases that are tests in Python upstream, written in upstream's own idiom: each function in cases/ has the name of
// its case and is a program by itself.

import assert from 'node:assert/strict';
import {readdirSync, readFileSync} from 'node:fs';
import test from 'node:test';
import {ranPython} from './ran.mjs';

const folder = new URL('cases/', import.meta.url);
const files = Object.fromEntries(
  readdirSync(folder)
    .filter((name) => name.endsWith('.py'))
    .map((name) => [name, readFileSync(new URL(name, folder), 'utf8')]),
);
const published = JSON.parse(readFileSync(new URL('../golden/published_cases.json', import.meta.url), 'utf8')).cases;

// Those that are no functions here, and why.
const ELSEWHERE = {
  stateful_ga: 'the operation ipu_stateful_gradient_accumulate is not in python/; optimizers accumulate',
  pipe_iteration_counter: 'the counter of mini-batches is not in python/',
  ga_dtype_fp32: 'pipe_ga_dtype has gradients of float16 that are added in float32',
  inspect_tf2_default: 'tutorials.test.mjs runs the program itself',
  inspect_tf2_seed001: 'tutorials.test.mjs runs the program itself',
  inspect_tf1_pipelined: 'tutorials.test.mjs runs the program itself',
};

const written = Object.entries(files).flatMap(([name, text]) =>
  [...text.matchAll(/^def (\w+)\(\):$/gm)]
    .filter(([, id]) => published.some((each) => each.id === id))
    .map(([, id]) => [name, id]),
);

for (const [name, id] of written) {
  test(`${id} holds in Python`, async () => {
    const {status, text} = await ranPython({
      ...files,
      'main.py': `import ${name.replace('.py', '')} as cases_of\ncases_of.${id}()\n`,
    });
    assert.equal(status, 0, text);
  });
}

test('each published case that is no schedule is written in Python, or it is said why not', () => {
  const asked = published.filter(({area}) => !area.startsWith('schedule')).map(({id}) => id);
  const had = [...written.map(([, id]) => id), ...Object.keys(ELSEWHERE)];
  assert.deepEqual(had.sort(), asked.sort());
});
