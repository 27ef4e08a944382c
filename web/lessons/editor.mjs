// An editor for a few lines of JavaScript: a text area, which brings undo, selection, input methods
// and what screen readers know, above a coloured copy of its text.
//
//   const editor = new Editor({code, label: 'Code of cell 1', onChange, onRun, onLeave});
//   parent.append(editor.element);
//
// Tab indents; after Escape it moves on (onLeave gets the focus elsewhere). All edits can be undone.

import {make} from '../make.mjs';
import {coloured} from './colours.mjs';

const INDENT = '  ';

export class Editor {
  #area;
  #copy = make('pre', {className: 'copy', 'aria-hidden': 'true'});
  #gutter = make('pre', {className: 'gutter', 'aria-hidden': 'true'});
  #mark = make('div', {className: 'mark', hidden: true});
  #onChange;

  constructor({code, label, describedBy, onChange, onRun, onLeave}) {
    this.#onChange = onChange;
    this.#area = make('textarea', {
      className: 'area',
      'aria-label': label,
      'aria-describedby': describedBy,
      spellcheck: false,
      autocapitalize: 'off',
      autocomplete: 'off',
      wrap: 'off',
      translate: false,
    });
    this.#area.setAttribute('autocorrect', 'off'); // as a property it takes no word
    this.#area.value = code;
    this.element = make('div', 'editor');
    const page = make('div', 'page');
    page.append(this.#mark, this.#copy, this.#area);
    const scroller = make('div', 'scroller');
    scroller.append(page);
    this.element.append(this.#gutter, scroller);
    this.#area.addEventListener('input', () => {
      this.#draw();
      this.#onChange();
    });
    this.#area.addEventListener('keydown', (event) => this.#key(event, onRun, onLeave));
    this.#draw();
  }

  get code() {
    return this.#area.value;
  }
  focus() {
    this.#area.focus();
  }

  /** Replaces all code; undo brings the other back. */
  replace(code) {
    if (code === this.code) return;
    this.#area.focus({preventScroll: true});
    this.#area.select();
    this.#insert(code);
  }

  /** Marks a line, from 1; 0: none. */
  markLine(line) {
    const exists = line >= 1 && line <= this.code.split('\n').length;
    this.#mark.hidden = !exists;
    if (exists) this.#mark.style.setProperty('--line', String(line - 1));
  }

  #draw() {
    this.#copy.replaceChildren(...coloured(this.code), '\n');
    const lines = this.code.split('\n').length;
    this.#gutter.textContent = Array.from({length: lines}, (_, i) => i + 1).join('\n');
    this.#mark.hidden = true;
  }

  // In place of the selection. execCommand is the one way that keeps the browser's undo.
  #insert(text) {
    this.#area.focus({preventScroll: true});
    const done = text === '' ? document.execCommand('delete') : document.execCommand('insertText', false, text);
    if (done) return;
    const {selectionStart, selectionEnd} = this.#area;
    this.#area.setRangeText(text, selectionStart, selectionEnd, 'end');
    this.#area.dispatchEvent(new Event('input'));
  }

  #key(event, onRun, onLeave) {
    const {key, shiftKey, ctrlKey, metaKey, altKey, isComposing} = event;
    if (isComposing) return;
    const take = () => event.preventDefault();
    if (key === 'Enter' && (ctrlKey || metaKey || shiftKey)) {
      take();
      onRun({goOn: shiftKey && !ctrlKey && !metaKey});
    } else if (ctrlKey || metaKey || altKey) {
      return;
    } else if (key === 'Escape') {
      take();
      onLeave();
    } else if (key === 'Tab') {
      take();
      this.#indent(shiftKey);
    } else if (key === 'Enter') {
      take();
      this.#newLine();
    } else if (key === '}' || key === ']' || key === ')') {
      this.#outdentFor(key, take);
    }
  }

  #selectedLines() {
    const {value, selectionStart, selectionEnd} = this.#area;
    const begin = value.lastIndexOf('\n', selectionStart - 1) + 1;
    const next = value.indexOf('\n', Math.max(selectionStart, selectionEnd - 1));
    return {begin, end: next < 0 ? value.length : next};
  }

  #indent(outwards) {
    const area = this.#area;
    const several = area.value.slice(area.selectionStart, area.selectionEnd).includes('\n');
    if (!outwards && !several) return this.#insert(INDENT);
    const {begin, end} = this.#selectedLines();
    const lines = area.value.slice(begin, end).split('\n');
    const changed = lines.map((line) => (outwards ? line.replace(/^ {1,2}/, '') : line && INDENT + line)).join('\n');
    if (changed === lines.join('\n')) return;
    const {selectionStart} = area;
    area.setSelectionRange(begin, end);
    this.#insert(changed);
    if (several) area.setSelectionRange(begin, begin + changed.length);
    else area.setSelectionRange(...Array(2).fill(Math.max(begin, selectionStart + changed.length - (end - begin))));
  }

  #newLine() {
    const {value, selectionStart, selectionEnd} = this.#area;
    const line = value.slice(value.lastIndexOf('\n', selectionStart - 1) + 1, selectionStart);
    const before = line.match(/^ */)[0];
    const opens = /[{[(]\s*$/.test(line);
    this.#insert(`\n${before}${opens ? INDENT : ''}`);
    if (opens && /^[}\])]/.test(value.slice(selectionEnd))) {
      const at = this.#area.selectionStart;
      this.#insert(`\n${before}`);
      this.#area.setSelectionRange(at, at);
    }
  }

  // A closing bracket that begins its line stands as far left as its opening one's line.
  #outdentFor(key, take) {
    const {value, selectionStart, selectionEnd} = this.#area;
    const begin = value.lastIndexOf('\n', selectionStart - 1) + 1;
    const before = value.slice(begin, selectionStart);
    if (selectionStart !== selectionEnd || before.length < 2 || before.trim() !== '') return;
    take();
    this.#area.setSelectionRange(selectionStart - 2, selectionStart);
    this.#insert(key);
  }
}
