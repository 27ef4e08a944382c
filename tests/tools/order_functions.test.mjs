// The order of a module's functions: whatever it is, the module does the same.

import assert from 'node:assert/strict';
import {readFile, writeFile} from 'node:fs/promises';
import {execFileSync} from 'node:child_process';
import {join} from 'node:path';
import {gzipSync} from 'node:zlib';
import {chooseOrder, ordered} from '../../tools/order_functions.mjs';
import {parseModule, reorder} from '../../tools/wasm_module.mjs';
import {test} from './fixture.mjs';

const I32 = 0x7f, FUNC = 0x60;
const number = (value) => value < 128 ? [value] : [value % 128 + 128, ...number(Math.floor(value / 128))];
const sized = (bytes) => [...number(bytes.length), ...bytes];
const text = (string) => sized([...Buffer.from(string)]);
const list = (...items) => [...number(items.length), ...items.flat()];
const section = (id, content) => [id, ...sized(content)];
const MAGIC = [...Buffer.from('\0asm\x01\0\0\0', 'latin1')];
const body = (...code) => sized([0, ...code, 0x0b]);

/**
 * Function 0 is imported. `sum` (1) calls 4 and the import, 2 calls the first function of the table, 3 is
 * in the table, 4 uses SIMD, 5 catches what it throws, 6 starts and stores to memory.
 */
function smallModule({elements = section(9, list([0x00, 0x41, 0x00, 0x0b, ...list([3])])), extra = []} = {}) {
  const type = (...parameters) => [FUNC, ...list(...parameters.map((p) => [p])), ...list([I32])];
  return Buffer.from([
    ...MAGIC,
    ...section(1, list(type(), type(I32), [FUNC, 0, 0], [FUNC, ...list([I32]), 0])),
    ...section(2, list([...text('m'), ...text('twice'), 0x00, 1])),
    ...section(3, list([1], [0], [1], [0], [1], [2])),
    ...section(4, list([0x70, 0x00, 1])),
    ...section(5, list([0x00, 1])),
    ...section(13, list([0x00, 3])),
    ...section(7, list([...text('sum'), 0x00, 1], [...text('indirect'), 0x00, 2],
                       [...text('caught'), 0x00, 5], [...text('memory'), 0x02, 0])),
    ...section(8, [6]),
    ...elements,
    ...section(10, list(
        body(0x20, 0, 0x10, 0, 0x10, 4, 0x6a, ...extra),                  // twice(x) + 16
        body(0x41, 0x85, 0x01, 0x41, 0, 0x11, 1, 0),                      // table[0](133)
        body(0x20, 0, 0x41, 3, 0x6c),                                     // 3 * x
        body(0xfd, 12, ...Array(16).fill(0x10), 0xfd, 21, 0),             // a lane: 16, and no call
        body(0x06, I32, 0x20, 0, 0x08, 0, 0x07, 0, 0x0b),                 // try, throw x, catch
        body(0x41, 8, 0x41, 42, 0x36, 2, 0x10))),                         // memory[8 + 16] = 42
    ...section(0, [...text('name'), 1, 2, 3]),
  ]);
}

async function behaviour(bytes) {
  const {instance} = await WebAssembly.instantiate(bytes, {m: {twice: (x) => 2 * x}});
  const {sum, indirect, caught, memory} = instance.exports;
  return [sum(5), indirect(), caught(9), new Uint8Array(memory.buffer)[24]];
}

function* permutations(items) {
  if (items.length === 0) yield [];
  for (const item of items) {
    for (const rest of permutations(items.filter((other) => other !== item))) yield [item, ...rest];
  }
}

test('order: all 720 orders of a module do the same, and can be undone', async () => {
  const module = parseModule(smallModule());
  const asItWas = reorder(module, [0, 1, 2, 3, 4, 5]);
  assert.deepEqual(await behaviour(asItWas), [26, 399, 9, 42]);
  const seen = new Set();
  for (const order of permutations([0, 1, 2, 3, 4, 5])) {
    const bytes = reorder(module, order);
    seen.add(bytes.toString('hex'));
    assert.deepEqual(await behaviour(bytes), [26, 399, 9, 42], `order ${order}`);
    const inverse = [0, 1, 2, 3, 4, 5].map((i) => order.indexOf(i));
    assert.deepEqual(reorder(parseModule(bytes), inverse), asItWas);
  }
  assert.equal(seen.size, 720);
});

test('order: indices beyond 127 take two bytes', async () => {
  const count = 300;  // f0 calls f1, which calls f2, ...; the last gives 5
  const bodies = Array.from({length: count}, (_, i) =>
    i + 1 < count ? body(0x10, ...number(i + 1), 0x41, 1, 0x6a) : body(0x41, 5));
  const module = parseModule(Buffer.from([
    ...MAGIC, ...section(1, list([FUNC, 0, ...list([I32])])),
    ...section(3, list(...bodies.map(() => [0]))), ...section(7, list([...text('f'), 0, 0])),
    ...section(10, list(...bodies)),
  ]));
  const backwards = bodies.map((_, i) => count - 1 - i);
  const {instance} = await WebAssembly.instantiate(reorder(module, backwards));
  assert.equal(instance.exports.f(), 5 + count - 1);
});

test('order: what is not known is refused by name', () => {
  const refuses = (bytes, message) => {
    const module = parseModule(bytes);
    assert.throws(() => reorder(module, [5, 4, 3, 2, 1, 0]), message);
  };
  refuses(smallModule({extra: [0xfe, 0x00]}), /instruction 0xfe is not known/);
  refuses(smallModule({extra: [0x43]}), /a function ends within an instruction/);
  refuses(smallModule({elements: section(9, list([0x01, 0x00, ...list([3])]))}), /element segment/);
  assert.throws(() => reorder(parseModule(smallModule()), [0, 1, 2, 3, 4, 4]), /names each once/);
  assert.throws(() => parseModule(smallModule().subarray(0, -1)), /ends too early/);
});

/** Code of `families` kinds, each of `size` random bytes and met every `families` functions. */
function kinds(families, members, size) {
  let state = 1;
  const random = () => (state = Math.imul(state, 1103515245) + 12345 >>> 0) >>> 16 & 255;
  const codes = Array.from({length: families}, () => Array.from({length: size}, random));
  return Array.from({length: families * members}, (_, i) => Buffer.from([...codes[i % families], i]));
}

test('order: what is alike comes together, each once, and the first stay', () => {
  const bodies = kinds(100, 4, 1000);  // each kind again after 100 KB: out of gzip's sight
  const order = chooseOrder(bodies, 3);
  assert.deepEqual(order.slice(0, 3), [0, 1, 2]);
  assert.deepEqual([...order].sort((a, b) => a - b), bodies.map((_, i) => i));
  assert.deepEqual(chooseOrder(bodies, 3), order);
  const packed = (list) => gzipSync(Buffer.concat(list), {level: 9}).length;
  const before = packed(bodies), after = packed(order.map((i) => bodies[i]));
  assert.ok(after < before / 3.5, `${before} bytes became ${after}`);
});

test('order: the command rewrites a file, without names', async ({folder}) => {
  const path = join(folder, 'm.wasm');
  await writeFile(path, smallModule());
  execFileSync('node', ['tools/order_functions.mjs', path]);
  const bytes = await readFile(path);
  assert.deepEqual(await behaviour(bytes), [26, 399, 9, 42]);
  assert.deepEqual(bytes, ordered(smallModule()));
  assert.ok(!bytes.includes('name'));
  assert.throws(() => execFileSync('node', ['tools/order_functions.mjs'], {stdio: 'pipe'}), {status: 2});
});
