// How modules become texts that name each other (web/module_files.mjs), for the page in one file and for cells.

import assert from 'node:assert/strict';
import test from 'node:test';
import {moduleFiles} from '../../web/module_files.mjs';

const reader = (files) => (path) => {
  if (!(path in files)) throw new Error(`no ${path}`);
  return Buffer.from(files[path]);
};

test('a module comes after what it needs, and names it by its place', async () => {
  const files = await moduleFiles(
    reader({
      'main.mjs':
        "import {a} from './parts/a.mjs';\nconst later = () => import('./parts/b.mjs');\nnew URL('own.wasm', import.meta.url);",
      'parts/a.mjs': "//   import {other} from './example.mjs';\nexport const a = 1;",
      'parts/b.mjs': "import {a} from '../parts/a.mjs';",
      'own.wasm': '\0asm',
    }),
    'main.mjs',
  );
  assert.deepEqual([...files.keys()], ['parts/a.mjs', 'parts/b.mjs', 'own.wasm', 'main.mjs']);
  assert.equal(
    files.get('main.mjs'),
    "import {a} from '{{parts/a.mjs}}';\nconst later = () => import('{{parts/b.mjs}}');\nnew URL('{{own.wasm}}');",
  );
  assert.match(files.get('parts/a.mjs'), /'\.\/example\.mjs'/);
});

test('a file that only a server has keeps its place beside the module', async () => {
  const files = await moduleFiles(reader({'main.mjs': "new URL('service_worker.js', import.meta.url)"}), 'main.mjs');
  assert.equal(files.get('main.mjs'), "new URL('service_worker.js', '{{/}}main.mjs')");
});

test('modules that need each other are refused by name', async () => {
  const read = reader({'main.mjs': "import './a.mjs';", 'a.mjs': "import './main.mjs';"});
  await assert.rejects(() => moduleFiles(read, 'main.mjs'), /main\.mjs needs itself/);
});
