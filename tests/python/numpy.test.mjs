// The numpy of this project against NumPy, as Debian has it (python3-numpy): the same lines of Python are evaluated by both, and
// what they print must be the same text.

import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {test} from 'node:test';
import * as arrays from '../../web/python/arrays.mjs';
import {pythonForTests} from './start.mjs';

const PYTHON = '/usr/bin/python3'; // the one that sees Debian's packages
const RANDOM_CASES = 700;
const SEED = 20260901;

const pathOf = (name) => fileURLToPath(new URL(name, import.meta.url));
const read = (name) => readFileSync(pathOf(name), 'utf8');
const numpy = (script, ...options) =>
  execFileSync(PYTHON, [pathOf(script), ...options], {encoding: 'utf8', maxBuffer: 2 ** 28});

const {run, printed} = await pythonForTests();

/** What a program prints that must end well. */
function output(program, options) {
  const status = run(program, options);
  const text = printed();
  assert.equal(status, 0, text);
  return text;
}

function compare(expectedJson, cases) {
  const expected = JSON.parse(expectedJson);
  assert.ok(expected.length > 400, `only ${expected.length} cases`);
  const own = JSON.parse(output({'main.py': read('numpy_cases.py'), 'cases.txt': cases}, {argv: ['cases.txt']}));
  const different = expected.flatMap(([line, text], i) =>
    own[i][0] === line && own[i][1] === text ? [] : [`${line}\nNumPy: ${text}\nours:  ${own[i][1]}`],
  );
  assert.equal(different.length, 0, `${different.length} of ${expected.length}:\n${different.slice(0, 5).join('\n\n')}`);
}

test('expressions print as with NumPy', () => {
  compare(numpy('numpy_cases.py', pathOf('numpy_expressions.txt')), read('numpy_expressions.txt'));
});

test('random shapes, types, views, operations and reductions print as with NumPy', () => {
  const cases = numpy('numpy_random_cases.py', String(RANDOM_CASES), String(SEED));
  const evaluate =
    'import json, sys, numpy_cases as c; print(json.dumps([[x, c.evaluate(x)] for x in c.cases(sys.stdin.read())]))';
  const expected = execFileSync(PYTHON, ['-c', evaluate], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    input: cases,
    cwd: pathOf('.'),
    env: {...process.env, PYTHONDONTWRITEBYTECODE: '1'},
  });
  compare(expected, cases);
});

test('what is not there says so, and what to use', () => {
  const refusal = (line) =>
    output(`
import numpy as np
try:
    ${line}
except Exception as error:
    print(f'{type(error).__name__}: {error}', end='')
`);
  assert.equal(
    refusal('np.einsum("ij->i", np.eye(2))'),
    'NotImplementedError: numpy.einsum is not part of the numpy that runs in this page; ' +
      'use the operator @, or products and sums over axes',
  );
  for (const line of [
    'np.fft',
    'np.linalg.svd(np.eye(2))',
    'np.foo',
    'np.random.poisson(3)',
    'np.random.default_rng(0).poisson(3)',
    'np.array([1 + 2j])',
    'np.array(["a", "b"])',
    'np.array([None])',
    'np.zeros(3, dtype=complex)',
    'np.zeros(3, dtype=object)',
    'np.zeros(3, dtype=[("a", int)])',
    'np.sum(np.arange(3), where=[True, False, True])',
    'np.add(1, 2, where=[True])',
    'np.add.reduceat(np.zeros(3), [0])',
    'np.pad(np.arange(3), 1, mode="edge")',
    'np.arange(3).partition(1)',
    'np.load("x", mmap_mode="r")',
    'np.seterr(all="raise")',
  ]) {
    assert.match(refusal(line), /^NotImplementedError: .* is not part of the numpy that runs in this page/, line);
  }
  assert.match(refusal('np.__foo__'), /^AttributeError: module 'numpy' has no attribute '__foo__'$/);
  assert.match(refusal('np.arange(3).foo'), /^AttributeError: 'numpy.ndarray' object has no attribute 'foo'$/);
});

test('whole numbers from 2 ** 53 on are refused', () => {
  const lines = ['np.array([2 ** 53])', 'np.array([2 ** 53 - 1]) + 1', 'np.arange(1, 60).prod()', 'np.int64(2 ** 60)'];
  for (const line of lines) {
    const text = output(`
import numpy as np
try:
    print(${line})
except OverflowError as error:
    print(error)
`);
    assert.match(text, /whole numbers below 2\*\*53/, line);
  }
});

test('it says what it is', () => {
  const text = output(
    'import numpy as np; print(np.__version__, tuple(map(int, np.__version__.split("+")[0].split("."))), np.__doc__)',
  );
  assert.match(text, /^1\.24\.0\+pipette \(1, 24, 0\) .*not NumPy/s);
});

test('views share memory, copies do not', () => {
  output(`
import numpy as np
a = np.arange(12.0).reshape(3, 4)
for view in (a[1:], a.T, a[:, ::-2], a.reshape(4, 3), a.ravel(), a[..., None], a[None], np.asarray(a), a.squeeze(), np.flip(a)):
    assert np.shares_memory(a, view)
for copy in (a + 0, a.copy(), a[[0, 1]], a[a > 3], a.flatten(), np.array(a), a.astype(float), a.T.reshape(12)):
    assert not np.shares_memory(a, copy)
a[:, ::-2][0] = [100, 200]
a.T[2, 1] = -1
np.flip(a)[0, 0] = -2
assert a.tolist() == [[0, 200, 2, 100], [4, 5, -1, 7], [8, 9, 10, -2]], a
`);
});

test('arrays go in and out of JavaScript without a copy', () => {
  const data = Float32Array.of(0, 1, 2, 3, 4, 5);
  const handed = arrays.fromElements({data, shape: [2, 3]});
  const taken = [];
  output(
    `
import exchange
from numpy._array import ndarray
a = ndarray._of(exchange.array)
assert a.shape == (2, 3) and a.dtype == 'float32', a
a[0, 0] = 7
exchange.take((a.T)._js)
exchange.take((a > 2)._js)
exchange.take(a.astype('int64')._js)
`,
    {modules: {exchange: {array: handed, take: (array) => taken.push(arrays.elementsOf(array))}}},
  );
  assert.equal(data[0], 7);
  assert.equal(arrays.elementsOf(handed).data, data);
  assert.deepEqual(taken, [
    {data: Float32Array.of(7, 3, 1, 4, 2, 5), shape: [3, 2], dtype: 'float32'},
    {data: Uint8Array.of(1, 0, 0, 1, 1, 1), shape: [2, 3], dtype: 'bool'},
    {data: Int32Array.of(7, 1, 2, 3, 4, 5), shape: [2, 3], dtype: 'int64'},
  ]);
});

test('what JavaScript hands over must be an array', () => {
  const wide = arrays.fromElements({data: Float64Array.of(2 ** 40), shape: [1], dtype: 'int64'});
  assert.throws(() => arrays.elementsOf(wide), {name: 'ValueError', message: '1099511627776 does not fit into int32'});
  assert.throws(() => arrays.fromElements({data: new Float32Array(5), shape: [2, 3]}), {
    name: 'ValueError',
    message: 'cannot reshape array of size 5 into shape (2,3)',
  });
  assert.throws(() => arrays.fromElements({data: [1, 2], shape: [2]}), {name: 'TypeError'});
  assert.throws(() => arrays.fromElements({data: new Float32Array(2), shape: [2], dtype: 'int64'}), {name: 'TypeError'});
});

test('the stub for editors has the names that there are', () => {
  const stub = read('../../python/numpy/__init__.pyi');
  const program = `import ast, numpy
tree = ast.parse(open('stub.pyi').read())
names = set()
for node in tree.body:
    if isinstance(node, ast.ImportFrom) and node.module != 'typing':
        names |= {each.asname for each in node.names}
    elif isinstance(node, (ast.Assign, ast.AnnAssign)):
        names |= {each.id for each in (node.targets if isinstance(node, ast.Assign) else [node.target])}
    elif isinstance(node, ast.FunctionDef):
        names.add(node.name)
there = set(dir(numpy))
print(sorted(names - there), sorted(there - names))`;
  assert.equal(output({'main.py': program, 'stub.pyi': stub}), '[] []\n');
});
