// The lessons in the page that is one file (tools/single_file.mjs), where their own pages are not: what each is about, and the
// places of this page to which it leads.
//
//   await showLessons(window.pipette_app.act);

import {addressOf} from './links.mjs';
import {make} from './make.mjs';
import {makeNone, makeSection, openSearch} from './search_dialog.mjs';

const ELSEWHERE =
  'The lessons themselves, with their questions and code, are pages of their own and not in this file: tools/play of the ' +
  'repository serves them, and so does every site with Pipette. Here are the places of this page to which they lead.';

function lessonEntry({title, text, places}, number, go) {
  const box = make('div');
  const what = make('dd', '', text);
  const buttons = places.map((place) => {
    const button = make('button', {type: 'button'}, place.text);
    button.addEventListener('click', () => go(place.link));
    return button;
  });
  const line = make('div');
  line.append(...buttons);
  what.append(line);
  box.append(make('dt', '', `${number}. ${title}`), what);
  return {box, text: [title, text, ...places.map((place) => place.text)].join(' ')};
}

export async function showLessons(act) {
  const lessons = await (await fetch(new URL('lessons.json', import.meta.url))).json();
  const none = makeNone();
  const filter = () => {
    none.show(section.filter(search.value) > 0 ? '' : `No lesson has “${search.value.trim()}”.`);
  };
  const {search, body, leave} = await openSearch({
    id: 'lessons',
    label: 'Lessons',
    placeholder: 'Search the lessons',
    onSearch: filter,
  });
  const go = (link) => {
    leave();
    act('open-link', 0, '', addressOf(link));
  };
  const section = makeSection(
    'Lessons',
    'lessons',
    lessons.map((lesson, i) => lessonEntry(lesson, i + 1, go)),
  );
  body.append(make('p', '', ELSEWHERE), section.section, none.element);
  search.focus({preventScroll: true});
}
