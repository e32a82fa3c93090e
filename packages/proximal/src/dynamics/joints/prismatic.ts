import { type JointDefinition, MOTION_SLIDE, scalar } from './joint.ts';

/** A translation along an axis, in meters. */
export const prismatic: JointDefinition = {
  ...scalar,
  kind: 'prismatic',
  motion: MOTION_SLIDE,
};
