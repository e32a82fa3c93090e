// Random pairs for derivatives, and independent finite differences.

import type { Derivatives } from '../../src/derivatives/index.ts';
import {
  box,
  capsule,
  cone,
  convex,
  cylinder,
  ellipsoid,
  rounded,
  type Shape,
  segment,
  signedDistance,
  smoothHull,
  sphere,
  sum,
  superellipsoid,
  transformed,
} from '../../src/index.ts';
import { compose, fromAxisAngle, inverse, type Pose, transformPoint } from '../../src/math/index.ts';
import { Rng } from '../random.ts';

export { Rng };

/** Shapes without flat parts. */
export const roundMakers: Record<string, (rng: Rng) => Shape> = {
  sphere: (rng) => sphere(rng.uniform(0.2, 1)),
  ellipsoid: (rng) => ellipsoid(rng.uniform(0.3, 1), rng.uniform(0.3, 1), rng.uniform(0.3, 1)),
  superellipsoid: (rng) =>
    superellipsoid(rng.uniform(0.3, 1), rng.uniform(0.3, 1), rng.uniform(0.3, 1), rng.uniform(1, 1.5), 1.4),
  smoothHull: (rng) =>
    smoothHull(
      Array.from({ length: 40 }, () => rng.direction()),
      4,
    ),
  stretchedCapsule: (rng) =>
    transformed(rounded(ellipsoid(0.3, 0.4, 0.5), 0.2), {
      linear: [1, 0.2, 0, 0, rng.uniform(0.5, 1), 0.1, 0, 0, 1.3],
    }),
};

/** Shapes with corners, edges, faces or straight sides. */
export const edgyMakers: Record<string, (rng: Rng) => Shape> = {
  segment: (rng) => segment(rng.uniform(0.2, 1)),
  capsule: (rng) => capsule(rng.uniform(0.1, 0.4), rng.uniform(0.2, 1)),
  box: (rng) => box(rng.uniform(0.2, 1), rng.uniform(0.2, 1), rng.uniform(0.2, 1)),
  roundedBox: (rng) => rounded(box(rng.uniform(0.2, 1), rng.uniform(0.2, 1), rng.uniform(0.2, 1)), 0.1),
  smallHull: (rng) => convex(Array.from({ length: 8 }, () => rng.direction())),
  hull: (rng) => convex(Array.from({ length: 40 }, () => rng.direction())),
  roundedHull: (rng) => rounded(convex(Array.from({ length: 20 }, () => rng.direction())), 0.2),
  cylinder: (rng) => cylinder(rng.uniform(0.2, 1), rng.uniform(0.2, 1)),
  cone: (rng) => cone(rng.uniform(0.2, 1), rng.uniform(0.2, 1)),
  roundedCone: (rng) => rounded(cone(rng.uniform(0.2, 1), rng.uniform(0.2, 1)), 0.1),
  stretched: () =>
    transformed(cylinder(0.5, 0.6), { linear: [1, 0.2, 0, 0, 0.8, 0.1, 0, 0, 1.3], translation: [0.1, 0, 0] }),
  sum: () => sum(ellipsoid(0.3, 0.4, 0.5), box(0.2, 0.3, 0.4)),
};

/** Two poses at a distance that makes about half of the pairs overlap. */
export function randomPoses(rng: Rng): { poseA: Pose; poseB: Pose } {
  const distance = rng.uniform(0.3, 3);
  const from = rng.direction();
  const to = rng.direction().map((x, k) => from[k] + distance * x);
  return { poseA: Float64Array.of(...from, ...rng.rotation()), poseB: Float64Array.of(...to, ...rng.rotation()) };
}

/** T exp(ξ), where ξ = (v, ω) has `step` as its only entry, in `column`: position + R v, rotation ⊗ exp(ω). */
export function moved(pose: Pose, column: number, step: number): Pose {
  const axis: [number, number, number] = [0, 0, 0];
  axis[column % 3] = 1;
  if (column >= 3) return compose(pose, fromAxisAngle(axis, step));
  return compose(pose, { position: axis.map((x) => x * step) });
}

/** The largest difference of two lists, relative to their largest number or 1, whichever is greater. */
export function difference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const [x, y] = [Array.from(a), Array.from(b)];
  const scale = Math.max(1, ...x.map(Math.abs), ...y.map(Math.abs));
  return Math.max(...x.map((value, k) => Math.abs(value - y[k]))) / scale;
}

export const jacobians = ['pointA', 'pointB', 'separation', 'normal', 'distance'] as const;

/** The worst difference of two derivatives. */
export function worst(a: Derivatives, b: Record<(typeof jacobians)[number], ArrayLike<number>>): number {
  return Math.max(...jacobians.map((name) => difference(a[name], b[name])));
}

/**
 * Central differences of `signedDistance`, column by column, in world coordinates, or for 'relative' in A's frame. For polytopes the
 * distance is exact up to rounding, so that a step of 1e-6 has an error of about 1e-9.
 */
export function worldDifferences(a: Shape, poseA: Pose, b: Shape, poseB: Pose, which: 'a' | 'b' | 'relative') {
  const step = 1e-6;
  const evaluate = (column: number, sign: number): number[] => {
    const at = which === 'a' ? moved(poseA, column, sign * step) : poseA;
    const { pointA, pointB, normal, distance } = signedDistance(
      a,
      at,
      b,
      which === 'a' ? poseB : moved(poseB, column, sign * step),
    );
    const back = inverse(poseA);
    const rotation = Float64Array.of(0, 0, 0, ...back.subarray(3));
    if (which !== 'relative') return [...pointA, ...pointB, ...normal, distance];
    return [
      ...transformPoint(back, pointA),
      ...transformPoint(back, pointB),
      ...transformPoint(rotation, normal),
      distance,
    ];
  };
  const columns = [0, 1, 2, 3, 4, 5].map((column) => {
    const [plus, minus] = [evaluate(column, 1), evaluate(column, -1)];
    return plus.map((x, k) => (x - minus[k]) / (2 * step));
  });
  const rows = (from: number, to: number): number[] =>
    Array.from({ length: to - from }, (_, k) => columns.map((column) => column[from + k])).flat();
  const [pointA, pointB] = [rows(0, 3), rows(3, 6)];
  return {
    pointA,
    pointB,
    separation: pointB.map((x, k) => x - pointA[k]),
    normal: rows(6, 9),
    distance: rows(9, 10),
  };
}
