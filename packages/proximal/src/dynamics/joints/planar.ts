import { cross, scale, subtract, type Vec3 } from '../../math/vec3.ts';
import { integratePlane, planeDifference } from '../lie.ts';
import { between, type JointDefinition, MOTION_PLANE } from './joint.ts';

/** Two directions that span the plane across the unit `axis`, right-handed with it; x and y for z, and so on around. */
export function planeAcross(axis: Vec3): [first: Vec3, second: Vec3] {
  const [x, y, z] = axis.map(Math.abs);
  const next: Vec3 = z >= x && z >= y ? [1, 0, 0] : y >= x ? [0, 0, 1] : [0, 1, 0];
  const along = axis[0] * next[0] + axis[1] * next[1] + axis[2] * next[2];
  const across = subtract(next, scale(axis, along));
  const first = scale(across, 1 / Math.sqrt(across[0] ** 2 + across[1] ** 2 + across[2] ** 2));
  return [first, cross(axis, first)];
}

/**
 * A motion in the plane across the axis: two shifts in metres and an angle in radians. The velocity is the link's: two
 * linear components along its own turned directions, then the rate of the angle.
 */
export const planar: JointDefinition = {
  kind: 'planar',
  motion: MOTION_PLANE,
  nq: 3,
  nv: 3,
  hasAxis: true,
  neutral: [0, 0, 0],
  subspace(axis) {
    const [first, second] = planeAcross(axis);
    return [...first, 0, 0, 0, ...second, 0, 0, 0, 0, 0, 0, ...axis];
  },
  integrate: integratePlane,
  difference: planeDifference,
  random(rng, lower, upper, out, at) {
    for (let k = at; k < at + 3; k++) out[k] = between(rng, lower[k], upper[k]);
  },
};
