// Point lists for convex hulls, regular and degenerate.
import { cos, pow, type Rng, sin } from 'proximal/math';
import { logUniform, type Range } from './extents.ts';

type Cloud = (rng: Rng, count: number) => number[];

const flat = (count: number, make: (k: number) => readonly number[]): number[] =>
  Array.from({ length: count }, (_, k) => make(k)).flat();

/** Every kind of cloud, with coordinates of the order of 1. */
const clouds: readonly Cloud[] = [
  // On a sphere: every point is a vertex.
  (rng, count) => flat(count, () => rng.direction()),
  // In a box: most points are inside.
  (rng, count) => flat(count, () => [rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1)]),
  // On a grid: coplanar faces, collinear edges and exact ties in every support call.
  (rng, count) => flat(count, () => [rng.index(3) - 1, rng.index(3) - 1, rng.index(3) - 1]),
  // All in one plane, aligned with the axes or not.
  (rng, count) => flat(count, () => [rng.uniform(-1, 1), rng.uniform(-1, 1), 0]),
  (rng, count) => {
    const [u, v] = [rng.direction(), rng.direction()];
    return flat(count, () => {
      const [s, t] = [rng.uniform(-1, 1), rng.uniform(-1, 1)];
      return [s * u[0] + t * v[0], s * u[1] + t * v[1], s * u[2] + t * v[2]];
    });
  },
  // All on one line.
  (rng, count) => {
    const u = rng.direction();
    return flat(count, () => {
      const s = rng.uniform(-1, 1);
      return [s * u[0], s * u[1], s * u[2]];
    });
  },
  // A prism with many sides: two parallel polygons.
  (rng, count) => {
    const height = rng.uniform(0.01, 1);
    return flat(count, (k) => {
      const angle = (2 * Math.PI * (k >> 1)) / Math.max(1, count >> 1);
      return [cos(angle), sin(angle), k & 1 ? height : -height];
    });
  },
  // The eight corners of a box.
  (rng) => {
    const [x, y, z] = [rng.uniform(0.1, 1), rng.uniform(0.1, 1), rng.uniform(0.1, 1)];
    return flat(8, (k) => [k & 1 ? x : -x, k & 2 ? y : -y, k & 4 ? z : -z]);
  },
];

/** Up to 99 points, x y z each, and sometimes up to as many copies; some clouds are moved away from the origin, or squeezed to needles or sheets. */
export function randomCloud(rng: Rng, { size, aspect, isExtreme }: Range): number[] {
  const count = Math.floor(pow(10, rng.uniform(0, 2)));
  const points = clouds[rng.index(clouds.length)](rng, count);
  if (rng.uniform() < 0.2) repeatSome(rng, points, isExtreme ? -6 : -13);
  const squeeze = [0, 1, 2].map(() => (rng.uniform() < 0.15 ? logUniform(rng, 1 / aspect, 1) : 1));
  if (!isExtreme) squeeze[rng.index(3)] = 1;
  const shift = rng.uniform() < 0.3 ? rng.direction().map((x) => x * rng.uniform(0, 10)) : [0, 0, 0];
  return points.map((x, k) => size * (x * squeeze[k % 3] + shift[k % 3]));
}

/** Appends copies of some points: exact, or each coordinate moved by at most one length between 1e-16 and 10^`maxExponent`. */
function repeatSome(rng: Rng, points: number[], maxExponent: number): void {
  const count = points.length / 3;
  const blur = rng.uniform() < 0.5 ? 0 : pow(10, rng.uniform(-16, maxExponent));
  for (let copies = 1 + rng.index(count); copies > 0; copies--) {
    const from = 3 * rng.index(count);
    for (let k = 0; k < 3; k++) points.push(points[from + k] + blur * rng.uniform(-1, 1));
  }
}
