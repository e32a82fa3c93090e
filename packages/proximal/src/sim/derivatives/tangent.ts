// The derivative of q ⊕ ξ on the tangents: δ⁺ = Ad(exp(−ξ)) δ + J_r(ξ) δξ, joint by joint.
import { MOTION_BALL, MOTION_FREE, MOTION_PLANE } from '../../dynamics/joints/joint.ts';
import type { Model } from '../../dynamics/model.ts';
import { crossInto } from './geometry-terms.ts';

/** Terms of the series; ξ is the motion in one step, far below a turn. */
const terms = 24;

/**
 * Writes both matrices (nv × nv, by rows) of a model. Every joint's columns are closed under the bracket, so the series run on them:
 * Ad(exp(−ξ)) = Σ (−ad)ᵏ/k!, J_r(ξ) = Σ (−ad)ᵏ/(k + 1)!.
 */
export function integrationDerivatives(
  model: Model,
  xi: Float64Array,
  byStart: Float64Array,
  byMotion: Float64Array,
): void {
  const { nv } = model;
  byStart.fill(0);
  byMotion.fill(0);
  for (const [index, joint] of model.joints.entries()) {
    if (joint.mimic !== null) continue;
    const { v: first, nv: count } = joint;
    const ad = bracketOf(model.tree.motion[index], first, count, xi);
    let power = identity(count);
    let factorial = 1;
    for (let k = 0; k < terms; k++) {
      for (let i = 0; i < count; i++) {
        for (let j = 0; j < count; j++) {
          byStart[(first + i) * nv + first + j] += power[i * count + j] / factorial;
          byMotion[(first + i) * nv + first + j] += power[i * count + j] / (factorial * (k + 1));
        }
      }
      power = timesNegative(power, ad, count);
      factorial *= k + 1;
    }
  }
}

/** The columns of a joint in the link's axes, up to the choice of axes, which the bracket does not see: 0 to 2 linear, 3 to 5 angular. */
const columnsOf: Readonly<Record<number, readonly number[]>> = {
  [MOTION_BALL]: [3, 4, 5],
  [MOTION_PLANE]: [0, 1, 5],
  [MOTION_FREE]: [0, 1, 2, 3, 4, 5],
};

/** The matrix of [ξ, ·] in the joint's own coordinates; zero for one coordinate. */
function bracketOf(motion: number, first: number, count: number, xi: Float64Array): Float64Array {
  const ad = new Float64Array(count * count);
  const columns = columnsOf[motion];
  if (!columns) return ad;
  const [twist, unit, turned] = [new Float64Array(6), new Float64Array(6), new Float64Array(6)];
  for (let k = 0; k < count; k++) twist[columns[k]] = xi[first + k];
  for (let j = 0; j < count; j++) {
    unit.fill(0);
    unit[columns[j]] = 1;
    crossInto(twist, 0, unit, 0, turned);
    for (let i = 0; i < count; i++) ad[i * count + j] = turned[columns[i]];
  }
  return ad;
}

function identity(size: number): Float64Array {
  return Float64Array.from({ length: size * size }, (_, k) => (k % (size + 1) === 0 ? 1 : 0));
}

function timesNegative(a: Float64Array, b: Float64Array, size: number): Float64Array {
  const out = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) {
      for (let k = 0; k < size; k++) out[i * size + j] -= a[i * size + k] * b[k * size + j];
    }
  }
  return out;
}
