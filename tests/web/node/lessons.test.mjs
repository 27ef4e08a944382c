// What the lessons are written in: every part that a lesson must have, links that lead somewhere, and no figure
// in a text without a place that a test takes it from.

import assert from 'node:assert/strict';
import {existsSync, readFileSync, readdirSync} from 'node:fs';
import test from 'node:test';
import {conditions} from '../../../web/lessons/conditions.mjs';
import {entryOf} from '../../../web/lessons/glossary.mjs';
import {addressOf, parsed, readLesson, says, solutionOf} from '../lesson_text.mjs';
import {LESSONS, MOVED} from '../lessons.mjs';

const folder = new URL('../../../web/lessons/', import.meta.url);
const squeezed = (text) => text.replace(/\s+/g, ' ').trim();
const minutesOf = (time) => Number(time.attributes.datetime.match(/^PT(\d+)M$/)[1]);
const ofLessons = (what, check) => {
  for (const name of LESSONS) test(`lessons: ${name}: ${what}`, () => check(readLesson(name), name));
};

test('lessons: the folder has these lessons, their list, the old addresses and the frame of cells, and nothing else', () => {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.html'))
    .map((name) => name.slice(0, -5));
  assert.deepEqual(names.sort(), [...LESSONS, ...Object.keys(MOVED), 'cell_frame', 'index'].sort());
});

test('lessons: a reader of HTML finds what is wrong', () => {
  assert.throws(() => parsed('<p><em>x</p>'), /<\/p> closes <em>/);
  assert.throws(() => parsed('<p>'), /<p> is never closed/);
  const [p] = parsed('<p class="a b" data-x=\'{"y":1}\'>1 &lt; <b>2</b><br></p>').all('p.b');
  assert.equal(p.text, '1 < 2');
  assert.deepEqual(JSON.parse(p.attributes['data-x']), {y: 1});
  assert.equal(says('it takes 1239 \u00b5s', '1239\n \u00b5s'), true);
  for (const longer of ['11239 \u00b5s', '0.1239', '1239.5', '1,1239']) assert.equal(says(longer, '1239'), false, longer);
});

ofLessons('names cards that there are for the wall', (root) => {
  const code = readFileSync(new URL('../presentation.mjs', folder), 'utf8');
  const cards = [...code.match(/const TITLES = \{(.*?)\n\}/s)[1].matchAll(/^ {2}(\w+):/gm)].map(([, card]) => card);
  for (const {attributes} of root.all('pipette-page a'))
    for (const card of attributes['data-wall']?.split(' ') ?? []) assert.ok(cards.includes(card), card);
});

ofLessons('has every part of a lesson', (root, name) => {
  const [main] = root.all('main');
  const number = LESSONS.indexOf(name) + 1;
  assert.match(squeezed(main.all('h1')[0].text), new RegExp(`^${number}\\. `));
  const [first] = main.all('pipette-figure');
  assert.equal(first?.id, 'headline');
  assert.ok(main.children.indexOf(first) < main.children.indexOf(main.all('h2')[0]), 'the picture stands first');
  for (const figure of main.all('pipette-figure')) assert.ok(figure.all('figcaption')[0].text.length > 60, 'a caption');
  assert.ok(main.all('dfn').length >= 3, 'words are defined');
  assert.ok(main.all('pipette-question').length >= 2, 'questions');
  assert.ok(main.all('pipette-page').length >= 1, 'the page itself');
  for (const heading of main.all('h2')) {
    const below = main.children.slice(main.children.indexOf(heading) + 1).filter(({tag}) => tag);
    const end = below.findIndex(({tag}) => ['h2', 'details', 'nav'].includes(tag));
    const texts = below
      .slice(0, end)
      .flatMap((each) => [each, ...each.walk()])
      .filter(({tag}) => tag === 'p');
    assert.ok(
      texts.some(({text}) => text.length > 60),
      `no text under "${heading.text}"`,
    );
  }
  const sources = [...root.walk()].filter(
    ({tag, attributes}) =>
      (tag === 'script' && !attributes.src) ||
      tag === 'style' ||
      Object.keys(attributes).some((each) => each.startsWith('on') || each === 'style'),
  );
  assert.deepEqual(
    sources.map(({tag}) => tag),
    [],
    'no script or style of its own',
  );
});

ofLessons('defines a word once, and no word that an earlier lesson has defined', (root, name) => {
  const words = (each) => each.all('dfn').map(({text}) => squeezed(text).toLowerCase());
  const before = LESSONS.slice(0, LESSONS.indexOf(name)).flatMap((each) => words(readLesson(each)));
  const own = words(root);
  assert.deepEqual(
    own.filter((word, i) => own.indexOf(word) !== i || before.includes(word)),
    [],
  );
});

ofLessons('its words are in the glossary', (root) => {
  const wordOf = ({attributes, text}) => attributes['data-word'] ?? text;
  assert.deepEqual(
    root
      .all('dfn')
      .filter((each) => !entryOf(wordOf(each)))
      .map(wordOf),
    [],
  );
});

test('lessons: a word is found in either case and in the plural, and no part of one', () => {
  const {text} = entryOf('mini-batch');
  for (const word of ['Mini-batch', 'mini-batches', ' mini-batch\n']) assert.equal(entryOf(word)?.text, text, word);
  assert.equal(entryOf('Prefetch\n  depth')?.words[0], 'prefetch depth');
  for (const word of ['mini', 'batch', 'mini-batched', '']) assert.equal(entryOf(word), undefined, word);
});

ofLessons('questions have a right answer, and what follows it is named', (root) => {
  const questions = root.all('pipette-question');
  for (const question of questions) {
    const options = question.all('ol')[0].all('li').length;
    const right = Number(question.attributes.right);
    assert.ok(options >= 3 && right >= 1 && right <= options, `${question.id}: ${right} of ${options}`);
    assert.ok(question.all('details')[0].text.length > 80, `${question.id} is explained`);
  }
  const ids = questions.map(({id}) => id);
  for (const part of root.walk()) {
    const after = part.attributes['data-after'];
    if (after !== undefined) assert.ok(ids.includes(after), `data-after="${after}"`);
  }
  const answers = squeezed(root.all('details.teacher')[0].text);
  const ordinals = ['First', 'Second', 'Third', 'Fourth'];
  questions.forEach(({attributes}, i) =>
    assert.match(
      answers,
      new RegExp(`${ordinals[i]} question: ${'abcd'[attributes.right - 1]}\\.`),
      `the note has answer ${i + 1}`,
    ),
  );
});

ofLessons('goals can be read, have a hint and a solution, and one is reached in the page', (root) => {
  const goals = root.all('pipette-goal');
  const kinds = goals.map((goal) => conditions(goal.attributes.when)[0].kind);
  assert.ok(kinds.includes('page') && kinds.some((kind) => kind !== 'page'), String(kinds));
  const cells = Object.fromEntries(root.all('pipette-cell').map((cell, i) => [cell.id, {code: cell.text, number: i + 1}]));
  goals.forEach((goal, i) => {
    assert.equal(goal.all('details.hint').length, 1, `${goal.id}: a hint`);
    const {edits, links} = solutionOf(goal);
    assert.equal(links.length > 0, kinds[i] === 'page', `${goal.id}: a link that solves it`);
    assert.equal(edits.length > 0, kinds[i] !== 'page', `${goal.id}: edits that solve it`);
    for (const {cell, from, to} of edits) {
      assert.equal(cells[cell].code.split(from).length, 2, `${goal.id}: "${from}" stands once in ${cell}`);
      assert.notEqual(from, to);
    }
    for (const item of goal.all('li').filter(({attributes}) => attributes['data-cell'])) {
      assert.match(item.text, new RegExp(`^Cell ${cells[item.attributes['data-cell']].number}: `));
    }
  });
});

ofLessons('has a note that a class of 45 minutes can be given from', (root, name) => {
  const notes = root.all('details.teacher');
  assert.equal(notes.length, 1);
  const plan = notes[0].all('table.plan')[0].all('time').map(minutesOf);
  assert.equal(
    plan.reduce((a, b) => a + b),
    45,
  );
  assert.deepEqual(
    notes[0].all('h3').map(({text}) => text),
    ['Before the class', 'Plan', 'Answers', 'Numbers to expect', 'What goes wrong'],
  );
  const [alone, inClass] = root.all('p.facts')[0].all('time').map(minutesOf);
  assert.equal(inClass, 45);
  const item = readLesson('index').all('ol.lessons')[0].all('li')[LESSONS.indexOf(name)];
  assert.equal(item.all('a')[0].attributes.href, `${name}.html`);
  assert.equal(minutesOf(item.all('time')[0]), alone, 'the minutes of the list');
  const before = (facts) => squeezed(facts.text).match(/Before: ([^.]*\.)/)[1];
  assert.equal(before(item.all('p.facts')[0]), before(root.all('p.facts')[0]), 'what comes before');
  assert.equal(squeezed(item.all('p')[0].text), squeezed(root.all('p.goal')[0].text));
});

// A figure comes from what a cell or picture gives (data-cell), from the code of one (data-code), or from a field of
// an experiment (data-field); other tests take it from there. Without a source there may be numbers of things that
// stand in the lesson itself, in code, in predictions to choose from, and in what a goal asks for.
const NAMED = /\b(lessons?|cells?|IPU|stage) \d+( (and|to) \d+)?/gi;
const LEFT_OUT = ['code', 'pre', 'data', 'time', 'nav', 'option', 'label', 'a', 'kbd', 'h1'];
const SOURCES = ['data-cell', 'data-code', 'data-field'];
const leaveOut = (each) =>
  LEFT_OUT.includes(each.tag) ||
  each.attributes.class === 'facts' ||
  'type' in each.attributes ||
  (each.tag === 'p' && each.parent.tag === 'pipette-goal');

ofLessons('every figure of the text has a source', (root) => {
  const without = [];
  for (const [text, around] of root.all('main')[0].texts(leaveOut)) {
    if (around.some(({tag, attributes}) => tag === 'table' && attributes.class === 'plan')) continue;
    for (const [figure] of squeezed(text)
      .replace(NAMED, '')
      .matchAll(/\S*\d\S*/g))
      without.push(figure);
  }
  assert.deepEqual(without, []);
  const ids = [...root.all('pipette-cell'), ...root.all('pipette-figure')];
  const figures = root.all('data');
  assert.ok(figures.length >= 3, `${figures.length} figures`);
  for (const {attributes, text} of figures) {
    assert.equal(SOURCES.filter((source) => source in attributes).length, 1, text);
    const id = attributes['data-cell'] ?? attributes['data-code'];
    if (id === undefined) continue;
    const source = ids.find((each) => each.id === id);
    assert.ok(source, `${text}: there is no cell or picture called ${id}`);
    if ('data-code' in attributes) assert.ok(says(source.text, text), `${text} is not in the code of ${id}`);
  }
});

ofLessons('links lead to what exists, and those to the page hold an experiment', (root, name) => {
  for (const link of root.all('a')) {
    const {href} = link.attributes;
    if (href.startsWith('https:') || ['./', '../'].includes(href)) continue;
    if (href.startsWith('../#')) assert.equal(typeof addressOf(link).experiment.experiment, 'string');
    else assert.ok(existsSync(new URL(href.split('#')[0], folder)), href);
  }
  const at = LESSONS.indexOf(name);
  const next = root
    .all('nav.next')[0]
    .all('a')
    .map(({attributes}) => attributes.href);
  for (const other of [LESSONS[at - 1], LESSONS[at + 1]]) if (other) assert.ok(next.includes(`${other}.html`), other);
});

test('lessons: old addresses lead to where their subject is now', () => {
  for (const [old, now] of Object.entries(MOVED)) {
    const root = readLesson(old);
    assert.equal(
      root.all('meta').find(({attributes}) => attributes['http-equiv'] === 'refresh').attributes.content,
      `0; url=${now}.html`,
    );
    assert.equal(root.all('a')[0].attributes.href, `${now}.html`);
  }
});
