// An editor for code with colours, line numbers, undo, search and brackets that close, on CodeMirror 6.
//
//   const editor = new CodeEditor({code, label: 'mnist.py', onChange, onRun, onLine});
//   parent.append(editor.element);
//   editor.markError(12);                          // the line of an error, from 1; 0: none
//   editor.markLines([3, 4]);                      // lines that belong to what is selected elsewhere
//   editor.showShares(new Map([[3, 0.8]]));        // beside line 3: the part of something that it takes, of 1
//
// Tab indents; Escape and then Tab moves the focus on, as CodeMirror has it. Control and Enter run. The colours are those of
// ../theme.css and of .code-editor in the page's style.

import {
  Compartment,
  Decoration,
  EditorState,
  EditorView,
  GutterMarker,
  HighlightStyle,
  StateEffect,
  StateField,
  bracketMatching,
  closeBrackets,
  closeBracketsKeymap,
  defaultKeymap,
  drawSelection,
  gutter,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSelectionMatches,
  history,
  historyKeymap,
  indentLess,
  indentMore,
  indentOnInput,
  indentUnit,
  insertTab,
  keymap,
  lineNumbers,
  python,
  search,
  searchKeymap,
  syntaxHighlighting,
  tags,
} from './codemirror.mjs';
import {make} from '../make.mjs';
import {formatPercent} from '../quantities.mjs';

const COLOURS = HighlightStyle.define([
  {tag: [tags.keyword, tags.operatorKeyword, tags.self], color: 'var(--keyword)'},
  {tag: [tags.string, tags.special(tags.string)], color: 'var(--string)'},
  {tag: [tags.number, tags.bool, tags.null], color: 'var(--number)'},
  {
    tag: [tags.function(tags.variableName), tags.function(tags.propertyName), tags.definition(tags.className)],
    color: 'var(--call)',
  },
  {tag: tags.comment, color: 'var(--comment)'},
  {tag: tags.meta, color: 'var(--call)'},
]);

const THEME = EditorView.theme({
  '&': {height: '100%', color: 'var(--text)', backgroundColor: 'var(--sunken)'},
  '&.cm-focused': {outline: '2px solid var(--ink)', outlineOffset: '-2px'},
  '.cm-scroller': {fontFamily: 'var(--mono)', fontSize: 'var(--code-size, 14px)', lineHeight: '1.5'},
  '.cm-content': {caretColor: 'var(--text)', padding: '10px 0'},
  '.cm-cursor': {borderLeftColor: 'var(--text)'},
  '.cm-gutters': {backgroundColor: 'var(--sunken)', color: 'var(--comment)', border: 'none'},
  '.cm-activeLine, .cm-activeLineGutter': {backgroundColor: 'color-mix(in srgb, var(--hover) 55%, transparent)'},
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--call) 30%, transparent)',
  },
  '.cm-line.cm-error-line': {backgroundColor: 'var(--bad-soft)'},
  '.cm-line.cm-chosen-line': {backgroundColor: 'color-mix(in srgb, var(--sync-line) 30%, transparent)'},
  '.cm-shares .cm-gutterElement': {padding: '0 2px 0 6px', width: '62px', cursor: 'pointer'},
  '.cm-share': {
    display: 'block',
    fontSize: '0.86em',
    lineHeight: '1.75', // that of the line beside it
    textAlign: 'right',
    whiteSpace: 'nowrap',
    borderRadius: '3px',
    padding: '0 4px',
    boxSizing: 'border-box',
    color: 'var(--text-dim)',
    background:
      'linear-gradient(to left, color-mix(in srgb, var(--ink) 26%, transparent) var(--share), transparent var(--share))',
  },
  '.cm-matchingBracket': {backgroundColor: 'var(--hover)', outline: '1px solid var(--line)'},
  '.cm-selectionMatch, .cm-searchMatch': {backgroundColor: 'color-mix(in srgb, var(--sync-line) 30%, transparent)'},
  '.cm-panels': {backgroundColor: 'var(--card)', color: 'var(--text)'},
  '.cm-panel.cm-search': {fontFamily: 'inherit', padding: '6px 10px'},
  '.cm-textfield, .cm-button': {
    font: 'inherit',
    fontSize: '14px',
    color: 'var(--text)',
    background: 'var(--card)',
    border: '1px solid var(--card-border)',
    borderRadius: '6px',
  },
});

const setLines = StateEffect.define(); // {kind, lines}
const markedLines = StateField.define({
  create: () => ({error: [], chosen: []}),
  update(marked, transaction) {
    let next = transaction.docChanged ? {...marked, error: []} : marked; // an edited program is another one
    for (const effect of transaction.effects)
      if (effect.is(setLines)) next = {...next, [effect.value.kind]: effect.value.lines};
    return next;
  },
  provide: (field) =>
    EditorView.decorations.from(field, (marked) => (view) => {
      const {doc} = view.state;
      const ranges = ['error', 'chosen'].flatMap((kind) =>
        marked[kind]
          .filter((line) => line >= 1 && line <= doc.lines)
          .map((line) => Decoration.line({class: `cm-${kind}-line`}).range(doc.line(line).from)),
      );
      return Decoration.set(ranges, true);
    }),
});

class Share extends GutterMarker {
  constructor(share) {
    super();
    this.share = share;
  }
  eq(other) {
    return other.share === this.share;
  }
  toDOM() {
    const element = make('span', 'cm-share');
    element.style.setProperty('--share', `${100 * this.share}%`);
    element.textContent = formatPercent(this.share);
    return element;
  }
}

const setShares = StateEffect.define(); // a Map of parts by line
const shares = StateField.define({
  create: () => new Map(),
  update(before, transaction) {
    const effect = transaction.effects.find((each) => each.is(setShares));
    if (effect) return effect.value;
    return transaction.docChanged ? new Map() : before; // an edited program is another one
  },
});

/** `onShare(line)`: of the line whose share has been clicked. */
const shareGutter = (onShare) =>
  gutter({
    lineMarker(view, block) {
      const share = view.state.field(shares).get(view.state.doc.lineAt(block.from).number);
      return share === undefined ? null : new Share(share);
    },
    lineMarkerChange: ({startState, state}) => startState.field(shares) !== state.field(shares),
    class: 'cm-shares',
    renderEmptyElements: false,
    domEventHandlers: {
      click(view, block) {
        const line = view.state.doc.lineAt(block.from).number;
        if (!view.state.field(shares).has(line)) return false;
        onShare(line);
        return true;
      },
    },
  });

/** At a line's indentation Tab moves the line or the selected lines; elsewhere it makes space. */
const indentWithTab = [
  {
    key: 'Tab',
    run: (view) => {
      const {main} = view.state.selection;
      const before = view.state.sliceDoc(view.state.doc.lineAt(main.head).from, main.head);
      return main.empty && before.trim() !== '' ? insertTab(view) : indentMore(view);
    },
    shift: indentLess,
  },
];

export class CodeEditor {
  #view;
  #language = new Compartment();
  #states = new Map(); // of files that are not shown, by name
  #extensions;
  element;

  constructor({code = '', label, parent, onChange = () => {}, onRun = () => {}, onLine = () => {}, onShare = () => {}}) {
    this.#extensions = [
      shares,
      shareGutter(onShare),
      lineNumbers(),
      history(),
      drawSelection(),
      indentUnit.of('    '),
      EditorState.tabSize.of(4),
      indentOnInput(),
      bracketMatching(),
      closeBrackets(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      highlightSelectionMatches(),
      search({top: true}),
      keymap.of([
        {key: 'Mod-Enter', preventDefault: true, run: () => (onRun(), true)},
        ...indentWithTab,
        ...closeBracketsKeymap,
        ...searchKeymap,
        ...historyKeymap,
        ...defaultKeymap,
      ]),
      this.#language.of(python()),
      syntaxHighlighting(COLOURS),
      THEME,
      markedLines,
      EditorView.contentAttributes.of({'aria-label': label, spellcheck: 'false', autocapitalize: 'off', translate: 'no'}),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) onChange();
        if (update.selectionSet && !update.docChanged) onLine(update.state.doc.lineAt(update.state.selection.main.head).number);
      }),
    ];
    this.#view = new EditorView({state: this.#stateOf(code), parent});
    this.element = this.#view.dom;
  }

  #stateOf(code) {
    return EditorState.create({doc: code, extensions: this.#extensions});
  }

  get code() {
    return this.#view.state.doc.toString();
  }
  focus() {
    this.#view.focus();
  }

  /** Replaces all code; undo brings the other back. */
  replace(code) {
    if (code === this.code) return;
    this.#view.dispatch({changes: {from: 0, to: this.#view.state.doc.length, insert: code}, selection: {anchor: 0}});
  }

  /** Shows another file; each keeps its own undo. `code`: where it is shown for the first time. */
  show(name, code, before) {
    if (before !== undefined) this.#states.set(before, this.#view.state);
    const state = this.#states.get(name);
    this.#view.setState(state !== undefined && state.doc.toString() === code ? state : this.#stateOf(code));
  }

  /** Forgets the undo of all files. */
  forget() {
    this.#states.clear();
  }

  markError(line) {
    this.#view.dispatch({effects: setLines.of({kind: 'error', lines: line > 0 ? [line] : []})});
    if (line > 0) this.#reveal(line);
  }

  /** `reveal`: scrolls to the first. */
  markLines(lines, {reveal = true} = {}) {
    this.#view.dispatch({effects: setLines.of({kind: 'chosen', lines})});
    if (reveal && lines.length > 0) this.#reveal(lines[0]);
  }

  showShares(byLine) {
    this.#view.dispatch({effects: setShares.of(byLine)});
  }

  #reveal(line) {
    const {doc} = this.#view.state;
    if (line > doc.lines) return;
    this.#view.dispatch({effects: EditorView.scrollIntoView(doc.line(line).from, {y: 'center'})});
  }
}
