// The programs that pages of the documentation show run. Those that need a document are tried in Chromium
// (tests/web/other_origins.test.mjs), those in HTML there and in tests/web/embedding.test.mjs.

import assert from 'node:assert/strict';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import test, {after} from 'node:test';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {folder as modules, mnistFolder} from './module.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'pipette-blocks-'));
after(() => rmSync(folder, {recursive: true}));
const module = pathToFileURL(join(modules, 'pipette.mjs')).href;

/** Blocks of a page, unless they need a document, with the line at which each begins. */
const blocksOf = (page) => {
  const text = readFileSync(join(root, page), 'utf8');
  return [...text.matchAll(/```js\n([\s\S]*?)```/g)]
    .filter(([, code]) => !code.includes('document.'))
    .map(({0: all, 1: code, index}) => ({name: `${page}:${text.slice(0, index).split('\n').length}`, code, all}));
};
const blocks = ['README.md', 'docs/javascript.md', 'docs/package.md'].flatMap(blocksOf);

// What a block takes for granted, by the name that it uses.
const GIVEN = {
  createPipette: `import {createPipette} from '${module}';`,
  pipette: `import {createPipette as create} from '${module}';\nconst pipette = await create();`,
  session: `const session = pipette.createSession({experiment: 'mnist-with-feeds', steps: 20});`,
  stopButton: 'const stopButton = {};',
  draw: 'const draw = () => {};',
  files: `const {readFileSync} = await import('node:fs');
    const files = ['train-images-idx3', 'train-labels-idx1', 't10k-images-idx3', 't10k-labels-idx1']
      .map((name) => readFileSync('${mnistFolder}/' + name + '-ubyte.gz'));
    files.trainImages = files[0]; files.trainLabels = files[1]; files.testImages = files[2]; files.testLabels = files[3];`,
};
const uses = (code, name) => new RegExp(`(?<![\\w.'/-])${name}\\b(?!:)`).test(code);
const declares = (code, name) => new RegExp(`import {${name}}|const (?:${name}\\b|{[^}]*\\b${name}\\b[^}]*} =)`).test(code);

test('docs: there are blocks to run', () => assert.ok(blocks.length >= 9, `${blocks.length} blocks`));

for (const {name, code} of blocks) {
  const needs = Object.keys(GIVEN).filter((each) => uses(code, each) && !declares(code, each));
  if (needs.includes('session') && !needs.includes('pipette')) needs.unshift('pipette');
  const skip = needs.includes('files') && mnistFolder === null ? 'real MNIST is not here' : false;
  test(`docs: ${name} runs`, {skip, timeout: 120_000}, async () => {
    // The file of the page's example that holds all of Keras' arrays is another's to make (tests/wasm/array_files.test.mjs).
    const shown = code.replace(/^const keras = .*$/m, '').replace(/^const letters = .*$/m, '');
    const file = join(folder, `${name.replace(/\W/g, '_')}.mjs`);
    const program = shown.replaceAll(/'(?:\.\/pipette\.mjs|pipette-ipu)'/g, `'${module}'`);
    writeFileSync(file, `${needs.map((each) => GIVEN[each]).join('\n')}\n${program}`);
    await import(pathToFileURL(file).href);
  });
}
