// The tables of the comparison, for the terminal and as Markdown.
import { markdownTable, type Page, short } from '../harness/page.ts';
import type { Summary } from '../harness/timer.ts';
import type { Wrong } from './check.ts';
import { type OwnQuestion, type Question, questions } from './question.ts';
import { timeSections } from './sections.ts';
import { batchTitle, ownTitle } from './titles.ts';

/** One contender on one set. */
export interface Cell {
  readonly set: string;
  readonly question: OwnQuestion;
  readonly title: string;
  /** Nanoseconds per query. */
  readonly time: Summary;
  /** How often it was timed. */
  readonly rounds: number;
  /** Its time over that of one call of ours, from the ratio of every round. */
  readonly ratio: Summary;
  /** The same over ours in a batch; depths have none. */
  readonly batchRatio: Summary | null;
  readonly wrongCount: number;
  /** The worst few of them. */
  readonly wrong: readonly Wrong[];
}

export interface Report {
  readonly seed: number;
  /** The fewest of a set: where the time was over, no more were made. */
  readonly rounds: number;
  /** Problems in each set. */
  readonly count: number;
  readonly cells: readonly Cell[];
  readonly skipped: readonly string[];
  /** Answers of our kernel in C++ without contraction that differ in a bit from WebAssembly's, of how many. */
  readonly exactness: { readonly different: number; readonly of: number } | null;
}

export function pageOf(report: Report): Page {
  const { cells, rounds, count, seed } = report;
  return {
    title: 'Distance, collision and depth beside other libraries',
    intro: `The same pairs for every library, in turns; medians of at least ${rounds} rounds, ${count} pairs in each set, seed ${seed}. The problem files are in
\`bench/results/problems/\`. Times are nanoseconds per query; in brackets the time over that of one call of ours, with the range of 80 % of
the rounds. † counts wrong answers.`,
    sections: (Object.keys(questions) as Question[]).flatMap((question) => timeSections(cells, question)),
    notes: [
      `## Wrong answers\n\n${faultTable(cells)}`,
      `## Method\n\n${notesOf(report)
        .map((note) => `- ${note}`)
        .join('\n')}`,
    ],
  };
}

/** By library and question: how many, of which kind, and the worst of them. */
function faultTable(cells: readonly Cell[]): string {
  const faulty = cells.filter(({ wrongCount }) => wrongCount > 0);
  if (faulty.length === 0) return 'None.';
  return markdownTable(
    ['library', 'question', 'set', 'wrong', 'kinds', 'worst, m', 'found', 'right'],
    faulty.map(({ title, question, set, wrongCount, wrong }) => [
      title,
      question,
      set,
      String(wrongCount),
      [...new Set(wrong.map(({ what }) => what))].join(', '),
      short(wrong[0].error),
      short(wrong[0].found),
      short(wrong[0].expected),
    ]),
  );
}

function notesOf({ cells, skipped }: Report): string[] {
  const ours = cells.filter(({ title }) => title === ownTitle || title === batchTitle);
  const ownWrong = ours.reduce((sum, { wrongCount }) => sum + wrongCount, 0);
  const notes = [
    'Ours: the WebAssembly target through Pair, one call for each query, from scratch; poses become matrices within our time, before the clock in the other libraries. Depths are by EPA with a certificate. A batch is one call of distanceBatch or collideBatch for the whole set.',
    `Wrong is a sign beyond 1e-6 of the smaller body, or an error of distance, depth or witness points above 1e-6 of it (1e-4 for libraries with 32-bit numbers, 1e-9 for ours), or no answer; ours also an invalid certificate. Ours: ${ownWrong}.`,
    "Everyone runs at its own defaults, except that libccd's, crashcat's and Jolt's are made tighter where the default is a visible length; FCL's default is 1e-6 m, which for small bodies is above what counts as wrong here.",
  ];
  return [...notes, ...skipped.map((reason) => `Skipped: ${reason}`)];
}
