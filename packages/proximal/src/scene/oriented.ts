// The oriented box around a body for the kernel's pre-test: a box's record, and its pose in the body's frame.
import { KIND_BOX, ShapeBlock } from '../engine/layout.ts';
import type { ShapeRecord } from '../engine/record.ts';
import { multiplyQuaternions, rotate } from '../math/linear/quaternion.ts';
import { box } from '../shapes/box.ts';
import type { Shape } from '../shapes/shape.ts';

export interface OrientedBoxRow {
  readonly record: ShapeRecord;
  /** The box's pose in the body's frame; null for the identity. */
  readonly pose: Float64Array | null;
}

const rowsByShape = /* @__PURE__ */ new WeakMap<Shape, OrientedBoxRow>();
/** The box is computed from support points and enlarged by this factor, which covers their rounding errors. */
const roundingFactor = 1 + 1e-9;

/**
 * The oriented box of a shape; for a box, the box itself. Null for half-spaces, points and segments with any radius, rounded boxes, and custom shapes
 * without a finite box.
 */
export function orientedBoxRow(shape: Shape): OrientedBoxRow | null {
  const kind = ShapeBlock.kind(new Int32Array(shape.record.data.buffer), 0);
  if (!shape.isBounded || kind < KIND_BOX || (kind === KIND_BOX && shape.radius > 0)) return null;
  const found = rowsByShape.get(shape);
  if (found) return found;
  const row = kind === KIND_BOX ? { record: shape.record, pose: null } : measure(shape);
  if (row) rowsByShape.set(shape, row);
  return row;
}

/** The box along the shape's own axes: six support calls. Finding the best-fitting orientation would cost a thousand times as much. */
function measure(shape: Shape): OrientedBoxRow | null {
  const { min, max } = shape.boundingBox();
  const [x, y, z] = [0, 1, 2].map((axis) => ((max[axis] - min[axis]) / 2) * roundingFactor);
  // A custom shape may return NaN.
  if (!Number.isFinite(x + y + z)) return null;
  const [cx, cy, cz] = [0, 1, 2].map((axis) => (min[axis] + max[axis]) / 2);
  return { record: box(x, y, z).record, pose: Float64Array.of(cx, cy, cz, 0, 0, 0, 1) };
}

/** Writes the pose of a body's oriented box in the world, seven numbers; nothing if it has none. @param body the body's pose */
export function writeOrientedBox(row: OrientedBoxRow | null, body: Float64Array, out: Float64Array, at: number): void {
  if (!row) return;
  const { pose } = row;
  if (!pose) {
    for (let k = 0; k < 7; k++) out[at + k] = body[k];
    return;
  }
  const [x, y, z, qx, qy, qz, qw] = body;
  rotate(qx, qy, qz, qw, pose[0], pose[1], pose[2], out, at);
  out[at] += x;
  out[at + 1] += y;
  out[at + 2] += z;
  multiplyQuaternions(qx, qy, qz, qw, pose[3], pose[4], pose[5], pose[6], out, at + 3);
}
