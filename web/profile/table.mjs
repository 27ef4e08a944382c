// A table that sorts by any column, searches, opens groups, and has one row that the keys go to.
//
//   const table = new DataTable('Operations', columns, {sort: 'cycles', keyOf: (row) => row.index});
//   table.setRows(rows, (row) => row.layer);     // or without groups
//   table.addEventListener('choose', ({detail}) => ...);   // a row
//   table.mark(new Set([3, 5]));                 // by key
//   table.filter((row) => row.name.includes('dense'));
//
// A column is {key, label, value(row), text?(row), cell?(row), title?, sum?, left?, spare?}; a spare one goes where
// there is little room. Arrows, Home and End move
// from row to row, Enter and Space choose.

import {csvOf, groupRows, sortRows} from './sorting.mjs';
import {make} from '../make.mjs';

const cellClass = ({left, spare}) => [left && 'p-left', spare && 'p-spare'].filter(Boolean).join(' ') || null;
const DATA_KEYS = {ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10};

export class DataTable extends EventTarget {
  #columns;
  #keyOf;
  #rows = [];
  #labelOf = null;
  #closed = new Set();
  #keep = () => true;
  #marked = new Set();
  #sort;
  #descending = true;
  #body = make('tbody');
  #heads;

  constructor(label, columns, {sort, keyOf, descending = true}) {
    super();
    this.#columns = columns;
    this.#keyOf = keyOf;
    this.#sort = columns.find(({key}) => key === sort) ?? columns[0];
    this.#descending = descending;
    this.#heads = columns.map((column) =>
      make(
        'th',
        {scope: 'col', className: cellClass(column), title: column.title},
        make('button', {type: 'button', onclick: () => this.#sortBy(column)}, column.label),
      ),
    );
    this.element = make(
      'div',
      'p-scroll',
      make('table', {className: 'p-table', 'aria-label': label}, make('thead', '', make('tr', '', this.#heads)), this.#body),
    );
    this.#body.addEventListener('click', (event) => this.#clicked(event));
    this.#body.addEventListener('keydown', (event) => this.#keyed(event));
  }

  setRows(rows, labelOf = null) {
    this.#rows = rows;
    this.#labelOf = labelOf;
    this.#draw();
  }

  filter(keep) {
    this.#keep = keep;
    this.#draw();
  }

  /** Rows that stand out; the first of them comes into view. */
  mark(keys, reveal = true) {
    this.#marked = keys;
    const marked = [];
    for (const line of this.#body.rows) {
      const is = line.row !== undefined && keys.has(this.#keyOf(line.row));
      line.toggleAttribute('data-marked', is);
      line.setAttribute('aria-current', String(is));
      if (is) marked.push(line);
    }
    if (reveal && marked.length > 0) this.#reveal(marked[0]);
  }

  get shown() {
    return sortRows(
      this.#rows.filter((row) => this.#keep(row)),
      this.#sort,
      this.#descending,
    );
  }

  csv() {
    return csvOf(this.#columns, this.shown);
  }

  #reveal(line) {
    const box = this.element,
      top = line.offsetTop - 60,
      bottom = line.offsetTop + line.offsetHeight;
    if (top < box.scrollTop || bottom > box.scrollTop + box.clientHeight) box.scrollTop = Math.max(0, top);
  }

  #sortBy(column) {
    this.#descending = this.#sort === column ? !this.#descending : !column.left;
    this.#sort = column;
    this.#draw();
  }

  #draw() {
    this.#heads.forEach((head, i) =>
      head.setAttribute('aria-sort', this.#columns[i] !== this.#sort ? 'none' : this.#descending ? 'descending' : 'ascending'),
    );
    const rows = this.shown,
      lines = [];
    if (this.#labelOf) {
      const value = (group) =>
        this.#sort.sum ? group.sums[this.#sort.key] : this.#sort.left ? group.label : this.#sort.value(group.rows[0]);
      for (const group of sortRows(groupRows(rows, this.#labelOf, this.#columns), {value}, this.#descending)) {
        lines.push(this.#groupLine(group));
        if (!this.#closed.has(group.label)) lines.push(...group.rows.map((row) => this.#line(row, true)));
      }
    } else lines.push(...rows.map((row) => this.#line(row, false)));
    if (lines.length === 0)
      lines.push(make('tr', '', make('td', {colspan: this.#columns.length, className: 'p-left p-dim'}, 'Nothing here')));
    this.#body.replaceChildren(...lines);
    this.mark(this.#marked, false);
    const first = this.#body.rows[0];
    if (first) first.tabIndex = 0;
  }

  #line(row, inside) {
    const line = make(
      'tr',
      {tabindex: -1, className: inside ? 'p-inside' : null},
      this.#columns.map((column) =>
        make(
          'td',
          {className: cellClass(column)},
          column.cell ? column.cell(row) : column.text ? column.text(row) : String(column.value(row)),
        ),
      ),
    );
    line.row = row;
    return line;
  }

  #groupLine(group) {
    const open = !this.#closed.has(group.label);
    const line = make(
      'tr',
      {className: 'p-groupline', tabindex: -1, 'aria-expanded': String(open)},
      this.#columns.map((column, i) => {
        if (i === 0)
          return make(
            'th',
            {scope: 'row', className: 'p-left'},
            `${open ? '\u25be' : '\u25b8'} ${group.label || 'none'}`,
            make('small', '', ` ${group.rows.length}`),
          );
        const sum = group.sums[column.key];
        return make(
          'td',
          {className: cellClass(column)},
          sum === undefined ? '' : column.sumText ? column.sumText(sum) : String(sum),
        );
      }),
    );
    line.group = group.label;
    return line;
  }

  #act(line) {
    if (line.group !== undefined) {
      const at = line.rowIndex - 1;
      if (!this.#closed.delete(line.group)) this.#closed.add(line.group);
      this.#draw();
      this.#focus(at);
    } else if (line.row !== undefined) this.dispatchEvent(new CustomEvent('choose', {detail: line.row}));
  }

  #clicked({target}) {
    const line = target.closest('tr');
    if (line) this.#act(line);
  }

  #focus(at) {
    const line = this.#body.rows[Math.max(0, Math.min(this.#body.rows.length - 1, at))];
    for (const other of this.#body.querySelectorAll('[tabindex="0"]')) other.tabIndex = -1;
    line.tabIndex = 0;
    line.focus({preventScroll: true});
    this.#reveal(line);
  }

  #keyed(event) {
    const line = event.target.closest('tr'),
      at = line.rowIndex - 1;
    if (event.key in DATA_KEYS) this.#focus(at + DATA_KEYS[event.key]);
    else if (event.key === 'Home') this.#focus(0);
    else if (event.key === 'End') this.#focus(this.#body.rows.length - 1);
    else if (event.key === 'Enter' || event.key === ' ') this.#act(line);
    else return;
    event.preventDefault();
  }
}
