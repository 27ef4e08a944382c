#!/usr/bin/env node
// Makes one HTML file of the built page: it opens by a double click, without a server and without a network.
//
//   node tools/single_file.mjs build/wasm-web/page pipette.html
//
// Everything that web/main.mjs leads to is in it, what is loaded later too, gzipped and in base64. The file's own
// script (tools/single_file_start.js) unpacks it and makes a blob of each file, as web/module_files.mjs says.
// Lessons are other pages, and stay out, but for a list of the places to which they lead (web/lesson_list.mjs). So does the
// service worker: there is nothing to keep.

import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {gzipSync} from 'node:zlib';
import {fileURLToPath} from 'node:url';
import {moduleFiles} from '../web/module_files.mjs';

// Everything is in the file or in a blob of it, and nothing from elsewhere.
const POLICY = [
  "default-src 'none'",
  "script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:",
  "style-src 'unsafe-inline' blob:",
  'img-src data: blob:',
  'connect-src blob:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const base64 = (bytes) => Buffer.from(bytes).toString('base64');

/** The one file: `index` is the page's HTML, `start` the script that unpacks, `files` what moduleFiles() gives. */
export function singleFile(index, read, start, files) {
  const contents = [...files.values()].map((content) => Buffer.from(content));
  const list = [...files.keys()].map((path, i) => [path, contents[i].length]);
  const packed = gzipSync(Buffer.concat([Buffer.from(JSON.stringify(list) + '\n'), ...contents]), {level: 9});
  const style = (path) => `<style>\n${read(path).toString('utf8')}</style>`;
  const script = `<script>\n${read('loading.js').toString('utf8')}</script>`;
  const notices = ['NOTICE.txt', 'LICENSE.txt'].map((path) => read(path).toString('utf8')).join('\n');
  const icon = `data:image/svg+xml;base64,${base64(read('icon.svg'))}`;
  return index
    .replace('<html lang="en">', '<html lang="en" data-edition="single-file">')
    .replace(/(<meta http-equiv="Content-Security-Policy" content=)"[^"]*"/, `$1"${POLICY}"`)
    .replace(/ *<link rel="modulepreload"[^>]*>\n/, '')
    .replace(/<link rel="stylesheet" href="([^"]+)">/g, (_, path) => style(path))
    .replace(/<script defer src="loading.js"><\/script>/, () => script)
    .replaceAll('"icon.svg"', `"${icon}"`)
    .replace(/ *<script type="module" src="main.mjs"><\/script>\n/, '')
    .replace(
      '</body>',
      () =>
        `<script type="text/plain" id="licences">\n${notices}</script>\n` +
        `<script type="text/plain" id="pipette-files">${base64(packed)}</script>\n` +
        `<script type="module">\n${start}</script>\n</body>`,
    );
}

async function main([folder, out]) {
  if (!folder || !out) throw new Error('usage: node tools/single_file.mjs PAGE-FOLDER FILE.html');
  const read = (path) => readFileSync(join(folder, path));
  const start = readFileSync(fileURLToPath(new URL('single_file_start.js', import.meta.url)), 'utf8');
  const files = await moduleFiles(read, 'main.mjs');
  for (const path of [
    ...read('profile/modules.txt')
      .toString()
      .matchAll(/^\w\S*$/gm),
  ].map(([name]) => `profile/${name}`)) {
    if (!files.has(path)) for (const [own, text] of await moduleFiles(read, path)) if (!files.has(own)) files.set(own, text);
  }
  // What the viewer of profiles reads as text, to write a report.
  for (const path of ['profile/report.html', 'profile/modules.txt', 'theme.css']) files.set(path, read(path));
  files.set('lessons.json', read('lessons.json'));
  const page = singleFile(read('index.html').toString('utf8'), read, start, files);
  writeFileSync(out, page);
  console.log(`${out}: ${(page.length / 1e6).toFixed(1)} MB, ${files.size} files`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv.slice(2));
