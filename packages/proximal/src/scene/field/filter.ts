// A distance field as a filter before exact queries: its bounds may prove that another body is farther away than a margin, or within it, and the
// exact query is then skipped. The guard, a length added to the margin, covers the tolerances of exact queries, so that both give equal results.

import { multiplyQuaternions, rotate, rotationMatrix } from '../../math/linear/quaternion.ts';
import type { Assembly } from '../../shapes/assembly.ts';
import type { Shape } from '../../shapes/shape.ts';
import { coverOf, overlapping, type ShapeCover, separated, undecided } from './clearance.ts';
import type { DistanceField } from './distance-field.ts';

/** The other body: its geometry and pose. */
interface Other {
  readonly volume: { readonly bounds: Shape; readonly assembly: Assembly | null };
  readonly current: Float64Array;
}

/** Relative errors, rounded up: the tolerance of exact queries, and the rounding of poses. */
const [tolerance, rounding] = [1e-8, 1e-14];

export class FieldFilter {
  /** The part of the guard that does not depend on the other body, in meters. */
  private readonly guard: number;
  private readonly relative = new Float64Array(7);
  private readonly rotation = new Float64Array(9);
  /** The box around the other body, in the axes of the field. */
  private readonly otherBox = { center: new Float64Array(3), half: new Float64Array(3), radius: 0 };

  constructor(
    private readonly field: DistanceField,
    /** Whether queries treat the body as a surface: a mesh. */
    private readonly isShell: boolean,
    /** The largest distance of a point in the box around a part from the part, in meters; infinity disables `isClear`. */
    private readonly span: number,
  ) {
    this.guard = field.error + tolerance * field.largestCoordinate;
  }

  /** Whether the other body comes within `margin` of the body at `host`: `separated`, `overlapping` or `undecided`. */
  compare(host: Float64Array, { volume, current }: Other, margin: number): number {
    const cover = volume.bounds.isBounded ? coverOf(volume.bounds) : null;
    if (!cover || !(margin < Infinity)) return undecided;
    const guard = this.setRelativePose(host, current, cover);
    const { relative, isShell } = this;
    const { clearance } = this.field;
    if (clearance.isFree(cover, relative, margin + guard, isShell)) return separated;
    // An assembly need not fill its box, so a near box proves no overlap.
    const isNear = !volume.assembly && clearance.isWithin(cover, relative, margin - guard, isShell);
    return isNear ? overlapping : undecided;
  }

  /** Whether no box around a part, in the axes of the body at `host`, comes within `maxDistance` of the box around the other body. */
  isClear(host: Float64Array, { volume, current }: Other, maxDistance: number): boolean {
    if (!(this.span + maxDistance < Infinity)) return false;
    const cover = volume.bounds.isBounded ? coverOf(volume.bounds) : null;
    if (!cover) return false;
    const guard = this.setRelativePose(host, current, cover);
    const { relative, rotation: r, otherBox, span, isShell } = this;
    rotationMatrix(relative[3], relative[4], relative[5], relative[6], r);
    const { center: c, half: h, radius } = cover;
    for (let axis = 0; axis < 3; axis++) {
      const x = r[3 * axis];
      const y = r[3 * axis + 1];
      const z = r[3 * axis + 2];
      otherBox.center[axis] = relative[axis] + x * c[0] + y * c[1] + z * c[2];
      otherBox.half[axis] = Math.abs(x) * h[0] + Math.abs(y) * h[1] + Math.abs(z) * h[2] + radius + maxDistance + guard;
    }
    return this.field.clearance.isFree(otherBox, identityPose, span + guard, isShell);
  }

  /** Computes the pose of the other body in the frame of the body. @returns the guard */
  private setRelativePose(host: Float64Array, other: Float64Array, { radiusAboutOrigin }: ShapeCover): number {
    const { relative } = this;
    const [x, y, z, w] = [-host[3], -host[4], -host[5], host[6]];
    rotate(x, y, z, w, other[0] - host[0], other[1] - host[1], other[2] - host[2], relative);
    multiplyQuaternions(x, y, z, w, other[3], other[4], other[5], other[6], relative, 3);
    let coordinates = 0;
    for (let k = 0; k < 3; k++) coordinates += Math.abs(host[k]) + Math.abs(other[k]);
    return this.guard + tolerance * radiusAboutOrigin + rounding * coordinates;
  }
}

const identityPose = /* @__PURE__ */ Float64Array.of(0, 0, 0, 0, 0, 0, 1);
