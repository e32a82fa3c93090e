// The printed form of an answer.
import type { Derivatives } from 'proximal/derivatives';
import { type Answer, type Problem, problemQueries } from 'proximal/problem';
import colors from '../colors.ts';
import { labeled, quantity, table, vector } from '../table.ts';

export function derivativeReport({ distance, pointA, pointB, normal, differentiable }: Derivatives): string {
  const motions = ['v x', 'v y', 'v z', 'ω x', 'ω y', 'ω z'];
  const row = (name: string, values: ArrayLike<number>, from: number): string[] => [
    name,
    ...motions.map((_, k) => quantity(Number(values[from + k].toPrecision(6)), '')),
  ];
  const jacobian = (name: string, values: Float64Array): string[][] =>
    ['x', 'y', 'z'].map((axis, k) => row(`${name} ${axis}`, values, 6 * k));
  const missing = Object.entries(differentiable).flatMap(([name, exists]) => (exists ? [] : [name]));
  const rows = [
    row('signed distance', distance, 0),
    ...jacobian('point of A', pointA),
    ...jacobian('point of B', pointB),
  ];
  const text = table(['per velocity of B in its frame', ...motions], [...rows, ...jacobian('normal', normal)]);
  return missing.length === 0 ? text : `${text}\nNot differentiable here: ${missing.join(', ')}.`;
}

/** @param more lines after the lines of the first answer */
export function answerReport(
  problem: Problem,
  answer: Answer,
  answers: readonly Answer[],
  more: readonly (readonly [string, string])[],
): string {
  const { title = '', unit = '' } = problemQueries(problem.dimension).find(({ name }) => name === problem.query) ?? {};
  const rows: [string, string][] = [];
  if (problem.title !== undefined) rows.push(['problem', problem.title]);
  rows.push(['shapes', `${problem.a.shape.kind} and ${problem.b.shape.kind}`]);
  rows.push([title.toLowerCase(), colors.bold(valueText(answer.value, unit))]);
  if (answer.lower !== undefined && answer.upper !== undefined) {
    rows.push(['proven to be within', `${quantity(answer.lower, '')} … ${quantity(answer.upper, unit)}`]);
  }
  if (answer.status !== undefined) rows.push(['status', `${answer.status}, ${answer.termination}${localText(answer)}`]);
  if (answer.pointA) rows.push(['point of A', `${vector(answer.pointA)} m`]);
  if (answer.pointB) rows.push(['point of B', `${vector(answer.pointB)} m`]);
  if (answer.normal) rows.push(['normal, A to B', vector(answer.normal)]);
  rows.push(['certificate', certificateText(answer)]);
  if (answer.iterations !== undefined)
    rows.push(['work', `${answer.iterations} iterations, ${answer.supportCalls} support calls, ${answer.algorithm}`]);
  const parts = [labeled([...rows, ...more])];
  if (answers.length > 1) parts.push(comparison(answers, unit));
  return parts.join('\n\n');
}

function comparison(answers: readonly Answer[], unit: string): string {
  return table(
    ['algorithm', 'answer', 'gap', 'iterations', 'support calls', 'status', 'certificate'],
    answers.map((answer) => [
      answer.algorithm,
      valueText(answer.value, unit),
      answer.lower === undefined || answer.upper === undefined ? '' : (answer.upper - answer.lower).toExponential(1),
      String(answer.iterations ?? ''),
      String(answer.supportCalls ?? ''),
      `${answer.status ?? ''}${localText(answer)}`,
      answer.certificate === null ? 'none' : answer.certificate.valid ? 'valid' : 'INVALID',
    ]),
  );
}

function valueText(value: number | boolean, unit: string): string {
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : quantity(value, unit);
}

function localText({ local }: Answer): string {
  return local === true ? ' (local)' : '';
}

function certificateText({ certificate }: Answer): string {
  if (certificate === null) return 'none';
  return certificate.valid ? colors.green('valid: recomputed from the support functions') : colors.red('INVALID');
}
