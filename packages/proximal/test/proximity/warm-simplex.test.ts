// Warm distances of polytopes start from the last simplex: proven, equal to cold distances, and with fewer support points.
import { describe, expect, it } from 'vitest';
import { Tape } from '../../src/check/tape.ts';
import { box, capsule, certify, convex, distance, Pair, type Shape } from '../../src/index.ts';
import { compose, fromAxisAngle, type Pose, type Rng } from '../../src/math/index.ts';
import { haveGrowth, haveLength, storeWarmStarts, writeWarmStarts } from '../../src/proximity/warm-starts.ts';
import { forAll } from '../for-all.ts';
import { randomPose } from '../random.ts';

const hull = (rng: Rng, vertices: number): Shape => convex(Array.from({ length: vertices }, () => rng.direction()));
const makers: Readonly<Record<string, (rng: Rng) => Shape>> = {
  'a box': (rng) => box(rng.uniform(0.1, 1), rng.uniform(0.1, 1), rng.uniform(0.1, 1)),
  'a capsule': (rng) => capsule(rng.uniform(0.1, 1), rng.uniform(0.1, 1)),
  'a hull': (rng) => hull(rng, 60),
};

function moved(rng: Rng, pose: Pose, step: number): Pose {
  const next = compose(pose, fromAxisAngle(rng.direction(), step));
  for (let k = 0; k < 3; k++) next[k] += step * rng.uniform(-1, 1);
  return next;
}

describe.each(Object.keys(makers))('%s and a hull', (kind) => {
  it('have the cold distance after steps of any length, through contact and back', () => {
    forAll({ seed: 51, cases: 60 }, (rng) => {
      const [a, b] = [makers[kind](rng), hull(rng, 40)];
      const pair = new Pair(a, b);
      let pose = randomPose(rng, 2);
      for (let step = 0; step < 12; step++) {
        pose = moved(rng, pose, [0, 1e-9, 1e-3, 0.03, 1][rng.index(5)]);
        const result = pair.distance({}, pose);
        const cold = distance(a, {}, b, pose);
        const name = `step ${step}`;
        expect({ name, status: result.status }).toEqual({ name, status: cold.status });
        expect({ name, ...certify(a, {}, b, pose, result) }).toMatchObject({ name, valid: true });
        expect(Math.abs(result.distance - cold.distance)).toBeLessThan(1e-8 + 1e-15 * cold.distance);
      }
    });
  });
});

it('takes fewer support points than a cold query, and at the same pose at most four', () => {
  let [cold, warm] = [0, 0];
  forAll({ seed: 52, cases: 200 }, (rng) => {
    const pair = new Pair(hull(rng, 100), hull(rng, 100));
    const pose = compose({ position: rng.direction().map((x) => 2.2 * x) }, { rotation: rng.rotation() });
    cold += pair.distance({}, pose).supportCalls;
    const same = pair.distance({}, pose);
    expect(same.supportCalls).toBeLessThanOrEqual(4);
    warm += pair.distance({}, moved(rng, pose, 3e-3)).supportCalls;
  });
  expect(warm).toBeLessThan(0.75 * cold);
});

it.each([false, true])('continues with the same bits in another pair, with a growth distance: %s', (hasGrowth) => {
  forAll({ seed: 53, cases: 50 }, (rng) => {
    const [a, b] = [hull(rng, 30), box(0.3, 0.2, 0.1)];
    const poseB = compose({ position: rng.direction().map((x) => 1.5 * x) }, { rotation: rng.rotation() });
    const [pair, other] = [new Pair(a, b), new Pair(a, b)];
    pair.distance({}, poseB);
    if (hasGrowth) pair.growthDistance({}, poseB);
    const tape = new Tape();
    tape.put(7);
    storeWarmStarts(pair, tape);
    expect(haveLength(tape.numbers, 1, tape.length - 1)).toBe(true);
    expect(haveGrowth(tape.numbers, 1, tape.length - 1)).toBe(hasGrowth);
    writeWarmStarts(other, tape.numbers, 1, tape.length - 1);
    const next = moved(rng, poseB, 0.01);
    expect(other.distance({}, next)).toEqual(pair.distance({}, next));
    if (hasGrowth) expect(other.growthDistance({}, next)).toEqual(pair.growthDistance({}, next));
  });
});
