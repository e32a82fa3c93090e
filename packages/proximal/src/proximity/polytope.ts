// EPA's polytope, read from the kernel's memory, and the depth that it proves.
import type { Engine } from '../engine/engine.ts';
import {
  FACE_CURRENT,
  Polytope as PolytopeBlock,
  PolytopeCorner,
  PolytopeFace,
  Query,
  Vertex,
} from '../engine/layout.ts';
import { Expansion } from '../math/expansion.ts';
import { add, cross, dot, length, scale, subtract, type Vec3 } from '../math/vec3.ts';
import type { Polytope } from './result.ts';

/** The polytope of the query in workspace `w`; null if the query did not use one. */
export function readPolytope(engine: Engine, polytope: number, w: number): Polytope | null {
  if (Query.hasPolytope(engine.i32, w) === 0) return null;
  return {
    directions: readCornerField(engine, polytope, Vertex.DIRECTION),
    triangles: Uint32Array.from(currentFaces(engine, polytope).flat()),
  };
}

/** The corners and triangles of the current polytope. */
export function readSurface(engine: Engine, polytope: number): { points: Float64Array; triangles: Uint32Array } {
  return {
    points: readCornerField(engine, polytope, Vertex.DIFFERENCE),
    triangles: Uint32Array.from(currentFaces(engine, polytope).flat()),
  };
}

/** A field of each corner: three numbers, from the offset `part` on. */
function readCornerField({ f64, i32 }: Engine, polytope: number, part: number): Float64Array {
  const numbers = new Float64Array(3 * PolytopeBlock.verticesUsed(i32, polytope));
  for (let k = 0; 3 * k < numbers.length; k++) {
    const at = PolytopeBlock.corners(polytope, k) + part;
    numbers.set(f64.subarray(at, at + 3), 3 * k);
  }
  return numbers;
}

/** The indices of the corners of each face of the polytope; faces that EPA has removed are left out. */
export function currentFaces({ i32 }: Engine, polytope: number): number[][] {
  const faces: number[][] = [];
  for (let k = 0; k < PolytopeBlock.facesUsed(i32, polytope); k++) {
    const face = PolytopeBlock.faces(polytope, k);
    if (PolytopeFace.state(i32, face) !== FACE_CURRENT) continue;
    const cornerIndex = (n: number): number =>
      (PolytopeFace.corner(i32, face, n) - PolytopeBlock.corners(polytope, 0)) / PolytopeCorner.SIZE;
    faces.push([0, 1, 2].map(cornerIndex));
  }
  return faces;
}

/**
 * The radius of a ball around the origin that is proven to be inside the hull of the corners; null if the origin is not proven to be inside. The surface is closed if
 * every edge of a triangle is, reversed, an edge of another triangle. The winding number of a closed surface is 0 for every point
 * outside the hull of its corners. So a point with a nonzero winding number is inside, as is a ball around it that meets none of
 * the triangles. The winding number is the number of exits minus the number of entries of a ray from the origin: 1, or more if
 * rounding folded a polytope of slivers.
 */
export function innerBall({ triangles }: Polytope, corners: readonly Vec3[]): number | null {
  const edges = new Set<number>();
  for (let k = 0; k < triangles.length; k++) {
    const next = k % 3 === 2 ? k - 2 : k + 1;
    edges.add(corners.length * triangles[k] + triangles[next]);
  }
  if (triangles.length === 0 || edges.size !== triangles.length) return null;
  for (const edge of edges) {
    const from = Math.floor(edge / corners.length);
    if (!edges.has(corners.length * (edge - corners.length * from) + from)) return null;
  }
  let radius = Infinity;
  let crossings = 0;
  for (let k = 0; k < triangles.length; k += 3) {
    const [a, b, c] = triangles.subarray(k, k + 3);
    radius = Math.min(radius, distanceToTriangle([corners[a], corners[b], corners[c]]));
    crossings += crossingOf(corners, a, b, c);
  }
  return crossings !== 0 ? Math.max(0, radius) : null;
}

/** A direction along no usual symmetry axis or plane of shapes. */
const ray: Vec3 = [0.31415926, 0.57721566, 0.27182818];

/**
 * 1 if the ray leaves through the triangle, −1 if it enters, 0 if it passes by. The signs are exact: a crossing of a closed surface is found in
 * exactly one triangle, even for slivers. A ray through an edge counts for one of its two triangles.
 */
function crossingOf(corners: readonly Vec3[], a: number, b: number, c: number): number {
  const side = (i: number, j: number): number =>
    signOfVolume(ray, corners[Math.min(i, j)], corners[Math.max(i, j)]) > 0 === i < j ? 1 : -1;
  const sign = side(a, b);
  if (sign !== side(b, c) || sign !== side(c, a)) return 0;
  return signOfVolume(corners[a], corners[b], corners[c]) === sign ? sign : 0;
}

// A minor is the sum of 2 products of 2 terms each, the determinant of 3 minors times a number: 3 · 4 · 2 terms.
const minor = /* @__PURE__ */ new Expansion(4);
const determinant = /* @__PURE__ */ new Expansion(24);

/** The sign of det(u, v, w), exact if no product overflows or underflows. */
function signOfVolume(u: Vec3, v: Vec3, w: Vec3): number {
  determinant.clear();
  for (let k = 0; k < 3; k++) {
    const [i, j] = [(k + 1) % 3, (k + 2) % 3];
    minor.clear();
    minor.addProduct(u[i], v[j]);
    minor.addProduct(-u[j], v[i]);
    determinant.addScaled(minor, w[k]);
  }
  return determinant.sign();
}

type Triangle = readonly [Vec3, Vec3, Vec3];

/**
 * A lower bound on the triangle's distance from the origin: along any unit direction, the smallest coordinate of its corners. The best directions
 * are the triangle's normal and the directions to the nearest points of its edges. The edges are needed for slivers, whose
 * normals have too few digits.
 */
function distanceToTriangle(corners: Triangle): number {
  const along = (direction: Vec3): number => {
    const size = length(direction);
    return size > 0 ? Math.min(...corners.map((corner) => dot(direction, corner))) / size : 0;
  };
  const edges = corners.map((corner, k) => subtract(corners[(k + 1) % 3], corner));
  const edgeBounds = corners.map((corner, k) => {
    const squared = dot(edges[k], edges[k]);
    const t = squared > 0 ? -dot(corner, edges[k]) / squared : 0;
    if (!(t > 0 && t < 1)) return along(t > 0 ? corners[(k + 1) % 3] : corner);
    // Orthogonalized once more, because the edge may be much longer than its distance from the origin.
    const foot = add(corner, scale(edges[k], t));
    return along(subtract(foot, scale(edges[k], dot(foot, edges[k]) / squared)));
  });
  const normal = normalOf(edges);
  // Use both signs: rounding may have inverted the triangle.
  return Math.max(along(normal), along(scale(normal, -1)), ...edgeBounds);
}

/**
 * The normal from the two shorter edges, made orthogonal to the longest edge, along which an error of a sliver's normal has the largest effect.
 */
function normalOf(edges: readonly Vec3[]): Vec3 {
  const longest = edges.map(length).reduce((index, size, k, sizes) => (size > sizes[index] ? k : index), 0);
  const normal = cross(edges[(longest + 1) % 3], edges[(longest + 2) % 3]);
  const longestEdge = edges[longest];
  const squared = dot(longestEdge, longestEdge);
  return squared > 0 ? subtract(normal, scale(longestEdge, dot(normal, longestEdge) / squared)) : normal;
}
