import { type JointDefinition, MOTION_SCREW, scalar } from './joint.ts';

/** A screw: a turn about an axis by the coordinate, in radians, and a shift along it by pitch (meters per radian) times that. */
export const helical: JointDefinition = {
  ...scalar,
  kind: 'helical',
  motion: MOTION_SCREW,
};
