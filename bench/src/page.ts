// The pages of benchmarks that are tables and nothing else: printed while they run, and written as Markdown.
import { markdownTable } from './markdown.ts';
import { formatTable } from './table.ts';
import { formatTargets, type Target, targetTable } from './targets.ts';

export interface Section {
  readonly title: string;
  readonly note: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** On the terminal: names at the left, numbers at the right. */
export function printSection({ title, note, head, rows }: Section): void {
  const columns = head.map((text, k) => ({ title: text, align: k === 0 ? ('left' as const) : ('right' as const) }));
  console.log(`\n${[title, note].filter(Boolean).join('\n')}\n\n${formatTable(columns, rows)}`);
}

export function printTargets(targets: readonly Target[]): void {
  if (targets.length > 0) console.log(`\n${formatTargets(targets)}`);
}

/** @param notes paragraphs at the end */
export function tablePage(
  title: string,
  intro: string,
  sections: readonly Section[],
  targets: readonly Target[],
  notes: readonly string[] = [],
): string {
  const tables = sections.map((section) =>
    [`## ${section.title}`, section.note, markdownTable(section.head, section.rows)].filter(Boolean).join('\n\n'),
  );
  const asked = targets.length > 0 ? [`## Targets\n\n${targetTable(targets)}`] : [];
  return `${[`# ${title}`, intro, ...asked, ...tables, ...notes].join('\n\n')}\n`;
}
