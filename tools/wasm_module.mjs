// A WebAssembly module as far as the order of its functions is concerned.
//
//   const module = parseModule(bytes);
//   module.bodies[i]                      // code of the i-th function that is not imported
//   const same = reorder(module, order);  // bytes of a module that does the same; order[i] says
//                                         // which function comes i-th
//
// Calls, tables, exports and the start function are renumbered; sections of names are left out, since
// they number functions too. Throws an Error that names what it does not know: instructions after
// SIMD128, sign extension, bulk memory and the first form of exceptions, element segments with
// expressions or of their own, functions in the values of globals.

const SECTION = {import: 2, function: 3, global: 6, export: 7, start: 8, element: 9, code: 10};
const FUNCTION_KIND = 0;
const REF_FUNC = 0xd2;

class Reader {
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }
  byte() { return this.bytes[this.at++]; }
  number() {  // LEB128, unsigned, up to 32 bits
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      if (byte === undefined) throw new Error('the module ends too early');
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  }
  skip(bytes) { this.at += bytes; }
  skipNumbers(count) {  // signed ones and those of 64 bits too
    for (; count > 0; count--) while (this.byte() >= 128);
  }
  take(length) {
    const start = this.at;
    this.at += length;
    if (this.at > this.bytes.length) throw new Error('the module ends too early');
    return this.bytes.subarray(start, this.at);
  }
}

function encoded(value) {
  const bytes = [];
  for (; value > 127; value = Math.floor(value / 128)) bytes.push(value % 128 + 128);
  return Buffer.from([...bytes, value]);
}

const withSize = (content) => Buffer.concat([encoded(content.length), content]);
const vector = (items) => Buffer.concat([encoded(items.length), ...items]);

function skipLimits(reader) { reader.skipNumbers(reader.byte() & 1 ? 2 : 1); }

function importedFunctions(content) {
  const reader = new Reader(content);
  let functions = 0;
  for (let left = reader.number(); left > 0; left--) {
    reader.skip(reader.number());
    reader.skip(reader.number());
    switch (reader.byte()) {
      case FUNCTION_KIND: reader.number(); functions++; break;
      case 1: reader.byte(); skipLimits(reader); break;  // table
      case 2: skipLimits(reader); break;                 // memory
      case 3: reader.skip(2); break;                     // global
      case 4: reader.byte(); reader.number(); break;     // tag
      default: throw new Error('an import of an unknown kind');
    }
  }
  return functions;
}

function skipSimd(reader) {
  const code = reader.number();
  if (code <= 11 || code === 92 || code === 93) reader.skipNumbers(2);  // memory
  else if (code === 12 || code === 13) reader.skip(16);                 // v128.const, i8x16.shuffle
  else if (code >= 21 && code <= 34) reader.skip(1);                    // one lane
  else if (code >= 84 && code <= 91) { reader.skipNumbers(2); reader.skip(1); }
  else if (code > 255) throw new Error(`instruction 0xfd ${code} is not known`);
}

function skipMisc(reader) {
  const code = reader.number();
  if (code >= 8 && code <= 17) reader.skipNumbers([2, 1, 2, 1, 2, 1, 2, 1, 1, 1][code - 8]);
  else if (code > 17) throw new Error(`instruction 0xfc ${code} is not known`);
}

const within = (from, to) => (code) => code >= from && code <= to;
const IMMEDIATES = [  // how to skip what follows an instruction
  [(code) => [0x02, 0x03, 0x04, 0x06].includes(code), (r) => r.skipNumbers(1)],  // blocks
  [(code) => [0x07, 0x08, 0x09, 0x0c, 0x0d, 0x18].includes(code), (r) => r.skipNumbers(1)],
  [(code) => [0x00, 0x01, 0x05, 0x0b, 0x0f, 0x19, 0x1a, 0x1b, 0xd1].includes(code), () => {}],
  [within(0x0e, 0x0e), (r) => r.skipNumbers(r.number() + 1)],  // br_table
  [within(0x11, 0x11), (r) => r.skipNumbers(2)],               // call_indirect
  [within(0x1c, 0x1c), (r) => r.skip(r.number())],             // select with types
  [within(0x20, 0x26), (r) => r.skipNumbers(1)],               // locals, globals, tables
  [within(0x28, 0x3e), (r) => r.skipNumbers(2)],               // memory
  [within(0x3f, 0x42), (r) => r.skipNumbers(1)],               // memory.size, .grow, constants
  [within(0x43, 0x43), (r) => r.skip(4)],
  [within(0x44, 0x44), (r) => r.skip(8)],
  [within(0x45, 0xc4), () => {}],
  [within(0xd0, 0xd0), (r) => r.skip(1)],
  [within(0xfc, 0xfc), skipMisc],
  [within(0xfd, 0xfd), skipSimd],
];
const SKIP = Array.from({length: 256}, (_, code) => IMMEDIATES.find(([is]) => is(code))?.[1]);

/** The body with the functions that it calls renumbered. */
function renumberedBody(body, renumber) {
  const reader = new Reader(body);
  const pieces = [];
  let copied = 0;
  for (let groups = reader.number(); groups > 0; groups--) {
    reader.number();
    reader.byte();
  }
  while (reader.at < body.length) {
    const code = reader.byte();
    if (code === 0x10 || code === REF_FUNC) {
      pieces.push(body.subarray(copied, reader.at), encoded(renumber(reader.number())));
      copied = reader.at;
    } else if (SKIP[code]) {
      SKIP[code](reader);
    } else {
      throw new Error(`instruction 0x${code.toString(16)} is not known`);
    }
  }
  if (reader.at !== body.length) throw new Error('a function ends within an instruction');
  return Buffer.concat([...pieces, body.subarray(copied)]);
}

function renumberedExports(content, renumber) {
  const reader = new Reader(content);
  return vector(Array.from({length: reader.number()}, () => {
    const start = reader.at;
    reader.skip(reader.number());
    const kind = reader.byte();
    const name = content.subarray(start, reader.at);
    const index = reader.number();
    return Buffer.concat([name, encoded(kind === FUNCTION_KIND ? renumber(index) : index)]);
  }));
}

function renumberedElements(content, renumber) {
  const reader = new Reader(content);
  return vector(Array.from({length: reader.number()}, () => {
    const start = reader.at;
    if (reader.number() !== 0) throw new Error('an element segment of an unknown kind');
    if (reader.byte() !== 0x41) throw new Error('a table offset that is not constant');
    reader.skipNumbers(1);
    if (reader.byte() !== 0x0b) throw new Error('a table offset that is not constant');
    const offset = content.subarray(start, reader.at);
    const functions = Array.from({length: reader.number()}, () => encoded(renumber(reader.number())));
    return Buffer.concat([offset, vector(functions)]);
  }));
}

/** @returns {{sections: {id: number, content: Uint8Array}[], imports: number, types: number[],
 *             bodies: Uint8Array[]}} */
export function parseModule(bytes) {
  const reader = new Reader(bytes, 8);
  const module = {sections: [], imports: 0, types: [], bodies: []};
  while (reader.at < bytes.length) {
    const id = reader.byte();
    const content = reader.take(reader.number());
    const inside = new Reader(content);
    if (id === SECTION.import) module.imports = importedFunctions(content);
    if (id === SECTION.function) module.types = Array.from({length: inside.number()}, () => inside.number());
    if (id === SECTION.code) {
      module.bodies = Array.from({length: inside.number()}, () => inside.take(inside.number()));
    }
    const isNames = id === 0 && Buffer.from(inside.take(inside.number())).toString() === 'name';
    if (!isNames) module.sections.push({id, content});
  }
  return module;
}

export function reorder({sections, imports, types, bodies}, order) {
  const places = new Map(order.map((old, now) => [old, now]));
  if (order.length !== bodies.length || places.size !== bodies.length) {
    throw new Error(`an order of ${bodies.length} functions names each once`);
  }
  const renumber = (index) => index < imports ? index : imports + places.get(index - imports);
  const rewrite = {
    [SECTION.function]: () => vector(order.map((old) => encoded(types[old]))),
    [SECTION.global]: (content) => {
      if (content.includes(REF_FUNC)) throw new Error('a global that may hold a function');
      return content;
    },
    [SECTION.export]: (content) => renumberedExports(content, renumber),
    [SECTION.start]: (content) => encoded(renumber(new Reader(content).number())),
    [SECTION.element]: (content) => renumberedElements(content, renumber),
    [SECTION.code]: () => vector(order.map((old) => withSize(renumberedBody(bodies[old], renumber)))),
  };
  return Buffer.concat([Buffer.from('\0asm\x01\0\0\0', 'latin1'), ...sections.map(
      ({id, content}) => Buffer.concat([encoded(id), withSize(rewrite[id]?.(content) ?? content)]))]);
}
