// A report: profile, viewer and style in one HTML file that opens without network.
//
//   reportHtml(profile, {template, theme, modules: [{name, text}, ...]})     // sources in the order of modules.txt
//   await fetchReportSources(new URL('./', import.meta.url))                 // where the viewer's files are
//   readReport(await file.text())                                            // the JSON of report.html or profile.json
//
// `template` is report.html; modules become one script: import lines go, and the word "export" at the beginning
// of a line. The build of the native program does the same, so modules keep to what that allows (tests/web/node).
// JSON stands in the page with every "<" as an escape, so no text of a profile can end its element.

import {parseProfiles} from './model.mjs';

/** Modules as one script. */
export function joinModules(modules) {
  return modules
    .map(({name, text}) => `// ---- ${name}\n${text.replace(/^import [^;]*;\n/gm, '').replace(/^export (?=\w)/gm, '')}`)
    .join('\n');
}

/** JSON that may stand in a script element. */
export const escapeJson = (value) =>
  JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

export function reportHtml(profile, {template, theme, modules}) {
  const parts = {style: theme, script: joinModules(modules), profile: escapeJson(profile)};
  return template.replace(/\{\{(style|script|profile)\}\}/g, (whole, name) => parts[name]);
}

/** The names of modules.txt. */
export const moduleNames = (text) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));

export async function fetchReportSources(base) {
  const read = async (name) => {
    const answer = await fetch(new URL(name, base));
    if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
    return answer.text();
  };
  const [template, theme, list] = await Promise.all(['report.html', '../theme.css', 'modules.txt'].map(read));
  const modules = await Promise.all(moduleNames(list).map(async (name) => ({name, text: await read(name)})));
  return {template, theme, modules};
}

/** A page that is a report already, with another profile in it: nothing needs to be fetched. */
export function reportFromPage(document, profile) {
  const copy = document.documentElement.cloneNode(true);
  copy.querySelector('#pipette-report').replaceChildren();
  copy.querySelector('#pipette-profile').textContent = escapeJson(profile);
  return `<!doctype html>\n${copy.outerHTML}\n`;
}

/** The JSON in a report's text; null where there is none. */
export const profileTextOf = (html) => /<script type="application\/json" id="pipette-profile">([^<]*)</.exec(html)?.[1] ?? null;

/** The JSON of a file: of a report, or profile JSON itself. Throws SyntaxError for what is neither. */
export const readReport = (text) => parseProfiles(text.trimStart().startsWith('<') ? (profileTextOf(text) ?? '') : text);

export const isReport = (document) => document.getElementById('pipette-profile') !== null;
