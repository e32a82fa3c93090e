// Poses, velocities and accelerations of bodies and frames.
import { outOfRange } from '../check/argument.ts';
import type { Pose } from '../math/pose.ts';
import { computeAccelerations, computeVelocities } from './bodies.ts';
import { checkConfiguration, checkPair, checkStage, checkVector, outputOf } from './check-arguments.ts';
import type { Data } from './data.ts';
import type { Frame, Model } from './model.ts';
import { place } from './place.ts';

/**
 * The axes and the point of a frame's velocity or Jacobian. `'local'`: the frame's axes and origin. `'world'`: the world's axes,
 * and the point of the body that is at the world's origin. `'local-world-aligned'`: the world's axes and the frame's origin.
 * @example
 * ```ts
 * const reference: ReferenceFrame = 'local-world-aligned';
 * ```
 */
export type ReferenceFrame = 'local' | 'world' | 'local-world-aligned';

const references: readonly ReferenceFrame[] = ['local', 'world', 'local-world-aligned'];

export function checkReference(where: string, reference: ReferenceFrame): void {
  if (!references.includes(reference)) {
    throw outOfRange(where, 'reference', reference, `give one of ${references.join(', ')}`);
  }
}

/**
 * Computes the poses of all bodies, their velocities if `v` is given, and their accelerations if `v` and `a` are. `framePose`,
 * `frameVelocity`, `frameAcceleration`, `frameJacobian`, `delassus` and others use the results. Every algorithm that takes `data` and a
 * configuration overwrites the poses with the poses of this configuration.
 * @example
 * ```ts
 * forwardKinematics(model, data, q, v);
 * framePose(model, data, 'tool');
 * ```
 */
export function forwardKinematics(model: Model, data: Data, q: Float64Array, v?: Float64Array, a?: Float64Array): void {
  const where = 'forwardKinematics';
  checkPair(where, model, data);
  checkConfiguration(where, 'q', q, model);
  if (v !== undefined) checkVector(where, 'v', v, model.nv);
  if (a !== undefined) checkVector(where, 'a', a, model.nv);
  place(model, data, q);
  if (v === undefined) return;
  computeVelocities(model, data, v);
  if (a === undefined) return;
  computeAccelerations(model, data, a, model.gravity, 0);
  data.stage = 3;
}

/** The current frame: rotation by rows, position relative to the tree's origin, position relative to the world's origin. */
export const placed = /* @__PURE__ */ new Float64Array(15);

/** Writes the rotation and position of a frame to `placed`. */
export function placeFrame(model: Model, data: Data, frame: Frame): void {
  placeOnBody(model, data, frame.joint, frame.rigid, placed, 0);
}

/**
 * Writes the world rotation by rows, the position relative to the tree's origin and the position relative to the world's origin
 * of a frame on a joint's body. `rigid` is its rotation by rows and its position in the joint's frame.
 */
export function placeOnBody(
  model: Model,
  data: Data,
  joint: number,
  rigid: Float64Array,
  out: Float64Array,
  to: number,
): void {
  const { rotation, position, origin } = data;
  for (let row = 0; row < 3; row++) {
    const isFixed = joint < 0;
    const r = 9 * joint + 3 * row;
    const a = isFixed ? (row === 0 ? 1 : 0) : rotation[r];
    const b = isFixed ? (row === 1 ? 1 : 0) : rotation[r + 1];
    const c = isFixed ? (row === 2 ? 1 : 0) : rotation[r + 2];
    for (let k = 0; k < 3; k++) {
      out[to + 3 * row + k] = a * rigid[k] + b * rigid[3 + k] + c * rigid[6 + k];
    }
    const rotatedOffset = a * rigid[9] + b * rigid[10] + c * rigid[11];
    out[to + 9 + row] = isFixed ? rotatedOffset : position[3 * joint + row] + rotatedOffset;
    out[to + 12 + row] = isFixed ? rotatedOffset : out[to + 9 + row] + origin[3 * model.tree.root[joint] + row];
  }
}

/** The rotation by rows at `from`, as a unit quaternion at `to`. The largest component is computed first, for accuracy. */
function writeQuaternion(r: Float64Array, from: number, out: Float64Array, to: number): void {
  const xx = r[from];
  const yy = r[from + 4];
  const zz = r[from + 8];
  const trace = xx + yy + zz;
  let x = r[from + 7] - r[from + 5];
  let y = r[from + 2] - r[from + 6];
  let z = r[from + 3] - r[from + 1];
  let w = 1 + trace;
  if (!(trace >= xx && trace >= yy && trace >= zz)) {
    const xy = r[from + 1] + r[from + 3];
    const xz = r[from + 2] + r[from + 6];
    const yz = r[from + 5] + r[from + 7];
    const real = xx >= yy && xx >= zz ? x : yy >= zz ? y : z;
    x = xx >= yy && xx >= zz ? 1 + xx - yy - zz : yy >= zz ? xy : xz;
    y = xx >= yy && xx >= zz ? xy : yy >= zz ? 1 + yy - xx - zz : yz;
    z = xx >= yy && xx >= zz ? xz : yy >= zz ? yz : 1 + zz - xx - yy;
    w = real;
  }
  const scale = 1 / Math.sqrt(x * x + y * y + z * z + w * w);
  out[to] = x * scale;
  out[to + 1] = y * scale;
  out[to + 2] = z * scale;
  out[to + 3] = w * scale;
}

/**
 * The pose of a frame in the world after `forwardKinematics`.
 * @param frame its name or index
 * @param out receives the pose. Default: a new array
 * @example
 * ```ts
 * forwardKinematics(model, data, q);
 * const [x, y, z] = framePose(model, data, 'tool');
 * ```
 */
export function framePose(model: Model, data: Data, frame: string | number, out?: Float64Array): Pose {
  const where = 'framePose';
  checkPair(where, model, data);
  checkStage(where, data, 1);
  const pose = outputOf(where, out, 7);
  placeFrame(model, data, model.frame(where, frame));
  writePose(pose, 0);
  return pose;
}

/** Converts `placed` to a pose in the world. */
export function writePose(out: Float64Array, to: number): void {
  for (let k = 0; k < 3; k++) out[to + k] = placed[12 + k];
  writeQuaternion(placed, 0, out, to + 3);
}

/**
 * The poses of all of the model's shapes in the world after `forwardKinematics`, seven numbers each, in the order of
 * `model.geometries`.
 * @param out receives the poses. Default: a new array
 * @example
 * ```ts
 * forwardKinematics(model, data, q);
 * const poses = geometryPoses(model, data);
 * ```
 */
export function geometryPoses(model: Model, data: Data, out?: Float64Array): Float64Array {
  const where = 'geometryPoses';
  checkPair(where, model, data);
  checkStage(where, data, 1);
  const poses = outputOf(where, out, 7 * model.geometries.length);
  for (let k = 0; k < model.geometries.length; k++) {
    const { joint, rigid } = model.geometries[k];
    placeOnBody(model, data, joint, rigid, placed, 0);
    writePose(poses, 7 * k);
  }
  return poses;
}

/**
 * Transforms the motion at `from`, in world axes at the tree's origin, to another reference of the frame `placed`. The six numbers are
 * written `stride` apart.
 */
export function toReference(
  reference: ReferenceFrame,
  m: Float64Array,
  from: number,
  out: Float64Array,
  to: number,
  stride: number,
): void {
  // The body's point at the new origin: v + ω × d. The world's origin is at −(origin of the tree).
  const isWorld = reference === 'world';
  const dx = isWorld ? placed[9] - placed[12] : placed[9];
  const dy = isWorld ? placed[10] - placed[13] : placed[10];
  const dz = isWorld ? placed[11] - placed[14] : placed[11];
  const x = m[from + 3];
  const y = m[from + 4];
  const z = m[from + 5];
  const lx = m[from] + y * dz - z * dy;
  const ly = m[from + 1] + z * dx - x * dz;
  const lz = m[from + 2] + x * dy - y * dx;
  for (let k = 0; k < 3; k++) {
    const isLocal = reference === 'local';
    const cx = isLocal ? placed[k] : k === 0 ? 1 : 0;
    const cy = isLocal ? placed[3 + k] : k === 1 ? 1 : 0;
    const cz = isLocal ? placed[6 + k] : k === 2 ? 1 : 0;
    out[to + k * stride] = cx * lx + cy * ly + cz * lz;
    out[to + (3 + k) * stride] = cx * x + cy * y + cz * z;
  }
}

/**
 * The velocity of a frame after `forwardKinematics` with a velocity: linear first, in m/s and rad/s.
 * @returns six numbers, in an array of `data` that later calls with this `data` may overwrite
 * @example
 * ```ts
 * forwardKinematics(model, data, q, v);
 * const [x, y, z] = frameVelocity(model, data, 'tool', 'local-world-aligned');
 * ```
 */
export function frameVelocity(
  model: Model,
  data: Data,
  frame: string | number,
  reference: ReferenceFrame = 'local',
): Float64Array {
  const where = 'frameVelocity';
  checkPair(where, model, data);
  checkStage(where, data, 2);
  checkReference(where, reference);
  return motionOf(model, data, model.frame(where, frame), reference, data.velocity, data.frameVelocity);
}

/**
 * The spatial acceleration of a frame after `forwardKinematics` with velocity and acceleration, without gravity. Its linear part is the
 * rate of change of the body's velocity at a point fixed in space: the world's origin for `'world'`, otherwise the point through which the
 * frame's origin passes. At that point, the acceleration of the frame's origin is this linear part plus ω × v.
 * @returns six numbers, linear first, in m/s² and rad/s², in an array of `data` that later calls with this `data` may overwrite
 * @example
 * ```ts
 * forwardKinematics(model, data, q, v, a);
 * const acceleration = frameAcceleration(model, data, 'tool');
 * ```
 */
export function frameAcceleration(
  model: Model,
  data: Data,
  frame: string | number,
  reference: ReferenceFrame = 'local',
): Float64Array {
  const where = 'frameAcceleration';
  checkPair(where, model, data);
  checkStage(where, data, 3);
  checkReference(where, reference);
  return motionOf(model, data, model.frame(where, frame), reference, data.acceleration, data.frameAcceleration);
}

function motionOf(
  model: Model,
  data: Data,
  frame: Frame,
  reference: ReferenceFrame,
  motions: Float64Array,
  out: Float64Array,
): Float64Array {
  if (frame.joint < 0) return out.fill(0);
  placeFrame(model, data, frame);
  toReference(reference, motions, 6 * frame.joint, out, 0, 1);
  return out;
}
