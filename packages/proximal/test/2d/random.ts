// Random 2D shapes and poses from a seed, for property tests.

import {
  box,
  capsule,
  circle,
  custom,
  ellipse,
  halfplane,
  type Pose2,
  point,
  polygon,
  rounded,
  type Shape,
  segment,
} from '../../src/2d/index.ts';
import { Rng } from '../../src/math/index.ts';
import { randomSize } from '../random.ts';

export { Rng, randomSize };

function randomExtent(rng: Rng, size: number): number {
  const choice = rng.uniform();
  if (choice < 0.1) return 0;
  return choice < 0.2 ? size * 1e-4 : size * rng.uniform(0.1, 1);
}

export function randomPolygon(rng: Rng, size: number): Shape {
  const count = 1 + rng.index(rng.uniform() < 0.1 ? 200 : 16);
  const flat = rng.uniform() < 0.2 ? 10 ** rng.uniform(-4, 0) : 1;
  const isRound = rng.uniform() < 0.5;
  const points = Array.from({ length: count }, () => {
    const angle = rng.uniform(0, 2 * Math.PI);
    const [x, y] = isRound ? [Math.cos(angle), Math.sin(angle)] : [rng.uniform(-1, 1), rng.uniform(-1, 1)];
    return [size * x, size * flat * y];
  });
  // A duplicate, and two points that are often inside or on an edge.
  if (rng.uniform() < 0.3) points.push(points[0], [points[0][0] / 2, points[0][1] / 2], [0, 0]);
  return polygon(points);
}

function randomCustom(rng: Rng, size: number): Shape {
  const [x, y] = [size * rng.uniform(0.1, 1), size * rng.uniform(0.1, 1)];
  return custom({
    support(dx, dy, out) {
      const length = Math.sqrt(x * x * dx * dx + y * y * dy * dy) || 1;
      out[0] = (x * x * dx) / length;
      out[1] = (y * y * dy) / length;
    },
  });
}

const makers: ((rng: Rng, size: number) => Shape)[] = [
  () => point(),
  (rng, size) => segment(randomExtent(rng, size)),
  (_rng, size) => circle(size),
  (rng, size) => box(randomExtent(rng, size), randomExtent(rng, size)),
  (rng, size) => capsule(randomExtent(rng, size), randomExtent(rng, size)),
  (rng, size) => ellipse(size * rng.uniform(0.01, 1), size * rng.uniform(0.01, 1)),
  randomPolygon,
  randomPolygon,
  randomCustom,
];

export function randomShape(rng: Rng, size = randomSize(rng)): Shape {
  const shape = makers[rng.index(makers.length)](rng, size);
  return rng.uniform() < 0.2 ? rounded(shape, randomExtent(rng, size)) : shape;
}

/** Two shapes of similar size, or sometimes B a thousandth of A; one may be a half-plane. */
export function randomPair(rng: Rng): { a: Shape; b: Shape; poseA: Pose2; poseB: Pose2; size: number } {
  const size = randomSize(rng);
  const [a, b] = [randomShape(rng, size), randomShape(rng, size * (rng.uniform() < 0.1 ? 1e-3 : 1))];
  const [poseA, poseB] = [randomPose(rng, size), randomPose(rng, size)];
  if (rng.uniform() < 0.05) return { a: halfplane(), b, poseA, poseB, size };
  return rng.uniform() < 0.05 ? { a, b: halfplane(), poseA, poseB, size } : { a, b, poseA, poseB, size };
}

/** A pose within a few sizes of the origin; some are axis-aligned, some far away. */
export function randomPose(rng: Rng, size: number): Pose2 {
  const angle = rng.uniform(0, 2 * Math.PI);
  const quarter = rng.index(4);
  const [cosine, sine] =
    rng.uniform() < 0.3 ? [[1, 0, -1, 0][quarter], [0, 1, 0, -1][quarter]] : [Math.cos(angle), Math.sin(angle)];
  const reach = size * rng.uniform(0, 3);
  const offset = rng.uniform() < 0.05 ? 1e8 * size : 0;
  const around = rng.uniform(0, 2 * Math.PI);
  return Float64Array.of(offset + reach * Math.cos(around), offset + reach * Math.sin(around), cosine, sine);
}
