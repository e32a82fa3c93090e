// Eigenvalues of symmetric 3 × 3 matrices, and singular values of any 3 × 3 matrices. A matrix is nine numbers by rows.
import { checkNumber, wrongType } from '../check/argument.ts';
import { powerOfTwo, twoTo } from '../math/power-of-two.ts';
import { cross, dot, scale, type Vec3 } from '../math/vec3.ts';

/** An off-diagonal entry of at most this times the geometric mean of its two diagonal entries changes no eigenvalue by more than rounding. */
const negligible = 2 ** -56;
/** The largest number of sweeps. Convergence is quadratic: five or six sweeps usually suffice. */
const maximumSweeps = 32;

function checkMatrix(where: string, argument: string, m: readonly number[]): void {
  const remedy = 'give nine finite numbers, by rows';
  if (typeof m !== 'object' || m === null || m.length !== 9) throw wrongType(where, argument, m, remedy);
  for (let k = 0; k < 9; k++) checkNumber(where, `${argument}[${k}]`, m[k], remedy);
}

export interface Eigen3 {
  /** Descending. */
  readonly values: Vec3;
  /** Unit vectors in the order of the values, a right-handed frame. */
  readonly vectors: [Vec3, Vec3, Vec3];
}

/**
 * The eigenvalues and eigenvectors of a symmetric matrix, by Jacobi's rotations. The entries below the diagonal are ignored, but must be finite
 * and not much larger than the others. The absolute error of each value is a rounding error of the largest magnitude. For a positive definite
 * matrix that diagonal scaling makes well-conditioned, the relative error of each value is a rounding error (Demmel and Veselić 1992).
 */
export function symmetricEigen3(m: readonly number[]): Eigen3 {
  checkMatrix('symmetricEigen3', 'm', m);
  const symmetric = [m[0], m[1], m[2], m[1], m[4], m[5], m[2], m[5], m[8]];
  const largest = Math.max(...symmetric.map(Math.abs));
  const unit = powerOfTwo(largest === 0 ? 1 : largest);
  const a = symmetric.map((x) => x / unit);
  const rows: [Vec3, Vec3, Vec3] = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  for (let sweep = 0; sweep < maximumSweeps; sweep++) {
    // Not joined by `||`, which would skip the remaining planes after the first rotation.
    const rotations = [rotate(a, rows, 0, 1), rotate(a, rows, 0, 2), rotate(a, rows, 1, 2)];
    if (!rotations.includes(true)) break;
  }
  const order = [0, 1, 2].sort((i, j) => a[4 * j] - a[4 * i] || i - j);
  const [x, y, z] = order.map((k) => rows[k]);
  const [p, q, r] = order.map((k) => a[4 * k] * unit);
  return { values: [p, q, r], vectors: [x, y, dot(cross(x, y), z) < 0 ? [0 - z[0], 0 - z[1], 0 - z[2]] : z] };
}

/**
 * Makes a[p, q] zero by a rotation in the plane of axes p and q (Golub and Van Loan, Matrix Computations, 8.5.2), or, if it is negligible,
 * without one. Returns whether it rotated.
 */
function rotate(a: number[], rows: [Vec3, Vec3, Vec3], p: number, q: number): boolean {
  const [pp, qq, pq, qp] = [4 * p, 4 * q, 3 * p + q, 3 * q + p];
  const offDiagonal = a[pq];
  if (offDiagonal === 0) return false;
  const isNegligible = Math.abs(offDiagonal) <= negligible * Math.sqrt(Math.abs(a[pp])) * Math.sqrt(Math.abs(a[qq]));
  const cotangent = (a[qq] - a[pp]) / (2 * offDiagonal);
  const size = 1 / (Math.abs(cotangent) + Math.sqrt(cotangent * cotangent + 1));
  const tangent = isNegligible ? 0 : cotangent < 0 ? -size : size;
  a[pq] = 0;
  a[qp] = 0;
  if (tangent === 0) return false;
  const cosine = 1 / Math.sqrt(tangent * tangent + 1);
  const sine = tangent * cosine;
  a[pp] -= tangent * offDiagonal;
  a[qq] += tangent * offDiagonal;
  const r = 3 - p - q;
  const [rp, rq] = [a[3 * r + p], a[3 * r + q]];
  a[3 * r + p] = cosine * rp - sine * rq;
  a[3 * p + r] = a[3 * r + p];
  a[3 * r + q] = sine * rp + cosine * rq;
  a[3 * q + r] = a[3 * r + q];
  for (let k = 0; k < 3; k++) {
    const [x, y] = [rows[p][k], rows[q][k]];
    rows[p][k] = cosine * x - sine * y;
    rows[q][k] = sine * x + cosine * y;
  }
  return true;
}

export interface SingularRange {
  /** The smallest singular value: the matrix stretches every vector by at least this factor. */
  readonly smallest: number;
  /** The largest singular value: the matrix stretches no vector by more than this factor. */
  readonly largest: number;
  /** Zero if and only if the matrix is singular; otherwise at least 5e-324 in size, ±Infinity beyond 1.8e308. */
  readonly determinant: number;
}

/**
 * The smallest and largest singular value and the determinant of a matrix, each accurate to a few units in its last place unless it under-
 * or overflows, even if the matrix is nearly singular. The determinant and the cofactors are exact integers before they are rounded; with
 * singular values s₁ ≥ s₂ ≥ s₃ the largest singular value of the cofactor matrix is s₁ s₂, and s₃ is |det| / (s₁ s₂).
 */
export function singularRange(linear: readonly number[]): SingularRange {
  checkMatrix('singularRange', 'linear', linear);
  const { integers, exponent } = integersOf(linear);
  const cofactors = cofactorsOf(integers);
  const determinant = integers[0] * cofactors[0] + integers[1] * cofactors[1] + integers[2] * cofactors[2];
  const matrix = rounded(integers);
  const largest = timesPowerOfTwo(spectralNorm(matrix.values), matrix.exponent + exponent);
  if (determinant === 0n) return { smallest: 0, largest, determinant: 0 };
  const minors = rounded(cofactors);
  const roundedDeterminant = rounded([determinant]);
  const ratio = Math.abs(roundedDeterminant.values[0]) / spectralNorm(minors.values);
  const signed = timesPowerOfTwo(roundedDeterminant.values[0], roundedDeterminant.exponent + 3 * exponent);
  return {
    smallest: timesPowerOfTwo(ratio, roundedDeterminant.exponent - minors.exponent + exponent),
    largest,
    // A negative sign means a reflection. The sign is kept if the magnitude underflows.
    determinant: signed === 0 ? (determinant < 0n ? -Number.MIN_VALUE : Number.MIN_VALUE) : signed,
  };
}

/** The largest singular value: √ of the largest eigenvalue of MᵀM. Squaring loses digits only of the smaller eigenvalues. */
function spectralNorm(m: readonly number[]): number {
  const columns = [0, 1, 2].map((k): Vec3 => [m[k], m[k + 3], m[k + 6]]);
  const unit = powerOfTwo(Math.max(1, ...m.map(Math.abs)));
  const scaled = columns.map((column) => scale(column, 1 / unit));
  return Math.sqrt(symmetricEigen3(scaled.flatMap((x) => scaled.map((y) => dot(x, y)))).values[0]) * unit;
}

/** The matrix as integers times 2^exponent, exactly. */
function integersOf(m: readonly number[]): { integers: bigint[]; exponent: number } {
  const view = new DataView(new ArrayBuffer(8));
  const parts = m.map((x) => {
    view.setFloat64(0, Math.abs(x));
    const word = view.getBigUint64(0);
    const biased = Number(word >> 52n);
    const fraction = word & 0xfffffffffffffn;
    const mantissa = biased === 0 ? fraction : fraction | 0x10000000000000n;
    return { mantissa: x < 0 ? -mantissa : mantissa, exponent: Math.max(biased, 1) - 1075 };
  });
  const exponent = Math.min(...parts.filter((part) => part.mantissa !== 0n).map((part) => part.exponent), 1024);
  const integers = parts.map((part) => (part.mantissa === 0n ? 0n : part.mantissa << BigInt(part.exponent - exponent)));
  return { integers, exponent };
}

function cofactorsOf(m: readonly bigint[]): bigint[] {
  return m.map((_, k) => {
    // Cyclic indices give the cofactors their signs.
    const [row, column] = [Math.trunc(k / 3), k % 3];
    const [r, s] = [3 * ((row + 1) % 3), 3 * ((row + 2) % 3)];
    const [c, d] = [(column + 1) % 3, (column + 2) % 3];
    return m[r + c] * m[s + d] - m[r + d] * m[s + c];
  });
}

/** Integers as numbers of at most 2¹²⁸ in size times 2^exponent. The error of each is its own rounding error plus at most 2⁻¹²⁴ of the largest. */
function rounded(integers: readonly bigint[]): { values: number[]; exponent: number } {
  const digits = Math.max(...integers.map((x) => (x < 0n ? -x : x).toString(16).length));
  const exponent = Math.max(0, 4 * (digits - 32));
  return { values: integers.map((x) => Number(x >> BigInt(exponent))), exponent };
}

/** x · 2^exponent in steps that neither under- nor overflow before the result does. */
function timesPowerOfTwo(x: number, exponent: number): number {
  let result = x;
  let remaining = exponent;
  while (remaining !== 0 && result !== 0 && Number.isFinite(result)) {
    const step = Math.min(Math.max(remaining, -1000), 1000);
    result *= twoTo(step);
    remaining -= step;
  }
  return result;
}
