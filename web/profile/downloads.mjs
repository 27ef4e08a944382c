// The Download menu: the report, the JSON, the trace for Perfetto, and what the tab shows as a picture or as a table.

import {fetchReportSources, isReport, reportFromPage, reportHtml} from './report.mjs';
import {node, saveFile} from './dom.mjs';
import {perfettoTrace} from './perfetto.mjs';

async function reportText(json) {
  return isReport(document) ? reportFromPage(document, json) : reportHtml(json, await fetchReportSources(new URL('./', import.meta.url)));
}

/** What can be saved now: [label, file name, makes the content, type]. */
function choicesOf({view, json}) {
  const name = `${view.model.graph.name}-${view.tab}`, {current} = view;
  const choices = [
    ['Report (HTML)', `${view.model.graph.name}-report.html`, () => reportText(json), 'text/html'],
    ['Profile (JSON)', `${view.model.graph.name}-profile.json`, () => JSON.stringify(json), 'application/json'],
    ['Trace (Perfetto)', `${view.model.graph.name}-trace.json`, () => perfettoTrace(json), 'application/json'],
  ];
  if (current.picture) {
    choices.push(['This picture (SVG)', `${name}.svg`, () => current.picture.svg(), 'image/svg+xml']);
    choices.push(['This picture (PNG)', `${name}.png`, () => current.picture.png(), 'image/png']);
  }
  if (current.csv !== undefined) choices.push(['This table (CSV)', `${name}.csv`, () => current.csv, 'text/csv']);
  return choices;
}

/** `now()` gives {view, json}: the view, and the JSON of all its programs. */
export function downloadMenu(now) {
  const list = node('div', {class: 'p-menu', role: 'menu'});
  const menu = node('details', {class: 'p-download'}, node('summary', {class: 'p-button'}, 'Download'), list);
  const closeOutside = (event) => { if (!event.composedPath().includes(menu)) menu.open = false; };
  menu.addEventListener('toggle', () => {
    if (!menu.open) return document.removeEventListener('pointerdown', closeOutside);
    document.addEventListener('pointerdown', closeOutside);
    list.replaceChildren(...choicesOf(now()).map(([label, name, make, type]) => node('button', {type: 'button', role: 'menuitem', onclick: async () => {
      menu.open = false;
      try {
        saveFile(name, await make(), type);
      } catch (error) {
        list.replaceChildren(node('p', {role: 'alert'}, `${name} could not be made: ${error.message}`));
        menu.open = true;
      }
    }}, label)));
  });
  menu.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !menu.open) return;
    event.stopPropagation();
    menu.open = false;
    menu.querySelector('summary').focus();
  });
  menu.addEventListener('focusout', ({relatedTarget}) => { if (relatedTarget && !menu.contains(relatedTarget)) menu.open = false; });
  return menu;
}
