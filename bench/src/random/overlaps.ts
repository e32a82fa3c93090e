// Random pairs, most of which overlap, for the penetration query.
import { cos, pow, Rng, sin, type Vec3 } from 'proximal/math';
import { bodyOf, toWorldAxes } from '../fuzz/scene.ts';
import { type PairCase, randomPair } from './pairs.ts';
import { buildShape } from './specs.ts';

/**
 * In four of five cases of bounded shapes the centers are closer than the sum of the bounding radii; the other pairs are placed as for the
 * distance query.
 */
export function randomOverlap(seed: number, number: number, only: readonly string[] = []): PairCase | null {
  const item = randomPair(seed, number, only);
  if (item === null) return null;
  const rng = new Rng((seed * 7919 + number) % 2 ** 31);
  const [a, b] = [bodyOf(buildShape(item.a), item.poseA), bodyOf(buildShape(item.b), item.poseB)];
  if (!a.shape.isBounded || !b.shape.isBounded || rng.uniform() < 0.2) return item;
  const [sizeA, sizeB] = [a.shape.boundingRadius, b.shape.boundingRadius];
  if (!(sizeA + sizeB < Infinity)) return item;
  // The distance of the centers: logarithmic, uniform, or zero.
  const centerDistance = (sizeA + sizeB) * [pow(10, rng.uniform(-16, 0)), rng.uniform(), 0][rng.index(3)];
  const direction = rng.direction();
  const [centerA, centerB] = [toWorldAxes(a, a.shape.center as Vec3), toWorldAxes(b, b.shape.center as Vec3)];
  const position = [0, 1, 2].map((k) => item.poseA[k] + centerA[k] - centerB[k] + centerDistance * direction[k]);
  const { gap: _gap, ...rest } = item;
  return { ...rest, situation: 'pushed into each other', poseB: [...position, ...item.poseB.slice(3)] };
}

/** A vector at an angle to a unit vector, on a random side of it. */
export function tilted(rng: Rng, unit: Readonly<Vec3>, angle: number): Vec3 {
  const [x, y, z] = rng.direction();
  const along = x * unit[0] + y * unit[1] + z * unit[2];
  const across = [x - along * unit[0], y - along * unit[1], z - along * unit[2]];
  const length = Math.sqrt(across[0] ** 2 + across[1] ** 2 + across[2] ** 2) || 1;
  const [c, s] = [cos(angle), sin(angle) / length];
  return [c * unit[0] + s * across[0], c * unit[1] + s * across[1], c * unit[2] + s * across[2]];
}
