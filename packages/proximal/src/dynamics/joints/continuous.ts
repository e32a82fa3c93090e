import { type JointDefinition, scalar } from './joint.ts';
import { revolute } from './revolute.ts';

/** A rotation about an axis, without joint limits. The angle may exceed a full turn. */
export const continuous: JointDefinition = {
  ...revolute,
  ...scalar,
  kind: 'continuous',
};
