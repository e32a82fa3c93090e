// The tables of times, for the terminal, the page and the docs.
import type { Section } from '../harness/page.ts';
import { type OwnQuestion, type Question, questions } from './question.ts';
import type { Cell } from './report.ts';
import { ownTitle } from './titles.ts';

/** A row for each contender: there are more of them than of sets. */
export function timeSections(cells: readonly Cell[], question: Question): Section[] {
  const asked = cells.filter((cell) => cell.question === question);
  const groups = new Map<string, string[]>();
  for (const set of new Set(asked.map((cell) => cell.set))) {
    const group = set.startsWith('hulls') ? 'hulls' : set.includes('YCB') ? 'YCB' : 'closed';
    groups.set(group, [...(groups.get(group) ?? []), set]);
  }
  const names: Readonly<Record<string, string>> = {
    YCB: 'YCB hulls',
    closed: 'simple shapes',
    hulls: 'hulls by number of vertices',
  };
  return [...groups].map(([group, sets]) => {
    const titles = [...new Set(asked.filter((cell) => sets.includes(cell.set)).map(({ title }) => title))];
    const row = (name: string, some: readonly Cell[], title: string): string[] => [
      name,
      ...sets.map((set) => textOf(some.find((cell) => cell.set === set && cell.title === title))),
    ];
    const rows = titles.map((title) => row(nameOf(title, question), asked, title));
    // Beside the least depth, the local one: an answer of another kind, which others give as the least.
    const local = (own: OwnQuestion, name: string): string[][] => {
      const some = cells.filter((cell) => cell.question === own);
      return some.length > 0 ? [row(name, some, ownTitle)] : [];
    };
    if (question === 'depth') {
      const rowsOfLocal = [
        ...local('incremental', 'proximal, incremental: local'),
        ...local('warm', 'proximal, incremental, warm: local'),
      ];
      rows.splice(1, 0, ...rowsOfLocal);
    }
    return { title: `${questions[question]}: ${names[group]}`, note: '', head: ['', ...sets], rows };
  });
}

/** Our depths are proven to be the least. */
function nameOf(title: string, question: Question): string {
  return title === ownTitle && question === 'depth' ? `${title}, EPA: certified` : title;
}

function textOf(cell: Cell | undefined): string {
  if (!cell) return '–';
  const { title, time, ratio, wrongCount } = cell;
  const mark = wrongCount > 0 ? ` †${wrongCount}` : '';
  if (title === ownTitle) return `${time.median.toFixed(0)} [${time.low.toFixed(0)}–${time.high.toFixed(0)}]${mark}`;
  return `${time.median.toFixed(0)} (${times(ratio.median)} [${times(ratio.low)}–${times(ratio.high)}])${mark}`;
}

function times(ratio: number): string {
  return ratio < 10 ? ratio.toFixed(2) : ratio.toFixed(0);
}
