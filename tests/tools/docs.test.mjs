// What code and pages cite is in the house: pages by name, their sections by heading, links by path.

import assert from 'node:assert/strict';
import {existsSync, readFileSync, readdirSync} from 'node:fs';
import {dirname, join, relative} from 'node:path';
import {fileURLToPath} from 'node:url';
import test from 'node:test';

const root = fileURLToPath(new URL('../../', import.meta.url));
const files = [
  'README.md',
  ...['cmake', 'docs', 'src', 'tests', 'tools', 'web'].flatMap((folder) =>
    readdirSync(join(root, folder), {recursive: true, withFileTypes: true})
      .filter((entry) => entry.isFile())
      .map(({parentPath, path, name}) => relative(root, join(parentPath ?? path, name))),
  ),
];
const read = (path) => readFileSync(join(root, path), 'utf8');
const pages = files.filter((path) => path.endsWith('.md'));

const headings = (path) => [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, title]) => title);
/** As GitHub makes them. */
const anchorOf = (title) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** Text without the marks of comments, so that a citation may go on in the next line. */
const joined = (text) => text.replace(/\n[ \t]*(?:\/\/|\*|#)?[ \t]*/g, ' ');

test('docs: what the code cites is a section of a page', () => {
  const self = relative(root, fileURLToPath(import.meta.url));
  const cited = files.filter((path) => /\.(h|cc|mjs|ts|mts|html|txt|cmake)$|^tools\//.test(path) && path !== self);
  let found = 0;
  for (const path of cited) {
    const text = joined(read(path));
    for (const [all, page, sections = ''] of text.matchAll(
      /docs\/((?:(?:adding|design)\/)?[\w-]+\.md)((?:,? (?:and )?"[A-Z][^"]{2,60}")*)/g,
    )) {
      assert.ok(existsSync(join(root, 'docs', page)), `${path} cites ${all}`);
      found++;
      for (const [, section] of sections.matchAll(/"([^"]+)"/g)) {
        assert.ok(headings(`docs/${page}`).includes(section.replace(/,$/, '')), `${path} cites ${all}`);
      }
    }
    assert.doesNotMatch(
      text,
      /(?<![\w/])(?:semantics|hardware|web)\.md|calibration\.json|cost_model\.py/,
      `${path} cites what is not in the house`,
    );
  }
  assert.ok(found > 20, `only ${found} citations were found`);
});

test('docs: links of pages lead somewhere', () => {
  let found = 0;
  for (const path of pages) {
    for (const [, to] of read(path).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^(https?:|mailto:)/.test(to)) continue;
      found++;
      const [file, anchor] = to.split('#');
      const target = file === '' ? path : join(dirname(path), file);
      assert.ok(existsSync(join(root, target)), `${path}: ${to}`);
      if (anchor) assert.ok(headings(target).map(anchorOf).includes(anchor), `${path}: ${to}`);
    }
  }
  assert.ok(found > 10, `only ${found} links were found`);
});

/** Every word of the house's code, its comments left out, and every name of a file or folder. */
const WORDS = new Set(files.flatMap((path) => path.split('/')).flatMap((name) => [name, ...name.split('.')]));
const PATHS = new Set(files.flatMap((path) => path.split('/').map((_, i, parts) => parts.slice(0, i + 1).join('/'))));
for (const path of [...files, 'CMakeLists.txt', 'CMakePresets.json', 'package.json']) {
  if (!/\.(h|cc|mjs|js|ts|mts|html|css|txt|cmake|json|in|py)$|^tools\//.test(path)) continue;
  const text = /\.(h|cc|mjs|js|mts)$/.test(path) ? read(path).replace(/^\s*(\/\/|\*).*$/gm, '') : read(path);
  for (const [word] of text.matchAll(/[A-Za-z_]\w*/g)) WORDS.add(word);
}

/** Where a path may begin, and names of other people's projects, from which pages quote. */
const BEGINNINGS = ['', 'src/', 'docs/', 'docs/adding/', 'web/', 'web/lessons/', 'tests/', 'tools/', 'src/scenes/'];
const OTHERS =
  /^(graphcore|tensorflow|tutorials|feature_examples|experiments|thorbenlouw|r\d[.\d]*|lib|pipette-ipu|tests\/poplin|oracle)\/|^(cfg|tf|internal_ops|grad_util_ops|normalization_ops|popdist)\.|^(GradientCaptureContext|captured_grads|pipelined_model\.py|node16|skipLibCheck|[0-9a-f]{16})$/;

/** What of a text in back quotes is not in the house; null where all of it is, or where it is no name. */
function unknown(quoted) {
  if (OTHERS.test(quoted) || /[*{<>]|NAME/.test(quoted)) return null;
  if (/^[\w.-]+(\/[\w.-]+)+\/?$/.test(quoted) && /\.\w+$|\/$/.test(quoted)) {
    return BEGINNINGS.some((place) => PATHS.has(place + quoted.replace(/^\.\/|\/$/g, ''))) ? null : quoted;
  }
  if (/\s/.test(quoted) && !/^[\w:.]+\(/.test(quoted)) return null; // a command, or a piece of a program
  return [...quoted.matchAll(/[A-Za-z_]\w{2,}/g)].map(([word]) => word).find((word) => !WORDS.has(word)) ?? null;
}

const COMMENT = /^\s*\/\/.*$|\/\*\*[\s\S]*?\*\/|\/\/ .*$/gm;

test('docs: what stands in back quotes, in pages and in comments, is in the house', () => {
  const missing = [];
  let found = 0;
  const look = (path, quoted) => {
    found++;
    const what = unknown(quoted);
    if (what) missing.push(`${path}: ${what}`);
  };
  for (const path of pages) {
    for (const [, quoted] of read(path)
      .replace(/```[\s\S]*?```/g, '')
      .matchAll(/`([^`\n]+)`/g)) {
      if (!(path === 'docs/words.md' && /^[\w]+\.[\w.]+$/.test(quoted))) look(path, quoted);
    }
  }
  for (const path of files.filter((each) => /^src\/.*\.(h|cc)$|^web\/.*\.mjs$/.test(each))) {
    for (const [comment] of read(path).matchAll(COMMENT)) {
      for (const [, quoted] of comment.matchAll(/`([^`\n]+)`/g)) look(path, quoted);
      for (const [file] of comment.matchAll(/(?<![\w/.:])[a-z]\w*(?:\/\w+)+\.(?:h|cc|txt|md)\b/g)) look(path, file);
    }
  }
  assert.deepEqual(missing, []);
  assert.ok(found > 1000, `only ${found} were found`);
});

test('docs: design.md has every room, on its floor', () => {
  const floors = [...read('tools/rooms.txt').matchAll(/^(\d+) (\S+)$/gm)].map(([, floor, room]) => `${room} ${floor}`);
  const table = [...read('docs/design.md').matchAll(/^\| (\d+) \| (`[^|]*`) \|/gm)].flatMap(([, floor, rooms]) =>
    [...rooms.matchAll(/`([^`]+)`/g)].map(([, room]) => `${room} ${floor}`),
  );
  assert.deepEqual(table.sort(), floors.filter((each) => existsSync(join(root, 'src', each.split(' ')[0]))).sort());
});

test('docs: the plan of a class has 45 minutes', () => {
  const plan = read('docs/classroom.md').split('## A class of 45 minutes')[1].split('\n## ')[0];
  const minutes = [...plan.matchAll(/^\| (\d+) \|/gm)].map(([, each]) => Number(each));
  assert.ok(minutes.length >= 5, 'a table with a row for each part');
  assert.equal(
    minutes.reduce((sum, each) => sum + each),
    45,
  );
});
