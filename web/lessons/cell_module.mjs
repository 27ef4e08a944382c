// A cell's code as a module of its own.
//
//   const {text, names} = await cellModule('const n = 3;\nn * n', async (path) => addressOfModule(path));
//   // text: the same lines, and at the end exports: n as $n, and setters and the value of a cell
//
// Lines stay where they are, so that an error of the browser names the right one. Names declared at
// the top level are exported, alive: a later cell reads them as they are then. What was declared by
// `let`, `var`, `function` or `class` can be assigned from other cells, what is `const` cannot.
// The value of a last expression is awaited and exported as well: share() gives it.

import {parse} from './vendor/acorn.mjs';

/** Code that is no JavaScript: where, as the browser would say it. */
export class CellSyntaxError extends SyntaxError {
  constructor(message, line) {
    super(message);
    this.name = 'SyntaxError';
    this.line = line;
  }
}

function parsed(code) {
  try {
    return parse(code, {ecmaVersion: 'latest', sourceType: 'module'});
  } catch (error) {
    if (!error.loc) throw error;
    throw new CellSyntaxError(error.message.replace(/ \(\d+:\d+\)$/, ''), error.loc.line);
  }
}

/** The names that a pattern binds: x, {x, y: z = 1, ...rest}, [x, , y]. */
function* boundBy(pattern) {
  if (pattern === null) return;
  switch (pattern.type) {
    case 'Identifier':
      yield pattern.name;
      break;
    case 'ObjectPattern':
      for (const each of pattern.properties) yield* boundBy(each.value ?? each);
      break;
    case 'ArrayPattern':
      for (const each of pattern.elements) yield* boundBy(each);
      break;
    case 'AssignmentPattern':
      yield* boundBy(pattern.left);
      break;
    case 'RestElement':
      yield* boundBy(pattern.argument);
      break;
  }
}

/** [{name, fixed}] of one statement at the top level. */
function declaredBy(statement) {
  const node = (statement.type === 'ExportNamedDeclaration' && statement.declaration) || statement;
  switch (node.type) {
    case 'ImportDeclaration':
      return node.specifiers.map(({local}) => ({name: local.name, fixed: true}));
    case 'VariableDeclaration':
      return node.declarations
        .flatMap(({id}) => [...boundBy(id)])
        .map((name) => ({name, fixed: !['let', 'var'].includes(node.kind)}));
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
      return [{name: node.id.name, fixed: false}];
    default:
      return [];
  }
}

// Exports that no name of a cell can meet: those are exported with a $ in front.
const VALUE = '_pipetteCellValue',
  SETTERS = '_pipetteCellSetters';

const isRelative = (specifier) => /^\.{0,2}\//.test(specifier);

/** `addressOf('./pipette.mjs')` gives what a relative import stands for, or a promise of it. Throws CellSyntaxError. */
export async function cellModule(code, addressOf) {
  const {body} = parsed(code);
  const edits = []; // [from, to, text], in order
  const declared = new Map();
  for (const statement of body) {
    for (const each of declaredBy(statement)) declared.set(each.name, each);
    if (statement.source && isRelative(statement.source.value)) {
      const {start, end, value} = statement.source;
      edits.push([start, end, JSON.stringify(await addressOf(value))]);
    }
  }
  const last = body.at(-1);
  if (last?.type === 'ExpressionStatement') {
    const {start, end} = last.expression;
    edits.push([last.start, start, `export const ${VALUE} = await (`], [end, last.end, '\n);']);
    if (start > last.start) edits.at(-2)[2] += code.slice(last.start, start); // an opening bracket
    edits.at(-1)[2] = code.slice(end, last.end).replace(/;$/, '') + edits.at(-1)[2];
  }
  let text = code;
  for (const [from, to, put] of edits.reverse()) text = text.slice(0, from) + put + text.slice(to);
  const all = [...declared.values()];
  const setters = all.filter(({fixed}) => !fixed).map(({name}) => `${name}: (v) => { ${name} = v; }`);
  text +=
    `\nexport {${all.map(({name}) => `${name} as $${name}`).join(', ')}};` +
    `\nexport const ${SETTERS} = {${setters.join(', ')}};`;
  return {text, names: all.map(({name}) => name)};
}

/** Makes what a cell has declared visible to the cells after it; gives the cell's value. */
export function share(module, names) {
  for (const name of names) {
    const setters = module[SETTERS];
    const set = Object.hasOwn(setters, name) ? setters[name] : undefined;
    Object.defineProperty(globalThis, name, {get: () => module[`$${name}`], set, configurable: true, enumerable: true});
  }
  return module[VALUE];
}
