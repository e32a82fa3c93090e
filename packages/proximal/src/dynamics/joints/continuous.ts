import { type JointDefinition, scalar } from './joint.ts';
import { revolute } from './revolute.ts';

/** A turn about an axis without limits. The angle counts on beyond a full turn. */
export const continuous: JointDefinition = {
  ...revolute,
  ...scalar,
  kind: 'continuous',
};
