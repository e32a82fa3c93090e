// The derivative of q ⊕ ξ in tangent coordinates: δ⁺ = Ad(exp(−ξ)) δ + J_r(ξ) δξ, joint by joint.
import { MOTION_BALL, MOTION_FREE, MOTION_PLANE } from '../../dynamics/joints/joint.ts';
import type { Model } from '../../dynamics/model.ts';
import { crossMotion } from '../../dynamics/spatial.ts';
import { cos, sin } from '../../math/elementary.ts';
import { poseMatrix } from './pose-matrix.ts';
import type { Workspace } from './workspace.ts';

/** The largest number of terms of the series. ξ is the motion in one step, usually much less than a turn, so the series ends earlier. */
const terms = 40;
const negligible = 1e-17;

/** The matrices of one joint: count × count, by rows. */
export interface JointTangent {
  /** The first of its velocity coordinates. */
  readonly first: number;
  /** The number of its velocity coordinates. */
  readonly count: number;
  /** The derivative of the position after the motion with respect to the position before it: Ad(exp(−ξ)) for q ⊕ ξ. */
  readonly byStart: Float64Array;
  /** The derivative of the position after the motion with respect to ξ = Δt v: J_r(ξ) for q ⊕ ξ. */
  readonly byMotion: Float64Array;
  /** The derivative of the velocity after the step with respect to the solved velocity; the identity if omitted. */
  readonly byVelocity?: Float64Array;
  /** The derivatives of position/Δt and velocity after the step with respect to the pseudo-velocity of the correction. */
  readonly byShift?: { readonly position: Float64Array; readonly velocity: Float64Array };
  /** The derivatives of position and velocity after the step with respect to the center of mass of a floating body, count × 3 each. */
  readonly byCenter?: { readonly position: Float64Array; readonly velocity: Float64Array };
}

/**
 * The derivatives of the part of q ⊕ ξ of every joint with at least `least` coordinates. A joint's motion subspace is closed under
 * the Lie bracket, so the series are evaluated within it: Ad(exp(−ξ)) = Σ (−ad)ᵏ/k!, J_r(ξ) = Σ (−ad)ᵏ/(k + 1)!.
 * @param workspace for the result; new arrays by default
 */
export function integrationDerivatives(
  model: Model,
  xi: Float64Array,
  least = 1,
  workspace: Workspace | null = null,
): JointTangent[] {
  const found: JointTangent[] = [];
  const { joints } = model;
  for (let index = 0; index < joints.length; index++) {
    const { v: first, nv: count, mimic } = joints[index];
    if (mimic !== null || count < least) continue;
    if (count === 1) {
      found.push({ first, count, byStart: one, byMotion: one });
      continue;
    }
    const ad = bracketOf(model.tree.motion[index], first, count, xi);
    const [byStart, byMotion] = [identity(count, workspace), identity(count, workspace)];
    addSeries(ad, count, byStart, byMotion);
    found.push({ first, count, byStart, byMotion });
  }
  return found;
}

/** The matrices of a joint with one coordinate. */
const one = Float64Array.of(1);

/** Two powers of the matrix of [ξ, ·], which has at most six rows. */
const powers = [new Float64Array(36), new Float64Array(36)] as const;
const bracketMatrix = new Float64Array(36);

/** Adds the terms of both series from k = 1 on, count × count by rows, of the matrix of [ξ, ·]. `power` is (−ad)ᵏ/k!. */
function addSeries(ad: Float64Array, count: number, byStart: Float64Array, byMotion: Float64Array): void {
  let [power, next] = powers;
  const size = count * count;
  for (let k = 0; k < size; k++) power[k] = k % (count + 1) === 0 ? 1 : 0;
  for (let k = 1; k < terms; k++) {
    setProduct(next, power, ad, count, -1 / k);
    [power, next] = [next, power];
    const weight = 1 / (k + 1);
    let largest = 0;
    for (let i = 0; i < size; i++) {
      const entry = power[i];
      byStart[i] += entry;
      byMotion[i] += weight * entry;
      largest = Math.max(largest, Math.abs(entry));
    }
    if (largest < negligible) break;
  }
}

/**
 * The twist coordinates that a joint moves, in the link's axes: 0 to 2 linear, 3 to 5 angular. The bracket does not depend on the
 * choice of axes.
 */
export const columnsOf: Readonly<Record<number, readonly number[]>> = {
  [MOTION_BALL]: [3, 4, 5],
  [MOTION_PLANE]: [0, 1, 5],
  [MOTION_FREE]: [0, 1, 2, 3, 4, 5],
};

/** The matrix of [ξ, ·] in the joint's own coordinates; zero for one coordinate. */
function bracketOf(motion: number, first: number, count: number, xi: Float64Array): Float64Array {
  const ad = bracketMatrix.fill(0);
  const columns = columnsOf[motion];
  if (!columns) return ad;
  const [twist, unit, bracket] = [new Float64Array(6), new Float64Array(6), new Float64Array(6)];
  for (let k = 0; k < count; k++) twist[columns[k]] = xi[first + k];
  for (let j = 0; j < count; j++) {
    unit.fill(0);
    unit[columns[j]] = 1;
    crossMotion(twist, 0, unit, 0, bracket, 0);
    for (let i = 0; i < count; i++) ad[i * count + j] = bracket[columns[i]];
  }
  return ad;
}

function identity(size: number, workspace: Workspace | null): Float64Array {
  const out = workspace ? workspace.array(size * size) : new Float64Array(size * size);
  for (let k = 0; k < size; k++) out[k * (size + 1)] = 1;
  return out;
}

/** out = factor · a b. */
function setProduct(out: Float64Array, a: Float64Array, b: Float64Array, size: number, factor: number): void {
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) {
      let sum = 0;
      for (let k = 0; k < size; k++) sum += a[i * size + k] * b[k * size + j];
      out[i * size + j] = factor * sum;
    }
  }
}

/**
 * Converts a function's derivative with respect to the numbers of q to its derivative with respect to δ in `integrate(model, q, δ)`, at δ = 0. Positions
 * move along the body's own axes, and a quaternion changes by ½ q ⊗ ω.
 */
export function toTangent(model: Model, q: Float64Array, byNumbers: ArrayLike<number>): Float64Array {
  const out = new Float64Array(model.nv);
  for (const [index, joint] of model.joints.entries()) {
    if (joint.mimic !== null) continue;
    const motion = model.tree.motion[index];
    const { q: at, v: to } = joint;
    if (motion === MOTION_BALL) quaternionToTangent(q, at, byNumbers, out, to);
    else if (motion === MOTION_FREE) {
      const { rotateBack } = poseMatrix(q.subarray(at, at + 7));
      out.set(rotateBack([byNumbers[at], byNumbers[at + 1], byNumbers[at + 2]]), to);
      quaternionToTangent(q, at + 3, byNumbers, out, to + 3);
    } else if (motion === MOTION_PLANE) {
      const [cosine, sine] = [cos(q[at + 2]), sin(q[at + 2])];
      out[to] = cosine * byNumbers[at] + sine * byNumbers[at + 1];
      out[to + 1] = cosine * byNumbers[at + 1] - sine * byNumbers[at];
      out[to + 2] = byNumbers[at + 2];
    } else out[to] = byNumbers[at];
  }
  return out;
}

function quaternionToTangent(q: Float64Array, at: number, g: ArrayLike<number>, out: Float64Array, to: number): void {
  const [x, y, z, w] = [q[at], q[at + 1], q[at + 2], q[at + 3]];
  const [gx, gy, gz, gw] = [g[at], g[at + 1], g[at + 2], g[at + 3]];
  out[to] = (w * gx + z * gy - y * gz - x * gw) / 2;
  out[to + 1] = (-z * gx + w * gy + x * gz - y * gw) / 2;
  out[to + 2] = (y * gx - x * gy + w * gz - z * gw) / 2;
}
