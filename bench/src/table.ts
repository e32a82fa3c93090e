/** One column of a printed table. */
export interface Column {
  readonly title: string;
  /** Numbers read best at the right, names at the left. Default: right. */
  readonly align?: 'left' | 'right';
}

/** Lines of an aligned table: the titles, a rule, then the rows. */
export function formatTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const widths = columns.map(({ title }, k) => Math.max(title.length, ...rows.map((row) => (row[k] ?? '').length)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, k) => (columns[k].align === 'left' ? cell.padEnd(widths[k]) : cell.padStart(widths[k])))
      .join('  ')
      .trimEnd();
  const rule = widths.map((width) => '─'.repeat(width)).join('  ');
  return [line(columns.map(({ title }) => title)), rule, ...rows.map(line)].join('\n');
}

/** A short decimal with three significant digits, for tables. */
export function short(value: number): string {
  if (value === 0) return '0';
  const size = Math.abs(value);
  return size >= 1e-3 && size < 1e6 ? Number(value.toPrecision(3)).toString() : value.toExponential(1);
}
