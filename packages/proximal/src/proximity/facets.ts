// Two properties of a core for derivatives that smooth its facets: the matrix L that maps an isotropic body, which has equal extents in all
// directions, to the core; and the noise on the normals, in radians, from the number of vertices. Both are computed when a derivative first needs
// them.
import { CoreWidth } from '../engine/layout.ts';
import { hypot } from '../math/hypot.ts';
import type { Shape } from '../shapes/shape.ts';

type Polytope = NonNullable<ReturnType<Shape['corePolytope']>>;

/**
 * The noise in radians, times the square root of the number N of vertices: N vertices spread evenly over all directions are
 * √(4π/N) = 3.5/√N apart.
 */
const noiseFactor = 4;
/** The largest noise, in radians. */
const largestNoise = 1;
/** The noise for edges and flat faces of shapes without vertices, in radians. */
const edgeNoise = 0.5;
/** The smallest thickness of a core relative to its width; thinner cores are treated as this thick. */
const minThickness = 1e-3;

const cache = /* @__PURE__ */ new WeakMap<Shape, Float64Array>();

/**
 * The lower triangle of L by rows, in meters, and the noise in radians, as kernel/derivatives/gaussian.ts reads them: L maps an
 * isotropic body to the core. The noise is on the normals of the isotropic body, so it has the same effect for a plate, a rod and a ball.
 */
export function facetsOf(shape: Shape): Float64Array {
  let width = cache.get(shape);
  if (width === undefined) {
    width = new Float64Array(CoreWidth.SIZE);
    const polytope = shape.isBounded ? shape.corePolytope() : null;
    if (polytope) writeFactor(secondMoments(polytope), width);
    else writeExtents(shape, width);
    CoreWidth.setAngle(
      width,
      0,
      polytope ? Math.min(largestNoise, noiseFactor / Math.sqrt(polytope.vertices.length / 3)) : edgeNoise,
    );
    cache.set(shape, width);
  }
  return width;
}

/** Writes a diagonal L: the width of the shape along each axis, or 1 for a half-space. Only the ratios of the widths matter. */
function writeExtents(shape: Shape, width: Float64Array): void {
  const widths = [0, 1, 2].map((axis) => {
    if (!shape.isBounded) return 1;
    const [high, low] = [1, -1].map((sign) => shape.support([0, 1, 2].map((k) => (k === axis ? sign : 0)))[axis]);
    return high - low;
  });
  const least = minThickness * Math.max(...widths);
  [0, 2, 5].forEach((diagonal, axis) => {
    width[diagonal] = Math.max(widths[axis], least) || 1;
  });
}

/** The second moments of the surface about its center, with a third of each triangle's area at each corner: xx, yx, yy, zx, zy, zz. */
function secondMoments({ vertices, faceStart, loop }: Polytope): Float64Array {
  const areas = areasAround(vertices, faceStart, loop);
  const total = areas.reduce((sum, area) => sum + area, 0);
  const center = [0, 1, 2].map((k) => areas.reduce((sum, area, i) => sum + area * vertices[3 * i + k], 0) / total);
  const moments = new Float64Array(6);
  for (const [i, area] of areas.entries()) {
    let entry = 0;
    for (let row = 0; row < 3; row++)
      for (let column = 0; column <= row; column++) {
        const [x, y] = [row, column].map((k) => vertices[3 * i + k] - center[k]);
        moments[entry++] += (area / total) * x * y;
      }
  }
  return moments;
}

/** Twice the area of the triangles at each vertex; equal numbers for all vertices if there is no surface. */
function areasAround(vertices: Float64Array, faceStart: Uint32Array, loop: Uint32Array): Float64Array {
  const areas = new Float64Array(vertices.length / 3);
  const edge = (from: number, to: number): number[] =>
    [0, 1, 2].map((k) => vertices[3 * loop[to] + k] - vertices[3 * loop[from] + k]);
  for (let face = 0; face + 1 < faceStart.length; face++) {
    const first = faceStart[face];
    for (let k = first + 1; k + 1 < faceStart[face + 1]; k++) {
      const [u, v] = [edge(first, k), edge(first, k + 1)];
      const area = hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]);
      for (const corner of [first, k, k + 1]) areas[loop[corner]] += area;
    }
  }
  return areas.some((area) => area > 0) ? areas : areas.fill(1);
}

/** Writes the Cholesky factor L of the second moments C = L Lᵀ, with pivots of at least `least`: C of a flat polytope is singular. */
function writeFactor([xx, yx, yy, zx, zy, zz]: Float64Array, width: Float64Array): void {
  const least = minThickness * minThickness * (xx + yy + zz) || 1;
  const a = Math.sqrt(Math.max(xx, least));
  const [b, d] = [yx / a, zx / a];
  const c = Math.sqrt(Math.max(yy - b * b, least));
  const e = (zy - d * b) / c;
  width.set([a, b, c, d, e, Math.sqrt(Math.max(zz - d * d - e * e, least))]);
}
