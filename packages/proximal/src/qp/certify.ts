import { excludedSize, isUnboundedAlong, Measures, measureDescent, requiredExclusion } from './measures.ts';
import { type QpOptions, readQpOptions } from './options.ts';
import { type QpProblem, readProblem, type StandardQp } from './problem.ts';
import type { InfeasibilityProof, QpSolution } from './solution.ts';

/**
 * The result of `certifyQp`.
 * @example
 * ```ts
 * const { valid, reason }: QpCertificate = certifyQp(problem, solution);
 * ```
 */
export interface QpCertificate {
  /** Whether the answer is proven to the tolerances. */
  readonly valid: boolean;
  /** Why the answer is not proven; empty if it is. */
  readonly reason: string;
  /** The residuals of the solution, as in `QpResiduals`. */
  readonly primal: number;
  readonly dual: number;
  readonly gap: number;
  /** If the problem is infeasible: no feasible point has a sum of |x| below this number. Otherwise 0. */
  readonly excludedSize: number;
  /** If the problem is unbounded: the decrease of gᵀ x per unit of the direction's largest component. Otherwise 0. */
  readonly descent: number;
}

/**
 * Recomputes the proof of a solution from the problem: residuals and duality gap of a solved problem, Farkas multipliers of an
 * infeasible one, the direction of an unbounded one. It does not depend on how the solution was found.
 * @param options tolerances; by default the default tolerances of the solver
 * @example
 * ```ts
 * console.log(certifyQp(problem, solveQp(problem)).valid); // true
 * ```
 */
export function certifyQp(problem: QpProblem, solution: QpSolution, options?: QpOptions): QpCertificate {
  const where = 'certifyQp';
  const qp = readProblem(where, problem);
  const settings = readQpOptions(where, options, 1);
  const measures = new Measures(qp);
  measures.measure(solution.x, joinMultipliers(qp, solution));
  const { primal, dual, gap } = measures;
  const fields = { primal, dual, gap, excludedSize: 0, descent: 0 };
  const certificate = (reason: string, more = {}): QpCertificate => ({
    valid: reason === '',
    reason,
    ...fields,
    ...more,
  });
  if (solution.status === 'solved') {
    if (measures.isWithin(settings)) return certificate('');
    return certificate(`the residuals are beyond the tolerances: primal ${primal}, dual ${dual}, gap ${gap}`);
  }
  if (solution.status === 'infeasible' && solution.infeasibility) {
    const size = excludedSize(qp, joinMultipliers(qp, solution.infeasibility));
    return certificate(
      size >= requiredExclusion ? '' : `the multipliers exclude only points with a sum of |x| below ${size}`,
      {
        excludedSize: size,
      },
    );
  }
  if (solution.status === 'unbounded' && solution.descent) {
    const measured = measureDescent(qp, solution.descent);
    const { descent, error } = measured;
    return certificate(isUnboundedAlong(measured) ? '' : `the direction has descent ${descent} and error ${error}`, {
      descent,
    });
  }
  return certificate(`the status is '${solution.status}', without a proof`);
}

/** The multipliers of all rows of the standard form. */
function joinMultipliers(qp: StandardQp, { multipliers, boundMultipliers }: InfeasibilityProof): Float64Array {
  return Float64Array.from([...multipliers, ...Array.from(qp.bounded, (j) => boundMultipliers[j])]);
}
