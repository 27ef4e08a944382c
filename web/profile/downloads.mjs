// The Download menu: the report, the JSON, the trace for Perfetto, and what the tab shows as a picture or as a table. The
// trace can be handed to Perfetto, too, without a file.

import {fetchReportSources, isReport, reportFromPage, reportHtml} from './report.mjs';
import {make} from '../make.mjs';
import {saveFile} from './dom.mjs';
import {canOpenInPerfetto, openInPerfetto} from './open_in_perfetto.mjs';
import {perfettoTrace} from './perfetto.mjs';

async function reportText(json) {
  return isReport(document)
    ? reportFromPage(document, json)
    : reportHtml(json, await fetchReportSources(new URL('./', import.meta.url)));
}

/** What can be had now: [label, file name, gives it the reader]. */
function choicesOf({view, json}) {
  const program = view.model.graph.name,
    name = `${program}-${view.tab}`,
    {current} = view;
  const file = (label, fileName, make, type) => [label, fileName, async () => saveFile(fileName, await make(), type)];
  const trace = `${program}-trace.json`,
    makeTrace = () => perfettoTrace(json);
  const choices = [
    file('Report (HTML)', `${program}-report.html`, () => reportText(json), 'text/html'),
    file('Profile (JSON)', `${program}-profile.json`, () => JSON.stringify(json), 'application/json'),
    file('Trace (Perfetto)', trace, makeTrace, 'application/json'),
  ];
  if (canOpenInPerfetto()) choices.push(['Open in Perfetto', trace, () => openInPerfetto(makeTrace, trace)]);
  if (current.picture) {
    choices.push(file('This picture (SVG)', `${name}.svg`, () => current.picture.svg(), 'image/svg+xml'));
    choices.push(file('This picture (PNG)', `${name}.png`, () => current.picture.png(), 'image/png'));
  }
  if (current.csv !== undefined) choices.push(file('This table (CSV)', `${name}.csv`, () => current.csv, 'text/csv'));
  return choices;
}

/** `now()` gives {view, json}: the view, and the JSON of all its programs. */
export function downloadMenu(now) {
  const list = make('div', {className: 'p-menu', role: 'menu'});
  const menu = make('details', 'p-download', make('summary', 'p-button', 'Download'), list);
  const closeOutside = (event) => {
    if (!event.composedPath().includes(menu)) menu.open = false;
  };
  let problem = null;
  const give = async (fileName, choice) => {
    problem = null;
    try {
      await choice();
      menu.open = false;
    } catch (error) {
      problem = `${fileName} could not be given: ${error.message}`;
      menu.open = true;
      fill();
    }
  };
  const fill = () =>
    list.replaceChildren(
      ...(problem ? [make('p', {role: 'alert'}, problem)] : []),
      ...choicesOf(now()).map(([label, fileName, choice]) =>
        make('button', {type: 'button', role: 'menuitem', onclick: () => give(fileName, choice)}, label),
      ),
    );
  menu.addEventListener('toggle', () => {
    if (menu.open) {
      document.addEventListener('pointerdown', closeOutside);
      fill();
    } else {
      document.removeEventListener('pointerdown', closeOutside);
      problem = null;
    }
  });
  menu.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !menu.open) return;
    event.stopPropagation();
    menu.open = false;
    menu.querySelector('summary').focus();
  });
  menu.addEventListener('focusout', ({relatedTarget}) => {
    if (relatedTarget && !menu.contains(relatedTarget)) menu.open = false;
  });
  return menu;
}
