// The axis-aligned boxes of bodies in the world.
import * as Query from '../blocks/query.ts';
import * as SceneBody from '../blocks/scene-body.ts';
import * as ShapeBlock from '../blocks/shape-block.ts';
import { restartClimbs } from '../climb.ts';
import { EPSILON } from '../constants.ts';
import { ld, st } from '../port/memory.ts';
import { rotationMatrix } from '../rotation.ts';
import { supportCore } from '../shapes/dispatch/support.ts';
import { KIND_BOX } from '../shapes/kinds.ts';

/**
 * Writes the least and the largest coordinates of `count` bodies, six numbers each, from support points along the world's axes. A bound on
 * the rounding error is added, so that no box is smaller than its body.
 */
export function boundsMany(w: i32, bodies: i32, count: i32, out: i32): void {
  restartClimbs();
  for (let n: i32 = 0; n < count; n += 1) {
    const body: i32 = bodies + SceneBody.SIZE * n;
    const record: i32 = SceneBody.record(body);
    const pose: i32 = body + SceneBody.POSE;
    rotationMatrix(pose + 3, w + Query.ROTATION_A);
    const far: f64 = Math.max(Math.abs(ld(pose)), Math.max(Math.abs(ld(pose + 1)), Math.abs(ld(pose + 2))));
    const rounding: f64 = 32.0 * EPSILON * (far + ShapeBlock.radiusAboutOrigin(record));
    const swept: f64 = ShapeBlock.radius(record) + rounding;
    for (let axis: i32 = 0; axis < 3; axis += 1) {
      const row: i32 = w + Query.ROTATION_A + 3 * axis;
      const at: i32 = out + 6 * n + axis;
      const middle: f64 = ld(pose + axis);
      if (ShapeBlock.kind(record) === KIND_BOX) {
        const half: f64 = boxSupport(record + ShapeBlock.DATA, row) + swept;
        st(at, middle - half);
        st(at + 3, middle + half);
      } else {
        st(at, middle - coreSupport(w, record, -ld(row), -ld(row + 1), -ld(row + 2)) - swept);
        st(at + 3, middle + coreSupport(w, record, ld(row), ld(row + 1), ld(row + 2)) + swept);
      }
    }
  }
}

/** The support value, along the unit vector at `row`, of the box with the half extents at `box`. */
function boxSupport(box: i32, row: i32): f64 {
  return ld(box) * Math.abs(ld(row)) + ld(box + 1) * Math.abs(ld(row + 1)) + ld(box + 2) * Math.abs(ld(row + 2));
}

/** The support value of a core along a unit vector. */
function coreSupport(w: i32, record: i32, dx: f64, dy: f64, dz: f64): f64 {
  const p: i32 = w + Query.POINT_A;
  supportCore(record, dx, dy, dz, p);
  return dx * ld(p) + dy * ld(p + 1) + dz * ld(p + 2);
}
