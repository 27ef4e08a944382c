// The static server of tools/play: types, validators, and nothing outside its folder.

import assert from 'node:assert/strict';
import {mkdir, symlink, writeFile} from 'node:fs/promises';
import {request} from 'node:http';
import {join} from 'node:path';
import {serve} from '../../tools/serve.mjs';
import {test} from './fixture.mjs';

/** GET without the path normalisation that fetch() does. */
function get(url, path, {method = 'GET', headers = {}} = {}) {
  const {hostname, port} = new URL(url);
  return new Promise((done, fail) => {
    const sent = request({hostname, port, path, method, headers}, (response) => {
      let body = '';
      response.on('data', (data) => {
        body += data;
      });
      response.on('end', () => done({status: response.statusCode, headers: response.headers, body}));
    });
    sent.on('error', fail);
    sent.end();
  });
}

async function withSite(folder, options, body) {
  const site = join(folder, 'site');
  await mkdir(join(site, 'sub'), {recursive: true});
  await writeFile(join(folder, 'secret.txt'), 'secret');
  await writeFile(join(site, 'index.html'), '<!doctype html>');
  await writeFile(join(site, 'sub/index.html'), 'sub page');
  for (const name of ['a.wasm', 'a.mjs', 'a.js', 'a.css', 'a.json', 'a.unknown', 'ä b.txt']) {
    await writeFile(join(site, name), name);
  }
  const server = await serve(site, options);
  try {
    await body(server.url, site);
  } finally {
    await server.close();
  }
}

test('serve: content types', async ({folder}) => {
  await withSite(folder, {}, async (url) => {
    const expected = {
      '/': 'text/html; charset=utf-8',
      '/a.wasm': 'application/wasm',
      '/a.mjs': 'text/javascript; charset=utf-8',
      '/a.js': 'text/javascript; charset=utf-8',
      '/a.css': 'text/css; charset=utf-8',
      '/a.json': 'application/json; charset=utf-8',
      '/a.unknown': 'application/octet-stream',
    };
    for (const [path, type] of Object.entries(expected)) {
      const {status, headers} = await get(url, path);
      assert.equal(status, 200, path);
      assert.equal(headers['content-type'], type, path);
    }
    assert.equal((await get(url, '/%C3%A4%20b.txt?x=1')).body, 'ä b.txt');
    assert.equal((await get(url, '/sub')).headers.location, '/sub/');
    assert.equal((await get(url, '/sub/')).body, 'sub page');
  });
});

test('serve: nothing outside the folder', async ({folder}) => {
  await withSite(folder, {}, async (url, site) => {
    await symlink(join(folder, 'secret.txt'), join(site, 'link.txt'));
    for (const path of [
      '/../secret.txt',
      '/%2e%2e/secret.txt',
      '/sub/../../secret.txt',
      '/..%2fsecret.txt',
      '/..%5csecret.txt',
      '/link.txt',
      '/%00',
      '/%zz',
      '/missing',
      '//secret.txt',
      '/../site-other/x',
    ]) {
      const {status, body} = await get(url, path);
      assert.equal(status, 404, path);
      assert.ok(!body.includes('secret'), path);
    }
  });
});

test('serve: redirects stay on this host', async ({folder}) => {
  await withSite(folder, {}, async (url, site) => {
    await mkdir(join(site, 'a b?#%'));
    await writeFile(join(site, 'a b?#%', 'index.html'), 'odd page');
    const expected = {
      '/sub': '/sub/',
      '//sub': '/sub/',
      '/sub?a=//evil.com': '/sub/',
      '//evil.com/..%2fsub': '/sub/',
      '//evil.com/../sub': '/sub/',
      '//evil.com/%2e%2e/sub': '/sub/',
      '//evil.com%2f..%2fsub': '/sub/',
      '/%2fevil.com/..%2fsub': '/sub/',
      '///evil.com//..///sub': '/sub/',
      '/.//sub': '/sub/',
      '/sub/%2e': '/sub/',
      '/x:/..%2fsub': '/sub/',
      '/%0d%0aLocation:%20x/..%2fsub': '/sub/',
      '/a%20b%3F%23%25': '/a%20b%3F%23%25/',
    };
    for (const [path, location] of Object.entries(expected)) {
      const {status, headers} = await get(url, path);
      assert.equal(status, 301, path);
      assert.equal(headers.location, location, path);
      assert.equal(new URL(headers.location, url).host, new URL(url).host, path);
      assert.equal((await get(url, headers.location)).status, 200, path);
    }
  });
});

test('serve: hostile paths are no files', async ({folder}) => {
  await withSite(folder, {}, async (url) => {
    for (const path of [
      '/..%2f..%2fsecret.txt',
      '/%2e%2e%2fsecret.txt',
      '/%252e%252e/secret.txt',
      '/sub%5c..%5c..%5csecret.txt',
      '/\\..\\secret.txt',
      '/\\evil.com/..%2fsub',
      '/a.css%00',
      '/%00/../a.css',
      '/%',
      '/%e',
      '/%E0%A4%A',
      '/%c0%ae%c0%ae/secret.txt',
      'http://evil.com/sub',
      '*',
      '/a.css/',
      '/a.css/..%2f..%2fsecret.txt',
      `/${'../'.repeat(1000)}secret.txt`,
      `/${'x'.repeat(5000)}`,
    ]) {
      const {status, headers, body} = await get(url, path);
      assert.equal(status, 404, path);
      assert.equal(headers.location, undefined, path);
      assert.ok(!body.includes('secret'), path);
    }
  });
});

test('serve: validators and methods', async ({folder}) => {
  await withSite(folder, {}, async (url, site) => {
    const first = await get(url, '/a.wasm');
    const headers = {'If-None-Match': first.headers.etag};
    const second = await get(url, '/a.wasm', {headers});
    assert.equal(second.status, 304);
    assert.equal(second.body, '');
    await writeFile(join(site, 'a.wasm'), 'changed');
    assert.equal((await get(url, '/a.wasm', {headers})).body, 'changed');
    const head = await get(url, '/a.wasm', {method: 'HEAD'});
    assert.equal(head.headers['content-length'], '7');
    assert.equal(head.body, '');
    assert.equal((await get(url, '/a.wasm', {method: 'POST'})).status, 405);
  });
});

test('serve: strict policy only when asked for', async ({folder}) => {
  await withSite(folder, {}, async (url) => {
    assert.equal((await get(url, '/')).headers['content-security-policy'], undefined);
  });
  await withSite(folder, {csp: true}, async (url) => {
    const policy = (await get(url, '/')).headers['content-security-policy'];
    assert.match(policy, /script-src 'self' 'wasm-unsafe-eval';/);
    assert.ok(!policy.includes("'unsafe-eval'"));
  });
});

test('serve: other origins may read only when asked to let them', async ({folder}) => {
  for (const cors of [false, true]) {
    await withSite(folder, {cors}, async (url) => {
      assert.equal((await fetch(url)).headers.get('access-control-allow-origin'), cors ? '*' : null);
    });
  }
});

test('serve: pages are cross-origin isolated when asked to be', async ({folder}) => {
  for (const coep of [false, true]) {
    await withSite(folder, {coep}, async (url) => {
      const {headers} = await fetch(url);
      assert.equal(headers.get('cross-origin-opener-policy'), coep ? 'same-origin' : null);
      assert.equal(headers.get('cross-origin-embedder-policy'), coep ? 'require-corp' : null);
      assert.equal(headers.get('cross-origin-resource-policy'), coep ? 'cross-origin' : null);
    });
  }
});

test('serve: the next free port, unless one was asked for', async ({folder}) => {
  const first = await serve(folder);
  const port = Number(new URL(first.url).port);
  try {
    await assert.rejects(serve(folder, {port}), {code: 'EADDRINUSE'});
    const second = await serve(folder, {port, strictPort: false});
    assert.ok(Number(new URL(second.url).port) > port);
    await second.close();
  } finally {
    await first.close();
  }
});
