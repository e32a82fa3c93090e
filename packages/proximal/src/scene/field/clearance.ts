// Proofs that a convex shape is separated from the body of a distance field, or overlaps it, from the field's bounds alone.
//
// The shape is its core, swept by a ball of radius r. A ball of radius ρ around m contains only points whose distance is at least d(m) − ρ. So the
// shape is farther away than `margin` if d(m) − ρ − r > margin for balls that cover the box around the core. The box is divided until this holds;
// the proof fails if a ball's center itself is not proven to be far enough away, or if it needs more than `maxBalls` balls.
import { rotationMatrix } from '../../math/linear/quaternion.ts';
import type { Shape } from '../../shapes/shape.ts';
import type { Sampler } from './sampler.ts';

export const separated = 1;
export const undecided = 0;
export const overlapping = -1;

/** The largest number of balls of a proof. */
const maxBalls = 48;

/** The box around a shape's core, and a ball inside the shape, in the shape's frame. */
export interface ShapeCover {
  readonly center: Float64Array;
  readonly half: Float64Array;
  /** The radius of the swept ball. */
  readonly radius: number;
  readonly innerCenter: Float64Array;
  readonly innerRadius: number;
  /** A bound on the distance of the shape's points from the origin of its frame. */
  readonly radiusAboutOrigin: number;
}

const coverOfShape = /* @__PURE__ */ new WeakMap<Shape, ShapeCover>();
/** The relative rounding errors of the support points from which the box is computed. */
const boxRounding = 1e-9;

/** The cover of a bounded shape; null if its box is not finite, which only a faulty custom shape can cause. */
export function coverOf(shape: Shape): ShapeCover | null {
  const found = coverOfShape.get(shape);
  if (found) return found;
  const { min, max } = shape.boundingBox();
  const radiusAboutOrigin = Math.sqrt(
    [0, 1, 2].reduce((sum, axis) => sum + Math.max(min[axis] ** 2, max[axis] ** 2), 0),
  );
  if (!Number.isFinite(radiusAboutOrigin)) return null;
  const rounding = boxRounding * radiusAboutOrigin;
  const half = Float64Array.from(min, (x, axis) => Math.max(0, (max[axis] - x) / 2 - shape.radius) + rounding);
  const center = Float64Array.from(min, (x, axis) => (x + max[axis]) / 2);
  const { inradius: innerRadius, radius } = shape;
  const innerCenter = Float64Array.from(shape.center);
  const cover = { center, half, radius, innerCenter, innerRadius, radiusAboutOrigin };
  coverOfShape.set(shape, cover);
  return cover;
}

/** Proves where shapes are relative to the body of a field. */
export class FieldClearance {
  private readonly rotation = new Float64Array(9);
  /** Boxes to divide: center and half sides in the shape's frame. */
  private readonly stack = new Float64Array(6 * (maxBalls + 2));

  constructor(private readonly sampler: Sampler) {}

  /**
   * Whether the field proves that a ball inside a shape comes within `margin` of the body.
   * @param pose of the shape in the field's frame, seven numbers
   * @param isShell whether the body is its surface, without an inside
   */
  isWithin({ innerCenter, innerRadius }: ShapeCover, pose: Float64Array, margin: number, isShell: boolean): boolean {
    rotationMatrix(pose[3], pose[4], pose[5], pose[6], this.rotation);
    this.sample(innerCenter, 0, pose);
    const { lower, upper } = this.sampler;
    return (isShell ? Math.max(-lower, upper) : upper) <= innerRadius + margin;
  }

  /** Whether the field proves, with at most `maxBalls` balls, that all points of a shape are farther from the body than `margin`. */
  isFree(
    { center, half, radius }: Pick<ShapeCover, 'center' | 'half' | 'radius'>,
    pose: Float64Array,
    margin: number,
    isShell: boolean,
  ): boolean {
    const { stack } = this;
    for (let axis = 0; axis < 3; axis++) {
      stack[axis] = center[axis];
      stack[3 + axis] = half[axis];
    }
    rotationMatrix(pose[3], pose[4], pose[5], pose[6], this.rotation);
    let count = 1;
    for (let balls = 0; count > 0; balls++) {
      if (balls === maxBalls) return false;
      const top = 6 * --count;
      const hx = stack[top + 3];
      const hy = stack[top + 4];
      const hz = stack[top + 5];
      const ballRadius = Math.sqrt(hx * hx + hy * hy + hz * hz) + radius;
      const nearest = this.nearest(stack, top, pose, isShell);
      if (nearest - ballRadius > margin) continue;
      // Dividing the box does not help: its center is not proven to be far enough away.
      if (!(nearest - radius > margin)) return false;
      this.divide(top, hx >= hy && hx >= hz ? 0 : hy >= hz ? 1 : 2);
      count += 2;
    }
    return true;
  }

  /** Replaces the box at `top` of the stack by its two halves. */
  private divide(top: number, axis: number): void {
    const { stack } = this;
    for (let k = 0; k < 6; k++) stack[top + 6 + k] = stack[top + k];
    const quarter = stack[top + 3 + axis] / 2;
    stack[top + axis] -= quarter;
    stack[top + 6 + axis] += quarter;
    stack[top + 3 + axis] = quarter;
    stack[top + 9 + axis] = quarter;
  }

  /** A lower bound of the distance from the body at a point in the shape's frame. */
  private nearest(points: Float64Array, at: number, pose: Float64Array, isShell: boolean): number {
    this.sample(points, at, pose);
    const { lower, upper } = this.sampler;
    return isShell ? Math.max(lower, -upper) : lower;
  }

  private sample(points: Float64Array, at: number, pose: Float64Array): void {
    const { rotation: r } = this;
    const x = points[at];
    const y = points[at + 1];
    const z = points[at + 2];
    this.sampler.bound(
      pose[0] + r[0] * x + r[1] * y + r[2] * z,
      pose[1] + r[3] * x + r[4] * y + r[5] * z,
      pose[2] + r[6] * x + r[7] * y + r[8] * z,
    );
  }
}
