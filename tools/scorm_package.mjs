#!/usr/bin/env node
// Lays the built page out as a course for a learning platform: the page, a frame around it that reports to the platform, and
// the manifest of SCORM. tools/package makes a zip of it.
//
//   node tools/scorm_package.mjs build/wasm-web/page FOLDER pipelining [--scorm-version 1.2 | 2004]
//   node tools/scorm_package.mjs build/wasm-web/page FOLDER 'https://.../#v=1&task=...'
//
// The second form takes the link of a teacher's task. Platforms serve files whose names end in .mjs as unknown data, which
// browsers refuse to run, so modules end in .js here.

import {cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {join, relative} from 'node:path';
import {fileURLToPath} from 'node:url';
import {addressOf} from '../web/links.mjs';

const TEXTS = /\.(mjs|js|html|json|css)$/;
// What only a site of its own needs.
// The page for Python, too: its interpreter is larger than all else.
const LEFT_OUT = /^(service_worker\.js|files\.json|python|editor|.*\.d\.mts)$/;

const filesIn = (folder) =>
  readdirSync(folder, {withFileTypes: true}).flatMap((entry) =>
    entry.isDirectory() ? filesIn(join(folder, entry.name)) : [join(folder, entry.name)],
  );
const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/**
 * {title, course}: what the manifest and course.json say, of a lesson by name or number ("pipelining", "lesson5", "5"), or of the
 * link of a task. `lessons` is lessons.json of the page. Throws for anything else.
 */
export function courseOf(what, lessons) {
  const names = lessons.map(({file}) => file.replace(/\.html$/, ''));
  const number = /^(?:lesson)?(\d+)$/.exec(what)?.[1];
  const at = number ? Number(number) - 1 : names.indexOf(what);
  if (names[at]) return {title: lessons[at].title, course: {lesson: names[at], title: lessons[at].title}};
  const hash = what.indexOf('#');
  if (hash < 0) {
    throw new Error(`there is no lesson "${what}"; there are ${names.join(', ')}, or give the link of a task, in quotes`);
  }
  let fields;
  try {
    fields = JSON.parse(addressOf(what.slice(hash)));
  } catch {
    throw new Error('the link cannot be read: copy all of it, and put it in quotes');
  }
  if (!fields.task && !fields.goal) throw new Error('the link has no task: make one with "A link for a class"');
  const title = String(fields.task || fields.goal)
    .split('\n')[0]
    .slice(0, 80);
  return {title, course: {task: what.slice(hash), title}};
}

function manifest(title, files, version) {
  const is12 = version === '1.2';
  const spaces = is12
    ? 'xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2"'
    : 'xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3" xmlns:imsss="http://www.imsglobal.org/xsd/imsss"';
  const type = is12 ? 'adlcp:scormtype' : 'adlcp:scormType';
  const list = files.map((file) => `      <file href="${escaped(encodeURI(file))}"/>`).join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="pipette" version="1.0" ${spaces}>
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>${is12 ? '1.2' : '2004 4th Edition'}</schemaversion>
  </metadata>
  <organizations default="course">
    <organization identifier="course">
      <title>${escaped(title)}</title>
      <item identifier="item" identifierref="start">
        <title>${escaped(title)}</title>
      </item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="start" type="webcontent" ${type}="sco" href="lms/index.html">
${list}
    </resource>
  </resources>
</manifest>
`;
}

function edit(file, from, to) {
  const text = readFileSync(file, 'utf8');
  if (!text.includes(from)) throw new Error(`${file} has no ${from.trim()}`);
  writeFileSync(file, text.replace(from, to));
}

/** Lays the course out in `folder`, which is emptied first, and gives its title. */
export function layOutCourse(page, folder, what, version = '1.2') {
  if (!['1.2', '2004'].includes(version)) throw new Error(`SCORM has the versions 1.2 and 2004, not ${version}`);
  const lessons = JSON.parse(readFileSync(join(page, 'lessons.json'), 'utf8'));
  const {title, course} = courseOf(what, lessons);
  rmSync(folder, {recursive: true, force: true});
  mkdirSync(folder, {recursive: true});
  cpSync(page, folder, {recursive: true, filter: (from) => !LEFT_OUT.test(relative(page, from))});
  edit(join(folder, 'index.html'), '<html lang="en">', '<html lang="en" data-edition="course">');
  edit(join(folder, 'lessons/index.html'), '    <a href="../python/">Python</a>\n', '');
  const before = filesIn(folder);
  for (const file of before) {
    if (TEXTS.test(file)) writeFileSync(file, readFileSync(file, 'utf8').replaceAll('.mjs', '.js'));
    if (!file.endsWith('.mjs')) continue;
    const renamed = file.replace(/\.mjs$/, '.js');
    if (before.includes(renamed)) throw new Error(`${relative(folder, renamed)} would stand for two files`);
    renameSync(file, renamed);
  }
  writeFileSync(join(folder, 'lms/course.json'), `${JSON.stringify(course)}\n`);
  const files = filesIn(folder)
    .filter((file) => statSync(file).isFile())
    .map((file) => relative(folder, file))
    .sort();
  writeFileSync(join(folder, 'imsmanifest.xml'), manifest(title, files, version));
  return title;
}

function main(args) {
  const at = args.indexOf('--scorm-version');
  const version = at < 0 ? '1.2' : args.splice(at, 2)[1];
  const [page, folder, what] = args;
  if (!what)
    throw new Error('usage: node tools/scorm_package.mjs PAGE-FOLDER FOLDER LESSON-OR-LINK [--scorm-version 1.2 | 2004]');
  console.log(layOutCourse(page, folder, what, version));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    main(process.argv.slice(2));
  } catch (error) {
    console.error(`scorm_package: ${error.message}`);
    process.exitCode = 2;
  }
}
