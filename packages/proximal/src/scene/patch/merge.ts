// Merges coplanar manifolds: a body on coplanar triangles gets the points that it would have on a single face.
import { cross, dot, length, perpendicular, scale, subtract, type Vec3 } from '../../math/vec3.ts';
import type { ContactPoint } from './manifold.ts';
import { type FlatPoint, reduce } from './reduce.ts';

/** A manifold to merge; its points on B's surface, or on A's, are in one plane. */
export interface FlatManifold {
  readonly normal: Vec3;
  points: readonly ContactPoint[];
}

/** Normals that differ by less count as equal, as do planes whose offsets differ by less than this times the bodies' size. */
const parallel = 1e-9;

interface Candidate extends FlatPoint {
  readonly point: ContactPoint;
}

/** Whether two manifolds are in the same plane, on A's side or on B's. */
export function isCoplanar(p: FlatManifold, q: FlatManifold, isOnA: boolean, size: number): boolean {
  if (length(subtract(p.normal, q.normal)) > parallel) return false;
  const place = ({ points: [{ pointA, pointB }] }: FlatManifold): Vec3 => (isOnA ? pointA : pointB);
  return Math.abs(dot(p.normal, subtract(place(p), place(q)))) <= parallel * size;
}

/** Keeps at most `most` points in all manifolds of a plane together; some manifolds may become empty. */
export function mergeCoplanar(manifolds: readonly FlatManifold[], isOnA: boolean, size: number, most: number): void {
  const done = new Set<FlatManifold>();
  for (const first of manifolds) {
    if (done.has(first) || first.points.length === 0) continue;
    const group = manifolds.filter(
      (each) => !done.has(each) && each.points.length > 0 && isCoplanar(first, each, isOnA, size),
    );
    for (const each of group) done.add(each);
    const kept = new Set(reduce(outline(candidates(group), parallel * size), most).map(({ point }) => point));
    for (const each of group) each.points = each.points.filter((point) => kept.has(point));
  }
}

/** All points of a group, with coordinates along its longest direction and perpendicular to it, so that collinear points are sorted. */
function candidates(group: readonly FlatManifold[]): Candidate[] {
  const { normal, points: given } = group[0];
  const first = given[0].pointA;
  let longest = perpendicular(normal);
  let most = 0;
  for (const { points } of group) {
    for (const { pointA } of points) {
      const way = subtract(pointA, first);
      const squared = dot(way, way);
      if (squared > most) [longest, most] = [way, squared];
    }
  }
  const v = cross(normal, longest);
  const size = length(v);
  const across = size > 0 ? scale(v, 1 / size) : perpendicular(normal);
  const along = cross(across, normal);
  return group.flatMap(({ points }) =>
    points.map((point) => {
      const way = subtract(point.pointA, first);
      return { u: dot(way, along), v: dot(way, across), gap: point.gap, id: point.id, point };
    }),
  );
}

/** The corners of the convex hull in the plane, in order, and the deepest point if that is inside. */
function outline(points: Candidate[], within: number): Candidate[] {
  if (points.length < 3) return distinct(points, within);
  points.sort((p, q) => p.u - q.u || p.v - q.v || p.gap - q.gap);
  const lower = chain(points, within);
  const upper = chain(points.reverse(), within);
  const corners = [...lower.slice(0, -1), ...upper.slice(0, -1)];
  const hull = distinct(corners.length > 0 ? corners : [points[0]], within);
  const deepest = points.reduce((p, q) => (q.gap < p.gap ? q : p));
  return hull.some(({ gap }) => gap <= deepest.gap + within) ? hull : [...hull, deepest];
}

/** One side of the hull, from the first point to the last. */
function chain(points: readonly Candidate[], within: number): Candidate[] {
  const kept: Candidate[] = [];
  for (const point of points) {
    while (kept.length >= 2 && !isLeft(kept[kept.length - 2], kept[kept.length - 1], point, within)) kept.pop();
    kept.push(point);
  }
  return kept;
}

/** Whether p, q, r make a left turn by more than rounding. */
function isLeft(p: Candidate, q: Candidate, r: Candidate, within: number): boolean {
  const [du, dv] = [r.u - p.u, r.v - p.v];
  const area = du * (q.v - p.v) - dv * (q.u - p.u);
  return -area > within * Math.sqrt(du * du + dv * dv);
}

function distinct(points: readonly Candidate[], within: number): Candidate[] {
  const kept: Candidate[] = [];
  for (const point of points) {
    if (!kept.some(({ u, v }) => Math.abs(u - point.u) <= within && Math.abs(v - point.v) <= within)) kept.push(point);
  }
  return kept;
}
