// Printed tables: names left-aligned, numbers right-aligned.
import colors from './colors.ts';

/** Lines of label and value. */
export function labeled(rows: readonly (readonly [label: string, value: string])[]): string {
  const width = Math.max(...rows.map(([label]) => label.length));
  return rows.map(([label, value]) => `${colors.dim(label.padEnd(width))}  ${value}`).join('\n');
}

/** Lines of a table: numbers right-aligned, words left-aligned. Empty columns are left out. */
export function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const columns = titles
    .map((title, k) => ({ title, cells: rows.map((row) => row[k].replaceAll(/\r?\n/g, '\\n')) }))
    .filter(({ cells }, k) => k === 0 || cells.some((cell) => cell !== ''))
    .map(({ title, cells }, k) => {
      const width = Math.max(title.length, ...cells.map((cell) => cell.length));
      const isText = k === 0 || cells.some((cell) => /^[^-+\d]/.test(cell));
      return [title, ...cells].map((cell) => (isText ? cell.padEnd(width) : cell.padStart(width)));
    });
  const lines = [...rows, null].map((_, k) =>
    columns
      .map((cells) => cells[k])
      .join('  ')
      .trimEnd(),
  );
  return [colors.dim(lines[0]), ...lines.slice(1)].join('\n');
}

/** A number with enough digits to distinguish answers, and its unit. */
export function quantity(value: number, unit: string): string {
  const text = Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(12)));
  return unit === '' ? text : `${text} ${unit}`;
}

export function vector(values: readonly number[]): string {
  return `[${values.map((value) => quantity(Math.abs(value) < 1e-15 ? 0 : value, '')).join(', ')}]`;
}

/** JSON text; NaN and infinities become strings. */
export function toJSON(value: unknown): string {
  const spell = (_key: string, each: unknown): unknown => {
    if (typeof each === 'number' && !Number.isFinite(each)) return String(each);
    return ArrayBuffer.isView(each) ? Array.from(each as unknown as ArrayLike<number>) : each;
  };
  return JSON.stringify(value, spell, 2);
}
