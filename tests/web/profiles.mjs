// Pages with the viewer of profiles, for tests: a report of its own, and a page that the server has.

import {readFileSync} from 'node:fs';
import {moduleNames, reportHtml} from '../../web/profile/report.mjs';

const folder = new URL('../../web/profile/', import.meta.url);
const read = (name) => readFileSync(new URL(name, folder), 'utf8');

export const realProfile = () =>
  JSON.parse(readFileSync(new URL('fixtures/profile_without_feeds.json', import.meta.url), 'utf8'));

/** The report of a profile, as text. */
export const reportOf = (profile) =>
  reportHtml(profile, {
    template: read('report.html'),
    theme: read('../theme.css'),
    modules: moduleNames(read('modules.txt')).map((name) => ({name, text: read(name)})),
  });

/** Opens it without a server, as a file would be. */
export async function openReport(page, profile, tab = 'summary') {
  await page.route('http://report.invalid/', (route) => route.fulfill({contentType: 'text/html', body: reportOf(profile)}));
  await page.goto(`http://report.invalid/#${tab}`);
  await page.waitForFunction(() => performance.getEntriesByName('pipette-report').length > 0);
}

/** With advice, for smallProfile({insights: [INSIGHT]}). */
export const INSIGHT = {
  title: 'Waiting for the host',
  text: 'The device waits 30 % of each run.',
  tab: 'trace',
  select: {operation: 'infeed'},
  advice: [
    {
      text: 'Prefetch more.',
      changes: {prefetch_depth: 4},
      promise: {measure: 'elementWaits', label: 'waiting for elements', unit: 'cycles a step', from: 3000, to: 1000},
    },
  ],
};

export const TABS = ['summary', 'insights', 'memory', 'liveness', 'tree', 'operations', 'trace', 'system'];

/** In the page: waits until all pictures are drawn. */
export const settled = (page) =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done)))),
  );

/** Where a block of the shown timeline is: its middle, in pixels of the page. `find(words, track)` runs there. */
export const placeOfBlock = (page, word, lane) =>
  page.evaluate(
    ([wanted, wantedLane]) => {
      const {timeline} = window.pipetteReport.current,
        track = timeline.tracks.find((each) => each.lane === wantedLane);
      const canvas = timeline.surface.element.getBoundingClientRect();
      for (const [i, row] of track.rows.entries()) {
        for (let at = 0; at < row.count; at++) {
          if (track.words[row.text[at]] !== wanted) continue;
          const middle = (Math.max(row.begin[at], timeline.from) + Math.min(row.end[at], timeline.to)) / 2;
          return {
            x: canvas.left + timeline.gutter + ((middle - timeline.from) / (timeline.to - timeline.from)) * timeline.plotWidth,
            y: canvas.top + track.top + (i + 0.5) * track.rowHeight,
            begin: row.begin[at],
            end: row.end[at],
          };
        }
      }
      return null;
    },
    [word, lane],
  );
