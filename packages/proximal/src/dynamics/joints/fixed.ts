import { type JointDefinition, MOTION_NONE } from './joint.ts';

/** No motion: the two links are one body. The model has no joint for it; the child becomes a frame of the parent's body. */
export const fixed: JointDefinition = {
  kind: 'fixed',
  motion: MOTION_NONE,
  nq: 0,
  nv: 0,
  hasAxis: false,
  neutral: [],
  integrate: () => {},
  difference: () => {},
  random: () => {},
};
