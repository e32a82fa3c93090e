import { Answer } from './answer.ts';
import { SparseMatrix } from './matrix.ts';
import { type QpOptions, type QpSettings, readQpOptions } from './options.ts';
import { polish } from './polish.ts';
import { type QpProblem, readProblem } from './problem.ts';
import { ProximalMethod } from './proximal.ts';
import {
  type ScaledQp,
  scale,
  scaleMultipliers,
  scaleVariables,
  unscaleMultipliers,
  unscaleVariables,
} from './scaling.ts';
import type { QpSolution, QpStatus, QpWarmStart } from './solution.ts';
import { QpSolver } from './solver.ts';

/** Outer steps without a better answer, after which rounding allows no further progress. */
const patience = 30;
/** The smallest accuracy of the minimizations: rounding of the scaled problem. */
const finest = 1e-13;

/**
 * Solves a convex quadratic program: by the proximal method of multipliers if both matrices are dense, and otherwise as `QpSolver`. H may be singular or zero (a linear program), rows may be
 * dependent or contradict each other, and scales may differ by many orders of magnitude.
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
  const answer = new Answer(qp, settings);
  if (warmStart !== undefined) answer.start(where, warmStart);
  const scaled = scale(qp);
  const method = new ProximalMethod(scaled);
  method.checkConvexity(where);
  scaleVariables(scaled.scaling, answer.x, method.x);
  scaleMultipliers(scaled.scaling, answer.y, method.y);
  return answer.report(run(method, scaled, answer, settings), method.iterations);
}

function isSparse(problem: QpProblem): boolean {
  return problem?.hessian instanceof SparseMatrix || problem?.constraints instanceof SparseMatrix;
}

function run(method: ProximalMethod, scaled: ScaledQp, answer: Answer, settings: QpSettings): QpStatus {
  const { scaling } = scaled;
  const x = new Float64Array(answer.x.length);
  const y = new Float64Array(answer.y.length);
  const unscale = (fromX: Float64Array, fromY: Float64Array): void => {
    unscaleVariables(scaling, fromX, x);
    unscaleMultipliers(scaling, fromY, y);
  };
  let accuracy = 1e-3;
  let previous = Infinity;
  let stale = 0;
  while (method.iterations < settings.maxIterations && stale < patience) {
    method.advance(accuracy, settings.maxIterations);
    unscale(method.x, method.y);
    stale = answer.offer(x, y) ? 0 : stale + 1;
    if (answer.isSolved) return 'solved';
    const { primal, rows } = answer.measures;
    if (primal > 0.1 * previous) method.raisePenalty();
    previous = primal;
    const polished = { x: method.x.slice(), y: method.y.slice() };
    if (
      polish(
        scaled,
        rows.map((value, i) => value * scaling.rows[i]),
        polished.x,
        polished.y,
      )
    ) {
      unscale(polished.x, polished.y);
      if (answer.offer(x, y)) stale = 0;
      if (answer.isSolved) return 'solved';
    }
    unscale(method.changeOfX, method.changeOfY);
    const proof = answer.findProof(x, y);
    if (proof) return proof;
    accuracy = Math.max(finest, 0.1 * accuracy);
  }
  return 'limit';
}
