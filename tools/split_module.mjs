#!/usr/bin/env node
// Cuts a WebAssembly module in two: what a page needs at first, and what it loads later (web/pipette/deferred.mjs).
//
//   node tools/split_module.mjs pipette_app.wasm pipette_app.deferred.wasm '^pipette::code::' '^Eigen::' ...
//   node tools/split_module.mjs pipette_core.wasm pipette_core.deferred.wasm --used-by tools/first_use.mjs
//   node tools/split_module.mjs pipette_app.wasm pipette_app.deferred.wasm --whole
//
// By names: the module has to hold those of its functions (--profiling-funcs); both parts are written without
// them. A function is put off where its name, without arguments, matches one of the regular expressions,
// unless it makes, copies or ends a value, or is small: linkers keep one of several functions with the same
// code, so what is called after a room that comes later may be anyone's, and little is won by it.
// By use, which only works for the JavaScript API, as node can run it: what the script's use() calls is kept, and
// everything else put off.
// Binaryen's wasm-split does the cutting: a call of a function that was put off goes through the table,
// where an import of the module "placeholder" stands until the second part is there.
// Whole, the first part stays as it is and the second is empty: it saves half a minute where somebody tries a change.

import {execFileSync} from 'node:child_process';
import {cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join, resolve} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';

/** Reads a module from its beginning, section by section. */
class Reader {
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  number() {
    // unsigned LEB128, 32 bits
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.bytes[this.at++];
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  }

  text() {
    const size = this.number();
    this.at += size;
    return this.bytes.toString('utf8', this.at - size, this.at);
  }
}

const CUSTOM = 0;
const CODE = 10;
const FUNCTION_NAMES = 1; // a subsection of the custom section "name"
const HEADER_BYTES = 8;
const SMALL_BYTES = 64;

/** [{kind, from, body, end}] in order; `from` is where a section's header begins. */
function sectionsOf(bytes) {
  const sections = [];
  for (const reader = new Reader(bytes, HEADER_BYTES); reader.at < bytes.length;) {
    const from = reader.at;
    const kind = bytes[reader.at++];
    const size = reader.number();
    sections.push({kind, from, body: reader.at, end: reader.at + size});
    reader.at += size;
  }
  return sections;
}

/** Names of functions by index, imports first. */
function functionNames(bytes, sections) {
  for (const {kind, body, end} of sections) {
    const reader = new Reader(bytes, body);
    if (kind !== CUSTOM || reader.text() !== 'name') continue;
    while (reader.at < end) {
      const part = bytes[reader.at++];
      const size = reader.number();
      const next = reader.at + size;
      if (part === FUNCTION_NAMES) {
        return new Map(Array.from({length: reader.number()}, () => [reader.number(), reader.text()]));
      }
      reader.at = next;
    }
  }
  throw new Error('the module holds no names of functions: link it with --profiling-funcs');
}

/** Bytes of the functions of a module, without imports. */
function functionSizes(bytes, sections) {
  const reader = new Reader(bytes, sections.find(({kind}) => kind === CODE).body);
  return Array.from({length: reader.number()}, () => {
    const size = reader.number();
    reader.at += size;
    return size;
  });
}

const withoutCustoms = (bytes, sections) =>
  Buffer.concat([
    bytes.subarray(0, HEADER_BYTES),
    ...sections.filter(({kind}) => kind !== CUSTOM).map(({from, end}) => bytes.subarray(from, end)),
  ]);

const importedFunctions = (bytes) =>
  WebAssembly.Module.imports(new WebAssembly.Module(bytes)).filter(({kind}) => kind === 'function').length;

/** Arguments are cut off: a function is of the room that it stands in, not of those whose types it takes. */
const qualifiedName = (name) =>
  name
    .replaceAll('(anonymous namespace)', '_')
    .split('(')[0]
    .replace(/^[\w:]+\*? (?=std::)/, '');
const OF_VALUES = /((\w+)::~?\2|::operator=)$/; // made, copied and ended by whoever holds one

function putOff(file, patterns) {
  const bytes = readFileSync(file);
  const rules = patterns.map((pattern) => new RegExp(pattern));
  const sections = sectionsOf(bytes);
  const imported = importedFunctions(bytes),
    sizes = functionSizes(bytes, sections);
  const unused = new Set(rules);
  const chosen = [...functionNames(bytes, sections)].filter(([index, name]) => {
    if (index < imported) return false;
    const qualified = qualifiedName(name);
    if (OF_VALUES.test(qualified)) return false;
    const rule = rules.find((rule) => rule.test(qualified));
    unused.delete(rule);
    return rule !== undefined && sizes[index - imported] >= SMALL_BYTES;
  });
  if (unused.size > 0) throw new Error(`no function is called ${[...unused].join(', ')}`);
  // A function without a name is called by its number, without imports, in wasm-split.
  return chosen.map(([index]) => index - imported);
}

// What Emscripten makes modules with, and browsers that the page runs in read: of all that Binaryen knows, some read nothing yet.
const FEATURES = [
  'mutable-globals',
  'sign-ext',
  'nontrapping-float-to-int',
  'bulk-memory',
  'reference-types',
  'multivalue',
  'simd',
  'exception-handling',
];

const wasmSplit = (...args) =>
  execFileSync('wasm-split', [...FEATURES.map((feature) => `--enable-${feature}`), ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });

/** Which functions the script's use() calls, as wasm-split writes it down. */
async function profileOf(file, bare, script, folder) {
  const web = fileURLToPath(new URL('../web/', import.meta.url));
  for (const part of ['pipette.mjs', 'pipette']) cpSync(join(web, part), join(folder, part), {recursive: true});
  const glue = file
    .replace(/\.wasm$/, '.mjs')
    .split('/')
    .at(-1);
  cpSync(join(dirname(resolve(file)), glue), join(folder, glue));
  wasmSplit('--instrument', bare, '-o', join(folder, file.split('/').at(-1)));
  const {instantiate} = WebAssembly;
  let exports;
  WebAssembly.instantiate = async (...given) => {
    const instance = await instantiate(...given);
    ({exports} = instance);
    return instance;
  };
  const {use} = await import(pathToFileURL(resolve(script)));
  await use(await import(pathToFileURL(join(folder, 'pipette.mjs'))));
  const memory = Object.values(exports).find((value) => value instanceof WebAssembly.Memory);
  const size = exports.__write_profile(0, 0);
  const at = memory.buffer.byteLength;
  memory.grow(Math.ceil(size / 65536));
  exports.__write_profile(at, size);
  return new Uint8Array(memory.buffer, at, size);
}

const EMPTY_MODULE = Buffer.from('\0asm\x01\0\0\0', 'latin1');

async function split(file, deferredFile, how) {
  if (how[0] === '--whole') return writeFileSync(deferredFile, EMPTY_MODULE);
  const bytes = readFileSync(file);
  const folder = mkdtempSync(join(tmpdir(), 'pipette-split-'));
  try {
    const bare = join(folder, 'bare.wasm');
    const list = join(folder, 'list');
    writeFileSync(bare, withoutCustoms(bytes, sectionsOf(bytes)));
    const byUse = how[0] === '--used-by';
    writeFileSync(list, byUse ? await profileOf(file, bare, how[1], folder) : putOff(file, how).join('\n'));
    wasmSplit(
      bare,
      byUse ? `--profile=${list}` : `--split-funcs=@${list}`,
      '--export-prefix=%',
      '-o1',
      file,
      '-o2',
      deferredFile,
    );
  } finally {
    rmSync(folder, {recursive: true});
  }
  console.log(`${file}: ${bytes.length} bytes, ${readFileSync(deferredFile).length} put off`);
}

const [file, deferredFile, ...how] = process.argv.slice(2);
if (how.length === 0) {
  console.error(
    'usage: split_module.mjs MODULE DEFERRED PATTERN...\n       split_module.mjs MODULE DEFERRED --used-by SCRIPT\n' +
      '       split_module.mjs MODULE DEFERRED --whole',
  );
  process.exitCode = 2;
} else {
  await split(file, deferredFile, how);
}
