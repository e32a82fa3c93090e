// Pages, tables and targets of benchmarks, for the terminal and as Markdown.

/** A table with its title and a note. */
export interface Section {
  readonly title: string;
  readonly note: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface Page {
  readonly title: string;
  /** Paragraphs in Markdown about the measurement and its settings. */
  readonly intro: string;
  /** Printed on the terminal, and shown on the page unless the page has `markdown`. */
  readonly sections: readonly Section[];
  /** Paragraphs at the end. */
  readonly notes?: readonly string[];
  /** The whole page, for benchmarks with figures or more text than tables. */
  readonly markdown?: string;
  /** Tables in Markdown by name, for the docs (see report/docs.ts). */
  readonly tables?: Readonly<Record<string, string>>;
}

/** Prints a section on the terminal: the first column aligned left, the others right. */
export function printSection({ title, note, head, rows }: Section): void {
  const columns = head.map((text, k) => ({ title: text, align: k === 0 ? ('left' as const) : ('right' as const) }));
  console.log(`\n${[title, note].filter(Boolean).join('\n')}\n\n${formatTable(columns, rows)}`);
}

export function printTargets(targets: readonly Target[]): void {
  if (targets.length > 0) console.log(`\n${formatTargets(targets)}`);
}

/** The Markdown of a page of tables. */
export function tablePage({ title, intro, sections, notes = [] }: Page, targets: readonly Target[]): string {
  const tables = sections.map((section) => sectionMarkdown(section, `## ${section.title}`));
  const targetSection = targets.length > 0 ? [`## Targets\n\n${targetTable(targets)}`] : [];
  return `${[`# ${title}`, ...(intro === '' ? [] : [intro]), ...targetSection, ...tables, ...notes].join('\n\n')}\n`;
}

export function sectionMarkdown({ note, head, rows }: Section, heading: string): string {
  return [heading, note, markdownTable(head, rows)].filter(Boolean).join('\n\n');
}

export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** One column of a printed table. */
interface Column {
  readonly title: string;
  /** Default: right, for numbers. */
  readonly align?: 'left' | 'right';
}

/** Lines of a table with aligned columns: titles, a rule, rows. */
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

/** Three significant digits; two, with an exponent, below 0.001 and from a million on. */
export function short(value: number): string {
  if (value === 0) return '0';
  const size = Math.abs(value);
  return size >= 1e-3 && size < 1e6 ? Number(value.toPrecision(3)).toString() : value.toExponential(1);
}

/** A target with the measured value. */
export interface Target {
  readonly what: string;
  readonly wanted: string;
  readonly found: string;
  /** Null if the value is only reported or could not be measured. */
  readonly isMet: boolean | null;
  /** Other libraries that do not count, because too many of their answers are wrong, by ascending ratio. */
  readonly unreliable?: readonly Unreliable[];
}

/** A ratio of two times, usually another library's divided by ours, and the set of problems on which it was measured. */
interface Ratio {
  readonly where: string;
  readonly ratio: number;
}

/** A library with too many wrong answers. */
export interface Unreliable extends Ratio {
  readonly wrong: number;
  readonly of: number;
  /** Whether the target would be missed if this library counted. */
  readonly isMissed: boolean;
}

/** Met if all ratios are at least `factor`. Without a factor the range is only reported. */
export function atLeast(what: string, ratios: readonly Ratio[], factor: number | null): Target {
  const wanted = factor === null ? 'reported' : `≥ ${factor}× everywhere`;
  if (ratios.length === 0) return { what, wanted, found: 'not measured', isMet: null };
  const sorted = [...ratios].sort((x, y) => x.ratio - y.ratio);
  const name = ({ where, ratio }: Ratio): string => `${ratio.toFixed(2)}× (${where})`;
  const isOne = sorted.length === 1;
  const range = isOne ? name(sorted[0]) : `${name(sorted[0])} to ${name(sorted[sorted.length - 1])}`;
  if (factor === null) return { what, wanted, found: range, isMet: null };
  const met = sorted.filter(({ ratio }) => ratio >= factor).length;
  const found = isOne ? range : `${range}; met in ${met} of ${sorted.length}`;
  return { what, wanted, found, isMet: met === sorted.length };
}

function verdictOf({ isMet }: Target): string {
  return isMet === null ? '' : isMet ? 'met' : 'missed';
}

/** The targets as a table in Markdown. Missed targets are bold. */
export function targetTable(targets: readonly Target[]): string {
  return markdownTable(
    ['target', 'wanted', 'found', ''],
    targets.map((target) => [
      target.what,
      target.wanted,
      target.found,
      verdictOf(target).replace('missed', '**missed**'),
    ]),
  );
}

/** The targets as a table for the terminal. */
function formatTargets(targets: readonly Target[]): string {
  const columns = ['', 'target', 'wanted', 'found'].map((title) => ({ title, align: 'left' as const }));
  return formatTable(
    columns,
    targets.map((target) => [verdictOf(target), target.what, target.wanted, target.found]),
  );
}
