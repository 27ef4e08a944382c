#!/usr/bin/env node
// Lists the lessons of the built page, for the command palette and for the page that is one file.
//
//   node tools/list_lessons.mjs build/wasm-web/page     writes lessons.json there:
//                                                       [{file, title, text, places: [{text, link}]}]
//
// The places of a lesson are those of the page to which it leads.

import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

const decoded = (html) =>
  html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
const plain = (html) => decoded(html.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ')).trim();
const asTitle = (text) => text.replace(/^The page with /, '').replace(/^\w/, (letter) => letter.toUpperCase());

/** What each lesson is about, and the links by which it opens the page. */
export function lessonsOf(read) {
  const index = read('lessons/index.html').toString();
  return [...index.matchAll(/<li>\s*<a href="([\w-]+\.html)">(.*?)<\/a>\s*<p>(.*?)<\/p>/gs)].map(([, file, title, text]) => {
    const places = new Map(); // by link: a solution may lead where the text has led
    const lesson = read(`lessons/${file}`).toString();
    for (const [element] of lesson.matchAll(/<pipette-page\b.*?<\/pipette-page>/gs)) {
      const [, , link, what] = /<a\b[^>]*?\bhref=(['"])\.\.\/(#.*?)\1[^>]*>(.*?)<\/a>/s.exec(element) ?? [];
      if (!link) throw new Error(`lessons/${file} has a link to the page that cannot be read: ${element}`);
      if (!places.has(link)) places.set(link, {text: asTitle(plain(what)), link: decoded(link)});
    }
    return {file, title: plain(title), text: plain(text), places: [...places.values()]};
  });
}

function main([folder]) {
  if (!folder) throw new Error('usage: node tools/list_lessons.mjs PAGE-FOLDER');
  const lessons = lessonsOf((path) => readFileSync(join(folder, path)));
  if (lessons.length === 0) throw new Error('lessons/index.html has no lessons that can be read');
  writeFileSync(join(folder, 'lessons.json'), `${JSON.stringify(lessons)}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv.slice(2));
