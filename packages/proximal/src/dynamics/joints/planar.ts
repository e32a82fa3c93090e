import { integratePlane, planeDifference } from '../../math/lie.ts';
import { between, type JointDefinition, MOTION_PLANE } from './joint.ts';

/**
 * A motion in the plane perpendicular to the axis (x y for the axis z, y z for x, z x for y: see align.ts): two translations in meters
 * and an angle in radians. The velocity is in the link's axes: two linear components, then the rate of the angle.
 */
export const planar: JointDefinition = {
  kind: 'planar',
  motion: MOTION_PLANE,
  nq: 3,
  nv: 3,
  hasAxis: true,
  neutral: [0, 0, 0],
  integrate: integratePlane,
  difference: planeDifference,
  random(rng, lower, upper, out, at) {
    for (let k = at; k < at + 3; k++) out[k] = between(rng, lower[k], upper[k]);
  },
};
