// Reports that are dropped on the page, or picked: they open in the viewer of profiles over it. The page below stays
// as it is, and goes on when the reader comes back.
//
//   const {openReports} = await import('./dropped_reports.mjs');     // web/files.mjs, when the first one comes
//   await openReports([file, folder], () => JSON.parse(profiles of the page))
//
// A report is report.html, profile.json, or a folder (a FileSystemEntry) with it. What is neither is named with what to
// drop instead, and changes nothing. Files that lie in the same folder as a report may come with it.

import {make} from './make.mjs';
import {button, chooser} from './profile/dom.mjs';
import {requireShort} from './profile/limits.mjs';
import {ProfileModel, profilesIn} from './profile/model.mjs';
import {readReport} from './profile/report.mjs';
import {ProfileView} from './profile/view.mjs';
import {showNotice} from './notice.mjs';

const COMPANIONS = new Set(['profile.pop', 'trace.json', 'app.json', 'framework.json', 'debug.json']);
const INSTEAD = 'drop report.html or profile.json of a report folder';

/** A folder's profile.json, under the folder's name. */
async function fileOf(dropped) {
  if (!dropped.isDirectory) return dropped;
  const entry = await new Promise((found, missing) => dropped.getFile('profile.json', {}, found, missing)).catch(() => {
    throw new Error(`The folder ${dropped.name} has no profile.json, so it is no report; for data, drop the files in it`);
  });
  const file = await new Promise((done, failed) => entry.file(done, failed));
  return {name: dropped.name, size: file.size, text: () => file.text()};
}

/** What `read` gives; what is too large says so, all else is `otherwise`. */
async function readAs(name, otherwise, read) {
  try {
    return await read();
  } catch (error) {
    throw new Error(
      error instanceof RangeError ? `${name} is too large: ${error.message}` : `${name} ${otherwise}; ${INSTEAD}`,
    );
  }
}

/** {name, json} of what was dropped. Throws an Error with a sentence that says what to do. */
export async function reportOfFile(dropped) {
  const {name} = dropped;
  if (name.endsWith('.pop'))
    throw new Error(`${name} is a SQLite database, which a browser cannot read; ${INSTEAD}: they hold the same`);
  const file = await fileOf(dropped);
  const json = await readAs(name, 'holds no profile, or is cut off', async () => {
    requireShort(file.size);
    return readReport(await file.text());
  });
  if (Array.isArray(json) && json[0]?.ph)
    throw new Error(`${name} is a trace, which ui.perfetto.dev opens; for the views here, ${INSTEAD}`);
  await readAs(name, 'holds no profile', () => {
    const profiles = profilesIn(json);
    if (profiles.length === 0) throw new TypeError('it has no program');
    profiles.forEach((each) => new ProfileModel(each));
  });
  return {name, json};
}

/** All that are reports, and sentences about the others. */
export async function readReports(dropped) {
  const names = new Set(dropped.map(({name}) => name)),
    reports = [],
    problems = [];
  for (const each of dropped) {
    if (each.name === 'report.html' && names.has('profile.json')) continue; // the same twice
    try {
      reports.push(await reportOfFile(each));
    } catch ({message}) {
      problems.push({name: each.name, message});
    }
  }
  return {
    reports,
    problems: problems.filter(({name}) => reports.length === 0 || !COMPANIONS.has(name)).map(({message}) => message),
  };
}

const opened = [];
let shown = null; // {section, view, leave}

function say(sentences) {
  const text = sentences.map((each) => `${each}.`).join(' ');
  showNotice(text);
  document.getElementById('announcer').textContent = text;
}

function close() {
  shown?.leave();
  shown = null;
}

function show(report, ownProfiles, tab) {
  const behind =
    shown?.behind ?? [...document.body.children].filter(({id, inert}) => id !== 'announcer' && id !== 'notice' && !inert);
  const focused = shown?.focused ?? document.activeElement;
  shown?.remove();
  const back = button('Back to the page', close, {title: 'Esc'}),
    place = make('div');
  const title =
    opened.length > 1
      ? chooser(
          'Report',
          opened.map(({name}, i) => [i, name]),
          opened.indexOf(report),
          (i) => show(opened[i], ownProfiles, view.tab),
        )
      : make('strong', '', report.name);
  const section = make(
    'section',
    {id: 'reports', role: 'dialog', 'aria-modal': 'true', 'aria-label': `Report ${report.name}`},
    make('header', '', back, title),
    place,
  );
  document.body.append(section);
  const view = new ProfileView(place, {profile: report.json, ...(tab ? {tab} : {})});
  view.addAction(
    button('Compare with the page', () => {
      const own = ownProfiles();
      if (own.length > 0) view.compare(own);
      else say(['The page has run nothing yet that could be compared; go back and run the program, or a step of it']);
    }),
  );
  // Keys and wheel belong to the report, not to the canvas. Escape first takes what is selected.
  let selected = null;
  section.addEventListener(
    'keydown',
    () => {
      selected = view.selection;
    },
    true,
  );
  section.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !selected && !event.composedPath()[0].matches('input, select')) close();
  });
  for (const type of ['keydown', 'keyup', 'wheel'])
    section.addEventListener(type, (event) => event.stopPropagation(), {passive: true});
  for (const each of behind) each.inert = true;
  const remove = () => {
    view.destroy();
    section.remove();
  };
  shown = {
    behind,
    focused,
    remove,
    leave() {
      remove();
      for (const each of behind) each.inert = false;
      focused?.focus?.();
    },
  };
  back.focus();
}

/** Among those that are open: once, and under a name of its own. */
function keep({name, json}) {
  const text = JSON.stringify(json),
    named = opened.filter((each) => each.file === name);
  const known = named.find((each) => each.text === text);
  if (known) return known;
  const report = {name: named.length > 0 ? `${name} (${named.length + 1})` : name, file: name, json, text};
  opened.push(report);
  return report;
}

/** `ownProfiles()` gives the JSON of the page's programs that have run. */
export async function openReports(dropped, ownProfiles) {
  const {reports, problems} = await readReports(dropped);
  const kept = reports.map(keep);
  if (kept.length > 0) show(kept[0], ownProfiles);
  if (problems.length > 0) say(problems);
}
