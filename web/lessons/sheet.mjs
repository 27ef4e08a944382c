// A lesson on paper: light colours, the list of words unfolded, and the teacher's note on a page of its own.
//
// Drawings follow the theme a frame later, so printSheet() waits for them; who prints by the browser's menu
// gets the same sheet, with drawings as they were.

const notes = () => [...document.querySelectorAll('details.teacher, details.words')];
let before = null; // {theme, folded}

function prepare() {
  if (before) return;
  const {dataset} = document.documentElement;
  before = {theme: dataset.theme, folded: notes().filter(({open}) => !open)};
  dataset.theme = 'light';
  for (const note of notes()) note.open = true;
}

function restore() {
  if (!before) return;
  document.documentElement.dataset.theme = before.theme;
  for (const note of before.folded) note.open = false;
  before = null;
}

addEventListener('beforeprint', prepare);
addEventListener('afterprint', restore);

const frame = () => new Promise(requestAnimationFrame);

export async function printSheet() {
  prepare();
  await frame();
  await frame();
  print();
  restore();
}
