// Colours and names are said once, in web/queues/theme_table.mjs; C++ and style sheets hold copies.

import assert from 'node:assert/strict';
import {readFileSync, readdirSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import test from 'node:test';
import {ACTIVITIES, HANDSHAKE, HEAT, PHASES, SPAN_KINDS, SURFACES, VALUES} from '../../../web/queues/theme_table.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (path) => readFileSync(root + path, 'utf8');
const sources = readdirSync(`${root}src`, {recursive: true}).map((path) => `src/${path}`);

/** The text of the one source file of that name, wherever it is. */
function source(name) {
  const found = sources.filter((path) => path.endsWith(`/${name}`));
  assert.equal(found.length, 1, `${name}: ${found}`);
  return read(found[0]);
}

const camel = (name) => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());
const css = (number) => `#${number.slice(2)}`;
const colorsIn = (text) => [...text.matchAll(/rgb\((0x[0-9a-f]{6})\)/g)].map(([, number]) => css(number));

test('theme: the canvas has the colours of the table', () => {
  const themes = source('theme.cc').match(/constexpr Theme k(?:Light|Dark) = \{[^;]*\};/g);
  assert.equal(themes.length, 2);
  themes.forEach((text, at) => {
    const surfaces = Object.fromEntries(
      [...text.matchAll(/\.(\w+) = rgb\((0x[0-9a-f]{6})\)/g)].map(([, name, number]) => [camel(name), css(number)]));
    assert.deepEqual(surfaces, Object.fromEntries(Object.entries(SURFACES).map(([name, pair]) => [name, pair[at]])));
    assert.deepEqual(colorsIn(text.match(/\.values = \{([^}]*)\}/)[1]), VALUES[at]);
    assert.deepEqual(colorsIn(text.match(/\.activities = \{([^}]*)\}/)[1]),
                     Object.values(ACTIVITIES).map(({colors}) => colors[at]));
  });
});

test('theme: the canvas has the names of the table', () => {
  const names = source('theme.cc').match(/const char\* activity_name[^}]*\}/)[0].matchAll(/return "([^"]+)"/g);
  assert.deepEqual([...names].map(([, name]) => name), Object.values(ACTIVITIES).map(({name}) => name));
});

test('theme: the canvas gives spans and phases the activities of the table', () => {
  const text = source('activities.cc');
  const enumerators = [...source('theme.h').match(/enum class Activity[^}]*\}/)[0].matchAll(/^ +(\w+),/gm)]
    .map(([, name]) => name).slice(0, -1);  // the last one counts them
  const activity = Object.fromEntries(enumerators.map((name, i) => [name, Object.keys(ACTIVITIES)[i]]));
  /** {value: activity} of the switch of one function; `kDefault` for the others. */
  const switchOf = (parameter, type) => {
    const result = {};
    let waiting = [];
    const body = text.match(new RegExp(`activity_of\\(${parameter}\\) \\{[^]*?\n\\}`))[0];
    for (const [, value, isDefault, then] of
         body.matchAll(new RegExp(`case ${type}::(\\w+):|(default):|return ([^;]+);`, 'g'))) {
      if (value || isDefault) waiting.push(value ? camel(value) : 'kDefault');
      if (then === undefined) continue;
      const name = then.match(/^Activity::(\w+)$/)?.[1];
      for (const each of waiting) result[each] = name ? activity[name] : 'of its phase';
      waiting = [];
    }
    return result;
  };
  assert.deepEqual(switchOf('Phase phase', 'Phase'), {...PHASES, kDefault: 'compute'});
  const {kDefault, ...kinds} = switchOf('const Span& span', 'SpanKind');
  const table = Object.entries(SPAN_KINDS).filter(([, name]) => name !== kDefault);
  assert.equal(kDefault, 'host');
  assert.deepEqual(kinds, {...Object.fromEntries(table), stageProgram: 'of its phase', compute: 'of its phase'});
});

test('theme: the canvas scales heat maps as the table says', () => {
  const constant = (name) => {
    const found = sources.filter((path) => /\.(h|cc)$/.test(path))
      .flatMap((path) => [...read(path).matchAll(new RegExp(`constexpr [\\w:]+ ${name} = ([^;]+);`, 'g'))]);
    assert.equal(found.length, 1, name);
    return found[0][1];
  };
  assert.equal(constant('kLevels'), 'kZero - 2');  // on either side of zero
  assert.equal(2 * (Number(constant('kZero')) - 2) + 1, HEAT.levels);
  assert.equal(Number(constant('kStrongestSigmas')), HEAT.strongestSigmas);
});

test('theme: schedules that the command line draws have the light colours', () => {
  const constants = Object.fromEntries([...source('schedule_svg.cc').matchAll(
    /constexpr const char\* k(\w+) = "(#[0-9a-f]{6})";/g)].map(([, name, color]) => [name, color]));
  const activity = (name) => ACTIVITIES[name].colors[0];
  assert.deepEqual(constants, {
    Paper: SURFACES.card[0], Text: SURFACES.text[0], Dim: SURFACES.textDim[0], OnColor: SURFACES.textOnColor[0],
    Forward: activity('forward'), Backward: activity('backward'), Update: activity('weightUpdate'),
    Exchange: activity('exchange'), Idle: activity('idle'), Sync: SURFACES.syncLine[0],
  });
  const others = source('schedule_svg.cc').match(/#[0-9a-f]{6}/g);
  assert.equal(others.length, Object.keys(constants).length, 'a colour that has no name');
});

test('theme: style sheets have the colours of the table', () => {
  const names = {
    page: 'page', card: 'card', sunken: 'sunken', border: 'cardBorder', hover: 'hover', text: 'text', dim: 'textDim',
    ink: 'ink', 'on-ink': 'textOnInk', good: 'good', 'good-soft': 'goodSoft', bad: 'bad', 'bad-soft': 'badSoft',
    link: 'withFeeds',
  };
  for (const [path, least] of [['web/style.css', 6], ['web/lessons/lessons.css', 13]]) {
    const seen = {};
    for (const [, name, color] of read(path).matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)) {
      if (name in names) (seen[name] ??= []).push(color);
    }
    assert.ok(Object.keys(seen).length >= least, `${path} sets ${Object.keys(seen)}`);
    for (const [name, colors] of Object.entries(seen)) {
      assert.deepEqual(colors, SURFACES[names[name]], `${path}: --${name}`);
    }
  }
});

test('theme: the element reads the table, and says no colour itself', () => {
  assert.match(HANDSHAKE.join(), /^#[0-9a-f]{6},#[0-9a-f]{6}$/);
  const files = readdirSync(`${root}web/queues`).filter((name) => name.endsWith('.mjs') && name !== 'theme_table.mjs');
  for (const name of files) assert.equal(read(`web/queues/${name}`).match(/#[0-9a-f]{6}\b/)?.[0], undefined, name);
});
