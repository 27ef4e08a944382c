// The site of tools/docs, as somebody reads it who opens its files without a server.

import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join, relative} from 'node:path';
import {after, before, test} from 'node:test';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {chromium} from '@playwright/test';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'pipette-site-'));
const site = join(folder, 'site');
const address = (page) => pathToFileURL(join(site, page)).href;
let browser;

before(async () => {
  execFileSync(join(root, 'tools/docs'), ['--out', site], {stdio: 'pipe'});
  browser = await chromium.launch({executablePath: '/usr/bin/chromium-headless-shell'});
});
after(async () => {
  await browser.close();
  rmSync(folder, {recursive: true});
});

const filesIn = (path) =>
  readdirSync(join(site, path), {recursive: true, withFileTypes: true})
    .filter((entry) => entry.isFile())
    .map(({parentPath, path: older, name}) => relative(site, join(parentPath ?? older, name)));

test('site: its navigation has every page of docs', async () => {
  const page = await browser.newPage();
  const errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(address('docs/index.html'));
  const shown = await page.locator('.sidebar-tree a').evaluateAll((links) => links.map((link) => link.href));
  const pages = filesIn('docs').filter((path) => path.endsWith('.html') && path !== 'docs/index.html');
  assert.ok(pages.length > 35, `${pages.length} pages`);
  for (const path of pages) assert.ok(shown.includes(address(path)), `${path} is not in the navigation`);
  assert.deepEqual(errors, []);
});

test('site: what links and pictures of its pages name is there', () => {
  let found = 0;
  for (const path of [...filesIn('docs'), 'README.html', 'CHANGELOG.html'].filter((file) => file.endsWith('.html'))) {
    const text = readFileSync(join(site, path), 'utf8');
    for (const [, to] of text.matchAll(/\s(?:href|src|srcset)="([^"#?]+)[^"]*"/g)) {
      if (/^(https?|mailto|data):/.test(to)) continue;
      found++;
      assert.ok(existsSync(join(site, dirname(path), decodeURIComponent(to))), `${path} names ${to}`);
    }
  }
  assert.ok(found > 1000, `${found} links`);
});

test('site: a search finds a page', async () => {
  const page = await browser.newPage();
  await page.goto(address('docs/index.html'));
  await page.locator('.sidebar-search').fill('PopDist');
  await page.locator('.sidebar-search').press('Enter');
  await page.locator('#search-results a', {hasText: 'Several processes that train together'}).click();
  await page.locator('h1', {hasText: 'Several processes that train together'}).waitFor();
});

test('site: the references have what is documented, and their search finds it', async () => {
  const page = await browser.newPage();
  await page.goto(address('docs/index.html'));
  await page.getByRole('link', {name: 'C++', exact: true}).click();
  await page.getByText('Pipette in C++').first().waitFor();
  await page.goto(address('reference/cpp/classpipette_1_1InfeedQueue.html'));
  await page.getByText('From now on, programs that read the queue get this data').first().waitFor();
  await page.goto(address('reference/javascript/functions/pipette.createPipette.html'));
  await page.getByText('Fails with name NotSupportedError').first().waitFor();
  const all = filesIn('reference/javascript').join('\n');
  for (const name of ['Session', 'Model', 'InfeedQueue', 'OutfeedQueue'])
    assert.match(all, new RegExp(`/pipette\\.${name}\\.html`));
});

test('site: a folder that holds something else is left alone', () => {
  const other = join(folder, 'other');
  execFileSync('mkdir', [other]);
  writeFileSync(join(other, 'mine'), 'x');
  assert.throws(
    () => execFileSync(join(root, 'tools/docs'), ['--out', other], {stdio: 'pipe'}),
    ({status, stderr}) => status === 1 && /holds something else/.test(stderr.toString()),
  );
  assert.ok(statSync(join(other, 'mine')).isFile());
});
