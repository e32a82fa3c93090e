// The derivatives of the motion of a floating joint, in tangent coordinates. With a rotation A from the initial to the final axes,
// δθ⁺ = A δθ + Θ δω and δω⁺ = W δω (spin-tangent.ts), the center of mass at c, its velocity u = v⁺ + ω × c, and s = c + Δt u, all in the
// axes of the start:
//   δp⁺ = A (δp + δθ × s + Δt (δv⁺ + δω × c)) − δθ⁺ × c,
//   δ(A u − ω⁺ × c) = A (δv⁺ + δω × c) − (Θ δω) × A u − δω⁺ × c, the change of the velocity in the new axes.
import type { FloatingJoint } from '../floating-joint.ts';
import { add, cross, identityBlock, type Matrix3, multiply, scaled, times } from './small-matrix.ts';
import type { RotationTangent } from './spin-tangent.ts';
import type { JointTangent } from './tangent.ts';

/** @param next the solved velocity of the whole member */
export function floatingJointTangent(
  { isPlane, center, v: at }: Pick<FloatingJoint, 'isPlane' | 'center' | 'v'>,
  { back, angle, rate, omega: after }: RotationTangent,
  next: Float64Array,
  timeStep: number,
): JointTangent {
  const columns = isPlane ? [0, 1, 5] : [0, 1, 2, 3, 4, 5];
  const omega = isPlane ? [0, 0, next[at + 2]] : [next[at + 3], next[at + 4], next[at + 5]];
  const arm = cross(center);
  const spin = cross(omega);
  const speed = add(Float64Array.of(next[at], next[at + 1], isPlane ? 0 : next[at + 2]), times(spin, center), 1);
  const nextCenter = add(Float64Array.of(center[0], center[1], center[2]), speed, timeStep);
  const zero = new Float64Array(9);
  const rotatedArm = multiply(back, arm);
  const rotatedSpin = multiply(back, spin);
  // The factors of δω in δp⁺/Δt and in the velocity.
  const motion = add(scaled(rotatedArm, -1), multiply(arm, angle), 1 / timeStep);
  const velocity = add(add(multiply(arm, rate), rotatedArm, -1), multiply(cross(times(back, speed)), angle), 1);
  const start = add(multiply(arm, back), multiply(back, cross(nextCenter)), -1);
  return {
    first: at,
    count: columns.length,
    byStart: assembled(back, start, zero, back, columns),
    byMotion: assembled(back, motion, zero, scaled(angle, 1 / timeStep), columns),
    byVelocity: assembled(back, velocity, zero, rate, columns),
    byCenter: {
      position: rowsOf(add(add(back, identityBlock(), -1), rotatedSpin, timeStep), columns),
      velocity: rowsOf(add(rotatedSpin, cross(after), -1), columns),
    },
  };
}

/** The rotation of a joint by q ⊕ Δt v⁺, with a constant angular velocity. */
export function steadyRotation(
  { count, byStart, byMotion }: JointTangent,
  { isPlane, v: at }: FloatingJoint,
  next: Float64Array,
  timeStep: number,
): RotationTangent {
  const columns = isPlane ? [0, 1, 5] : [0, 1, 2, 3, 4, 5];
  const omega = isPlane ? [0, 0, next[at + 2]] : [next[at + 3], next[at + 4], next[at + 5]];
  return {
    back: blockOf(byStart, count, columns, 0),
    angle: scaled(blockOf(byMotion, count, columns, 3), timeStep),
    rate: identityBlock(),
    omega: Float64Array.of(omega[0], omega[1], omega[2]),
  };
}

/** count × 3 numbers times a change of the center. */
export function applied(rows: Float64Array, change: ArrayLike<number>): Float64Array {
  const out = new Float64Array(rows.length / 3);
  for (let k = 0; k < out.length; k++)
    out[k] = rows[3 * k] * change[0] + rows[3 * k + 1] * change[1] + rows[3 * k + 2] * change[2];
  return out;
}

/** The linear (0) or angular (3) 3 × 3 block of a joint's matrix; for coordinates that the joint does not have, rows of the identity. */
function blockOf(matrix: Float64Array, count: number, columns: readonly number[], from: number): Matrix3 {
  const out = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
  for (const [i, row] of columns.entries())
    for (const [j, column] of columns.entries())
      if (row >= from && row < from + 3 && column >= from && column < from + 3)
        out[3 * (row - from) + column - from] = matrix[i * count + j];
  return out;
}

/** The rows and columns of the joint's coordinates, from the matrix (a, b; c, d) for all six. */
export function assembled(a: Matrix3, b: Matrix3, c: Matrix3, d: Matrix3, columns: readonly number[]): Float64Array {
  const count = columns.length;
  const out = new Float64Array(count * count);
  for (let i = 0; i < count; i++) {
    const row = columns[i];
    for (let j = 0; j < count; j++) {
      const column = columns[j];
      const block = row < 3 ? (column < 3 ? a : b) : column < 3 ? c : d;
      out[count * i + j] = block[3 * (row % 3) + (column % 3)];
    }
  }
  return out;
}

/** The joint's rows of a block for its linear part; the angular rows are zero. */
export function rowsOf(block: Matrix3, columns: readonly number[]): Float64Array {
  const out = new Float64Array(3 * columns.length);
  for (let i = 0; i < columns.length; i++)
    if (columns[i] < 3) for (let k = 0; k < 3; k++) out[3 * i + k] = block[3 * columns[i] + k];
  return out;
}
