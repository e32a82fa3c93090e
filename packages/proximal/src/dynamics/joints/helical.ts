import { type JointDefinition, MOTION_SCREW, scalar } from './joint.ts';

/**
 * A screw: a rotation about an axis by the coordinate, in radians, and a translation along it by pitch (meters per radian) times
 * the coordinate.
 */
export const helical: JointDefinition = {
  ...scalar,
  kind: 'helical',
  motion: MOTION_SCREW,
};
