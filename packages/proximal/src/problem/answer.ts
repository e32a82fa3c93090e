import { outOfRange } from '../check/argument.ts';
import { type Problem, queryOf, spaceOf } from './problem.ts';
import type { Answer } from './space.ts';

/**
 * Runs the problem's query, and checks the proof of the answer.
 * @param algorithm the algorithm; by default the one named in the problem's options, or else the first of the query's algorithms
 * @example
 * ```ts
 * const answer = answerProblem(problem, 'gjk');
 * answer.certificate?.valid; // true
 * ```
 */
export function answerProblem(problem: Problem, algorithm?: string): Answer {
  const where = 'answerProblem';
  const query = queryOf(where, spaceOf(where, 'problem.dimension', problem?.dimension), problem.query);
  const [first] = query.algorithms;
  const name = algorithm ?? problem.options['algorithm'] ?? first;
  if (!query.algorithms.includes(name as string))
    throw outOfRange(where, 'algorithm', name, `for ${query.name} give one of ${query.algorithms.join(', ')}`);
  const { a, b } = problem;
  // Queries with a single algorithm have no option `algorithm`.
  const { algorithm: _requested, ...others } = problem.options;
  const options = query.algorithms.length > 1 ? { ...others, algorithm: name } : others;
  const found = query.run({ a: a.shape, poseA: a.pose, b: b.shape, poseB: b.pose }, options);
  return { algorithm: name as string, ...found };
}

/**
 * Runs the problem's query with every algorithm, the default first. Algorithms that do not accept the shapes or the options are omitted.
 * @example
 * ```ts
 * answerProblemByAll(problem).every(({ certificate }) => certificate?.valid);
 * ```
 */
export function answerProblemByAll(problem: Problem): Answer[] {
  const where = 'answerProblemByAll';
  const { algorithms } = queryOf(where, spaceOf(where, 'problem.dimension', problem?.dimension), problem.query);
  return algorithms.flatMap((algorithm, k) => {
    try {
      return [answerProblem(problem, algorithm)];
    } catch (error) {
      // An error of the default algorithm is an error of the problem itself.
      if (k === 0 || !(error instanceof RangeError)) throw error;
      return [];
    }
  });
}

/**
 * Messages about the errors of an answer: an invalid certificate, and each difference from the expected answer. Empty if the
 * answer is correct.
 * @example
 * ```ts
 * differencesFrom({ ...problem, expected: { value: 1 } }, answerProblem(problem)); // []
 * ```
 */
export function differencesFrom(problem: Problem, answer: Answer): string[] {
  const { a, b, query, expected } = problem;
  const found: string[] = [];
  if (answer.certificate?.valid === false) found.push('the certificate is invalid');
  if (expected?.status !== undefined && expected.status !== answer.status)
    found.push(`the status is ${answer.status}, and ${expected.status} was expected`);
  if (typeof expected?.value === 'boolean' && expected.value !== answer.value)
    found.push(`the answer is ${answer.value}, and ${expected.value} was expected`);
  if (typeof expected?.value === 'number') {
    const radii = [a.shape.boundingRadius, b.shape.boundingRadius].filter((each) => each > 0 && Number.isFinite(each));
    const size = radii.length > 0 ? Math.min(...radii) : 1;
    const tolerance = expected.tolerance ?? (query === 'growthDistance' ? 1e-7 * expected.value : 1e-9 * size);
    const difference = Math.abs(Number(answer.value) - expected.value);
    // Not difference > tolerance, which is false for NaN.
    if (!(difference <= tolerance))
      found.push(`the value is ${answer.value}, and ${expected.value} ± ${tolerance} was expected`);
  }
  return found;
}
