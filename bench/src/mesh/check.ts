// Checks of the answers of the benchmark `mesh`: our distances and the Boolean answers of the gripper against brute force
// over all triangles, our other Boolean answers against our distances, and the answers of other libraries against ours.
import { distance, signedDistance, type Triangle } from 'proximal';
import { transformPoint, type Vec3 } from 'proximal/math';
import type { PointDistanceBatch, TriangleMesh } from 'proximal/scene';
import { gripper, type Poses, partPose } from './problems.ts';

export interface Checks {
  readonly name: string;
  readonly compared: number;
  readonly wrong: number;
  /** The largest difference, in meters; null for Boolean queries. */
  readonly largest: number | null;
}

/** The values of a library, one for each problem. */
interface Values {
  readonly name: string;
  readonly values: readonly number[];
}

/** Tolerances in meters: of our answers, and of other libraries, which have 32-bit numbers or iterative solvers. */
const ownTolerance = 1e-9;
const peerTolerance = 1e-5;

export function checkGripper(
  mesh: TriangleMesh,
  poses: Poses,
  checked: number,
  distances: readonly number[],
  hits: readonly number[],
  others: readonly Values[],
  otherHits: readonly Values[],
): Checks[] {
  const problems = poses.flatMap((pose) => gripper.map(({ shape }, k) => ({ shape, pose: partPose(k, pose) })));
  // The kinds of poses take turns, so the first five have all kinds; a quick run checks fewer.
  const sample = problems.slice(0, checked * gripper.length).map((problem, k) => ({ ...problem, k }));
  const exact = sample.map(({ shape, pose }) => {
    let [gap, deepest] = [Infinity, 0];
    for (let n = 0; n < mesh.partCount; n++) {
      const part = mesh.part(n);
      const limit = gap > 0 ? gap : 0;
      const near = distance(part, {}, shape, pose, { upTo: limit === Infinity ? 10 : limit }).distance;
      gap = Math.min(gap, near);
      if (near <= 0) deepest = Math.min(deepest, signedDistance(part, {}, shape, pose).distance);
    }
    return gap > 0 ? gap : deepest;
  });
  return [
    differences(
      'proximal, gripper, signed distance',
      sample.map(({ k }) => distances[k]),
      exact,
      ownTolerance,
    ),
    conflicts(
      'proximal, gripper, Boolean',
      sample.map(({ k }) => hits[k]),
      exact,
      ownTolerance,
    ),
    // An overlap has no distance in the other libraries.
    ...others.map(({ name, values }) =>
      differences(`${name}, gripper, distance`, values.map(positive), distances.map(positive), peerTolerance),
    ),
    ...otherHits.map(({ name, values }) => conflicts(`${name}, gripper, Boolean`, values, distances, peerTolerance)),
  ];
}

export function checkMeshes(
  mesh: TriangleMesh,
  poses: Poses,
  checked: number,
  distances: readonly number[],
  hits: readonly number[],
  others: readonly Values[],
  otherHits: readonly Values[],
): Checks[] {
  const exact = poses.slice(poses.length - checked).map((pose) => betweenMeshes(mesh, pose));
  return [
    differences('proximal, two meshes, distance', distances.slice(poses.length - exact.length), exact, ownTolerance),
    conflicts('proximal, two meshes, Boolean', hits, distances, ownTolerance),
    ...others.map(({ name, values }) =>
      differences(`${name}, two meshes, distance`, values.map(positive), distances, peerTolerance),
    ),
    ...otherHits.map(({ name, values }) => conflicts(`${name}, two meshes, Boolean`, values, distances, peerTolerance)),
  ];
}

/**
 * The distance of the mesh from its copy at a pose, over all pairs of triangles. Pairs whose bounding spheres are farther apart than the best
 * distance are skipped.
 */
function betweenMeshes(mesh: TriangleMesh, pose: Float64Array): number {
  const fixed = spheresOf(mesh, (center) => center);
  const moved = spheresOf(mesh, (center) => transformPoint(pose, center));
  const count = mesh.partCount;
  const between = (k: number, n: number): number => {
    const x = fixed[4 * k] - moved[4 * n];
    const y = fixed[4 * k + 1] - moved[4 * n + 1];
    const z = fixed[4 * k + 2] - moved[4 * n + 2];
    return Math.sqrt(x * x + y * y + z * z);
  };
  // The distance of any two points of the meshes is an upper bound.
  let best = Infinity;
  for (let k = 0; k < count; k++) for (let n = 0; n < count; n++) best = Math.min(best, between(k, n));
  for (let k = 0; k < count; k++) {
    for (let n = 0; n < count; n++) {
      if (between(k, n) - fixed[4 * k + 3] - moved[4 * n + 3] > best) continue;
      best = Math.min(best, distance(mesh.part(k), {}, mesh.part(n), pose).distance);
    }
  }
  return best;
}

/** The center and the radius of a sphere around each triangle. */
function spheresOf(mesh: TriangleMesh, place: (center: Vec3) => Vec3): Float64Array {
  const spheres = new Float64Array(4 * mesh.partCount);
  for (let k = 0; k < mesh.partCount; k++) {
    const corners = cornersOf(mesh, k);
    const center = [0, 1, 2].map((n) => (corners[0][n] + corners[1][n] + corners[2][n]) / 3) as unknown as Vec3;
    spheres.set([...place(center), Math.max(...corners.map((corner) => length(minus(corner, center))))], 4 * k);
  }
  return spheres;
}

function cornersOf(mesh: TriangleMesh, k: number): readonly [Vec3, Vec3, Vec3] {
  const { a, b, c } = mesh.part(k) as Triangle;
  return [a, b, c];
}

/**
 * Checks the signed distances of points by brute force: the least distance from all triangles, negative if the magnitude of the sum of their
 * solid angles (van Oosterom and Strackee 1983) is more than 2π.
 */
export function checkPoints(
  mesh: TriangleMesh,
  points: Float64Array,
  checked: number,
  batch: PointDistanceBatch,
  unsigned: readonly number[],
): Checks[] {
  const count = Math.min(checked, batch.count);
  const corners = Array.from({ length: mesh.partCount }, (_, k) => cornersOf(mesh, k));
  const exact = Array.from({ length: count }, (_, k) => {
    const point: Vec3 = [points[3 * k], points[3 * k + 1], points[3 * k + 2]];
    let [least, angle] = [Infinity, 0];
    for (const triangle of corners) {
      least = Math.min(least, toTriangle(point, triangle));
      angle += solidAngle(point, triangle);
    }
    return Math.abs(angle) > 2 * Math.PI ? -least : least;
  });
  return [
    differences('proximal, points, signed distance', [...batch.distance.subarray(0, count)], exact, ownTolerance),
    differences('three-mesh-bvh, points, distance', unsigned, Array.from(batch.distance, Math.abs), peerTolerance),
  ];
}

/** The distance of a point from a triangle: from its plane if the projection is inside, otherwise from the nearest edge. */
function toTriangle(point: Vec3, corners: readonly [Vec3, Vec3, Vec3]): number {
  const [a, b, c] = corners;
  const normal = cross(minus(b, a), minus(c, a));
  let [isInside, least] = [true, Infinity];
  for (let k = 0; k < 3; k++) {
    const from = corners[k];
    const edge = minus(corners[(k + 1) % 3], from);
    const offset = minus(point, from);
    if (!(dot(cross(edge, offset), normal) > 0)) isInside = false;
    const along = Math.min(1, Math.max(0, dot(offset, edge) / dot(edge, edge) || 0));
    least = Math.min(least, length(minus(offset, [along * edge[0], along * edge[1], along * edge[2]])));
  }
  return isInside ? Math.min(least, Math.abs(dot(minus(point, a), normal)) / length(normal)) : least;
}

function solidAngle(point: Vec3, corners: readonly [Vec3, Vec3, Vec3]): number {
  const [a, b, c] = [minus(corners[0], point), minus(corners[1], point), minus(corners[2], point)];
  const [la, lb, lc] = [length(a), length(b), length(c)];
  return 2 * Math.atan2(dot(a, cross(b, c)), la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
}

function minus(p: Vec3, q: Vec3): Vec3 {
  return [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
}

function dot(p: Vec3, q: Vec3): number {
  return p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
}

function cross(p: Vec3, q: Vec3): Vec3 {
  return [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]];
}

function length(p: Vec3): number {
  return Math.sqrt(dot(p, p));
}

function positive(x: number): number {
  return Math.max(0, x);
}

function differences(name: string, found: readonly number[], wanted: readonly number[], tolerance: number): Checks {
  const all = found.map((x, k) => Math.abs(x - wanted[k]));
  return {
    name,
    compared: all.length,
    wrong: all.filter((difference) => !(difference <= tolerance)).length,
    largest: all.reduce((largest, each) => Math.max(largest, each), 0),
  };
}

/** Counts Boolean answers that contradict the distances. Distances within the tolerance of contact, other than exactly 0, are not compared. */
function conflicts(name: string, hits: readonly number[], distances: readonly number[], tolerance: number): Checks {
  const clear = hits
    .map((hit, k) => ({ hit, distance: distances[k] }))
    // Two meshes that meet have the distance 0.
    .filter(({ distance }) => distance === 0 || Math.abs(distance) > tolerance);
  return {
    name,
    compared: clear.length,
    wrong: clear.filter(({ hit, distance }) => (hit === 1) !== distance <= 0).length,
    largest: null,
  };
}
