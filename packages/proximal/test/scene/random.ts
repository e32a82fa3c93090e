// Random scenes from a seed.
import { box, capsule, convex, cylinder, ellipsoid, rounded, type Shape, sphere } from '../../src/index.ts';
import type { Pose, Rng } from '../../src/math/index.ts';
import type { BodyPair } from '../../src/scene/index.ts';

/** A bounded shape of a random kind. @param size about its largest half-width, in meters */
export function anyShape(rng: Rng, size = 0.5): Shape {
  const s = (): number => size * rng.uniform(0.3, 1);
  const makers: (() => Shape)[] = [
    () => sphere(s()),
    () => box(s(), s(), s()),
    () => capsule(0.5 * s(), s()),
    () => cylinder(s(), s()),
    () => ellipsoid(s(), s(), s()),
    () => rounded(box(0.5 * s(), s(), s()), 0.2 * size),
    () => convex(Array.from({ length: 12 }, () => rng.direction().map((x) => size * x))),
  ];
  return makers[rng.index(makers.length)]();
}

/** A pose in a cube around the origin. */
export function poseWithin(rng: Rng, reach: number): Pose {
  const at = (): number => rng.uniform(-reach, reach);
  const rotation = rng.uniform() < 0.3 ? [0, 0, 0, 1] : rng.rotation();
  return Float64Array.of(at(), at(), at(), ...rotation);
}

/** The pairs by their ids, in order. */
export function namesOf(pairs: readonly BodyPair[]): string[] {
  return pairs.map(({ a, b }) => `${a.id}-${b.id}`).sort();
}
