// How a body's inertia changes with its mass or its size. Ten numbers in world axes about the tree's origin: mass, first moment, second
// moments (xx xy xz yy yz zz).
import type { Body } from '../../scene/body.ts';
import { type Flight, rotationOf } from '../flight.ts';
import type { ResolvedParameter } from './parameters.ts';
import type { Placed } from './placed.ts';

const change = new Float64Array(10);

/** What a parameter changes of a member's inertia, and at which joint; null if nothing. It holds until the next call. */
export function inertiaChange(
  placed: Placed,
  parameter: ResolvedParameter,
  poses: ReadonlyMap<Body, Float64Array>,
): { readonly joint: number; readonly inertia: Float64Array } | null {
  if (parameter.kind === 'friction' || parameter.owner?.member !== placed.member) return null;
  const { joint } = parameter.owner;
  if (parameter.kind === 'mass') return { joint, inertia: shareOfMass(placed, joint) };
  if (!parameter.solid) return null;
  return { joint, inertia: growthOf(placed, joint, poses.get(parameter.body) as Float64Array) };
}

/** With the mass, at a fixed shape: in proportion. */
function shareOfMass({ data }: Placed, joint: number): Float64Array {
  const mass = data.inertia[10 * joint];
  for (let k = 0; k < 10; k++) change[k] = data.inertia[10 * joint + k] / mass;
  return change;
}

/**
 * With the scale of a solid body about the origin of `pose`: its mass m by 3 m, its centre c by c − o, its inertia about the centre by
 * five times itself. The second moments about the tree's origin are I_c + m (c² 1 − c cᵀ).
 */
function growthOf({ data, member }: Placed, joint: number, pose: Float64Array): Float64Array {
  const { inertia, origin } = data;
  const [b, root] = [10 * joint, 3 * member.model.tree.root[joint]];
  const mass = inertia[b];
  const center = [0, 1, 2].map((k) => inertia[b + 1 + k] / mass);
  const way = center.map((x, k) => x - (pose[k] - origin[root + k]));
  const dot = (u: readonly number[], v: readonly number[]): number => u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
  change[0] = 3 * mass;
  for (let k = 0; k < 3; k++) change[1 + k] = 3 * mass * center[k] + mass * way[k];
  let at = 4;
  for (let i = 0; i < 3; i++) {
    for (let j = i; j < 3; j++) {
      const one = i === j ? 1 : 0;
      const lever = one * dot(center, center) - center[i] * center[j];
      const turned = 2 * one * dot(center, way) - way[i] * center[j] - center[i] * way[j];
      change[at] = 5 * (inertia[b + at] - mass * lever) + 3 * mass * lever + mass * turned;
      at++;
    }
  }
  return change;
}

/** The centre of mass of a solid body that flies, in the joint's axes, with its scale about the origin of `pose`: c − o. */
export function centerChange({ data, member }: Placed, flight: Flight, q: Float64Array, pose: Float64Array): number[] {
  const { inertia, origin } = data;
  const [b, root] = [10 * flight.joint, 3 * member.model.tree.root[flight.joint]];
  const way = [0, 1, 2].map((k) => inertia[b + 1 + k] / inertia[b] - (pose[k] - origin[root + k]));
  const turn = new Float64Array(9);
  rotationOf(flight, q, turn);
  return [0, 1, 2].map((k) => turn[k] * way[0] + turn[3 + k] * way[1] + turn[6 + k] * way[2]);
}
