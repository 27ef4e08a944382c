// The command palette over the page: what can be done, every control, scene, experiment and lesson, by name.
//
//   showCommands(json, window.pipette_app.act);      // `json` is what palette_json() of src/page/commands.h writes
//
// A lesson opens in a tab of its own.

import {chooseOption} from './option_list.mjs';

/** [{title, text, address}]; none where the list cannot be read, and in a page that is one file. */
async function lessonsOf() {
  if (document.documentElement.dataset.edition === 'single-file') return [];
  try {
    const lessons = await (await fetch(new URL('lessons.json', import.meta.url))).json();
    const addressOf = (file) => new URL(`lessons/${file}`, import.meta.url).href;
    return lessons.map(({file, title, text}) => ({title, text, address: addressOf(file)}));
  } catch {
    return []; // without a network
  }
}

export async function showCommands({entries}, act) {
  const lessons = (await lessonsOf()).map((lesson) => ({...lesson, group: 'Lessons'}));
  chooseOption({
    id: 'commands',
    label: 'Commands',
    placeholder: 'Find a command, control, experiment or lesson',
    nothing: 'Nothing here has',
    options: [...entries, ...lessons].map((entry, i) => ({...entry, id: String(i)})),
    choose: ({action, number = 0, name = '', value = '', address}) => {
      if (address) window.open(address, '_blank', 'noopener');
      else act(action, number, name, value);
    },
  });
}
