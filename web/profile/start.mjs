// What a report does when it opens: it draws the profile that stands in it. Its address may say which tab:
// report.html#trace.

import {ProfileView} from './view.mjs';
import {make} from '../make.mjs';
import {button} from './dom.mjs';
import {isReport} from './report.mjs';

function toggleTheme() {
  const root = document.documentElement,
    dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = dark ? 'light' : 'dark';
}

function openReport() {
  const place = document.getElementById('pipette-report'),
    element = document.getElementById('pipette-profile');
  place.replaceChildren();
  try {
    const view = new ProfileView(place, {profile: element.textContent, tab: location.hash.slice(1) || 'summary'});
    view.addEventListener('tab', ({detail}) => history.replaceState(null, '', `#${detail}`));
    view.addAction(button('Light or dark', toggleTheme));
    document.title = `${view.model.graph.name} \u2013 Pipette profile`;
    globalThis.pipetteReport = view;
  } catch (error) {
    place.append(make('p', {role: 'alert'}, `The profile of this report cannot be read: ${error.message}`));
    throw error;
  }
  performance.mark('pipette-report');
}

if (isReport(document)) openReport();
