// Rows of a table: sorted, gathered in groups, and as comma-separated values.
//
//   sortRows(rows, column, descending)           // column: {value(row), ...}
//   groupRows(rows, (row) => row.layer, columns) // [{label, rows, sums: {key: number}}]
//   csvOf(columns, rows)
//
// A column may have data(row) besides value(row): what is written and added up, where rows are sorted by another.
//
// What has no number comes last whichever way the rows are sorted; equal rows keep their order.

const isMissing = (value) => value === null || value === undefined || Number.isNaN(value);

export function sortRows(rows, {value}, descending) {
  const sign = descending ? -1 : 1;
  return rows
    .map((row, at) => ({row, at, by: value(row)}))
    .sort((a, b) => {
      const missing = isMissing(a.by) - isMissing(b.by);
      if (missing !== 0 || isMissing(a.by)) return missing || a.at - b.at;
      const order = typeof a.by === 'string' ? a.by.localeCompare(String(b.by), 'en', {numeric: true}) : a.by - b.by;
      return sign * order || a.at - b.at;
    })
    .map(({row}) => row);
}

/** Groups in the order of their first rows; columns with `sum` are added up. */
export function groupRows(rows, labelOf, columns) {
  const groups = new Map();
  for (const row of rows) {
    const label = labelOf(row);
    if (!groups.has(label)) groups.set(label, {label, rows: [], sums: {}});
    groups.get(label).rows.push(row);
  }
  for (const group of groups.values()) {
    for (const column of columns) {
      if (column.sum)
        group.sums[column.key] = group.rows.reduce((sum, row) => sum + ((column.data ?? column.value)(row) ?? 0), 0);
    }
  }
  return [...groups.values()];
}

// As src/core/csv.h: a text that a spreadsheet would compute begins with an apostrophe, numbers are what they are.
function csvField(value) {
  const text = String(value),
    computed = /^[=+\-@\t\r]/.test(text) && !Number.isFinite(Number(text));
  return computed || /[",\r\n]/.test(text) ? `"${computed ? "'" : ''}${text.replaceAll('"', '""')}"` : text;
}

export function csvOf(columns, rows) {
  const lines = rows.map((row) =>
    columns.map(({value, data = value}) => csvField(isMissing(data(row)) ? '' : data(row))).join(','),
  );
  return [columns.map(({label}) => csvField(label)).join(','), ...lines, ''].join('\n');
}
