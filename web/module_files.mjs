// A module with all that it needs, as texts that name each other: so they can be made into blobs, where a path means
// nothing. tools/single_file.mjs packs the page that way, lessons/cell_worker.mjs what runs cells.
//
//   const files = await moduleFiles(read, 'main.mjs');        // read(path) gives text or bytes, or a promise of them
//   for (const [path, content] of files) ...                  // each comes after what it needs
//
// Where a module named another file, "{{path}}" stands for the address of that file's blob, and "{{/}}" for that of the
// site. What is imported, and what `new URL('file', import.meta.url)` finds, are taken along. Modules that need each other in
// a circle are refused.

const SPECIFIER = /(\bfrom\s*|\bimport\s*\(?\s*)(['"])(\.{1,2}\/[^'"]+)\2/g;
const OWN_FILE = /new URL\((['"])([^'"]+)\1,\s*import\.meta\.url\)/g;
const COMMENT = /^\s*(\/\/|\/?\*)/; // examples name files, too

const isModule = (path) => /\.m?js$/.test(path);

/** "a/b/../c.mjs" is "a/c.mjs". */
export const joinPath = (from, name) => new URL(name, `https://site.invalid/${from}`).pathname.slice(1);

/** The paths of what a module imports. */
function* namedIn(text, own) {
  for (const line of text.split('\n')) {
    if (COMMENT.test(line)) continue;
    for (const [, , , name] of line.matchAll(SPECIFIER)) yield joinPath(own, name);
  }
}

/** `read`, once for each path; what a module imports is asked for as soon as the module is there. */
function readingAhead(read) {
  const begun = new Map();
  const get = (path) => {
    if (!begun.has(path)) {
      const content = (async () => read(path))();
      begun.set(path, content);
      content.then(
        (found) => isModule(path) && [...namedIn(textOf(found), path)].forEach(get),
        () => {}, // who needs it is told
      );
    }
    return begun.get(path);
  };
  return get;
}

async function hasFile(read, path) {
  if (path === '' || path.endsWith('/') || path === 'service_worker.js') return false;
  try {
    await read(path);
    return true;
  } catch {
    return false;
  }
}

export const textOf = (content) => (typeof content === 'string' ? content : new TextDecoder().decode(content));

/** Every file that the module at `path` leads to, each after those that it needs: a Map of path to text or bytes. */
export async function moduleFiles(readFile, path) {
  const read = readingAhead(readFile);
  const done = new Map(),
    begun = new Set();

  async function linked(text, own) {
    const lines = [];
    for (const line of text.split('\n')) {
      let made = line;
      if (!COMMENT.test(line)) {
        for (const [whole, before, , name] of line.matchAll(SPECIFIER)) {
          await take(joinPath(own, name));
          made = made.replace(whole, () => `${before}'{{${joinPath(own, name)}}}'`);
        }
        for (const [whole, , name] of line.matchAll(OWN_FILE)) {
          if (!(await hasFile(read, joinPath(own, name)))) continue;
          await take(joinPath(own, name));
          made = made.replace(whole, () => `new URL('{{${joinPath(own, name)}}}')`);
        }
        made = made.replaceAll('import.meta.url', `'{{/}}${own}'`);
      }
      lines.push(made);
    }
    return lines.join('\n');
  }

  async function take(own) {
    if (done.has(own)) return;
    if (begun.has(own)) throw new Error(`${own} needs itself, through others: such modules cannot be made into blobs`);
    begun.add(own);
    const content = await read(own);
    done.set(own, isModule(own) ? await linked(textOf(content), own) : content);
  }

  await take(path);
  return done;
}
