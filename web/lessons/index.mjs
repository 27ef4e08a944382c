// The list of lessons: says of each how far the reader has come.

import {make} from '../make.mjs';
import {progressOf} from './progress.mjs';
import './theme.mjs';

for (const item of document.querySelectorAll('.lessons > li')) {
  const link = item.querySelector('a');
  const progress = progressOf(link.getAttribute('href').replace(/\.html$/, ''));
  if (!progress) continue;
  const {done, total} = progress;
  const bar = make('progress', {max: total, value: done});
  bar.setAttribute('aria-hidden', 'true');
  const said = make('p', 'progress', done === total ? 'Done' : `${done} of ${total} questions and goals done`);
  if (done === total) item.classList.add('done');
  else said.prepend(bar);
  item.append(said);
}
document.body.classList.add('ready');
import('../offline.mjs').then(
  ({keepForOffline}) => keepForOffline(),
  () => {},
);
