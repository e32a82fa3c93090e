// Shapes of `proximal/2d` at poses, their outlines and differences, for pictures.
import { type Shape, supportBatch } from 'proximal/2d';
import type { Point } from './marks.ts';

export interface Placed {
  readonly shape: Shape;
  readonly position: Point;
  /** Radians. */
  readonly angle: number;
}

const count = 240;
/** Unit vectors around the circle, two numbers each. */
const circle = Float64Array.from({ length: 2 * count }, (_, k) =>
  (k % 2 ? Math.sin : Math.cos)((2 * Math.PI * (k >> 1)) / count),
);

/** The world position of a point of a body, in the body's frame. */
export function worldPoint({ position: [px, py], angle }: Omit<Placed, 'shape'>, [x, y]: Point): Point {
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  return [px + cosine * x - sine * y, py + sine * x + cosine * y];
}

/** The vector in world axes of a vector in the axes of a body. */
export function worldVector({ angle }: { readonly angle: number }, vector: Point): Point {
  return worldPoint({ position: [0, 0], angle }, vector);
}

/** Points of the outline, counterclockwise: corners, and many points along curved parts. `scale` is about the center of the shape. */
export function outline(placed: Placed, scale = 1): Point[] {
  const { shape } = placed;
  const [cx, cy] = shape.center;
  const points = distinct(supportBatch(shape, circle));
  return points.map(([x, y]) => worldPoint(placed, [cx + scale * (x - cx), cy + scale * (y - cy)]));
}

/** The outline of the difference a − b of two placed shapes, in world axes. */
export function differenceOutline(a: Placed, b: Placed): Point[] {
  const [pointsA, pointsB] = [supportsOf(a, 1), supportsOf(b, -1)];
  return pointsA.map((point, k) => [point[0] - pointsB[k][0], point[1] - pointsB[k][1]]);
}

/** The support points in world axes for all directions of the circle, or for the opposite ones. */
function supportsOf(placed: Placed, sign: 1 | -1): Point[] {
  const [cosine, sine] = [Math.cos(placed.angle), Math.sin(placed.angle)];
  const local = circle.map((_, k) => {
    const [x, y] = [circle[k - (k % 2)], circle[k - (k % 2) + 1]];
    return sign * (k % 2 ? cosine * y - sine * x : cosine * x + sine * y);
  });
  const points = supportBatch(placed.shape, local);
  return Array.from({ length: count }, (_, k) => worldPoint(placed, [points[2 * k], points[2 * k + 1]]));
}

function distinct(numbers: ArrayLike<number>): Point[] {
  const points: Point[] = [];
  for (let k = 0; k < numbers.length; k += 2) {
    const [x, y] = points.at(-1) ?? [Number.NaN, Number.NaN];
    if (numbers[k] !== x || numbers[k + 1] !== y) points.push([numbers[k], numbers[k + 1]]);
  }
  return points;
}

/** The pose in the form of the library. */
export function poseOf({ position, angle }: Placed): { readonly position: [number, number]; readonly angle: number } {
  return { position: [position[0], position[1]], angle };
}
