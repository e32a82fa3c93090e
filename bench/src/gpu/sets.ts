// Bodies and pairs for the benchmark of the GPU.
import { type Bodies, box, capsule, cone, convex, cylinder, ellipsoid, type Shape, sphere } from 'proximal';
import { Rng } from 'proximal/math';

type Maker = (rng: Rng) => Shape;

const between =
  (low: number, high: number) =>
  (rng: Rng): number =>
    rng.uniform(low, high);
const size = between(0.2, 1);

/** The hull of random points in a ball of radius 1; most of them are vertices if they are near its surface. */
const hullOf =
  (count: number): Maker =>
  (rng) =>
    convex(
      Array.from({ length: count }, () => {
        const [x, y, z] = [rng.normal(), rng.normal(), rng.normal()];
        const scale = rng.uniform(0.9, 1) / Math.hypot(x, y, z);
        return [scale * x, scale * y, scale * z];
      }),
    );

const boxOf: Maker = (rng) => box(size(rng), size(rng), size(rng));
const curved: readonly Maker[] = [
  (rng) => sphere(size(rng)),
  (rng) => capsule(0.5 * size(rng), size(rng)),
  (rng) => ellipsoid(size(rng), size(rng), size(rng)),
  (rng) => cylinder(size(rng), size(rng)),
  (rng) => cone(size(rng), size(rng)),
];

export interface GpuSet {
  readonly name: string;
  readonly bodies: Bodies;
  readonly pairs: Uint32Array;
}

const shapeCount = 512;

const makers: Readonly<Record<string, Maker>> = {
  boxes: boxOf,
  'hulls of 50': hullOf(50),
  'hulls of 500': hullOf(500),
  mixed: (rng) => [boxOf, hullOf(20), ...curved][rng.index(2 + curved.length)](rng),
};

export const setNames = Object.keys(makers);

/**
 * Bodies at random orientations and random positions in a cube with an edge of 6 m, and random pairs of them: about a sixth of the pairs overlap.
 */
export function gpuSet(name: string, bodyCount: number, pairCount: number, seed: number): GpuSet {
  const rng = new Rng(seed);
  const shapes = Array.from({ length: shapeCount }, () => makers[name](rng));
  const poses = new Float64Array(7 * bodyCount);
  for (let at = 0; at < poses.length; at++) poses[at] = at % 7 < 3 ? rng.uniform(-3, 3) : rng.normal();
  const pairs = Uint32Array.from({ length: 2 * pairCount }, () => rng.index(bodyCount));
  return {
    name,
    bodies: { shapes: Array.from({ length: bodyCount }, (_, k) => shapes[k % shapeCount]), poses },
    pairs,
  };
}
