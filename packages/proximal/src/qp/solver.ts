import { outOfRange } from '../check/argument.ts';
import { Admm } from './admm.ts';
import { Answer } from './answer.ts';
import { KktSystem } from './kkt.ts';
import type { SparseMatrix } from './matrix.ts';
import { type QpOptions, type QpSettings, readQpOptions } from './options.ts';
import { polish } from './polish.ts';
import { type QpProblem, readProblem, type StandardQp } from './problem.ts';
import {
  applyScaling,
  type ScaledQp,
  scale,
  scaleMultipliers,
  scaleVariables,
  unscaleMultipliers,
  unscaleVariables,
} from './scaling.ts';
import type { QpSolution, QpStatus, QpWarmStart } from './solution.ts';

/** Steps between two checks of the residuals. */
const interval = 20;
/** Steps between two adaptations of ρ. */
const adaptation = 100;
/** Polishing is tried if the residuals are below this fraction of those at the last attempt. */
const worthPolishing = 0.1;

/**
 * Solves large, sparse quadratic programs by ADMM, as OSQP does, and many similar ones: the order of elimination is found once, and the
 * factorization is reused while only vectors change.
 * @example
 * ```ts
 * const solver = new QpSolver(problem);
 * let solution = solver.solve();
 * solver.update({ ...problem, gradient });
 * solution = solver.solve(solution); // from a warm start, without a new factorization
 * ```
 */
export class QpSolver {
  private readonly settings: QpSettings;
  private qp!: StandardQp;
  private scaled!: ScaledQp;
  private admm!: Admm;

  constructor(problem: QpProblem, options?: QpOptions) {
    this.settings = readQpOptions('QpSolver', options, 10_000);
    this.begin('QpSolver', readProblem('QpSolver', problem));
  }

  private begin(where: string, qp: StandardQp): void {
    const scaled = scale(qp);
    const admm = new Admm(scaled, new KktSystem(scaled.hessian, scaled.rows));
    if (!admm.factorize()) throw notConvex(where);
    Object.assign(this, { qp, scaled, admm });
  }

  /**
   * Replaces the problem by another one. If the matrices are equal, their factorization is reused; if they have the same pattern, the
   * order of elimination is.
   */
  update(problem: QpProblem): void {
    const where = 'QpSolver.update';
    const qp = readProblem(where, problem);
    if (!isSamePattern(qp.hessian, this.qp.hessian) || !isSamePattern(qp.rows, this.qp.rows)) {
      this.begin(where, qp);
      return;
    }
    const scaled = applyScaling(qp, this.scaled.scaling);
    if (!this.admm.replace(scaled)) throw notConvex(where);
    Object.assign(this, { qp, scaled });
  }

  /** @param warmStart an earlier solution of a similar problem */
  solve(warmStart?: QpWarmStart): QpSolution {
    const { qp, scaled, admm, settings } = this;
    const answer = new Answer(qp, settings);
    if (warmStart !== undefined) answer.start('QpSolver.solve', warmStart);
    scaleVariables(scaled.scaling, answer.x, admm.x);
    scaleMultipliers(scaled.scaling, answer.y, admm.y);
    admm.start();
    const { status, iterations } = run(admm, scaled, answer, settings);
    return answer.report(status, iterations);
  }
}

function notConvex(where: string): RangeError {
  return outOfRange(where, 'problem.hessian', 'indefinite', 'give a positive semidefinite matrix');
}

function isSamePattern(a: SparseMatrix, b: SparseMatrix): boolean {
  return (
    a.rows === b.rows &&
    a.columns === b.columns &&
    a.indices.length === b.indices.length &&
    a.starts.every((start, j) => start === b.starts[j]) &&
    a.indices.every((row, k) => row === b.indices[k])
  );
}

function run(
  admm: Admm,
  scaled: ScaledQp,
  answer: Answer,
  settings: QpSettings,
): { readonly status: QpStatus; readonly iterations: number } {
  const { scaling } = scaled;
  const x = new Float64Array(answer.x.length);
  const y = new Float64Array(answer.y.length);
  const offer = (fromX: Float64Array, fromY: Float64Array): void => {
    unscaleVariables(scaling, fromX, x);
    unscaleMultipliers(scaling, fromY, y);
    answer.offer(x, y);
  };
  let polishedAt = Infinity;
  for (let iterations = 1; iterations <= settings.maxIterations; iterations++) {
    admm.step();
    if (iterations % interval !== 0 && iterations < settings.maxIterations) continue;
    offer(admm.x, admm.y);
    const { measures } = answer;
    const worst = measures.worst(settings);
    const adapts = iterations % adaptation === 0;
    if (answer.isSolved || (adapts && !admm.adapt(measures)))
      return { status: answer.isSolved ? 'solved' : 'limit', iterations };
    unscaleVariables(scaling, admm.changeOfX, x);
    unscaleMultipliers(scaling, admm.changeOfY, y);
    const proof = answer.findProof(x, y);
    if (proof) return { status: proof, iterations };
    if (!(worst < worthPolishing * polishedAt)) continue;
    polishedAt = worst;
    const polished = { x: admm.x.slice(), y: admm.y.slice() };
    if (polish(scaled, admm.z, polished.x, polished.y)) offer(polished.x, polished.y);
    if (answer.isSolved) return { status: 'solved', iterations };
  }
  return { status: 'limit', iterations: settings.maxIterations };
}
