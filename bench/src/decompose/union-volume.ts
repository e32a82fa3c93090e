// The volume of the union of convex parts, by the midpoint rule over columns along z: the intersection of a column's axis with each part is exact.
import type { Convex } from 'proximal';

/** The number of columns along x and along y. */
const columns = 256;

/** The volume of the union, in m³. */
export function unionVolume(parts: readonly Convex[]): number {
  const polyhedra = parts.map((part) => ({ planes: planesOf(part), bounds: part.boundingBox() }));
  const low = [0, 1].map((axis) => Math.min(...polyhedra.map(({ bounds }) => bounds.min[axis])));
  const high = [0, 1].map((axis) => Math.max(...polyhedra.map(({ bounds }) => bounds.max[axis])));
  const [dx, dy] = [0, 1].map((axis) => (high[axis] - low[axis]) / columns);
  let sum = 0;
  for (let i = 0; i < columns; i++) {
    const x = low[0] + (i + 0.5) * dx;
    for (let j = 0; j < columns; j++) {
      const y = low[1] + (j + 0.5) * dy;
      const near = polyhedra.filter(
        ({ bounds: { min, max } }) => x >= min[0] && x <= max[0] && y >= min[1] && y <= max[1],
      );
      sum += lengthOf(near.map(({ planes }) => interval(planes, x, y)).filter(([from, to]) => to > from));
    }
  }
  return sum * dx * dy;
}

/** Normal (of any length) and offset of each face, four numbers: n·x ≤ offset inside. */
function planesOf(part: Convex): Float64Array {
  const planes: number[] = [];
  for (let face = 0; face < part.faceCount; face++) {
    const corners = part.face(face).map((k) => part.vertex(k));
    // Newell's normal: exact for any planar polygon.
    const normal = [0, 0, 0];
    corners.forEach((p, k) => {
      const q = corners[(k + 1) % corners.length];
      for (let axis = 0; axis < 3; axis++) {
        const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
        normal[axis] += (p[u] - q[u]) * (p[v] + q[v]);
      }
    });
    planes.push(...normal, normal[0] * corners[0][0] + normal[1] * corners[0][1] + normal[2] * corners[0][2]);
  }
  return Float64Array.from(planes);
}

/** The interval of z in which the vertical line through (x, y) is inside all planes; `to` ≤ `from` if there is none. */
function interval(planes: Float64Array, x: number, y: number): [number, number] {
  let [from, to] = [-Infinity, Infinity];
  for (let at = 0; at < planes.length; at += 4) {
    const rest = planes[at + 3] - planes[at] * x - planes[at + 1] * y;
    const nz = planes[at + 2];
    if (nz > 0) to = Math.min(to, rest / nz);
    else if (nz < 0) from = Math.max(from, rest / nz);
    else if (rest < 0) return [0, 0];
  }
  return [from, to];
}

/** The length of the union of intervals. */
function lengthOf(intervals: [number, number][]): number {
  intervals.sort((a, b) => a[0] - b[0]);
  let [sum, end] = [0, -Infinity];
  for (const [from, to] of intervals) {
    sum += Math.max(0, to - Math.max(from, end));
    end = Math.max(end, to);
  }
  return sum;
}
