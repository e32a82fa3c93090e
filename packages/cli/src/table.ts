// Tables for people: names at the left, numbers at the right, colours only where they are seen.
import colors from './colors.ts';

/** Lines of label and value. */
export function labelled(rows: readonly (readonly [label: string, value: string])[]): string {
  const width = Math.max(...rows.map(([label]) => label.length));
  return rows.map(([label, value]) => `${colors.dim(label.padEnd(width))}  ${value}`).join('\n');
}

/** Lines of an aligned table; the first column is a name, all others end at the right. */
export function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = titles.map((title, k) => Math.max(title.length, ...rows.map((row) => row[k].length)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, k) => (k === 0 ? cell.padEnd(widths[k]) : cell.padStart(widths[k])))
      .join('  ')
      .trimEnd();
  return [colors.dim(line(titles)), ...rows.map(line)].join('\n');
}

/** A number with enough digits to tell answers apart, and its unit. */
export function quantity(value: number, unit: string): string {
  const text = Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(12)));
  return unit === '' ? text : `${text} ${unit}`;
}

export function vector(values: readonly number[]): string {
  return `[${values.map((value) => quantity(Math.abs(value) < 1e-15 ? 0 : value, '')).join(', ')}]`;
}

/** JSON for machines: numbers that it does not know become words. */
export function toJSON(value: unknown): string {
  const spell = (_key: string, each: unknown): unknown => {
    if (typeof each === 'number' && !Number.isFinite(each)) return String(each);
    return ArrayBuffer.isView(each) ? Array.from(each as unknown as ArrayLike<number>) : each;
  };
  return JSON.stringify(value, spell, 2);
}
