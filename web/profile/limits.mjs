// What a profile may ask for before any of it is expanded: a few bytes of JSON can name a billion spans.
//
//   requireModest(json);         // throws a RangeError that says what is too large, and the most
//   requireShort(text.length);   // likewise, before a text is parsed
//
// The limits are far beyond what the emulator writes: 30,000 spans of a program, 1,472 tiles.

const MOST_CHARACTERS = 256 * 1024 * 1024,
  MOST_SPANS = 1_000_000,
  MOST_TILES = 65_536,
  MOST_IPUS = 4096;

function refuse(what, given, most) {
  throw new RangeError(`${what} is ${given}, and the most that is read is ${most.toLocaleString('en')}`);
}

function requireUpTo(most, what, given) {
  if (given !== undefined && !(given >= 0 && given <= most)) refuse(what, given, most);
}

/** Of a column as it is, or {repeated: [value, times, value, times, ...]}. */
function lengthOf(column) {
  if (!column?.repeated) return column?.length ?? 0;
  let count = 0;
  for (let i = 1; i < column.repeated.length; i += 2) {
    requireUpTo(MOST_SPANS, 'a number of repetitions', column.repeated[i]);
    count += column.repeated[i];
  }
  return count;
}

export function requireShort(characters) {
  requireUpTo(MOST_CHARACTERS, 'its length', characters);
}

export function requireModest({compilation, execution}) {
  for (const [name, column] of Object.entries(execution.spans ?? {})) {
    if (typeof column === 'object') requireUpTo(MOST_SPANS, `the number of spans ("${name}")`, lengthOf(column));
  }
  const {tilesPerIpu, ioTiles, numIpus, numReplicas, ipusPerReplica} = compilation.target ?? {};
  for (const [name, tiles] of Object.entries({tilesPerIpu, ioTiles})) requireUpTo(MOST_TILES, name, tiles);
  for (const [name, ipus] of Object.entries({numIpus, numReplicas, ipusPerReplica})) requireUpTo(MOST_IPUS, name, ipus);
  for (const {variables = []} of compilation.ipus ?? []) {
    for (const {name, tiles} of variables) requireUpTo(MOST_TILES, `the number of tiles of ${name}`, tiles);
  }
}
