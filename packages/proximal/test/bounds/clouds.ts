// Clouds of every kind from a seed, for the tests of balls and boxes around them.
import { type Rng, transformPoint, type Vec3 } from '../../src/math/index.ts';

export const seed = Number(process.env['PROXIMAL_SEED'] ?? 20_27);

type Maker = (rng: Rng) => Vec3;

/** Makers of one point, for each kind of cloud; clouds of the last two kinds are full of ties and duplicates. */
export const kinds: Readonly<Record<string, Maker>> = {
  normal: (rng) => [rng.normal(), rng.normal(), rng.normal()],
  sphere: (rng) => rng.direction(),
  flat: (rng) => [rng.normal(), rng.normal(), 0],
  line: (rng) => [rng.normal(), 0, 0],
  circle: (rng) => {
    const [x, y] = rng.direction();
    const length = Math.sqrt(x * x + y * y);
    return [x / length, y / length, 0];
  },
  needle: (rng) => [rng.normal(), 1e-6 * rng.normal(), 1e-9 * rng.normal()],
  clusters: (rng) => {
    const offset = 10 ** rng.uniform(-16, -4);
    return [(rng.index(2) * 2 - 1) * (1 - offset * rng.uniform()), offset * rng.normal(), offset * rng.normal()];
  },
  almostSphere: (rng) => {
    const size = 1 + 1e-14 * rng.normal();
    return rng.direction().map((x) => size * x) as Vec3;
  },
  cube: (rng) => [rng.index(2), rng.index(2), rng.index(2)],
  grid: (rng) => [rng.index(3), rng.index(3), rng.index(2)],
};

export function makeCloud(rng: Rng, kind: string, count: number): Float64Array {
  return Float64Array.from(Array.from({ length: count }, () => kinds[kind](rng)).flat());
}

/** The points rotated, then scaled, then shifted. */
export function moved(points: Float64Array, rotation: readonly number[], size: number, shift: Vec3): Float64Array {
  const out = new Float64Array(points.length);
  for (let k = 0; k < points.length; k += 3) {
    const rotated = transformPoint({ rotation }, points.subarray(k, k + 3));
    for (let i = 0; i < 3; i++) out[k + i] = rotated[i] * size + shift[i];
  }
  return out;
}

export function triples(points: Float64Array): Vec3[] {
  return Array.from({ length: points.length / 3 }, (_, k) => [points[3 * k], points[3 * k + 1], points[3 * k + 2]]);
}

/** All sets of at least one and at most `size` of `count` indices. */
export function subsets(count: number, size: number, from = 0): number[][] {
  if (size === 0) return [];
  const out: number[][] = [];
  for (let first = from; first < count; first++) {
    out.push([first], ...subsets(count, size - 1, first + 1).map((rest) => [first, ...rest]));
  }
  return out;
}

/** The largest magnitude of an entry, also for clouds with too many numbers for the arguments of `Math.max`. */
export function largest(numbers: Float64Array): number {
  return numbers.reduce((greatest, x) => Math.max(greatest, Math.abs(x)), 0);
}
