import { type JointDefinition, MOTION_SCREW, scalar } from './joint.ts';

/** A turn about an axis: the angle in radians. */
export const revolute: JointDefinition = {
  ...scalar,
  kind: 'revolute',
  motion: MOTION_SCREW,
};
