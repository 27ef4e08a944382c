// What the page has of CodeMirror 6, from npm. The build makes one module of this and of what it names (cmake/PipettePage.cmake):
// unbuilt it is of no use to a browser.

export {closeBrackets, closeBracketsKeymap} from '@codemirror/autocomplete';
export {defaultKeymap, history, historyKeymap, indentLess, insertTab, indentMore} from '@codemirror/commands';
export {python} from '@codemirror/lang-python';
export {HighlightStyle, bracketMatching, indentOnInput, indentUnit, syntaxHighlighting} from '@codemirror/language';
export {highlightSelectionMatches, search, searchKeymap} from '@codemirror/search';
export {Compartment, EditorState, StateEffect, StateField} from '@codemirror/state';
export {
  Decoration,
  EditorView,
  GutterMarker,
  drawSelection,
  gutter,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
export {tags} from '@lezer/highlight';
