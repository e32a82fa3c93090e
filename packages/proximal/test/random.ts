// Random shapes and poses from a seed, for property tests.
import { box, capsule, convex, custom, point, rounded, type Shape, segment, sphere } from '../src/index.ts';
import { type Pose, Rng } from '../src/math/index.ts';

export { Rng };

/** A size near one meter with probability 0.8, otherwise log-uniform between a micrometer and a thousand kilometers. */
export function randomSize(rng: Rng): number {
  return rng.uniform() < 0.8 ? rng.uniform(0.05, 2) : 10 ** rng.uniform(-6, 6);
}

function randomExtent(rng: Rng, size: number): number {
  const choice = rng.uniform();
  if (choice < 0.1) return 0;
  return choice < 0.2 ? size * 1e-4 : size * rng.uniform(0.1, 1);
}

function randomCloud(rng: Rng, size: number): Shape {
  const count = 1 + rng.index(40);
  const flat = rng.uniform() < 0.2 ? 0 : 1;
  const points = Array.from({ length: count }, () => rng.direction().map((x, k) => size * x * (k === 2 ? flat : 1)));
  // With duplicates and interior points.
  if (rng.uniform() < 0.3) points.push(points[0], [0, 0, 0]);
  return convex(points);
}

function randomCustomEllipsoid(rng: Rng, size: number): Shape {
  const [x, y, z] = [0, 1, 2].map(() => size * rng.uniform(0.1, 1));
  return custom({
    support(dx, dy, dz, out) {
      const length = Math.sqrt(x * x * dx * dx + y * y * dy * dy + z * z * dz * dz) || 1;
      out[0] = (x * x * dx) / length;
      out[1] = (y * y * dy) / length;
      out[2] = (z * z * dz) / length;
    },
  });
}

const makers: ((rng: Rng, size: number) => Shape)[] = [
  () => point(),
  (rng, size) => segment(randomExtent(rng, size)),
  (_rng, size) => sphere(size),
  (rng, size) => box(randomExtent(rng, size), randomExtent(rng, size), randomExtent(rng, size)),
  (rng, size) => capsule(randomExtent(rng, size), randomExtent(rng, size)),
  randomCloud,
  randomCustomEllipsoid,
];

export function randomShape(rng: Rng, size = randomSize(rng)): Shape {
  const shape = makers[rng.index(makers.length)](rng, size);
  return rng.uniform() < 0.2 ? rounded(shape, randomExtent(rng, size)) : shape;
}

/** A pose within three sizes of the origin; some are axis-aligned, some are 1e8 sizes away along each axis. */
export function randomPose(rng: Rng, size: number): Pose {
  const rotation = rng.uniform() < 0.2 ? [0, 0, 0, 1] : rng.rotation();
  const reach = size * rng.uniform(0, 3);
  const offset = rng.uniform() < 0.05 ? 1e8 * size : 0;
  const position = rng.direction().map((x) => offset + reach * x);
  return Float64Array.of(...position, ...rotation);
}
