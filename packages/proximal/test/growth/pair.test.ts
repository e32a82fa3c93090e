// Warm starts: the same answers as cold ones, for any motion between two queries, and the same bits on both targets.
import { afterAll, describe, expect, it } from 'vitest';
import {
  box,
  certify,
  convex,
  copyResult,
  custom,
  cylinder,
  ellipsoid,
  type GrowthOptions,
  growthDistance,
  Pair,
  type Shape,
  setTarget,
  sphere,
  target,
} from '../../src/index.ts';
import { compose, type Pose } from '../../src/math/index.ts';
import { forAll } from '../for-all.ts';
import { Rng, randomPose, randomShape } from '../random.ts';

const initialTarget = target();
afterAll(() => setTarget(initialTarget));

function hull(rng: Rng, count: number): Shape {
  return convex(Array.from({ length: count }, () => rng.direction()));
}

/** Poses of a body that moves and rotates a little in each step. */
function* path(rng: Rng, steps: number): Iterable<Pose> {
  const drift = rng.direction();
  const rotation = rng.rotation().map((x, k) => (k < 3 ? 0.02 * x : 1));
  let pose = compose({ position: rng.direction().map((x) => 2 * x), rotation: rng.rotation() }, {});
  for (let k = 0; k < steps; k++) {
    yield pose;
    pose = compose({ position: drift.map((x) => 0.02 * x) }, compose(pose, { rotation }));
  }
}

describe.each(['primal', 'dual', 'none', undefined] as const)('warm start %s', (warmStart) => {
  const options: GrowthOptions = warmStart === undefined ? {} : { warmStart };

  it('finds the growth of a cold query, with a valid certificate', () => {
    const shapes = [box(1, 0.5, 0.2), ellipsoid(1, 0.5, 0.3), cylinder(0.3, 1), hull(new Rng(41), 200), sphere(0.7)];
    for (const a of shapes) {
      for (const b of shapes) {
        forAll({ seed: 41, cases: 1 }, (rng) => {
          const pair = new Pair(a, b);
          pair.setGrowth(options);
          const poseA = compose({}, {});
          for (const poseB of path(rng, 30)) {
            const result = pair.growthDistance(poseA, poseB);
            const label = `${a.kind} and ${b.kind}`;
            expect(result, label).toBe(pair.growthResult);
            expect(result.converged, label).toBe(true);
            expect(certify(a, poseA, b, poseB, result).valid, label).toBe(true);
            const cold = growthDistance(a, poseA, b, poseB);
            expect(result.lower, label).toBeLessThanOrEqual(cold.upper * (1 + 1e-12));
            expect(result.upper, label).toBeGreaterThanOrEqual(cold.lower * (1 - 1e-12));
          }
        });
      }
    }
  });
});

describe('a warm pair', () => {
  it('saves support calls on polytopes', () => {
    const rng = new Rng(43);
    const [a, b] = [hull(rng, 300), hull(rng, 300)];
    const pair = new Pair(a, b);
    const calls = { warm: 0, cold: 0 };
    for (const poseB of path(rng, 50)) {
      calls.warm += pair.growthDistance({}, poseB).supportCalls;
      calls.cold += growthDistance(a, {}, b, poseB).supportCalls;
    }
    expect(calls.warm).toBeLessThan(0.6 * calls.cold);
  });

  it('keeps its warm start during queries of other pairs, and starts cold after reset and after equal centers', () => {
    const rng = new Rng(44);
    const [a, b] = [hull(rng, 100), hull(rng, 100)];
    const [alone, among] = [new Pair(a, b), new Pair(a, b)];
    const other = new Pair(box(1, 2, 3), hull(rng, 30));
    for (const poseB of path(rng, 20)) {
      const expected = copyResult(alone.growthDistance({}, poseB));
      other.growthDistance({}, poseB);
      growthDistance(sphere(1), {}, a, poseB);
      expect(copyResult(among.growthDistance({}, poseB))).toEqual(expected);
    }
    const pose = compose({ position: [1, 2, 0.5] }, {});
    alone.reset();
    expect(copyResult(alone.growthDistance({}, pose))).toEqual(copyResult(new Pair(a, b).growthDistance({}, pose)));
    const same = new Pair(a, a);
    same.growthDistance({}, pose);
    expect(same.growthDistance(pose, pose).growth).toBe(0);
    expect(same.growthDistance({}, pose).converged).toBe(true);
  });

  it('may be queried by the support function of its own custom shape', () => {
    let depth = 0;
    const pair: Pair = new Pair(
      custom({
        support(dx, dy, dz, out) {
          const size = Math.hypot(dx, dy, dz) || 1;
          out.set([dx / size, dy / size, dz / size]);
          if (depth++ === 20) inner = pair.growthDistance({}, { position: [0, 5, 0] }).growth;
        },
      }),
      sphere(1),
    );
    let inner = 0;
    pair.growthDistance({}, { position: [3, 0, 0] });
    depth = 18;
    const outer = pair.growthDistance({}, { position: [4, 0.5, 0] });
    expect(inner).toBeCloseTo(2.5, 6);
    expect(outer.growth).toBeCloseTo(Math.hypot(4, 0.5) / 2, 6);
    expect(outer.status).toBe('separated');
  });

  it('works after an error in a custom shape', () => {
    let isBroken = false;
    const shape = custom({
      support(dx, dy, dz, out) {
        if (isBroken) throw new Error('broken');
        const size = Math.hypot(dx, dy, dz) || 1;
        out.set([dx / size, dy / size, dz / size]);
      },
    });
    const pair = new Pair(shape, box(1, 1, 1));
    const poseB = { position: [4, 0.3, 0.2] };
    const { growth } = pair.growthDistance({}, poseB);
    isBroken = true;
    expect(() => pair.growthDistance({}, poseB)).toThrow('broken');
    isBroken = false;
    expect(pair.growthDistance({}, poseB).growth).toBeCloseTo(growth, 7);
  });
});

describe('both targets', () => {
  it('give bitwise identical results', () => {
    let queried = 0;
    forAll({ seed: 47, cases: 4000 }, (rng) => {
      const [a, b] = [randomShape(rng, 1), randomShape(rng, 1)];
      const [poseA, poseB, poseBefore] = [randomPose(rng, 1), randomPose(rng, 1), randomPose(rng, 1)];
      if (!(Math.max(a.inradius, b.inradius) > 0)) return;
      queried++;
      const [js, wasm] = (['js', 'wasm'] as const).map((name) => {
        setTarget(name);
        const pair = new Pair(a, b);
        pair.growthDistance(poseA, poseBefore);
        return [growthDistance(a, poseA, b, poseB), copyResult(pair.growthDistance(poseA, poseB))];
      });
      expect(wasm).toEqual(js);
    });
    expect(queried).toBeGreaterThanOrEqual(3000);
  });
});
