// The derivative of a body's inertia with respect to its mass or its size. An inertia is ten numbers, in world axes about the tree's origin: mass,
// first moment, moments of inertia (xx xy xz yy yz zz).
import type { Data } from '../../dynamics/data.ts';
import type { Body } from '../../scene/body.ts';
import type { ResolvedParameter } from './parameters.ts';
import type { PlacedMember } from './placed-member.ts';
import { add, multiply, outer, times, transposed } from './small-matrix.ts';

const change = new Float64Array(10);

/** The derivative of a member's inertia with respect to a parameter, and its joint; null if it is zero. Valid until the next call. */
export function inertiaChange(
  placed: PlacedMember,
  parameter: ResolvedParameter,
  poses: ReadonlyMap<Body, Float64Array>,
): { readonly joint: number; readonly inertia: Float64Array } | null {
  if (parameter.kind === 'friction' || parameter.owner?.member !== placed.member) return null;
  const { joint } = parameter.owner;
  if (parameter.kind === 'mass') return { joint, inertia: perUnitMass(placed, joint) };
  if (!parameter.solid) return null;
  return { joint, inertia: perUnitScale(placed, joint, poses.get(parameter.body) as Float64Array) };
}

/** The derivative with respect to the mass at a fixed shape: the inertia is proportional to the mass. */
function perUnitMass({ data }: PlacedMember, joint: number): Float64Array {
  const mass = data.inertia[10 * joint];
  for (let k = 0; k < 10; k++) change[k] = data.inertia[10 * joint + k] / mass;
  return change;
}

/**
 * The derivative with respect to the scale of a solid body about the origin o of `pose`. The mass m changes by 3 m, the center c by c − o, and
 * the inertia I_c about the center by 5 I_c. The second moments about the tree's origin are I_c + m (c² 1 − c cᵀ).
 */
function perUnitScale({ data, member }: PlacedMember, joint: number, pose: Float64Array): Float64Array {
  const { inertia, origin } = data;
  const [b, root] = [10 * joint, 3 * member.model.tree.root[joint]];
  const mass = inertia[b];
  const center = [0, 1, 2].map((k) => inertia[b + 1 + k] / mass);
  const offset = center.map((x, k) => x - (pose[k] - origin[root + k]));
  const dot = (u: readonly number[], v: readonly number[]): number => u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
  change[0] = 3 * mass;
  for (let k = 0; k < 3; k++) change[1 + k] = 3 * mass * center[k] + mass * offset[k];
  let at = 4;
  for (let i = 0; i < 3; i++) {
    for (let j = i; j < 3; j++) {
      const one = i === j ? 1 : 0;
      const lever = one * dot(center, center) - center[i] * center[j];
      const leverChange = 2 * one * dot(center, offset) - offset[i] * center[j] - center[i] * offset[j];
      change[at] = 5 * (inertia[b + at] - mass * lever) + 3 * mass * lever + mass * leverChange;
      at++;
    }
  }
  return change;
}

/**
 * Moves an inertia fixed to a joint's body from its place in `from` to its place in `to`. With x' = R x + t and the first moment f, the
 * integral Σ of x xᵀ, which is ½ tr(I) 1 − I, becomes R Σ Rᵀ + R f tᵀ + t fᵀ Rᵀ + m t tᵀ.
 */
export function movedInertia(inertia: Float64Array, joint: number, from: Data, to: Data): Float64Array {
  const [a, b] = [from, to].map(({ rotation }) => rotation.subarray(9 * joint, 9 * joint + 9));
  const relativeRotation = multiply(b, transposed(a));
  const [oldPosition, newPosition] = [from, to].map(({ position }) => position.subarray(3 * joint, 3 * joint + 3));
  const shift = add(newPosition, times(relativeRotation, oldPosition), -1);
  const [mass, x, y, z, xx, xy, xz, yy, yz, zz] = inertia;
  const half = (xx + yy + zz) / 2;
  const spread = Float64Array.of(half - xx, -xy, -xz, -xy, half - yy, -yz, -xz, -yz, half - zz);
  const moment = times(relativeRotation, [x, y, z]);
  const mixed = outer(moment, shift);
  let moved = multiply(multiply(relativeRotation, spread), transposed(relativeRotation));
  moved = add(add(add(moved, mixed, 1), transposed(mixed), 1), outer(shift, shift), mass);
  const trace = moved[0] + moved[4] + moved[8];
  return Float64Array.of(
    mass,
    ...add(moment, shift, mass),
    trace - moved[0],
    -moved[1],
    -moved[2],
    trace - moved[4],
    -moved[5],
    trace - moved[8],
  );
}

/** The derivative of the center of mass of a solid body, in its joint's axes, with respect to its scale about the origin o of `pose`: c − o. */
export function centerChange({ data, member }: PlacedMember, joint: number, pose: Float64Array): Float64Array {
  const { inertia, origin, rotation } = data;
  const [b, root] = [10 * joint, 3 * member.model.tree.root[joint]];
  const offset = [0, 1, 2].map((k) => inertia[b + 1 + k] / inertia[b] - (pose[k] - origin[root + k]));
  return times(transposed(rotation.subarray(9 * joint, 9 * joint + 9)), offset);
}
