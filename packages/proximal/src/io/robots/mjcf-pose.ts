// Positions and orientations of MJCF: quaternions with w first, axes and angles, Euler angles in any sequence, or axes.
import { compose, fromAxisAngle, type Pose, quaternionOfAxes } from '../../math/pose.ts';
import { cross, dot, length, scale, subtract, type Vec3 } from '../../math/vec3.ts';
import type { Attributes } from './attributes.ts';

/** The angle conventions in <compiler>. */
export interface Angles {
  /** Radians per unit of angle in the file. */
  readonly unit: number;
  /** Three letters: lower case for rotations about moving axes, upper case about fixed axes. */
  readonly sequence: string;
}

/** The pose of an element from its pos and its orientation in any form. */
export function readMjcfPose(attributes: Attributes, angles: Angles): Pose {
  const pose = attributes.attempt(() => readOrientation(attributes, angles));
  pose.set(attributes.vector('pos', [0, 0, 0]));
  return pose;
}

function readOrientation(attributes: Attributes, angles: Angles): Pose {
  const quat = attributes.numbers('quat', 4);
  if (quat) {
    const [w, x, y, z] = quat;
    if (w === 0 && x === 0 && y === 0 && z === 0) throw attributes.fail('quat is zero');
    return compose({}, { rotation: [x, y, z, w] });
  }
  const axisAngle = attributes.numbers('axisangle', 4);
  if (axisAngle) return fromAxisAngle(axisAngle.slice(0, 3), axisAngle[3] * angles.unit);
  const euler = attributes.numbers('euler', 3);
  if (euler) return fromSequence(euler, angles);
  const pair = attributes.numbers('xyaxes', 6);
  if (pair) return fromAxes(attributes, pair.slice(0, 3) as Vec3, pair.slice(3) as Vec3);
  const z = attributes.numbers('zaxis', 3);
  return z ? turnZ(attributes, z as Vec3) : compose({}, {});
}

/** The rotation by Euler angles in the sequence of <compiler>. */
export function fromSequence(euler: readonly number[], { unit, sequence }: Angles): Pose {
  let pose = compose({}, {});
  [...sequence].forEach((letter, k) => {
    const axis = ['x', 'y', 'z'].map((each) => (each === letter.toLowerCase() ? 1 : 0));
    const rotation = fromAxisAngle(axis, euler[k] * unit);
    pose = letter === letter.toLowerCase() ? compose(pose, rotation) : compose(rotation, pose);
  });
  return pose;
}

function fromAxes(attributes: Attributes, first: Vec3, second: Vec3): Pose {
  if (!(length(first) > 0)) throw attributes.fail('the first of the xyaxes is zero');
  const x = scale(first, 1 / length(first));
  const across = subtract(second, scale(x, dot(x, second)));
  if (!(length(across) > 0)) throw attributes.fail('the xyaxes are parallel');
  const y = scale(across, 1 / length(across));
  return compose({}, { rotation: quaternionOfAxes(x, y, cross(x, y)) });
}

/** The shortest rotation that takes z to the given direction. */
export function turnZ(attributes: Attributes, direction: Vec3): Pose {
  const size = length(direction);
  if (!(size > 0)) throw attributes.fail('a direction is zero');
  const [x, y, z] = scale(direction, 1 / size);
  // The half-way quaternion (z × d, 1 + z·d); for the opposite direction, half a turn about x.
  const rotation = 1 + z > 1e-12 ? [-y, x, 0, 1 + z] : [1, 0, 0, 0];
  return compose({}, { rotation });
}
