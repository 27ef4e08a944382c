// Every page brings a content security policy of its own, for servers that send none.

import assert from 'node:assert/strict';
import {readFileSync, readdirSync} from 'node:fs';
import test from 'node:test';
import {CELL_POLICY, STRICT_POLICY} from '../../../tools/serve.mjs';

const web = new URL('../../../web/', import.meta.url);
const pages = readdirSync(web, {recursive: true}).filter((path) => path.endsWith('.html') && path !== 'profile/report.html');
const policyOf = (path) =>
  /^<!doctype html>\n<html lang="en">\n<head>\n {2}<meta charset="utf-8">\n {2}<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(
    readFileSync(new URL(path, web), 'utf8'),
  )?.[1];
const directives = (policy) => new Map(policy.split('; ').map((each) => [each.split(' ')[0], each]));

for (const path of pages.filter((each) => each !== 'lessons/cell_frame.html')) {
  test(`policies: ${path} brings the one that careful servers send`, () => assert.equal(policyOf(path), STRICT_POLICY));
}

test('policies: the frame of cells allows no more than its server would', () => {
  const own = directives(policyOf('lessons/cell_frame.html')),
    sent = directives(CELL_POLICY);
  for (const name of ['script-src', 'worker-src', 'connect-src']) assert.equal(own.get(name), sent.get(name), name);
  assert.equal(own.get('default-src'), "default-src 'none'");
  assert.doesNotMatch([...own.values()].join(), /https?:|\*|'unsafe-eval'/);
});
