// The Compare button: takes another profile from a file, profile.json or report.html, or leaves it.
//
//   header.append(compareAction({comparing: false, compare: (value) => ...}));    // value: JSON, or null

import {make} from '../make.mjs';
import {button} from './dom.mjs';
import {readReport} from './report.mjs';

export function compareAction({comparing, compare}) {
  if (comparing) return button('Stop comparing', () => compare(null));
  const input = make('input', {type: 'file', accept: '.json,.html', hidden: true, 'aria-label': 'A profile to compare with'});
  const alert = make('span', {role: 'alert', className: 'p-worse'});
  input.addEventListener('change', async () => {
    const [file] = input.files;
    if (!file) return;
    try {
      compare(readReport(await file.text()));
    } catch (error) {
      alert.textContent = `${file.name} holds no profile`;
      alert.title = error.message;
    }
    input.value = '';
  });
  return make(
    'span',
    'p-compare',
    button('Compare\u2026', () => input.click(), {title: 'With a profile.json or report.html'}),
    input,
    alert,
  );
}
