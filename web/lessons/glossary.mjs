// Words of the field by what they are called.
//
//   entryOf('Mini-batches')?.text        // 'What one forward and backward pass ...'

import {GLOSSARY} from './glossary_table.mjs';

const entries = new Map(GLOSSARY.flatMap((entry) => entry.words.map((word) => [word.toLowerCase(), entry])));

/** {words, text} of a word, in either case and with an s or es of the plural; undefined where the glossary has none. */
export function entryOf(text) {
  const word = text.trim().replace(/\s+/g, ' ').toLowerCase();
  return [word, word.replace(/s$/, ''), word.replace(/es$/, '')].map((each) => entries.get(each)).find(Boolean);
}
