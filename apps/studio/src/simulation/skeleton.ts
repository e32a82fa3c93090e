// The skeleton of a robot: a capsule between each joint and its parent.
import { capsule, type ShapeJSON } from 'proximal';
import { forwardKinematics, framePose, type Model, neutral } from 'proximal/dynamics';
import { compose, fromAxisAngle, inverse, type Pose } from 'proximal/math';
import { palette } from '../model/palette.ts';
import type { Limb } from './scene-control.ts';

/** The radius of the capsules, relative to the longest one. */
const thickness = 0.06;

export function skeletonOf(model: Model): Limb[] {
  const data = model.createData();
  forwardKinematics(model, data, neutral(model));
  const bones = model.joints.flatMap(({ link, parent }) => {
    if (parent < 0) return [];
    const { link: from } = model.joints[parent];
    const relative = compose(inverse(framePose(model, data, from)), framePose(model, data, link));
    const end = [...relative.subarray(0, 3)];
    const length = Math.hypot(...end);
    return length > 0 ? [{ from, end, length }] : [];
  });
  const radius = thickness * Math.max(0, ...bones.map(({ length }) => length));
  return bones.map(({ from, end, length }) => ({
    link: from,
    shape: capsule(radius, length / 2).toJSON() as ShapeJSON,
    placement: fromZAxis(end),
    color: palette.neutral,
  }));
}

/** The pose with the z axis along a vector, and the origin at its middle. */
function fromZAxis([x, y, z]: readonly number[]): Pose {
  const across = Math.hypot(x, y);
  const axis = across > 0 ? [-y, x, 0] : [1, 0, 0];
  return fromAxisAngle(axis, Math.atan2(across, z), [x / 2, y / 2, z / 2]);
}
