// Tensors from NumPy's files and from tables of numbers.

import assert from 'node:assert/strict';
import test from 'node:test';
import {invalid, pipette as p} from './module.mjs';

/** An .npy file as numpy.save() writes it: version 1, the header padded to a multiple of 64 bytes. */
function npy(type, shape, bytes, {order = 'False', version = 1} = {}) {
  const sizes = shape.length === 1 ? `${shape[0]},` : shape.join(', ');
  const dictionary = `{'descr': '${type}', 'fortran_order': ${order}, 'shape': (${sizes}), }`;
  const begin = version === 1 ? 10 : 12;
  const length = Math.ceil((begin + dictionary.length + 1) / 64) * 64 - begin;
  const header = new Uint8Array(begin + length);
  header.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, version, 0]);
  const view = new DataView(header.buffer);
  if (version === 1) view.setUint16(8, length, true);
  else view.setUint32(8, length, true);
  header.set(new TextEncoder().encode(`${dictionary.padEnd(length - 1)}\n`), begin);
  return new Uint8Array([...header, ...new Uint8Array(bytes)]);
}

test('.npy files of every type that a tensor may hold', async () => {
  const floats = Float32Array.of(1.5, -2, 3, 4, 5, Infinity);
  assert.deepEqual(await p.readNpy(npy('<f4', [2, 3], floats.buffer)), {data: floats, shape: [2, 3]});
  assert.deepEqual(await p.readNpy(new Blob([npy('<f4', [6], floats.buffer, {version: 2})])), {data: floats, shape: [6]});
  assert.deepEqual(await p.readNpy(npy('<f8', [], Float64Array.of(0.1).buffer)), {data: Float64Array.of(0.1), shape: []});
  assert.deepEqual(await p.readNpy(npy('|u1', [0, 4], [])), {data: new Uint8Array(0), shape: [0, 4]});
  assert.deepEqual(await p.readNpy(npy('|b1', [2], [1, 0])), {data: Uint8Array.of(1, 0), shape: [2]});
  assert.deepEqual((await p.readNpy(npy('<i2', [2], Int16Array.of(-7, 300).buffer))).data, Int32Array.of(-7, 300));
  const labels = await p.readNpy(npy('<i8', [3], BigInt64Array.of(-1n, 2n ** 31n - 1n, 7n).buffer));
  assert.deepEqual(labels, {data: Int32Array.of(-1, 2147483647, 7), shape: [3]});
  // 1, -2, the largest, the smallest, infinity.
  const halves = Uint16Array.of(0x3c00, 0xc000, 0x7bff, 0x0001, 0x7c00);
  assert.deepEqual((await p.readNpy(npy('<f2', [5], halves.buffer))).data, Float32Array.of(1, -2, 65504, 2 ** -24, Infinity));
});

test('NumPy as people have it: column-major, unsigned 64-bit, shapes of Python 2', async () => {
  const columns = Uint8Array.from({length: 24}, (_, i) => i);
  const {data, shape} = await p.readNpy(npy('|u1', [2, 3, 4], columns, {order: 'True'}));
  assert.deepEqual(shape, [2, 3, 4]);
  const at = (i, j, k) => data[(i * 3 + j) * 4 + k];
  for (const [i, j, k] of [
    [0, 0, 0],
    [1, 0, 0],
    [0, 2, 0],
    [1, 2, 3],
    [0, 1, 2],
  ])
    assert.equal(at(i, j, k), i + 2 * j + 6 * k);
  const big = await p.readNpy(npy('<u8', [2], BigUint64Array.of(2n ** 32n - 1n, 5n).buffer));
  assert.deepEqual(big.data, Uint32Array.of(2 ** 32 - 1, 5));
  await assert.rejects(p.readNpy(npy('<u8', [1], BigUint64Array.of(2n ** 32n).buffer)), invalid(/4294967296 does not fit/));
  const old = npy('|u1', ['2L', '3L'], Uint8Array.of(1, 2, 3, 4, 5, 6));
  assert.deepEqual((await p.readNpy(old)).shape, [2, 3]);
});

test('what writeNpy() writes comes back', async () => {
  for (const data of [Float32Array.of(1.5, NaN), Float64Array.of(0.1, 2), Int32Array.of(-1, 7), Uint8Array.of(1, 255)]) {
    const bytes = p.writeNpy({data, shape: [2]});
    assert.equal(bytes.length % 2, 0);
    assert.deepEqual(await p.readNpy(bytes), {data, shape: [2]});
  }
  assert.deepEqual((await p.readNpy(p.writeNpy({data: Float32Array.of(3), shape: []}))).shape, []);
  assert.throws(() => p.writeNpy([1, 2]), invalid(/made of \{data, shape\}/));
});

test('long files are read in slices, which tell how far they are', async () => {
  const rows = Array.from({length: 3000}, (_, i) => `${i},${i % 7},0.${i},255`).join('\n');
  const seen = [];
  const table = await p.readCsv(text(`a,b,c,d\n${rows}`), {
    label: 'b',
    microseconds: 100,
    onProgress: ({bytesRead, bytes}) => seen.push(bytesRead / bytes),
  });
  assert.ok(seen.length > 1 && seen.at(-1) === 1 && seen.every((part, i) => i === 0 || part >= seen[i - 1]));
  assert.deepEqual([...table.data.slice(3 * 2345, 3 * 2346)], [2345, Math.fround(0.2345), 255]);
  assert.equal(table.labels.data[2345], 0);
  const gone = AbortSignal.abort();
  await assert.rejects(p.readCsv(text(rows), {signal: gone}), {name: 'AbortError'});
  await assert.rejects(p.readNpy(p.writeNpy({data: new Uint8Array(9), shape: [9]}), {signal: gone}), {name: 'AbortError'});
});

test('what no tensor can be made of says what to do', async () => {
  const refused = (bytes, message) => assert.rejects(p.readNpy(bytes), invalid(message));
  const data = Float32Array.of(1, 2, 3, 4).buffer;
  await refused(new Uint8Array(20), /does not begin with/);
  await refused(npy('<f4', [4], data).subarray(0, 40), /cut off/);
  await refused(npy('<f4', [5], data), /5 items of 4 bytes, but 16 bytes/);
  await refused(npy('<f4', [1e9, 1e9], data), /bytes follow its header/);
  await refused(npy('>f4', [4], data), /little-endian/);
  await refused(npy('<U4', [1], data), /cannot be read/);
  await refused(npy('<constructor', [1], data), /cannot be read/);
  await refused(npy('<i8', [1], BigInt64Array.of(2n ** 40n).buffer), /does not fit/);
  await refused(7, /must be an ArrayBuffer/);
  assert.deepEqual((await p.readNpy(npy('<f4', [4, 1], data, {order: 'True'}))).shape, [4, 1]);
});

const text = (string) => new TextEncoder().encode(string);

test('tables of numbers become tensors, with a column of labels apart', async () => {
  const {columns, data, shape, labels} = await p.readCsv(text('x,"y, z",digit\r\n1,2.5,7\r\n"3",-4e1,0\r\n\r\n'), {
    label: 'digit',
  });
  assert.deepEqual({columns, shape}, {columns: ['x', 'y, z'], shape: [2, 2]});
  assert.deepEqual(data, Float32Array.of(1, 2.5, 3, -40));
  assert.deepEqual(labels, {data: Int32Array.of(7, 0), shape: [2]});
  assert.deepEqual(await p.readCsv(text('1;2\n3;nan'), {delimiter: ';'}), {
    columns: ['0', '1'],
    data: Float32Array.of(1, 2, 3, NaN),
    shape: [2, 2],
  });
  const set = p.dataset.fromTensorSlices({data, shape}, labels);
  assert.deepEqual(
    set.toArray().map(([x, y]) => [...x.data, ...y.data]),
    [
      [1, 2.5, 7],
      [3, -40, 0],
    ],
  );
});

test('mistakes in a table are named by their line', async () => {
  const refused = (string, options, message) => assert.rejects(p.readCsv(text(string), options), invalid(message));
  await refused('a,b\n1,2\n3\n', {}, /line 3 has 1 cells, but there are 2 columns/);
  await refused('a,b\n1,x\n', {}, /line 2: "x" in column b is no number/);
  await refused('a,b\n1,0.5\n', {label: 'b'}, /line 2: a label is a whole number, but it is 0.5/);
  await refused('a,b\n1,2\n', {label: 'c'}, /no column "c"; there are a, b/);
  await refused('a,b\n1,0x10\n', {}, /line 2: "0x10" in column b is no number/);
  await refused('a,b\n1,\n', {}, /line 2: "" in column b is no number/);
  await refused('a,b\n1,1e50\n', {}, /line 2: 1e50 in column b is beyond float32/);
  await refused('b,a,b\n1,2,3\n', {label: 'b'}, /two columns are called "b"/);
  await refused('\n', {}, /empty/);
  await refused('1', {delimiter: ', '}, /one character/);
  await refused('1', {header: true}, /header/);
});
