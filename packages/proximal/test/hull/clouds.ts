// Random point clouds with the degeneracies that make hull algorithms fail.
import type { Rng } from '../../src/math/index.ts';

type Point = [number, number, number];
type Maker = (rng: Rng, count: number) => Point[];

const repeat = (count: number, make: (k: number) => Point): Point[] => Array.from({ length: count }, (_, k) => make(k));
const inCube = (rng: Rng): Point => [rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1)];
const combine = (s: number, u: Point, t: number, v: Point): Point => [
  s * u[0] + t * v[0],
  s * u[1] + t * v[1],
  s * u[2] + t * v[2],
];

/** Every kind of cloud, by name. Coordinates are of the order of 1; lattices extend to several units. */
export const makers: Readonly<Record<string, Maker>> = {
  cube: (rng, count) => repeat(count, () => inCube(rng)),
  sphere: (rng, count) => repeat(count, () => rng.direction()),
  ball: (rng, count) =>
    repeat(count, () => {
      const radius = Math.cbrt(rng.uniform());
      return rng.direction().map((x) => radius * x) as Point;
    }),
  lattice: (rng, count) => {
    const side = 1 + Math.floor(Math.cbrt(count));
    const pitch = rng.uniform() < 0.5 ? 1 : 0.1;
    return repeat(side ** 3, (k) => [
      (k % side) * pitch,
      (Math.floor(k / side) % side) * pitch,
      Math.floor(k / side / side) * pitch,
    ]);
  },
  'random lattice points': (rng, count) => repeat(count, () => [rng.index(4), rng.index(4), rng.index(4)]),
  'cube faces': (rng, count) =>
    repeat(count, (k) => {
      const p = inCube(rng);
      p[k % 3] = k % 2 ? 1 : -1;
      return p;
    }),
  'cube faces with corners': (rng, count) => [
    ...repeat(8, (k): Point => [k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1]),
    ...makers['cube faces'](rng, count),
  ],
  'cube edges': (rng, count) =>
    repeat(count, (k) => {
      const p: Point = [rng.index(2), rng.index(2), rng.index(2)];
      p[k % 3] = rng.uniform();
      return p;
    }),
  cylinder: (rng, count) =>
    repeat(count, (k) => {
      const angle = rng.uniform(0, 2 * Math.PI);
      return [Math.cos(angle), Math.sin(angle), k % 3 === 0 ? rng.uniform(-1, 1) : k % 3 === 1 ? 1 : -1];
    }),
  'regular prism': (_, count) =>
    repeat(count, (k) => {
      const angle = (2 * Math.PI * (k >> 1)) / (count >> 1 || 1);
      return [Math.cos(angle), Math.sin(angle), k & 1];
    }),
  cone: (rng, count) =>
    repeat(count, (k) => {
      const [angle, height] = [rng.uniform(0, 2 * Math.PI), k % 2 ? 0 : rng.uniform()];
      return [(1 - height) * Math.cos(angle), (1 - height) * Math.sin(angle), height];
    }),
  'cospherical grid': (rng, count) =>
    repeat(count, () => {
      const [a, b] = [(rng.index(12) * Math.PI) / 6, (rng.index(12) * Math.PI) / 6];
      return [Math.cos(a) * Math.cos(b), Math.sin(a) * Math.cos(b), Math.sin(b)];
    }),
  plane: (rng, count) => {
    const [u, v] = [rng.direction(), rng.direction()];
    return repeat(count, () => combine(rng.uniform(-1, 1), u, rng.uniform(-1, 1), v));
  },
  'grid in a plane': (rng, count) => {
    const [u, v] = [rng.direction(), rng.direction()];
    return repeat(count, () => combine(rng.index(4), u, rng.index(4), v));
  },
  line: (rng, count) => {
    const u = rng.direction();
    return repeat(count, () => combine(rng.uniform(-1, 1), u, 0, u));
  },
  'two planes': (rng, count) => {
    const [u, v, w] = [rng.direction(), rng.direction(), rng.direction()];
    return repeat(count, (k) => combine(rng.uniform(-1, 1), u, rng.uniform(-1, 1), k % 2 ? v : w));
  },
  'crossed lines': (rng, count) =>
    repeat(count, (k) => [0, 1, 2].map((i) => (i === k % 3 ? rng.uniform(-1, 1) : 0)) as Point),
  'tiny cluster and far points': (rng, count) =>
    repeat(count, (k) => (k < 4 ? rng.direction() : (rng.direction().map((x) => 1e-12 * x + 0.5) as Point))),
  'rounded corner': (rng, count) => [
    ...repeat(4, (): Point => rng.direction()),
    ...repeat(count, (): Point => rng.direction().map((x) => 2 + 10 ** -rng.uniform(11, 15) * x) as Point),
  ],
  helix: (_, count) => repeat(count, (k) => [Math.cos(k / 5), Math.sin(k / 5), k / count]),
  'moment curve': (_, count) => repeat(count, (k) => [k / count, (k / count) ** 2, (k / count) ** 3]),
  'same point': (rng, count) => {
    const p = inCube(rng);
    return repeat(count, () => [...p]);
  },
};

export interface DegenerateCloud {
  readonly name: string;
  readonly points: Float64Array;
}

/**
 * A cloud of a random kind. Each of these steps is applied with some probability, in this order: squeeze to a sheet, squeeze to a needle, rotate, blur, change by
 * an ulp, append near copies, shift, scale.
 * @param maxCount the largest count that the maker gets; some makers and copies add points
 */
export function degenerateCloud(rng: Rng, maxCount: number): DegenerateCloud {
  const names = Object.keys(makers);
  const kind = names[rng.index(names.length)];
  const count = 1 + Math.floor(maxCount ** rng.uniform());
  let points = makers[kind](rng, count);
  let name = `${kind} of ${points.length}`;
  const change = (chance: number, description: string, map: (p: Point) => Point): void => {
    if (rng.uniform() >= chance) return;
    points = points.map(map);
    name += `, ${description}`;
  };
  const squeeze = [1e-4, 1e-8, 1e-12, 1e-14, 1e-15][rng.index(5)];
  change(0.2, `sheet ${squeeze}`, ([x, y, z]) => [x, y, z * squeeze]);
  change(0.2, `needle ${squeeze}`, ([x, y, z]) => [x * squeeze, y * squeeze, z]);
  const [u, v, w] = frame(rng);
  change(0.5, 'rotated', ([x, y, z]) => [0, 1, 2].map((k) => x * u[k] + y * v[k] + z * w[k]) as Point);
  const blur = 10 ** -rng.uniform(13, 17);
  change(0.2, `blurred by ${blur}`, (p) => p.map((x) => x + blur * rng.uniform(-1, 1)) as Point);
  change(0.15, 'one ulp off', (p) => p.map((x) => x * (1 + (rng.index(3) - 1) * 2 ** -52)) as Point);
  if (rng.uniform() < 0.3) {
    const near = [0, 1e-16, 1e-14, 1e-13][rng.index(4)];
    points = points.concat(
      points.slice(0, 1 + rng.index(50)).map((p) => p.map((x) => x + near * rng.uniform(-1, 1)) as Point),
    );
    name += `, copies within ${near}`;
  }
  const shift = [1, 1e3, 1e8][rng.index(3)];
  const direction = rng.direction();
  change(0.2, `shifted by ${shift}`, (p) => p.map((x, k) => x + shift * direction[k]) as Point);
  const size = 10 ** rng.uniform(-6, 6);
  change(0.4, `times ${size}`, (p) => p.map((x) => x * size) as Point);
  return { name, points: Float64Array.from(points.flat()) };
}

function frame(rng: Rng): [Point, Point, Point] {
  const [x, y, z, w] = rng.rotation();
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)],
    [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)],
    [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)],
  ];
}
