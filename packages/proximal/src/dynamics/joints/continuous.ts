import { type JointDefinition, scalar } from './joint.ts';
import { revolute } from './revolute.ts';

/** A revolute joint that descriptions use for rotations without limits. The angle may exceed a full turn. */
export const continuous: JointDefinition = {
  ...revolute,
  ...scalar,
  kind: 'continuous',
};
