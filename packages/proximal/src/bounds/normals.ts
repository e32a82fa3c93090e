// Directions that may be face normals of a smallest box: the normals of the hull's faces.
import { outOfRange, wrongType } from '../check/argument.ts';
import { cross, dot, length, scale, subtract, type Vec3 } from '../math/vec3.ts';

/** Two directions count as equal if the squared sine of the angle between them is at most this. */
const maxSquaredSine = 1e-20;
/** Every triple of points is tried if there are at most this many distinct points. */
const maxExhaustivePoints = 32;
/** Directions oblique to the coordinate axes, so that the extreme point of an axis-aligned box along each of them is a corner. */
const probeDirections: readonly Vec3[] = [
  [1, 2, 4],
  [2, 4, 1],
  [4, 1, 2],
  [-1, 2, 4],
  [2, 4, -1],
  [4, -1, 2],
  [1, -2, 4],
  [-2, 4, 1],
  [4, 1, -2],
  [-1, -2, 4],
  [-2, 4, -1],
  [4, -1, -2],
];

/** The unit normals of planes, four numbers each: normal and offset, as in `Hull.planes`. */
export function normalsOf(where: string, planes: Float64Array): Vec3[] {
  const remedy = 'give four finite numbers for each plane, a normal that is not zero and an offset, or leave it out';
  if (!(planes instanceof Float64Array) || planes.length % 4 !== 0) throw wrongType(where, 'planes', planes, remedy);
  const normals: Vec3[] = [];
  for (let k = 0; k < planes.length; k += 4) {
    const normal: Vec3 = [planes[k], planes[k + 1], planes[k + 2]];
    const largest = Math.max(...normal.map(Math.abs));
    if (!(largest > 0 && largest < Infinity)) throw outOfRange(where, `planes[${k}…]`, normal, remedy);
    const scaled: Vec3 = [normal[0] / largest, normal[1] / largest, normal[2] / largest];
    normals.push(scale(scaled, 1 / length(scaled)));
  }
  return normals;
}

function squaredSine(a: Vec3, b: Vec3): number {
  const across = cross(a, b);
  return dot(across, across);
}

/**
 * At most `limit` of the directions, by farthest-point sampling: the first direction, then repeatedly the direction farthest from all selected
 * directions. Opposite directions count as equal.
 */
export function spread(directions: readonly Vec3[], limit: number): Vec3[] {
  const selected: Vec3[] = [];
  const nearest = new Float64Array(directions.length).fill(1);
  let next = 0;
  while (selected.length < limit && next < directions.length && nearest[next] > maxSquaredSine) {
    const chosen = directions[next];
    selected.push(chosen);
    next = 0;
    for (let k = 0; k < directions.length; k++) {
      nearest[k] = Math.min(nearest[k], squaredSine(directions[k], chosen));
      if (nearest[k] > nearest[next]) next = k;
    }
  }
  return selected;
}

/**
 * The face normals of the hull of at most 32 distinct points, found by trying every triple. If there are more, only the points farthest
 * along 24 fixed directions are used (as in Larsson and Källberg's "Fast computation of tight-fitting oriented bounding boxes",
 * 2011).
 */
export function normalsOfPoints(xyz: Float64Array, resolution: number): Vec3[] {
  const points = distinctPoints(xyz) ?? distinctPoints(extremes(xyz)) ?? [];
  const candidates: Vec3[] = [];
  for (let i = 0; i < points.length; i++) {
    for (let j = 0; j < i; j++) {
      for (let k = 0; k < j; k++) {
        const normal = cross(subtract(points[j], points[i]), subtract(points[k], points[i]));
        if (isFace(points, points[i], normal, 16 * resolution)) candidates.push(normal);
      }
    }
  }
  // The largest triangle of a face has the most accurate normal.
  candidates.sort((a, b) => dot(b, b) - dot(a, a));
  const normals: Vec3[] = [];
  for (const normal of candidates) {
    const unit = scale(normal, 1 / length(normal));
    if (normals.every((other) => squaredSine(other, unit) > maxSquaredSine)) normals.push(unit);
  }
  return normals;
}

/** Whether all points are on one side of the plane, up to `tolerance`; false if `normal`, a cross product of edges, is too short to be accurate. */
function isFace(points: readonly Vec3[], base: Vec3, normal: Vec3, tolerance: number): boolean {
  const size = length(normal);
  if (!(size > tolerance)) return false;
  let [above, below] = [false, false];
  for (const point of points) {
    const height = dot(normal, subtract(point, base));
    above ||= height > tolerance * size;
    below ||= height < -tolerance * size;
    if (above && below) return false;
  }
  return true;
}

/** The distinct points; undefined if there are more than `maxExhaustivePoints`. */
function distinctPoints(xyz: Float64Array): Vec3[] | undefined {
  const points: Vec3[] = [];
  for (let k = 0; k < xyz.length; k += 3) {
    const [x, y, z] = [xyz[k], xyz[k + 1], xyz[k + 2]];
    if (!points.some((other) => other[0] === x && other[1] === y && other[2] === z)) points.push([x, y, z]);
    if (points.length > maxExhaustivePoints) return undefined;
  }
  return points;
}

/** The points farthest along each probe and against it. */
function extremes(xyz: Float64Array): Float64Array {
  const out: number[] = [];
  for (const [x, y, z] of probeDirections) {
    let [lowest, highest] = [0, 0];
    let [low, high] = [Infinity, -Infinity];
    for (let k = 0; k < xyz.length; k += 3) {
      const along = x * xyz[k] + y * xyz[k + 1] + z * xyz[k + 2];
      if (along < low) [low, lowest] = [along, k];
      if (along > high) [high, highest] = [along, k];
    }
    out.push(...xyz.subarray(lowest, lowest + 3), ...xyz.subarray(highest, highest + 3));
  }
  return Float64Array.from(out);
}
