// Ray casts against a height field: square by square along the ray, with two triangles each.
import { cross, dot, length, scale, subtract, type Vec3 } from '../../math/vec3.ts';
import type { LocalRay, PartEntry } from '../../shapes/local-ray.ts';
import type { HeightField } from './height-field.ts';

/** The segment of a ray inside the box around the field. */
interface Passage {
  readonly enter: number;
  readonly leave: number;
  /** The outward normal of the side through which the ray enters; zero if it starts inside. */
  readonly normal: Vec3;
}

/** The entry of a ray into the ground up to the distance `upTo`, or null. */
export function enterGround(field: HeightField, ray: LocalRay, upTo: number): PartEntry | null {
  const passage = passageOf(field, ray, upTo);
  if (!passage) return null;
  const { origin, direction } = ray;
  const at = (t: number, axis: number): number => origin[axis] + t * direction[axis];
  const { enter, leave } = passage;
  const { columns, rows, spacing } = field;
  // The ray's coordinate along x or y, in squares from the first sample.
  const gridCoordinate = (t: number, axis: 0 | 1): number =>
    at(t, axis) / spacing + ((axis === 0 ? columns : rows) - 1) / 2;
  const cellAt = (t: number, axis: 0 | 1): number =>
    Math.max(0, Math.min((axis === 0 ? columns : rows) - 2, Math.floor(gridCoordinate(t, axis))));
  const cell: [number, number] = [cellAt(enter, 0), cellAt(enter, 1)];
  const first = partAt(field, cell, gridCoordinate(enter, 0), gridCoordinate(enter, 1));
  // Entry through a wall or the bottom, or from inside. A ray that enters the box through its top has not yet hit the ground.
  if (passage.normal[2] <= 0 && scaledHeight(field, first, ray, enter) <= 0)
    return { part: first, distance: enter, normal: enter === 0 ? scale(direction, -1) : passage.normal };
  for (let t = enter; ; ) {
    // The parameter at which the ray leaves this square, along each axis.
    const exits = ([0, 1] as const).map((axis) => {
      if (direction[axis] === 0) return Infinity;
      const side = cell[axis] + (direction[axis] > 0 ? 1 : 0) - ((axis === 0 ? columns : rows) - 1) / 2;
      return (side * spacing - origin[axis]) / direction[axis];
    });
    const axis = exits[0] <= exits[1] ? 0 : 1;
    const end = Math.max(t, Math.min(exits[axis], leave));
    const found = enterSquare(field, cell, ray, t, end, gridCoordinate);
    if (found) return found;
    if (!(exits[axis] < leave)) return null;
    cell[axis] += direction[axis] > 0 ? 1 : -1;
    if (cell[axis] < 0 || cell[axis] > (axis === 0 ? columns : rows) - 2) return null;
    t = end;
  }
}

/** Tests the two triangles of a square, in the order in which the ray crosses them. */
function enterSquare(
  field: HeightField,
  cell: readonly [number, number],
  ray: LocalRay,
  from: number,
  to: number,
  gridCoordinate: (t: number, axis: 0 | 1) => number,
): PartEntry | null {
  const diagonalOffset = (t: number): number => gridCoordinate(t, 0) - cell[0] - (gridCoordinate(t, 1) - cell[1]);
  const [p, q] = [diagonalOffset(from), diagonalOffset(to)];
  const crossing = p * q < 0 ? from + (p / (p - q)) * (to - from) : to;
  const lower = 2 * (cell[1] * (field.columns - 1) + cell[0]);
  const isLowerFirst = p === 0 ? q > 0 : p > 0;
  const [first, second] = isLowerFirst ? [lower, lower + 1] : [lower + 1, lower];
  return (
    enterTop(field, first, ray, from, crossing) ?? (crossing < to ? enterTop(field, second, ray, crossing, to) : null)
  );
}

/** The entry through one triangle. Over it the height of the ray above the ground is linear; the ray enters where this height is zero. */
function enterTop(field: HeightField, part: number, ray: LocalRay, from: number, to: number): PartEntry | null {
  if (scaledHeight(field, part, ray, to) > 0) return null;
  const [a, b, c] = field.corners(part);
  const upward = cross(subtract(b, a), subtract(c, a));
  const slope = dot(upward, ray.direction);
  const entry = slope === 0 ? from : dot(upward, subtract(a, ray.origin)) / slope;
  return { part, distance: Math.max(from, Math.min(to, entry)), normal: scale(upward, 1 / length(upward)) };
}

/** The signed distance of the ray's point at `t` from a triangle's plane, positive above, times twice the triangle's area. */
function scaledHeight(field: HeightField, part: number, { origin, direction }: LocalRay, t: number): number {
  const [a, b, c] = field.corners(part);
  const point: Vec3 = [origin[0] + t * direction[0], origin[1] + t * direction[1], origin[2] + t * direction[2]];
  return dot(cross(subtract(b, a), subtract(c, a)), subtract(point, a));
}

/** The triangle of a square at (x, y), in units of grid squares. */
function partAt(field: HeightField, [column, row]: readonly [number, number], x: number, y: number): number {
  return 2 * (row * (field.columns - 1) + column) + (x - column >= y - row ? 0 : 1);
}

/** The segment of the ray, up to `upTo`, inside the field's bounding box; null if there is none. */
function passageOf(field: HeightField, { origin, direction }: LocalRay, upTo: number): Passage | null {
  const { min, max } = field.boundingBox();
  let enter = 0;
  let leave = upTo;
  let normal: Vec3 = [0, 0, 0];
  for (let axis = 0; axis < 3; axis++) {
    const [o, d] = [origin[axis], direction[axis]];
    if (d === 0) {
      if (o < min[axis] || o > max[axis]) return null;
      continue;
    }
    const [near, far] = d > 0 ? [min[axis], max[axis]] : [max[axis], min[axis]];
    leave = Math.min(leave, (far - o) / d);
    if ((near - o) / d <= enter) continue;
    enter = (near - o) / d;
    normal = [0, 0, 0];
    normal[axis] = d > 0 ? -1 : 1;
  }
  return enter <= leave ? { enter, leave, normal } : null;
}
