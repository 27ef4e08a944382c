// The page's tables as somebody reads them aloud.

import assert from 'node:assert/strict';
import test from 'node:test';
import {cellInWords, headInWords, numberInWords, secondsInWords, unitInWords} from '../../../web/mirror_words.mjs';

test('heads of tables say their unit in words', () => {
  for (const [head, words] of [
    ['start_us', 'Start in microseconds'],
    ['stash_bytes', 'Stash in bytes'],
    ['bytes', 'Bytes'],
    ['mini_batch', 'Mini batch'],
    ['ipu', 'IPU'],
    ['std', 'Standard deviation'],
  ])
    assert.equal(headInWords(head), words);
  assert.equal(unitInWords('µs'), 'microseconds');
  assert.equal(unitInWords('cycles'), 'cycles');
});

test('numbers have as many digits as say something, and words stay as they are', () => {
  for (const [cell, words] of [
    ['60.150375939849624', '60.15'],
    ['7592.481203007519', '7,592'],
    ['12345.678', '12,346'],
    ['0.06766917293233082', '0.0677'],
    ['-2.13794', '-2.138'],
    ['1e-07', '1.00 times 10 to the power of -7'],
    ['1596', '1,596'],
    ['12345678901234567890', '12345678901234567890'],
    ['nan', 'nan'],
    ['dense/kernel', 'dense/kernel'],
    ['', ''],
  ])
    assert.equal(cellInWords(cell), words);
  assert.equal(numberInWords(0), '0');
});

test('times have the unit that suits them', () => {
  assert.equal(secondsInWords(14.6), '14.6 seconds');
  assert.equal(secondsInWords(0.0075925), '7.59 milliseconds');
  assert.equal(secondsInWords(4e-5), '40 microseconds');
});
