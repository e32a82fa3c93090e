// Gradients of the growth distance against finite differences, and where the gradient does not exist.
import { describe, expect, it } from 'vitest';
import {
  box,
  capsule,
  cone,
  convex,
  cylinder,
  ellipsoid,
  type GrowthOptions,
  growthDistance,
  growthGradient,
  rounded,
  type Shape,
  sphere,
  superellipsoid,
  triangle,
  type Vec3,
} from '../../src/index.ts';
import { compose, fromAxisAngle, type Pose } from '../../src/math/index.ts';
import { forAll } from '../for-all.ts';
import type { Rng } from '../random.ts';

const step = 1e-6;

const kinds: Record<string, (rng: Rng) => Shape> = {
  box: (rng) => box(size(rng), size(rng), size(rng)),
  ellipsoid: (rng) => ellipsoid(size(rng), size(rng), size(rng)),
  cylinder: (rng) => cylinder(size(rng), size(rng)),
  cone: (rng) => cone(size(rng), size(rng)),
  capsule: (rng) => capsule(size(rng), size(rng)),
  rounded: (rng) => rounded(box(size(rng), size(rng), size(rng)), 0.2),
  superellipsoid: (rng) => superellipsoid(size(rng), size(rng), size(rng), 0.7, 0.8),
  convex: (rng) => convex(Array.from({ length: 20 }, () => rng.direction().map((x) => x * size(rng)))),
};

function size(rng: Rng): number {
  return rng.uniform(0.3, 1);
}

/** The pose after a small motion along or about one of the body's own axes. */
function moved(pose: Pose, axis: number, by: number): Pose {
  const unit = [0, 1, 2].map((k) => (k === axis % 3 ? 1 : 0));
  return compose(pose, axis < 3 ? { position: unit.map((x) => by * x) } : fromAxisAngle(unit, by));
}

function inside(rng: Rng, shape: Shape): Vec3 {
  return shape.support(rng.direction()).map((x, k) => shape.center[k] + 0.3 * (x - shape.center[k])) as Vec3;
}

describe('growthGradient', () => {
  it.each(Object.keys(kinds))('equals finite differences for a %s and every other shape', (kind) => {
    const others = Object.keys(kinds);
    forAll({ seed: 51, cases: others.length }, (rng, index) => {
      const other = others[index];
      const [a, b] = [kinds[kind](rng), kinds[other](rng)];
      const pose = (reach: number): Pose =>
        compose({ position: rng.direction().map((x) => x * reach), rotation: rng.rotation() }, {});
      const [poseA, poseB] = [pose(1), pose(rng.uniform(0.5, 3))];
      const options = { centerA: inside(rng, a), centerB: inside(rng, b), tolerance: 1e-14 };
      const growthAt = (p: Pose, q: Pose, more?: GrowthOptions): number =>
        growthDistance(a, p, b, q, { ...options, ...more }).growth;
      const slope = (at: (by: number) => number): number => (at(step) - at(-step)) / (2 * step);
      const shifted = (center: Vec3, axis: number, by: number): Vec3 => {
        const out: Vec3 = [...center];
        out[axis] += by;
        return out;
      };
      const gradient = growthGradient(a, poseA, b, poseB, options);
      const label = `${kind} and ${other}`;
      expect(gradient.isDifferentiable, label).toBe(true);
      expect(gradient.result.growth).toBe(growthAt(poseA, poseB));
      const allowed = 2e-6 * Math.hypot(...gradient.poseB);
      for (let k = 0; k < 6; k++) {
        const [byA, byB] = [
          slope((by) => growthAt(moved(poseA, k, by), poseB)),
          slope((by) => growthAt(poseA, moved(poseB, k, by))),
        ];
        expect(Math.abs(byA - gradient.poseA[k]), `${label}, A's pose ${k}`).toBeLessThan(allowed);
        expect(Math.abs(byB - gradient.poseB[k]), `${label}, B's pose ${k}`).toBeLessThan(allowed);
      }
      for (let k = 0; k < 3; k++) {
        const [byA, byB] = [
          slope((by) => growthAt(poseA, poseB, { centerA: shifted(options.centerA, k, by) })),
          slope((by) => growthAt(poseA, poseB, { centerB: shifted(options.centerB, k, by) })),
        ];
        expect(Math.abs(byA - gradient.centerA[k]), `${label}, A's center ${k}`).toBeLessThan(allowed);
        expect(Math.abs(byB - gradient.centerB[k]), `${label}, B's center ${k}`).toBeLessThan(allowed);
      }
    });
  });

  it('has known values', () => {
    const { poseA, poseB, centerA, centerB } = growthGradient(box(1, 1, 1), {}, sphere(1), { position: [4, 0.1, 0] });
    expect(poseB[0]).toBeCloseTo(0.5, 6);
    expect(poseA[0]).toBeCloseTo(-0.5, 6);
    // Moving the center of a body changes the growth α = 2 by 1 − α times as much as moving the body.
    expect(centerA[0]).toBeCloseTo(0.5, 6);
    expect(centerB[0]).toBeCloseTo(-0.5, 6);
  });

  it('reports where it does not exist', () => {
    const corner = growthGradient(box(1, 1, 1), {}, box(1, 1, 1), { position: [3, 3, 0.5] });
    expect(corner.isDifferentiable).toBe(false);
    // Face on face: rotations to either side bring different corners into contact.
    const faces = growthGradient(box(1, 1, 1), {}, box(1, 1, 1), { position: [3, 0.1, 0.2] });
    expect(faces.isDifferentiable).toBe(false);
    const same = growthGradient(box(1, 1, 1), {}, sphere(1), {});
    expect(same.isDifferentiable).toBe(false);
    expect([...same.poseA, ...same.poseB, ...same.centerA, ...same.centerB].every(Number.isNaN)).toBe(true);
  });

  it('accepts one flat shape', () => {
    const flat = triangle([1, 0, 0], [0, 1, 0.2], [-1, -1, 0]);
    const poseB = compose({ position: [0.4, 0.3, 2], rotation: [0.1, 0.2, 0.3, 0.9] }, {});
    const gradient = growthGradient(ellipsoid(1, 0.5, 0.4), {}, flat, poseB);
    expect(gradient.isDifferentiable).toBe(true);
    for (let k = 0; k < 6; k++) {
      const at = (by: number): number =>
        growthDistance(ellipsoid(1, 0.5, 0.4), {}, flat, moved(poseB, k, by), { tolerance: 1e-14 }).growth;
      expect(gradient.poseB[k]).toBeCloseTo((at(step) - at(-step)) / (2 * step), 5);
    }
  });
});
