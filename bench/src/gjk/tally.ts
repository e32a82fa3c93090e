// How many numbers agree, in all and by figure.

import { markdownTable } from '../markdown.ts';
import type { Check, Verdict } from './agreement.ts';

const verdicts: readonly Verdict[] = ['agrees', 'fitted', 'tie', 'differs'];

function count(checks: readonly Pick<Check, 'verdict'>[], verdict: Verdict): number {
  return checks.filter((check) => check.verdict === verdict).length;
}

/** As the verdicts would be with the δ that the paper prints. */
function printed(checks: readonly Check[]): Pick<Check, 'verdict'>[] {
  return checks.map((check) => check.printed ?? check);
}

export function summary(checks: readonly Check[]): string {
  const [agrees, fitted, tie, differs] = verdicts.map((verdict) => count(checks, verdict));
  return `${agrees} of ${checks.length} numbers and orderings agree, ${fitted} were fitted, ${tie} are ties, ${differs} differ`;
}

export function printedSummary(checks: readonly Check[]): string {
  const [agrees, , tie, differs] = verdicts.map((verdict) => count(printed(checks), verdict));
  return `${agrees} agree, ${tie} are ties and ${differs} differ`;
}

export function tallyTable(checks: readonly Check[]): string {
  const places = [...new Set(checks.map(({ where }) => where))];
  const rows = places.map((place) => ({ place, some: checks.filter(({ where }) => where === place) }));
  return markdownTable(
    ['', ...verdicts, 'printed δ: agrees', 'printed δ: differs'],
    [...rows, { place: '**all**', some: checks }].map(({ place, some }) => [
      place,
      ...verdicts.map((verdict) => `${count(some, verdict)}`),
      `${count(printed(some), 'agrees')}`,
      `${count(printed(some), 'differs')}`,
    ]),
  );
}
