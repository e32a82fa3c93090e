// Motions over the time from 0 to 1.
import { checkOptions, wrongType } from '../../check/argument.ts';
import { cos, sin } from '../../math/elementary.ts';
import { multiplyQuaternions } from '../../math/linear/quaternion.ts';
import { type PoseLike, readPose } from '../../math/pose.ts';
import { length, readVector, type Vec3, type VectorLike } from '../../math/vec3.ts';
import { Body } from '../body.ts';
import { checkGeometry, type Geometry } from '../geometry.ts';
import { type Volume, volumeOf } from '../volume.ts';

/** How a body moves from time 0 to 1, in world coordinates. */
export interface Motion {
  /** Displacement of the body's origin over the whole time, in meters. Default: zero. */
  readonly linear?: VectorLike;
  /** Rotation vector about the body's origin over the whole time, in radians, right-handed. Default: zero. */
  readonly angular?: VectorLike;
}

/** A body of a scene, or a geometry at a pose. */
export type Placed = Body | { readonly shape: Geometry; readonly pose: PoseLike };

/** A moving geometry: its pose at time 0, and its validated motion, in world coordinates. */
export interface Mover {
  readonly volume: Volume;
  readonly start: Float64Array;
  readonly linear: Vec3;
  readonly angular: Vec3;
}

const zero: Vec3 = [0, 0, 0];

export function readMover(where: string, argument: string, placed: Placed, motion: Motion, name: string): Mover {
  const { volume, start } = readPlaced(where, argument, placed);
  checkOptions(where, name, motion, ['linear', 'angular']);
  const { linear, angular } = motion ?? {};
  return {
    volume,
    start,
    linear: linear === undefined ? zero : readVector(where, `${name}.linear`, linear),
    angular: angular === undefined ? zero : readVector(where, `${name}.angular`, angular),
  };
}

/** The geometry and the pose of a body, or the given geometry and pose. */
export function readPlaced(where: string, argument: string, placed: Placed): { volume: Volume; start: Float64Array } {
  if (placed instanceof Body) return { volume: placed.volume, start: placed.pose };
  if (typeof placed !== 'object' || placed === null || !('shape' in placed) || !('pose' in placed))
    throw wrongType(where, argument, placed, 'give a body of a scene, or { shape, pose }');
  checkGeometry(where, `${argument}.shape`, placed.shape);
  const start = new Float64Array(7);
  readPose(where, `${argument}.pose`, placed.pose, start, 0);
  return { volume: volumeOf(placed.shape), start };
}

/** Writes the pose at time `t`: the origin moves in a straight line, and the body turns about the axis of `angular`. */
export function poseAt({ start, linear, angular }: Mover, t: number, out: Float64Array): void {
  for (let k = 0; k < 3; k++) out[k] = start[k] + t * linear[k];
  const speed = length(angular);
  if (speed === 0) {
    for (let k = 3; k < 7; k++) out[k] = start[k];
    return;
  }
  const half = (speed * t) / 2;
  const [x, y, z] = angular.map((each) => (each / speed) * sin(half));
  multiplyQuaternions(x, y, z, cos(half), start[3], start[4], start[5], start[6], out, 3);
}
