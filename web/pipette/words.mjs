// Messages of the emulator in the words of JavaScript: stepsPerExecution for steps_per_execution, p.loops.repeat for
// loops::repeat. What the caller has named stands in quotes, or in a list of what there is, and stays as it is.

import {meant} from './errors.mjs';

const camel = (word) => word.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase());

// Values that JavaScript spells like Python: losses and metrics, and what has a number at its end, as layers do.
const IS_VALUE = /crossentropy$|_error$|accuracy$|_\d+$/;
const WORD = /(?<![\w/.:-])[a-z]+(?:_[a-z0-9]+)+(?![\w/:-])/g;

function inPlainText(text) {
  const list = text.search(/\bonly: /);
  const [before, names] = list < 0 ? [text, ''] : [text.slice(0, list), text.slice(list)];
  const said = before
    .replace(WORD, (word) => (IS_VALUE.test(word) ? word : camel(word)))
    .replaceAll('loops::repeat', 'p.loops.repeat')
    .replaceAll('=True', ': true')
    .replaceAll('=False', ': false');
  return said + names;
}

// What was given, as it was given, and the names that there are (src/bindings/options.cc).
const UNKNOWN_OPTION = /^(.* has no option )"(.*)"; it has (.*)$/;

/** `isField`: whether a word in quotes is a field of experiments. */
export function inJavaScript(message, isField) {
  const [, before, given, names] = UNKNOWN_OPTION.exec(message) ?? [];
  if (given !== undefined) {
    return `${inJavaScript(before, isField)}"${given}"; ${meant(given, names === 'none' ? [] : names.split(', '))}`;
  }
  const parts = message.split(/"((?:[^"\\]|\\.)*)"/);
  const isOption = (i) => /(did you mean|has no field|has no option) $/.test(parts[i - 1]);
  return parts
    .map((part, i) => {
      if (i % 2 === 0) return inPlainText(part);
      return `"${part.includes('_') && (isOption(i) || isField(part)) ? camel(part) : part}"`;
    })
    .join('');
}
