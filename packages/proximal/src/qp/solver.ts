import { outOfRange } from '../check/argument.ts';
import { Admm } from './admm.ts';
import { BestAnswer } from './answer.ts';
import { KktSystem } from './kkt.ts';
import type { SparseMatrix } from './matrix.ts';
import { SparseNewtonSystem } from './newton-systems.ts';
import { type QpOptions, type QpSettings, readQpOptions } from './options.ts';
import { runProximal } from './outer-steps.ts';
import { polish } from './polish.ts';
import { type QpProblem, readProblem, type StandardQp } from './problem.ts';
import { ProximalMethod, sigma } from './proximal.ts';
import { applyScaling, type ScaledQp, scale } from './scaling.ts';
import type { QpSolution, QpStatus, QpWarmStart } from './solution.ts';

/** Steps between two checks of the residuals. */
const checkInterval = 20;
/** Steps between two adaptations of ρ. */
const adaptationInterval = 100;
/** Polishing is tried if the worst residual is below this fraction of the worst residual at the last attempt. */
const polishingProgress = 0.1;
/** From a warm start, this many Newton steps of the proximal method precede ADMM. Near a solution, a few suffice. */
const maxNewtonSteps = 30;

/**
 * Solves large, sparse quadratic programs by ADMM, as OSQP does. From a warm start, Newton steps of the proximal method of multipliers come first:
 * near the solution, a few suffice. For a series of similar programs, the order of elimination is found once, and ADMM reuses its factorization while
 * only vectors change.
 * @example
 * ```ts
 * const solver = new QpSolver(problem);
 * let solution = solver.solve();
 * solver.update({ ...problem, gradient });
 * solution = solver.solve(solution); // from a warm start
 * ```
 */
export class QpSolver {
  /** The name in messages, kept by minifiers. @internal */
  static readonly name: string = 'QpSolver';

  private readonly settings: QpSettings;
  private qp!: StandardQp;
  private scaled!: ScaledQp;
  private admm!: Admm;
  /** For polishing and for Newton steps, created when first needed. */
  private polishing: KktSystem | null = null;
  private newton: KktSystem | null = null;

  constructor(problem: QpProblem, options?: QpOptions) {
    this.settings = readQpOptions('QpSolver', options, 10_000);
    this.begin('QpSolver', readProblem('QpSolver', problem));
  }

  private begin(where: string, qp: StandardQp): void {
    const scaled = scale(qp);
    const admm = new Admm(scaled, new KktSystem(scaled.hessian, scaled.rows));
    if (!admm.factorize()) throw notConvex(where);
    Object.assign(this, { qp, scaled, admm, polishing: null, newton: null });
  }

  /**
   * Replaces the problem by another one. If the matrices of both problems have the same pattern of nonzeros, the scaling and the order of
   * elimination are reused. If the matrices are equal, and the same rows are equations or without limits, the factorization is reused, too.
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
    const answer = new BestAnswer(qp, settings, scaled.scaling);
    answer.start('QpSolver.solve', warmStart, admm.x, admm.y);
    if (warmStart === undefined) return this.continueByAdmm(answer, settings.maxIterations, 0);
    const system = new SparseNewtonSystem(scaled, sigma, this.newtonSystem);
    const method = new ProximalMethod(scaled, system);
    method.x.set(admm.x);
    method.y.set(admm.y);
    const maxIterations = Math.min(maxNewtonSteps, settings.maxIterations);
    const status = runProximal(method, scaled, answer, { ...settings, maxIterations }, () => this.polishingSystem);
    const { iterations } = method;
    const remaining = settings.maxIterations - iterations;
    return status === 'limit' && remaining > 0
      ? this.continueByAdmm(answer, remaining, iterations)
      : answer.report(status, iterations);
  }

  /** @param before the number of iterations before ADMM */
  private continueByAdmm(answer: BestAnswer, maxIterations: number, before: number): QpSolution {
    this.admm.start();
    const { status, iterations } = this.run(answer, maxIterations);
    return answer.report(status, before + iterations);
  }

  private run(answer: BestAnswer, maxIterations: number): { readonly status: QpStatus; readonly iterations: number } {
    const { admm, settings } = this;
    let polishedAt = Infinity;
    for (let iterations = 1; iterations <= maxIterations; iterations++) {
      admm.step();
      if (iterations % checkInterval !== 0 && iterations < maxIterations) continue;
      answer.offer(admm.x, admm.y);
      const { measures } = answer;
      const worst = measures.worst(settings);
      const isAdapting = iterations % adaptationInterval === 0;
      if (answer.isSolved || (isAdapting && !admm.adapt(measures)))
        return { status: answer.isSolved ? 'solved' : 'limit', iterations };
      const proof = answer.findProof(admm.changeOfX, admm.changeOfY);
      if (proof) return { status: proof, iterations };
      if (!(worst < polishingProgress * polishedAt)) continue;
      polishedAt = worst;
      this.offerPolished(answer);
      if (answer.isSolved) return { status: 'solved', iterations };
    }
    return { status: 'limit', iterations: maxIterations };
  }

  private get polishingSystem(): KktSystem {
    this.polishing ??= new KktSystem(this.scaled.hessian, this.scaled.rows);
    return this.polishing;
  }

  private get newtonSystem(): KktSystem {
    this.newton ??= new KktSystem(this.scaled.hessian, this.scaled.rows);
    return this.newton;
  }

  private offerPolished(answer: BestAnswer): void {
    const { admm, scaled } = this;
    const [x, y] = [admm.x.slice(), admm.y.slice()];
    if (polish(scaled, this.polishingSystem, admm.z, x, y)) answer.offer(x, y);
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
