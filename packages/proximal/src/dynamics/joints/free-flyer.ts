import { integratePose, poseDifference } from '../../math/lie.ts';
import { between, type JointDefinition, MOTION_FREE } from './joint.ts';

/** A free body: its position and a unit quaternion x y z w; the velocity is the body's twist in its own axes, linear first. */
export const freeFlyer: JointDefinition = {
  kind: 'free-flyer',
  motion: MOTION_FREE,
  nq: 7,
  nv: 6,
  hasAxis: false,
  neutral: [0, 0, 0, 0, 0, 0, 1],
  integrate: integratePose,
  difference: poseDifference,
  random(rng, lower, upper, out, at) {
    for (let k = at; k < at + 3; k++) out[k] = between(rng, lower[k], upper[k]);
    out.set(rng.rotation(), at + 3);
  },
};
