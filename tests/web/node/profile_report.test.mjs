// The report: the viewer's modules join into one script, and no text of a profile can end its element.

import assert from 'node:assert/strict';
import {readFileSync, readdirSync} from 'node:fs';
import test from 'node:test';
import vm from 'node:vm';
import {escapeJson, joinModules, moduleNames, reportHtml} from '../../../web/profile/report.mjs';
import {smallProfile} from '../small_profile.mjs';

const folder = new URL('../../../web/profile/', import.meta.url);
const read = (name) => readFileSync(new URL(name, folder), 'utf8');
const names = moduleNames(read('modules.txt'));
const modules = names.map((name) => ({name, text: read(name)}));
const sources = {template: read('report.html'), theme: read('../theme.css'), modules};

const topLevelNames = (text) =>
  [...text.matchAll(/^(?:export )?(?:async )?(?:const|let|var|class|function\*?) (?:([\w$]+)|[{[]([^}\]]*)[}\]])/gm)].flatMap(
    ([, name, list]) => (name ? [name] : list.split(',').map((each) => each.trim())),
  );
const importsOf = (text) => [...text.matchAll(/^import [^;]*;\n/gm)].map(([line]) => line);

test('report: modules.txt has every module but the element, each after those whose values it needs at once', () => {
  const own = readdirSync(folder).filter((name) => name.endsWith('.mjs'));
  assert.deepEqual(
    own.filter((name) => !names.includes(name)),
    ['element.mjs'],
  );
  assert.equal(new Set(names).size, names.length);
});

test('report: names at the top of modules are unique, and imports keep to them', () => {
  const seen = new Map();
  for (const {name, text} of modules) {
    for (const each of topLevelNames(text)) {
      assert.ok(!seen.has(each), `${each} stands in ${seen.get(each)} and ${name}`);
      seen.set(each, name);
    }
  }
  for (const {name, text} of modules) {
    assert.doesNotMatch(text, /^export default|^export \{|^export \*|\bimport\(/m, name);
    for (const line of importsOf(text)) {
      assert.match(line, /^import \{(?![^]*\sas\s)[\w,\s]+\} from '[^']+';\n$/, `${name}: no aliases`);
      const [, path] = /from '([^']+)'/.exec(line),
        base = new URL(path, new URL(name, folder)).href;
      assert.ok(
        names.some((each) => new URL(each, folder).href === base),
        `${name} imports ${path}, which is not in modules.txt`,
      );
      for (const each of /\{([^}]*)\}/
        .exec(line)[1]
        .split(',')
        .map((one) => one.trim())
        .filter(Boolean))
        assert.ok(seen.has(each), `${name} imports ${each}`);
    }
  }
});

test('report: the joined script is a module without imports', async () => {
  const script = joinModules(modules);
  assert.doesNotMatch(script, /^(import|export) /m);
  assert.doesNotMatch(script, /<\/script|<!--/i);
  assert.doesNotMatch(script, /innerHTML|outerHTML *=|insertAdjacentHTML|document\.write|eval\(/);
  assert.doesNotMatch(script, /\{\{(style|script|profile)\}\}/, 'a placeholder that a build would fill again');
  assert.doesNotThrow(() => new vm.Script(`(async () => {${script.replaceAll('import.meta.url', '""')}})`), 'it parses');
});

test('report: one page with everything in it', () => {
  const profile = smallProfile();
  profile.operations[0].name = '</script><script>alert(1)</script> $& {{script}}';
  const html = reportHtml(profile, sources);
  assert.equal(html.match(/<\/script>/g).length, 2);
  assert.doesNotMatch(html, /(src|href)="(?!data:)/);
  assert.doesNotMatch(html, /https?:\/\/(?!www\.w3\.org|ui\.perfetto\.dev)/);
  const json = /id="pipette-profile">(.*?)<\/script>/s.exec(html)[1];
  assert.deepEqual(JSON.parse(json), profile);
  assert.ok(html.length - json.length < 234 * 1024, `${html.length - json.length} bytes besides the profile`);
});

test('report: JSON in a page', () => {
  assert.equal(escapeJson({a: '</script>\u2028'}), '{"a":"\\u003c/script>\\u2028"}');
});
