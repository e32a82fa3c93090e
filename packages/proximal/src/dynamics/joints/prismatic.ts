import { type JointDefinition, MOTION_SLIDE, scalar } from './joint.ts';

/** A shift along an axis, in metres. */
export const prismatic: JointDefinition = {
  ...scalar,
  kind: 'prismatic',
  motion: MOTION_SLIDE,
};
