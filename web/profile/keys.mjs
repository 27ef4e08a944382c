// Keys that a profile brings may be anybody's text, "constructor" and "__proto__" among them.
//
//   entryOf(LABELS, kind)                        // the table's own entry, or the key itself
//   addTo(sums, kind, cycles);                   // sums = {}

/** What a table has for a key: never what all objects inherit. */
export const entryOf = (table, key, otherwise = key) => (Object.hasOwn(table, key) ? table[key] : otherwise);

/** Adds to a number of a plain object. "__proto__" stays out of the sums: an object takes no number for that. */
export function addTo(sums, key, amount) {
  sums[key] = entryOf(sums, key, 0) + amount;
}
