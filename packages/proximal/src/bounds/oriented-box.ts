// A small box around a cloud. Candidates are the box along the coordinate axes, the box along the principal axes, and, for each of these
// axes and each normal of the hull's faces, the box with two faces perpendicular to it whose other four faces form the smallest rectangle
// around the projection of the cloud along it. A smallest box need not have a face in common with the hull (O'Rourke 1985), so the best
// candidate is improved in the same way, with its own axes as directions.
import { rotationMatrix } from '../math/linear/quaternion.ts';
import { quaternionOfAxes } from '../math/pose.ts';
import { cross, dot, perpendicular, type Vec3 } from '../math/vec3.ts';
import { type LocalCloud, localCloud, toInput } from './cloud.ts';
import { symmetricEigen3 } from './matrix3.ts';
import { normalsOf, normalsOfPoints, spread } from './normals.ts';
import { isSmaller, rectangleDirection } from './rectangle.ts';

/** A box in any orientation, in body coordinates, in meters. */
export interface OrientedBox {
  readonly center: Vec3;
  /** The unit quaternion that rotates the coordinate axes to the axes of the box. */
  readonly rotation: [x: number, y: number, z: number, w: number];
  readonly halfExtents: Vec3;
}

type Axes = readonly [Vec3, Vec3, Vec3];

interface Candidate {
  readonly axes: Axes;
  /** The middle of the box along each axis. */
  readonly middle: Vec3;
  readonly volume: number;
  readonly surface: number;
}

const maxNormals = 256;
/** The largest product of points and hull normals: with more than 4096 points, fewer than `maxNormals` are tried, but at least `minNormals`. */
const maxWork = 2 ** 20;
const minNormals = 16;
const maxImprovements = 16;
const coordinateAxes: Axes = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/**
 * A box of small volume around `points`, flat x y z x y z …; for a flat cloud a rectangle of small area, for points on a
 * line a segment. If all face normals of the hull are tried, the box is no larger than any box that lies flush with a face of
 * the hull. They are all tried for up to 32 distinct points; and with the hull's `planes` (four numbers per face as in `Hull.planes`) for
 * up to 4096 points and 256 distinct normals. The half extents are computed from the returned rotation and center.
 * @example
 * ```ts
 * orientedBox(Float64Array.of(0, 0, 0, 2, 2, 0)); // halfExtents √2, 0, 0 in some order
 * ```
 */
export function orientedBox(points: Float64Array, planes?: Float64Array): OrientedBox {
  const cloud = localCloud('orientedBox', points);
  const given = planes === undefined ? undefined : normalsOf('orientedBox', planes);
  const normals = given ?? normalsOfPoints(cloud.xyz, cloud.resolution);
  const principal = symmetricEigen3(covariance(cloud.xyz)).vectors;
  let best = better(measure(cloud, coordinateAxes), measure(cloud, principal));
  const affordable = Math.max(Math.floor((3 * maxWork) / points.length), minNormals);
  const across = spread(normals, Math.min(affordable, maxNormals));
  for (const direction of [...coordinateAxes, ...principal, ...across]) {
    best = better(best, measure(cloud, axesAcross(cloud, direction)));
  }
  for (let round = 0; round < maxImprovements; round++) {
    const before = best;
    for (const axis of before.axes) best = better(best, measure(cloud, axesAcross(cloud, axis)));
    if (best === before) break;
  }
  return finish(points, cloud, best);
}

/** The sums of the second moments of the points about their mean: nine numbers by rows. */
function covariance(xyz: Float64Array): number[] {
  const count = xyz.length / 3;
  const mean: Vec3 = [0, 0, 0];
  for (let k = 0; k < xyz.length; k++) mean[k % 3] += xyz[k] / count;
  const sums = [0, 0, 0, 0, 0, 0];
  for (let k = 0; k < xyz.length; k += 3) {
    const [x, y, z] = [xyz[k] - mean[0], xyz[k + 1] - mean[1], xyz[k + 2] - mean[2]];
    sums[0] += x * x;
    sums[1] += x * y;
    sums[2] += x * z;
    sums[3] += y * y;
    sums[4] += y * z;
    sums[5] += z * z;
  }
  const [xx, xy, xz, yy, yz, zz] = sums;
  return [xx, xy, xz, xy, yy, yz, xz, yz, zz];
}

/** The axes of the smallest box with two faces perpendicular to the unit vector `direction`. */
function axesAcross({ xyz, resolution }: LocalCloud, direction: Vec3): Axes {
  const across = perpendicular(direction);
  const third = cross(direction, across);
  const [x, y] = [project(xyz, across), project(xyz, third)];
  const [a, b] = rectangleDirection({ x, y }, resolution);
  const first: Vec3 = [a * across[0] + b * third[0], a * across[1] + b * third[1], a * across[2] + b * third[2]];
  return [first, cross(direction, first), direction];
}

function project(xyz: Float64Array, axis: Vec3): Float64Array {
  const out = new Float64Array(xyz.length / 3);
  for (let k = 0; k < out.length; k++) {
    out[k] = xyz[3 * k] * axis[0] + xyz[3 * k + 1] * axis[1] + xyz[3 * k + 2] * axis[2];
  }
  return out;
}

/** The box along the axes, by its middle and size. Extents below 8 `resolution` count as 8 `resolution` (see `better`). */
function measure({ xyz, resolution }: LocalCloud, axes: Axes): Candidate {
  const middle: Vec3 = [0, 0, 0];
  const extents: Vec3 = [0, 0, 0];
  for (let k = 0; k < 3; k++) {
    const [x, y, z] = axes[k];
    let [low, high] = [Infinity, -Infinity];
    for (let i = 0; i < xyz.length; i += 3) {
      const along = xyz[i] * x + xyz[i + 1] * y + xyz[i + 2] * z;
      if (along < low) low = along;
      if (along > high) high = along;
    }
    middle[k] = (low + high) / 2;
    extents[k] = Math.max(high - low, 8 * resolution);
  }
  const [a, b, c] = extents;
  return { axes, middle, volume: a * b * c, surface: a * b + b * c + c * a };
}

/**
 * The box of smaller volume; of equal volumes, the box of smaller surface; otherwise the first. All flat boxes of a flat cloud have
 * the same thickness, the minimum of `measure`, so comparing volumes compares areas. For points on a line it compares lengths.
 */
function better(first: Candidate, second: Candidate): Candidate {
  return isSmaller(second.volume, second.surface, first.volume, first.surface) ? second : first;
}

function finish(points: Float64Array, cloud: LocalCloud, { axes, middle }: Candidate): OrientedBox {
  const rotation = unit(quaternionOfAxes(...axes));
  const local: Vec3 = [0, 0, 0];
  for (let k = 0; k < 3; k++) for (let i = 0; i < 3; i++) local[i] += middle[k] * axes[k][i];
  const center = toInput(cloud, local);
  const halfExtents: Vec3 = [0, 0, 0];
  const boxAxes = axesOf(rotation);
  for (let i = 0; i < points.length; i += 3) {
    const offset: Vec3 = [
      (points[i] - center[0]) / cloud.unit,
      (points[i + 1] - center[1]) / cloud.unit,
      (points[i + 2] - center[2]) / cloud.unit,
    ];
    for (let k = 0; k < 3; k++) halfExtents[k] = Math.max(halfExtents[k], Math.abs(dot(boxAxes[k], offset)));
  }
  return { center, rotation, halfExtents: halfExtents.map((x) => x * cloud.unit) as Vec3 };
}

function unit(q: OrientedBox['rotation']): OrientedBox['rotation'] {
  const size = Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  return [q[0] / size, q[1] / size, q[2] / size, q[3] / size];
}

function axesOf([x, y, z, w]: OrientedBox['rotation']): Axes {
  const r = rotationMatrix(x, y, z, w, new Float64Array(9));
  const column = (k: number): Vec3 => [r[k], r[k + 3], r[k + 6]];
  return [column(0), column(1), column(2)];
}
