import { integrateRotation, rotationDifference } from '../../math/lie.ts';
import { type JointDefinition, MOTION_BALL } from './joint.ts';

/** A ball joint: a unit quaternion x y z w; the velocity is the angular velocity in the link's axes. */
export const spherical: JointDefinition = {
  kind: 'spherical',
  motion: MOTION_BALL,
  nq: 4,
  nv: 3,
  hasAxis: false,
  neutral: [0, 0, 0, 1],
  integrate(q, at, v, from, out) {
    integrateRotation(q, at, v, from, out, at);
  },
  difference(a, b, at, out, from) {
    rotationDifference(a, b, at, out, from);
  },
  random(rng, _lower, _upper, out, at) {
    out.set(rng.rotation(), at);
  },
};
