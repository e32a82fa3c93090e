import { type JointDefinition, MOTION_SCREW, scalar } from './joint.ts';

/** A rotation about an axis by an angle in radians. */
export const revolute: JointDefinition = {
  ...scalar,
  kind: 'revolute',
  motion: MOTION_SCREW,
};
