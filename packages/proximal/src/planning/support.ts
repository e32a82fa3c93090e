// Support functions of convex shapes in the frame of the body that carries them. For polytopes, boxes, cylinders and half-spaces they run without
// a call of the kernel, because a check of a separating plane needs only two values.
import { rotationMatrix } from '../math/linear/quaternion.ts';
import { Box } from '../shapes/box.ts';
import { Cylinder } from '../shapes/cylinder.ts';
import { type Shape, supportBatch } from '../shapes/shape.ts';

/** The kinds of tables: corners, a box, a cylinder, a half-space, and any other shape. */
const CORNERS = 0;
const BOX = 1;
const CYLINDER = 2;
const HALFSPACE = 3;
const OTHER = 4;

/** A direction counts as the normal of a half-space if the sine of the angle between them is at most this. */
const maxNormalSine = 1e-12;

/**
 * The support function h(d) = max{⟨d, x⟩ : x in the shape} of a shape at a pose. `table` has the corners of the core; the center and
 * three half axes of a box; the center, the half axis and the unit axis of a cylinder; a point and the outward normal of a half-space;
 * the position of any other shape.
 */
export class Support {
  private readonly kind: number;
  private readonly table: Float64Array;
  /** The radius of the ball that is swept over the core; for a cylinder, its radius. */
  private readonly radius: number;
  /** The neighbors of each corner of a large polytope; null for a small one, whose corners are all compared. */
  private readonly neighbors: Neighbors | null = null;
  /** The result of the last search, where the next one starts. */
  private corner = 0;
  private readonly rotation = new Float64Array(9);
  private readonly point = new Float64Array(3);

  /** @param pose seven numbers with a unit quaternion */
  constructor(
    private readonly shape: Shape,
    pose: Float64Array,
  ) {
    const r = rotationMatrix(pose[3], pose[4], pose[5], pose[6], this.rotation);
    const placed = (x: number, y: number, z: number): number[] =>
      [0, 1, 2].map((k) => pose[k] + r[3 * k] * x + r[3 * k + 1] * y + r[3 * k + 2] * z);
    const axis = (k: number, size: number): number[] => [size * r[k], size * r[3 + k], size * r[6 + k]];
    this.radius = shape.radius;
    const polytope = shape instanceof Box || !shape.isBounded ? null : shape.corePolytope();
    if (shape instanceof Box) {
      this.kind = BOX;
      this.table = Float64Array.of(...pose.subarray(0, 3), ...[0, 1, 2].flatMap((k) => axis(k, shape.halfExtents[k])));
    } else if (shape instanceof Cylinder) {
      this.kind = CYLINDER;
      this.radius = shape.bottomRadius;
      this.table = Float64Array.of(...pose.subarray(0, 3), ...axis(2, shape.halfLength), ...axis(2, 1));
    } else if (!shape.isBounded) {
      this.kind = HALFSPACE;
      this.table = Float64Array.of(...pose.subarray(0, 3), ...axis(2, 1));
    } else if (polytope) {
      this.kind = CORNERS;
      const { vertices } = polytope;
      this.table = new Float64Array(vertices.length);
      for (let k = 0; k < vertices.length; k += 3) {
        this.table.set(placed(vertices[k], vertices[k + 1], vertices[k + 2]), k);
      }
      this.neighbors = neighborsOf(polytope);
    } else {
      this.kind = OTHER;
      this.table = pose.slice(0, 3);
    }
  }

  /** The outward normal of a half-space; null for other shapes. */
  get plane(): Float64Array | null {
    return this.kind === HALFSPACE ? this.table.subarray(3, 6) : null;
  }

  /** Writes h(d) to `out[to]`, for the direction d, of any length, at index `at` of `d`. A half-space has h(d) = ∞ except along its normal. */
  measure(d: Float64Array, at: number, out: Float64Array, to: number): void {
    const { table } = this;
    const x = d[at];
    const y = d[at + 1];
    const z = d[at + 2];
    switch (this.kind) {
      case CORNERS: {
        let height = -Infinity;
        if (this.neighbors) height = this.climb(this.neighbors, x, y, z);
        else
          for (let k = 0; k < table.length; k += 3) {
            const along = table[k] * x + table[k + 1] * y + table[k + 2] * z;
            if (along > height) height = along;
          }
        out[to] = this.radius > 0 ? height + this.radius * Math.sqrt(x * x + y * y + z * z) : height;
        return;
      }
      case BOX:
        out[to] =
          table[0] * x +
          table[1] * y +
          table[2] * z +
          Math.abs(table[3] * x + table[4] * y + table[5] * z) +
          Math.abs(table[6] * x + table[7] * y + table[8] * z) +
          Math.abs(table[9] * x + table[10] * y + table[11] * z);
        return;
      case CYLINDER: {
        // The part of d perpendicular to the axis, without the cancellation of |d|² − ⟨a, d⟩².
        const along = table[6] * x + table[7] * y + table[8] * z;
        const px = x - along * table[6];
        const py = y - along * table[7];
        const pz = z - along * table[8];
        out[to] =
          table[0] * x +
          table[1] * y +
          table[2] * z +
          Math.abs(table[3] * x + table[4] * y + table[5] * z) +
          this.radius * Math.sqrt(px * px + py * py + pz * pz);
        return;
      }
      case HALFSPACE: {
        const along = table[3] * x + table[4] * y + table[5] * z;
        const px = x - along * table[3];
        const py = y - along * table[4];
        const pz = z - along * table[5];
        const isNormal = along > 0 && px * px + py * py + pz * pz <= maxNormalSine * maxNormalSine * along * along;
        out[to] = isNormal ? table[0] * x + table[1] * y + table[2] * z + this.radius * along : Infinity;
        return;
      }
      default:
        this.callKernel(x, y, z, out, to);
    }
  }

  /**
   * Climbs from corner to corner while a neighbor is farther along the direction. On a convex polytope only the farthest corner has no such
   * neighbor. A neighbor that is farther by less than the rounding error may be missed; `roundingOf` of motion-search.ts
   * covers this error.
   */
  private climb({ first, list }: Neighbors, x: number, y: number, z: number): number {
    const { table } = this;
    let best = this.corner;
    let height = table[3 * best] * x + table[3 * best + 1] * y + table[3 * best + 2] * z;
    for (let from = -1; from !== best; ) {
      from = best;
      for (let k = first[from]; k < first[from + 1]; k++) {
        const at = 3 * list[k];
        const along = table[at] * x + table[at + 1] * y + table[at + 2] * z;
        if (along > height) {
          height = along;
          best = list[k];
        }
      }
    }
    this.corner = best;
    return height;
  }

  /** Makes the next search start at the first corner. */
  forget(): void {
    this.corner = 0;
  }

  /** Like `measure`, by the kernel's support function. */
  private callKernel(x: number, y: number, z: number, out: Float64Array, to: number): void {
    const { rotation: r, point, table } = this;
    point[0] = r[0] * x + r[3] * y + r[6] * z;
    point[1] = r[1] * x + r[4] * y + r[7] * z;
    point[2] = r[2] * x + r[5] * y + r[8] * z;
    const [dx, dy, dz] = point;
    supportBatch(this.shape, point, point);
    out[to] = table[0] * x + table[1] * y + table[2] * z + point[0] * dx + point[1] * dy + point[2] * dz;
  }
}

type Polytope = NonNullable<ReturnType<Shape['corePolytope']>>;

/** The corners that edges connect to each corner: `list` from `first[corner]` to `first[corner + 1]`. */
interface Neighbors {
  readonly first: Int32Array;
  readonly list: Int32Array;
}

/** Polytopes with at most this many corners are searched exhaustively. */
const maxScannedCorners = 32;

const neighborsByPolytope = /* @__PURE__ */ new WeakMap<Polytope, Neighbors | null>();

/** The neighbors of all corners; null if the polytope is small, or if a corner is on no face. */
function neighborsOf(polytope: Polytope): Neighbors | null {
  const { vertices, faceStart, loop } = polytope;
  const count = vertices.length / 3;
  if (count <= maxScannedCorners) return null;
  const found = neighborsByPolytope.get(polytope);
  if (found !== undefined) return found;
  const sets = Array.from({ length: count }, () => new Set<number>());
  for (let face = 0; face + 1 < faceStart.length; face++) {
    for (let k = faceStart[face]; k < faceStart[face + 1]; k++) {
      const next = k + 1 < faceStart[face + 1] ? k + 1 : faceStart[face];
      sets[loop[k]].add(loop[next]);
      sets[loop[next]].add(loop[k]);
    }
  }
  const first = new Int32Array(count + 1);
  for (let k = 0; k < count; k++) first[k + 1] = first[k] + sets[k].size;
  const list = Int32Array.from(sets.flatMap((set) => [...set]));
  const neighbors = sets.every(({ size }) => size > 0) ? { first, list } : null;
  neighborsByPolytope.set(polytope, neighbors);
  return neighbors;
}
