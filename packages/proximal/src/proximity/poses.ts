// Poses for the kernel. Typed arrays of seven numbers are copied unchecked, and the kernel reports invalid ones; every other form
// is read and checked first.
import type { Engine } from '../engine/engine.ts';
import type { QueryFrame } from '../engine/engine-memory.ts';
import { Query } from '../engine/layout.ts';
import { type PoseLike, readPose } from '../math/pose.ts';

/** Whether a pose can be copied to the kernel without conversion. */
export function isPlainPose(pose: PoseLike): boolean {
  return pose instanceof Float64Array && pose.length === 7;
}

/** Copies two plain poses into workspace `w`. */
export function copyPoses({ f64 }: Engine, w: number, poseA: Float64Array, poseB: Float64Array): void {
  copyPose(poseA, f64, w + Query.POSE_A);
  copyPose(poseB, f64, w + Query.POSE_A + 7);
}

function copyPose(pose: Float64Array, f64: Float64Array, at: number): void {
  f64[at] = pose[0];
  f64[at + 1] = pose[1];
  f64[at + 2] = pose[2];
  f64[at + 3] = pose[3];
  f64[at + 4] = pose[4];
  f64[at + 5] = pose[5];
  f64[at + 6] = pose[6];
}

/** Reads two poses of any form into the query frame. */
export function readPoses(frame: QueryFrame, where: string, poseA: PoseLike, poseB: PoseLike): void {
  readPose(where, 'poseA', poseA, frame.poses, 0);
  readPose(where, 'poseB', poseB, frame.poses, 7);
}

/**
 * Reads, checks and writes two poses of any form. Throws if one is invalid. If the kernel has rejected valid plain poses, the squares of a
 * quaternion's components overflow or underflow; `readPose` normalizes the quaternion.
 */
export function writeCheckedPoses(
  engine: Engine,
  frame: QueryFrame,
  where: string,
  poseA: PoseLike,
  poseB: PoseLike,
): void {
  readPoses(frame, where, poseA, poseB);
  engine.f64.set(frame.poses, frame.workspace + Query.POSE_A);
}
