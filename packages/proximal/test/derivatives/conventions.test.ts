// Conventions of motion, frame and sign, against finite differences of signedDistance.
import { describe, expect, it } from 'vitest';
import { type Derivatives, differentiate } from '../../src/derivatives/index.ts';
import { Pair, sphere } from '../../src/index.ts';
import { compose, inverse, type Pose, transformPoint } from '../../src/math/index.ts';
import { forAll } from '../for-all.ts';
import { difference, edgyMakers, jacobians, Rng, randomPoses, worldDifferences, worst } from './scenes.ts';

const exact = { estimator: 'exact' } as const;
const names = ['capsule', 'box', 'roundedBox', 'smallHull', 'hull', 'roundedHull'];

describe('with respect to', () => {
  it.each(['relative', 'a', 'b'] as const)('%s: equals finite differences for that motion', (which) => {
    let compared = 0;
    forAll({ seed: 1, cases: 60 }, (rng) => {
      const [a, b] = [0, 1].map(() => edgyMakers[names[rng.index(names.length)]](rng));
      const { poseA, poseB } = randomPoses(rng);
      const found = differentiate(a, poseA, b, poseB, { ...exact, withRespectTo: which });
      if (!found.differentiable.points) return;
      compared++;
      expect(worst(found, worldDifferences(a, poseA, b, poseB, which))).toBeLessThan(2e-6);
    });
    expect(compared).toBeGreaterThan(50);
  });

  it('both: the columns of A, then the columns of B', () => {
    const rng = new Rng(3);
    const [a, b] = [edgyMakers['hull'](rng), edgyMakers['capsule'](rng)];
    const { poseA, poseB } = randomPoses(rng);
    const [both, ofA, ofB] = (['both', 'a', 'b'] as const).map((withRespectTo) =>
      differentiate(a, poseA, b, poseB, { withRespectTo }),
    );
    for (const name of jacobians) {
      const rows = name === 'distance' ? 1 : 3;
      expect(both[name]).toHaveLength(12 * rows);
      for (let row = 0; row < rows; row++) {
        expect(both[name].slice(12 * row, 12 * row + 6)).toEqual(ofA[name].slice(6 * row, 6 * row + 6));
        expect(both[name].slice(12 * row + 6, 12 * row + 12)).toEqual(ofB[name].slice(6 * row, 6 * row + 6));
      }
    }
  });
});

it('the derivative of the separation is that of pointB − pointA, and of distance · normal unless the normal is smoothed', () => {
  forAll({ seed: 2, cases: 20 }, (rng) => {
    const [a, b] = [edgyMakers['hull'](rng), edgyMakers['box'](rng)];
    const { poseA, poseB } = randomPoses(rng);
    const options = (['gumbel', 'gaussian', 'exact'] as const).flatMap((estimator) =>
      (['separation', 'normal'] as const).map((noiseOn) => ({ estimator, noiseOn })),
    );
    for (const { estimator, noiseOn } of options) {
      const found = differentiate(a, poseA, b, poseB, { estimator, noiseOn, withRespectTo: 'b' });
      const { result, pointA, pointB, separation, normal, distance } = found;
      expect(
        difference(
          separation,
          pointB.map((x, k) => x - pointA[k]),
        ),
      ).toBeLessThan(1e-13);
      // The smoothed bodies have a different normal.
      if (estimator === 'gaussian' && noiseOn === 'separation') continue;
      const product = separation.map(
        (_, k) => distance[k % 6] * result.normal[Math.floor(k / 6)] + result.distance * normal[k],
      );
      expect(difference(separation, product)).toBeLessThan(1e-9);
    }
  });
});

describe('a common rigid motion', () => {
  const frame = (pose: Pose, jacobian: Float64Array): number[] => {
    // Transforms columns from the world to A's frame.
    const rotation = Float64Array.of(0, 0, 0, ...inverse(pose).subarray(3));
    const columns = [0, 1, 2, 3, 4, 5].map((c) =>
      transformPoint(rotation, [jacobian[c], jacobian[6 + c], jacobian[12 + c]]),
    );
    return [0, 1, 2].flatMap((row) => columns.map((column) => column[row]));
  };

  it.each(['gumbel', 'gaussian', 'exact', 'zeroth-order', 'finite-difference'] as const)(
    '%s: does not change the derivatives in A’s frame',
    (estimator) => {
      for (let seed = 1; seed <= 12; seed++) {
        const rng = new Rng(seed);
        const [a, b] = [edgyMakers['hull'](rng), edgyMakers['roundedBox'](rng)];
        const { poseA, poseB } = randomPoses(rng);
        const motion = Float64Array.of(5, -3, 2, ...rng.rotation());
        const options = { estimator, noise: estimator === 'finite-difference' ? 1e-4 : 0.02 } as const;
        const evaluate = (withRespectTo: 'relative' | 'b', by?: Pose): Derivatives =>
          differentiate(a, by ? compose(by, poseA) : poseA, b, by ? compose(by, poseB) : poseB, {
            ...options,
            withRespectTo,
          });
        // Rounding may change which of two corners is the support point of a sample, but hardly the mean.
        const tolerance = estimator === 'exact' || estimator === 'gumbel' ? 1e-9 : 1e-7;
        const [here, there] = [evaluate('relative'), evaluate('relative', motion)];
        expect(worst(here, there), `seed ${seed}`).toBeLessThan(tolerance);
        const world = evaluate('b', motion);
        expect(difference(frame(compose(motion, poseA), world.pointA), here.pointA), `seed ${seed}`).toBeLessThan(
          tolerance,
        );
        expect(difference(frame(compose(motion, poseA), world.normal), here.normal), `seed ${seed}`).toBeLessThan(
          tolerance,
        );
      }
    },
  );
});

it('does not depend on the unit of length', () => {
  const large = differentiate(sphere(1), {}, sphere(2), { position: [3, 1, 4] }, { estimator: 'zeroth-order' });
  const small = differentiate(
    sphere(1e-3),
    {},
    sphere(2e-3),
    { position: [3e-3, 1e-3, 4e-3] },
    { estimator: 'zeroth-order' },
  );
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 6; column++) {
      const unit = column < 3 ? 1 : 1e-3;
      expect(small.pointA[6 * row + column]).toBeCloseTo(unit * large.pointA[6 * row + column], 9);
    }
  }
});

it('exchanging A and B exchanges the blocks', () => {
  forAll({ seed: 4, cases: 20 }, (rng) => {
    const [a, b] = [edgyMakers['cylinder'](rng), edgyMakers['hull'](rng)];
    const { poseA, poseB } = randomPoses(rng);
    const one = differentiate(a, poseA, b, poseB, { ...exact, withRespectTo: 'a' });
    const other = differentiate(b, poseB, a, poseA, { ...exact, withRespectTo: 'b' });
    if (!one.differentiable.points) return;
    expect(difference(one.pointA, other.pointB)).toBeLessThan(1e-6);
    expect(
      difference(
        one.normal,
        other.normal.map((x) => -x),
      ),
    ).toBeLessThan(1e-6);
    expect(difference(one.distance, other.distance)).toBeLessThan(1e-6);
  });
});

it('Pair.differentiate equals differentiate, and returns the same object every time', () => {
  const random = new Rng(7);
  const [a, b] = [edgyMakers['hull'](random), edgyMakers['hull'](random)];
  const pair = new Pair(a, b);
  const options = { estimator: 'gumbel', withRespectTo: 'both' } as const;
  forAll({ seed: 7, cases: 10 }, (rng) => {
    const { poseA, poseB } = randomPoses(rng);
    const found = pair.differentiate(poseA, poseB, options);
    expect(found).toBe(pair.derivatives);
    expect(found.result).toBe(pair.result);
    const free = differentiate(a, poseA, b, poseB, options);
    expect(worst(found, free)).toBeLessThan(1e-9);
    expect(found.result.distance).toBeCloseTo(free.result.distance, 12);
  });
});

it('accepts a known result', () => {
  const random = new Rng(11);
  const [a, b] = [edgyMakers['hull'](random), edgyMakers['cylinder'](random)];
  const pair = new Pair(a, b);
  const options = { result: pair.result };
  forAll({ seed: 11, cases: 20 }, (rng) => {
    const { poseA, poseB } = randomPoses(rng);
    pair.signedDistance(poseA, poseB);
    const { distance } = pair.result;
    const found = pair.differentiate(poseA, poseB, options);
    expect(found.result).toBe(pair.result);
    expect(found.result.distance).toBe(distance);
    expect(worst(found, differentiate(a, poseA, b, poseB))).toBeLessThan(1e-6);
  });
});
