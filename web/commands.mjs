// The command palette over the page: what can be done, every control, scene, experiment and lesson, by name.
//
//   showCommands(json, window.pipette_app.act);      // `json` is what palette_json() of src/page/commands.h writes
//
// A lesson opens in a tab of its own. Lessons are read from the list of lessons, which a page that is one file has not.

import {chooseOption} from './option_list.mjs';

const LESSONS = new URL('lessons/index.html', import.meta.url);

/** [{title, text, address}] of the list of lessons; none where it cannot be read. */
async function lessonsOf() {
  try {
    const answer = await fetch(LESSONS);
    if (!answer.ok) return [];
    const list = new DOMParser().parseFromString(await answer.text(), 'text/html');
    return [...list.querySelectorAll('main li > a')].map((link) => ({
      title: link.textContent,
      text: link.parentElement.querySelector('p')?.textContent ?? '',
      address: new URL(link.getAttribute('href'), LESSONS).href,
    }));
  } catch {
    return []; // without a network, or from a file
  }
}

export async function showCommands({entries}, act) {
  const lessons = (await lessonsOf()).map(({title, text, address}) => ({group: 'Lessons', title, text, address}));
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
