import { outOfRange } from '../check/argument.ts';
import { BestAnswer } from './answer.ts';
import { KktSystem } from './kkt.ts';
import { SparseMatrix } from './matrix.ts';
import { DenseNewtonSystem } from './newton-systems.ts';
import { type QpOptions, type QpSettings, readQpOptions } from './options.ts';
import { runProximal } from './outer-steps.ts';
import { type QpProblem, readProblem, type StandardQp } from './problem.ts';
import { ProximalMethod, sigma } from './proximal.ts';
import { type ScaledQp, scale } from './scaling.ts';
import type { QpSolution, QpWarmStart } from './solution.ts';
import { QpSolver } from './solver.ts';

/**
 * Solves a convex quadratic program: by the proximal method of multipliers if both matrices are dense, otherwise by ADMM, as `QpSolver`
 * does. H may be singular or zero (a linear program), rows may be dependent or contradict each other, and scales may differ by many orders of
 * magnitude.
 * @param warmStart an earlier solution of a similar problem
 * @example
 * ```ts
 * const { status, x } = solveQp({ hessian: Float64Array.of(2), gradient: Float64Array.of(-2), upperBounds: Float64Array.of(0.5) });
 * console.log(status, x[0]); // solved 0.5
 * ```
 */
export function solveQp(problem: QpProblem, options?: QpOptions, warmStart?: QpWarmStart): QpSolution {
  const where = 'solveQp';
  if (isSparse(problem)) return new QpSolver(problem, options).solve(warmStart);
  const qp = readProblem(where, problem);
  const settings = readQpOptions(where, options, 1000);
  const scaled = scale(qp);
  const first = search(where, qp, scaled, settings, warmStart);
  const { status, iterations } = first;
  if (warmStart === undefined || status !== 'limit' || iterations >= settings.maxIterations) return first;
  // From a warm start far from every solution, as after an unbounded problem, rounding can end the search.
  const cold = search(
    where,
    qp,
    scaled,
    { ...settings, maxIterations: settings.maxIterations - iterations },
    undefined,
  );
  return { ...cold, iterations: iterations + cold.iterations };
}

function search(
  where: string,
  qp: StandardQp,
  scaled: ScaledQp,
  settings: QpSettings,
  warmStart: QpWarmStart | undefined,
): QpSolution {
  const answer = new BestAnswer(qp, settings, scaled.scaling);
  const system = new DenseNewtonSystem(scaled, sigma);
  const method = new ProximalMethod(scaled, system);
  answer.start(where, warmStart, method.x, method.y);
  checkConvexity(where, scaled, system);
  let polishing: KktSystem | undefined;
  const status = runProximal(method, scaled, answer, settings, () => {
    polishing ??= new KktSystem(scaled.hessian, scaled.rows);
    return polishing;
  });
  return answer.report(status, method.iterations);
}

/** Throws if H + σ I is not positive definite: then the problem is not convex. */
function checkConvexity(where: string, { lower }: ScaledQp, system: DenseNewtonSystem): void {
  const zeros = new Float64Array(lower.length);
  if (!system.factorize(zeros, zeros))
    throw outOfRange(
      where,
      'problem.hessian',
      `indefinite at row ${system.indefiniteRow}`,
      'give a positive semidefinite matrix',
    );
}

function isSparse(problem: QpProblem): boolean {
  return problem?.hessian instanceof SparseMatrix || problem?.constraints instanceof SparseMatrix;
}
