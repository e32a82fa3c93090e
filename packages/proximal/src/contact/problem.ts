// Equation and algorithm numbers refer to Le Lidec et al., "Contact Models in Robotics: a Comparative Analysis".

import { checkInteger, outOfRange, wrongType } from '../check/argument.ts';
import { factorize } from '../math/linear/cholesky.ts';
import { type DelassusOperator, DenseMatrix } from './delassus.ts';

/**
 * A contact problem: find impulses λ such that σ = (G + R) λ + g − c* obeys the contact law (14). The first `bilateral` rows are
 * scalar constraints with σ = 0; then come three rows (t1, t2, n) for each contact. The normal points from A to B, and velocities
 * are of B relative to A, so a positive normal velocity separates. Impulses act on B.
 */
export interface ContactProblem {
  /** G, symmetric and positive semi-definite, in kg⁻¹. */
  readonly delassus: DenseMatrix | DelassusOperator;
  /** g, the velocities without any impulse, in m/s. */
  readonly freeVelocity: Float64Array;
  /** µ of each contact, 0 or more. */
  readonly friction: Float64Array;
  /** c*, in m/s: restitution, Baumgarte's correction, gaps; see `normalReference`. Default: zeros. */
  readonly reference?: Float64Array | undefined;
  /** The diagonal of R, 0 or more, in kg⁻¹: the compliance of a contact. Default: zeros, rigid. */
  readonly compliance?: Float64Array | undefined;
  /** The number of leading rows that are bilateral constraints, whose impulses are unbounded. Default 0. */
  readonly bilateral?: number | undefined;
}

/** Throws unless the sizes match, all numbers are finite, and µ and R are not negative. Does not read the rows of an operator. */
export function checkProblem(where: string, problem: ContactProblem): void {
  if (typeof problem !== 'object' || problem === null)
    throw wrongType(where, 'problem', problem, 'give { delassus, freeVelocity, friction }');
  const { delassus, freeVelocity, friction, reference, compliance, bilateral = 0 } = problem;
  const isOperator = typeof delassus?.apply === 'function' && typeof delassus.row === 'function';
  if (!isOperator) throw wrongType(where, 'problem.delassus', delassus, remedyOf(delassus));
  const { size } = delassus;
  checkInteger(where, 'problem.bilateral', bilateral, 0, size);
  if ((size - bilateral) % 3 !== 0)
    throw outOfRange(
      where,
      'problem.delassus.size',
      size,
      `the problem has bilateral + 3 × contacts rows, and bilateral is ${bilateral}: give three rows for each contact`,
    );
  checkNumbers(where, 'problem.friction', friction, (size - bilateral) / 3, 0);
  checkNumbers(where, 'problem.freeVelocity', freeVelocity, size, -Infinity);
  if (reference !== undefined) checkNumbers(where, 'problem.reference', reference, size, -Infinity);
  if (compliance !== undefined) checkNumbers(where, 'problem.compliance', compliance, size, 0);
  if (delassus instanceof DenseMatrix && !areFinite(delassus.values))
    throw outOfRange(where, 'problem.delassus', delassus, 'it contains NaN or an infinity: give finite numbers');
}

function remedyOf(delassus: unknown): string {
  const isArray = delassus instanceof Float64Array;
  return isArray
    ? 'give new DenseMatrix(n, values), with the n² values by rows'
    : 'give a DenseMatrix, or an object with size, apply and row';
}

export function checkNumbers(where: string, name: string, values: Float64Array, length: number, minimum: number): void {
  if (!(values instanceof Float64Array)) throw wrongType(where, name, values, `give a Float64Array of ${length}`);
  if (values.length !== length)
    throw outOfRange(
      where,
      `${name}.length`,
      values.length,
      `the problem has bilateral + 3 × contacts rows: give ${length}`,
    );
  for (let k = 0; k < length; k++) {
    // NaN fails every comparison.
    if (!(values[k] >= minimum && values[k] - values[k] === 0))
      throw outOfRange(where, `${name}[${k}]`, values[k], `give a finite number${minimum === 0 ? ', 0 or more' : ''}`);
  }
}

/** Whether all values are finite. */
export function areFinite(values: Float64Array): boolean {
  // 0 · x is 0 for finite x and NaN otherwise: one pass without branches, in four independent sums.
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let k = 0;
  for (; k + 3 < values.length; k += 4) {
    a += values[k] * 0;
    b += values[k + 1] * 0;
    c += values[k + 2] * 0;
    d += values[k + 3] * 0;
  }
  for (; k < values.length; k++) a += values[k] * 0;
  return a + b + (c + d) === 0;
}

/**
 * Throws unless the problem is valid. Makes the checks of `solve`, and checks that a dense G is symmetric up to 1e-10 and has no
 * eigenvalue below −1e-10, both relative to its Frobenius norm. Costs as much as a Cholesky factorization.
 * @example
 * ```ts
 * validate({ delassus: DenseMatrix.fromRows([[1, 0, 0], [0, 1, 0], [0, 0, 1]]), freeVelocity: new Float64Array(3), friction: Float64Array.of(0.5) });
 * ```
 */
export function validate(problem: ContactProblem): void {
  checkProblem('validate', problem);
  const { delassus } = problem;
  if (!(delassus instanceof DenseMatrix)) return;
  const { size, values } = delassus;
  let squares = 0;
  for (const value of values) squares += value * value;
  const allowed = 1e-10 * Math.sqrt(squares);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < i; j++) {
      const difference = values[i * size + j] - values[j * size + i];
      if (!(Math.abs(difference) <= allowed))
        throw outOfRange(
          'validate',
          `problem.delassus[${i}][${j}] − [${j}][${i}]`,
          difference,
          `G = J M⁻¹ Jᵀ must be symmetric up to ${allowed}`,
        );
    }
  }
  const shifted = values.slice();
  // Shift by slightly more than the allowance: a matrix with the eigenvalue −`allowed` passes.
  for (let i = 0; i < size; i++) shifted[i * size + i] += allowed * (1 + 1e-3) + Number.MIN_VALUE;
  const failed = squares === 0 ? -1 : factorize(shifted, size);
  if (failed >= 0)
    throw outOfRange(
      'validate',
      'problem.delassus',
      delassus,
      `it has an eigenvalue below −${allowed} (found at row ${failed}): G = J M⁻¹ Jᵀ must be positive semi-definite; check J and M`,
    );
}
