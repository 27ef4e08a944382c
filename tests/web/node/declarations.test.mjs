// What a declaration file promises, the module beside it has: a type that names a function which is not there compiles, and
// fails where it is called.
import assert from 'node:assert/strict';
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'node:test';
import {fileURLToPath} from 'node:url';
import {parse} from 'acorn';

const web = fileURLToPath(new URL('../../../web/', import.meta.url));
const DECLARED = /^export (?:declare )?(?:abstract )?(?:function|const|let|class) (\w+)/gm;

function exportsOf(text) {
  const names = [];
  for (const node of parse(text, {ecmaVersion: 'latest', sourceType: 'module'}).body) {
    if (node.type !== 'ExportNamedDeclaration') continue;
    names.push(...node.specifiers.map(({exported}) => exported.name));
    const {id, declarations = []} = node.declaration ?? {};
    names.push(...[id, ...declarations.map((each) => each.id)].filter(Boolean).map(({name}) => name));
  }
  return new Set(names);
}

const pairs = readdirSync(web, {recursive: true})
  .filter((path) => path.endsWith('.d.mts'))
  .map((path) => [path, path.replace(/\.d\.mts$/, '.mjs')])
  .filter(([, module]) => existsSync(join(web, module)));

test('declarations: there are some with a module beside them', () => assert.ok(pairs.length >= 12, String(pairs.length)));

// What is in pipette/ is declared for pipette.mjs, which gives it to its users whatever module it comes from.
const given = exportsOf(readFileSync(join(web, 'pipette.mjs'), 'utf8'));

for (const [declaration, module] of pairs) {
  test(`declarations: ${module} has what ${declaration} promises`, () => {
    const has = exportsOf(readFileSync(join(web, module), 'utf8'));
    if (module.startsWith('pipette/')) for (const name of given) has.add(name);
    const promised = [...readFileSync(join(web, declaration), 'utf8').matchAll(DECLARED)].map(([, name]) => name);
    assert.deepEqual(
      promised.filter((name) => !has.has(name)),
      [],
    );
  });
}
