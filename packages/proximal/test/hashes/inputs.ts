// Fixed shapes and poses. They are made with + − × ÷ √ and the library's own elementary functions, so that every engine makes the same bits.
import {
  box,
  capsule,
  cone,
  convex,
  custom,
  cylinder,
  ellipsoid,
  frustum,
  halfspace,
  point,
  rounded,
  type Shape,
  segment,
  smoothHull,
  sphere,
  sum,
  superellipsoid,
  transformed,
  triangle,
} from '../../src/index.ts';
import { type Pose, Rng } from '../../src/math/index.ts';

const rng = new Rng(31);
const cloud = (count: number, squeeze: number): Shape =>
  convex(Array.from({ length: count }, () => rng.direction().map((x, k) => (k === 2 ? squeeze * x : x))));

/** An ellipsoid with half axes 1, 1 and 2, by its support function. */
const spheroid = custom({
  support(dx, dy, dz, out) {
    const length = Math.sqrt(dx * dx + dy * dy + 4 * dz * dz) || 1;
    out[0] = dx / length;
    out[1] = dy / length;
    out[2] = (4 * dz) / length;
  },
});

export const bounded: readonly Shape[] = [
  point(),
  segment(0.7),
  sphere(0.6),
  box(0.9, 0.5, 0.7),
  box(0.9, 0.7, 0),
  capsule(0.3, 0.6),
  triangle([0, 0, 0], [1, 0, 0.2], [0.3, 1, 0]),
  ellipsoid(0.9, 0.6, 0.3),
  cylinder(0.5, 0.8),
  cone(0.6, 0.9),
  frustum(0.8, 0.4, 0.7),
  superellipsoid(1, 0.7, 0.5, 0.6, 1.3),
  cloud(12, 1),
  cloud(200, 0.6),
  rounded(box(0.4, 0.6, 0.5), 0.25),
  transformed(box(0.8, 0.5, 0.3), { linear: [1, 0.3, 0, 0, 0.8, 0.1, 0.2, 0, 1.5], translation: [0.1, -0.2, 0.3] }),
  sum(box(0.3, 0.2, 0.1), ellipsoid(0.5, 0.2, 0.3)),
  smoothHull([1, 1, 1, -1, -1, 1, -1, 1, -1, 1, -1, -1], 3),
  spheroid,
];

export interface PosedPair {
  readonly a: Shape;
  readonly b: Shape;
  readonly poseA: Pose;
  readonly poseB: Pose;
}

/** A pose within `reach` of the origin along each axis, in meters. About a third are not rotated. */
export function poseWithin(random: Rng, reach: number): Pose {
  const at = (): number => random.uniform(-reach, reach);
  return Float64Array.of(at(), at(), at(), ...(random.uniform() < 0.3 ? [0, 0, 0, 1] : random.rotation()));
}

/** Every two of the shapes, and each with itself, at poses where about half of them overlap. */
export function pairs(seed: number, shapes: readonly Shape[] = bounded): PosedPair[] {
  const random = new Rng(seed);
  return shapes.flatMap((a, k) =>
    shapes.slice(k).map((b) => ({ a, b, poseA: poseWithin(random, 1), poseB: poseWithin(random, 1) })),
  );
}

/** Every bounded shape and a half-space. */
export function withHalfspace(seed: number): PosedPair[] {
  const random = new Rng(seed);
  return bounded.map((b) => ({ a: halfspace(), b, poseA: poseWithin(random, 1), poseB: poseWithin(random, 1) }));
}
