// The tables of the comparison, for the terminal and as Markdown.
import type { Summary } from '../measure.ts';
import { resultPath, writeResults, writeWhole } from '../results.ts';
import { formatTable, short } from '../table.ts';
import type { Wrong } from './check.ts';
import { ownTitle } from './contenders.ts';
import type { OwnQuery } from './own.ts';
import { promiseTable } from './promises.ts';

/** One contender on one set. */
export interface Cell {
  readonly set: string;
  readonly question: OwnQuery;
  readonly title: string;
  /** Nanoseconds per query. */
  readonly time: Summary;
  /** Its time over ours, from the ratio of every round. */
  readonly ratio: Summary;
  readonly wrongCount: number;
  /** The worst few of them. */
  readonly wrong: readonly Wrong[];
}

export interface Report {
  readonly rounds: number;
  /** Problems in each set. */
  readonly count: number;
  readonly cells: readonly Cell[];
  readonly skipped: readonly string[];
  /** Answers of our kernel in C++ without contraction that differ in a bit from WebAssembly's, of how many. */
  readonly exactness: { readonly different: number; readonly of: number } | null;
}

const questions = { distance: 'Distance with witness points', collide: 'Boolean collision' } as const;

export function printReport(report: Report): void {
  const markdown = ['# Distance and collision beside native libraries', ''];
  for (const question of ['distance', 'collide'] as const) {
    const [head, ...rows] = timeTable(report.cells, question);
    console.log(`\n${questions[question]}: nanoseconds per query, and in brackets the time over ours\n`);
    console.log(
      formatTable(
        head.map((title, k) => ({ title, align: k === 0 ? 'left' : 'right' })),
        rows,
      ),
    );
    markdown.push(`## ${questions[question]}`, '', 'Nanoseconds per query, and in brackets the time over ours.', '');
    markdown.push(...markdownTable([head, ...rows]), '');
  }
  const kept = promiseTable(report.cells);
  const missed = kept.filter((row) => row.at(-1) === 'not kept').length;
  console.log(`\n${kept.length - 1 - missed} of ${kept.length - 1} promises kept; the others, as time over ours:\n`);
  for (const [what, against, least, measured] of kept.slice(1, 1 + missed))
    console.log(`${what}, ${against}: ${measured}, at least ${least} was promised`);
  markdown.push('## Promises', '', 'Time over ours.', '', ...markdownTable(kept), '');
  const notes = notesOf(report);
  console.log(`\n${notes.join('\n')}`);
  markdown.push('## Correctness and method', '', ...notes.map((note) => `- ${note}`), '');
  writeWhole(resultPath('peers.md'), markdown.join('\n'));
  console.log(`\nWritten to ${writeResults('peers', report)} and peers.md beside it`);
}

function timeTable(cells: readonly Cell[], question: OwnQuery): string[][] {
  const asked = cells.filter((cell) => cell.question === question);
  const titles = [...new Set(asked.map(({ title }) => title))];
  const sets = [...new Set(asked.map(({ set }) => set))];
  const text = ({ title, time, ratio }: Cell): string =>
    title === ownTitle
      ? `${nanoseconds(time.median)} [${nanoseconds(time.low)}–${nanoseconds(time.high)}]`
      : `${nanoseconds(time.median)} (${ratio.median.toFixed(2)})`;
  const rows = sets.map((set) => [
    set,
    ...titles.map((title) => {
      const cell = asked.find((each) => each.set === set && each.title === title);
      return cell ? text(cell) : '–';
    }),
  ]);
  return [['set', ...titles], ...rows];
}

function nanoseconds(value: number): string {
  return value.toFixed(0);
}

function markdownTable([head, ...rows]: readonly string[][]): string[] {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, k) => (k === 0 ? '---' : '---:'))), ...rows.map(line)];
}

function notesOf({ rounds, count, cells, skipped, exactness }: Report): string[] {
  const notes = [
    `Medians of ${rounds} rounds with the contenders in turns, ${count} pairs in each set; in square brackets the range of 80 % of the rounds.`,
    'Ours: the WebAssembly target through Pair, one call for each query, from scratch. Poses become matrices within our time, before the clock in the libraries.',
  ];
  if (exactness) {
    const { different, of } = exactness;
    notes.push(
      `Our kernel in C++ without fused multiply-add: ${different === 0 ? `all ${of} answers have the bits of WebAssembly` : `${different} of ${of} answers differ from WebAssembly; find out why before you trust its times`}.`,
    );
  }
  notes.push(...skipped.map((reason) => `Skipped: ${reason}`));
  const faulty = cells.filter(({ wrongCount }) => wrongCount > 0);
  notes.push(
    'Wrong is a sign, a distance or a pair of witness points that is off by more than 1e-6 of the smaller body; ours also an invalid certificate.',
    "Every contender runs at its own defaults: ours at 1e-9 of the smaller body, FCL's distance at 1e-6 m. So an error of FCL below 1e-6 m is no fault, though small bodies are listed here.",
  );
  if (faulty.length === 0) notes.push('No answer is wrong.');
  for (const { title, question, set, wrongCount, wrong } of faulty) {
    const kinds = [...new Set(wrong.map(({ what }) => what))].join(', ');
    const { problem, expected, found, error } = wrong[0];
    notes.push(
      `${title}, ${question}, ${set}: ${wrongCount} of ${count} wrong (${kinds}), at worst by ${short(error)} m (number ${problem}: ${found} where ${expected} is right).`,
    );
  }
  return notes;
}
