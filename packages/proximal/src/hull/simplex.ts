// The affine dimension of a cloud, and the points that span it.
import type { Cloud } from './cloud.ts';
import { accurateNormal, orientation3 } from './predicates.ts';

export interface Span {
  readonly dimension: 0 | 1 | 2 | 3;
  /** dimension + 1 points, none of an empty cloud; for a line, its two ends. */
  readonly points: readonly number[];
  /** Normal of the plane of the first three points, not of unit length; zero below dimension 2. */
  readonly normal: Float64Array;
  /** An upper bound on the distances of all points from the spanned point, line or plane; 0 in dimension 3. */
  readonly off: number;
}

const noNormal = new Float64Array(3);

/**
 * Spans the first `count` points of a cloud. A cloud within one step's tolerance of a point, line or plane counts as a point, line
 * or plane. The first two points of the span are the farthest pair of the extreme points along the axes; each next point is the farthest from the
 * line or plane of the previous points, so errors of the span grow at most about threefold at the other points.
 */
export function spanOf({ xyz, step }: Cloud, count: number): Span {
  if (count === 0) return { dimension: 0, points: [], normal: noNormal, off: 0 };
  const [a, b] = farthestPair(xyz, axisExtremes(xyz, count));
  const [ux, uy, uz] = difference(xyz, a, b);
  const length = Math.sqrt(ux * ux + uy * uy + uz * uz);
  if (length <= step) return { dimension: 0, points: [0], normal: noNormal, off: farthestFrom(xyz, count, 0) };
  const [lx, ly, lz] = [ux / length, uy / length, uz / length];
  const fromLine = argmax(count, (p) => {
    const [x, y, z] = difference(xyz, a, p);
    const [nx, ny, nz] = [ly * z - lz * y, lz * x - lx * z, lx * y - ly * x];
    return nx * nx + ny * ny + nz * nz;
  });
  const c = fromLine.index;
  const width = Math.sqrt(fromLine.value);
  if (width <= step) {
    const position = (p: number): number => lx * xyz[3 * p] + ly * xyz[3 * p + 1] + lz * xyz[3 * p + 2];
    const ends = [argmax(count, (p) => -position(p)).index, argmax(count, position).index];
    return { dimension: 1, points: ends, normal: noNormal, off: 2 * width };
  }
  // Computed accurately: in a thin strip the rounding error of a cross product would tilt the plane along the strip.
  const normal = new Float64Array(3);
  accurateNormal(xyz, a, b, c, normal);
  const [nx, ny, nz] = normal;
  const fromPlane = argmax(count, (p) => {
    const [x, y, z] = difference(xyz, a, p);
    return Math.abs(nx * x + ny * y + nz * z);
  });
  const size = Math.sqrt(nx * nx + ny * ny + nz * nz);
  const thickness = fromPlane.value / size;
  const d = fromPlane.index;
  if (thickness <= step || orientation3(xyz, a, b, c, d) === 0)
    return { dimension: 2, points: [a, b, c], normal, off: 2 * thickness };
  return { dimension: 3, points: [a, b, c, d], normal, off: 0 };
}

function difference(xyz: Float64Array, from: number, to: number): [number, number, number] {
  return [xyz[3 * to] - xyz[3 * from], xyz[3 * to + 1] - xyz[3 * from + 1], xyz[3 * to + 2] - xyz[3 * from + 2]];
}

/** The lowest index with the largest value. */
function argmax(count: number, value: (p: number) => number): { index: number; value: number } {
  let index = 0;
  let largest = -Infinity;
  for (let p = 0; p < count; p++) {
    const current = value(p);
    if (current > largest) [index, largest] = [p, current];
  }
  return { index, value: largest };
}

function farthestFrom(xyz: Float64Array, count: number, from: number): number {
  return argmax(count, (p) => separation(xyz, from, p)).value;
}

/** The extreme points along each axis. Ties are broken by the other coordinates: each one is then a vertex of the hull. */
function axisExtremes(xyz: Float64Array, count: number): number[] {
  const extremes: number[] = [];
  for (let axis = 0; axis < 3; axis++) {
    let [lowest, highest] = [0, 0];
    for (let p = 1; p < count; p++) {
      if (compare(xyz, axis, p, lowest) < 0) lowest = p;
      if (compare(xyz, axis, p, highest) > 0) highest = p;
    }
    extremes.push(lowest, highest);
  }
  return extremes;
}

function compare(xyz: Float64Array, axis: number, p: number, q: number): number {
  for (let k = 0; k < 3; k++) {
    const at = (axis + k) % 3;
    const order = xyz[3 * p + at] - xyz[3 * q + at];
    if (order !== 0) return order;
  }
  return 0;
}

function farthestPair(xyz: Float64Array, candidates: readonly number[]): [number, number] {
  let pair: [number, number] = [candidates[0], candidates[1]];
  let largest = -1;
  for (const p of candidates) {
    for (const q of candidates) {
      const distance = separation(xyz, p, q);
      if (distance > largest) [pair, largest] = [[p, q], distance];
    }
  }
  return pair;
}

function separation(xyz: Float64Array, p: number, q: number): number {
  const [x, y, z] = difference(xyz, p, q);
  return Math.sqrt(x * x + y * y + z * z);
}
