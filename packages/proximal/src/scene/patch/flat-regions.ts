// Merges adjacent faces of a polytope that are nearly coplanar. Vertices of meshes in files are rounded, to a few micrometers in single-precision
// STL files, so the bottom of a hull may consist of thin triangles with slightly different normals. If the support feature were only one of these
// triangles, it would not span the bottom, and a body would tip from one triangle to the next without end.
import { add, cross, dot, length, scale, subtract, type Vec3 } from '../../math/vec3.ts';

/** The faces of a polytope, with nearly coplanar faces merged into one polygon. */
export interface FlatRegions {
  /** The corners of each polygon, in order around it. */
  readonly loops: readonly (readonly number[])[];
  /** Outward unit normals. */
  readonly normals: readonly Vec3[];
  /** The polygon of each face. */
  readonly regionOf: Int32Array;
}

/** The largest distance of a corner from the plane of its region, relative to the diagonal of the polytope's box. */
const unevenness = 5e-5;
/** The least cosine between the normals of a region and of its faces: the cosine of 0.2 rad, as for support features. */
const leastCosine = 0.98;
/** The largest number of times that a region grows and its plane is fitted again. */
const maxRounds = 8;

/** The polygon of a region. */
interface RegionPolygon {
  readonly loop: readonly number[];
  readonly normal: Vec3;
}

/** @param points three coordinates for each corner @param faces the corners of each face, in order */
export function flatRegions(points: Float64Array, faces: readonly (readonly number[])[]): FlatRegions {
  const normals = faces.map((corners) => normalOf(points, corners));
  const maxOffset = unevenness * diagonalOf(points);
  const neighbors = neighborsOf(faces, points.length / 3);
  const grown = new Map<number, { readonly members: readonly number[]; readonly flat: RegionPolygon }>();
  const seedOf = new Int32Array(faces.length).fill(-1);
  for (const seed of byArea(points, faces)) {
    if (seedOf[seed] >= 0) continue;
    let members: readonly number[] = [seed];
    let flat: RegionPolygon = { loop: faces[seed], normal: normals[seed] };
    for (let round = 0; round < maxRounds; round++) {
      const next = grow(seed, flat);
      if (next.length <= members.length) break;
      const fitted = outline(points, [...new Set(next.flatMap((face) => faces[face]))], flat.normal);
      if (!next.every((face) => isWithin(face, fitted))) break;
      members = next;
      flat = fitted;
    }
    for (const face of members) seedOf[face] = seed;
    grown.set(seed, { members, flat });
  }
  return inOrder(seedOf, grown);

  function isWithin(face: number, { loop, normal }: RegionPolygon): boolean {
    const offset = meanAlong(points, loop, normal);
    return faces[face].every((corner) => Math.abs(dot(normal, at(points, corner)) - offset) <= maxOffset);
  }

  /** The faces near the given plane that are connected to `seed` by such faces, and not part of another region. */
  function grow(seed: number, plane: RegionPolygon): number[] {
    const found = [seed];
    const visited = new Set(found);
    for (const face of found)
      for (const next of neighbors[face]) {
        if (visited.has(next) || seedOf[next] >= 0) continue;
        visited.add(next);
        if (dot(normals[next], plane.normal) >= leastCosine && isWithin(next, plane)) found.push(next);
      }
    return found;
  }
}

/** The regions in the order of their first faces, so faces that are not merged keep their order. */
function inOrder(seedOf: Int32Array, grown: ReadonlyMap<number, { readonly flat: RegionPolygon }>): FlatRegions {
  const numbers = new Map<number, number>();
  const regionOf = seedOf.map((seed) => {
    if (!numbers.has(seed)) numbers.set(seed, numbers.size);
    return numbers.get(seed) as number;
  });
  const flats = [...numbers.keys()].map((seed) => grown.get(seed)?.flat as RegionPolygon);
  return { loops: flats.map(({ loop }) => loop), normals: flats.map(({ normal }) => normal), regionOf };
}

/** The convex polygon around corners in a plane, counter-clockwise about its normal, and the normal of this polygon. */
function outline(points: Float64Array, corners: readonly number[], normal: Vec3): RegionPolygon {
  const axis: Vec3 = Math.abs(normal[0]) < 0.6 ? [1, 0, 0] : [0, 1, 0];
  const u = cross(axis, normal);
  const v = cross(normal, u);
  const placed = corners.map((corner) => {
    const point = at(points, corner);
    return { corner, x: dot(u, point), y: dot(v, point) };
  });
  placed.sort((p, q) => p.x - q.x || p.y - q.y || p.corner - q.corner);
  const loop = [...chain(placed), ...chain(placed.reverse())];
  const first = loop.indexOf(Math.min(...loop));
  const rotated = [...loop.slice(first), ...loop.slice(0, first)];
  return { loop: rotated, normal: normalOf(points, rotated) };
}

interface Placed {
  readonly corner: number;
  readonly x: number;
  readonly y: number;
}

/** The lower half of the convex hull of points sorted by x, or the upper half if they are in reverse order; without its last point. */
function chain(sorted: readonly Placed[]): number[] {
  const hull: Placed[] = [];
  for (const point of sorted) {
    while (hull.length > 1 && doubleAreaOf(hull[hull.length - 2], hull[hull.length - 1], point) <= 0) hull.pop();
    hull.push(point);
  }
  return hull.slice(0, -1).map(({ corner }) => corner);
}

function doubleAreaOf(p: Placed, q: Placed, r: Placed): number {
  return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
}

/** The faces that share an edge with each face. */
function neighborsOf(faces: readonly (readonly number[])[], count: number): number[][] {
  const first = new Map<number, number>();
  const neighbors: number[][] = faces.map(() => []);
  faces.forEach((corners, face) => {
    corners.forEach((corner, k) => {
      const next = corners[(k + 1) % corners.length];
      const edge = Math.min(corner, next) * count + Math.max(corner, next);
      const other = first.get(edge);
      if (other === undefined) first.set(edge, face);
      else {
        neighbors[face].push(other);
        neighbors[other].push(face);
      }
    });
  });
  return neighbors;
}

/** The faces by decreasing area. */
function byArea(points: Float64Array, faces: readonly (readonly number[])[]): number[] {
  const areas = faces.map((corners) => length(doubleVectorArea(points, corners)));
  return faces.map((_, face) => face).sort((a, b) => areas[b] - areas[a] || a - b);
}

/** The diagonal of the box around points. */
function diagonalOf(points: Float64Array): number {
  const [low, high]: [Vec3, Vec3] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ];
  points.forEach((x, k) => {
    low[k % 3] = Math.min(low[k % 3], x);
    high[k % 3] = Math.max(high[k % 3], x);
  });
  return length(subtract(high, low));
}

/** The mean height of corners along a normal. */
function meanAlong(points: Float64Array, corners: readonly number[], normal: Vec3): number {
  let sum = 0;
  for (const corner of corners) sum += dot(normal, at(points, corner));
  return sum / corners.length;
}

function at(points: Float64Array, corner: number): Vec3 {
  return [points[3 * corner], points[3 * corner + 1], points[3 * corner + 2]];
}

/** The normal by Newell's sum, which is robust for long thin faces. */
function normalOf(points: Float64Array, corners: readonly number[]): Vec3 {
  const sum = doubleVectorArea(points, corners);
  const size = length(sum);
  return size > 0 ? scale(sum, 1 / size) : [0, 0, 0];
}

/** Twice the vector area of a polygon. */
function doubleVectorArea(points: Float64Array, corners: readonly number[]): Vec3 {
  const first = at(points, corners[0]);
  let sum: Vec3 = [0, 0, 0];
  corners.forEach((corner, k) => {
    const next = corners[(k + 1) % corners.length];
    sum = add(sum, cross(subtract(at(points, corner), first), subtract(at(points, next), first)));
  });
  return sum;
}
