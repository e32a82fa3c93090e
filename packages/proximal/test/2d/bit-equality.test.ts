// Every number of every answer has the same bits on the JavaScript and the WebAssembly target.
import { afterAll, expect, it } from 'vitest';
import {
  collide,
  copyResult,
  type DistanceResult,
  distance,
  growthDistance,
  Pair,
  type Pose2,
  setTarget,
  shapeCast,
  signedDistance,
  supportBatch,
  target,
} from '../../src/2d/index.ts';
import { forAll } from '../for-all.ts';
import { sameBits } from '../same-bits.ts';
import { Rng, randomPair, randomShape } from './random.ts';

const own = target();
afterAll(() => setTarget(own));

function coldAndWarm(pair: Pair, poseA: Pose2, poseB: Pose2): DistanceResult[] {
  return [0, 1].map(() => copyResult(pair.distance(poseA, poseB)));
}

it('gives bitwise identical results in 80,000 queries of all kinds', () => {
  const rng = new Rng(2026);
  const pairs = Array.from({ length: 12_000 }, () => randomPair(rng));
  const answers = (['js', 'wasm'] as const).map((name) => {
    setTarget(name);
    expect(target()).toBe(name);
    return pairs.map(({ a, b, poseA, poseB }) => [
      distance(a, poseA, b, poseB),
      signedDistance(a, poseA, b, poseB),
      collide(a, poseA, b, poseB),
      shapeCast(a, poseA, [1, 2], b, poseB, [-1, 0.5]),
      a.isBounded && b.isBounded && (a.inradius > 0 || b.inradius > 0) ? growthDistance(a, poseA, b, poseB) : null,
      ...coldAndWarm(new Pair(a, b), poseA, poseB),
    ]);
  });
  for (let k = 0; k < pairs.length; k++) {
    const label = `seed 2026, pair ${k}: ${pairs[k].a.kind} and ${pairs[k].b.kind}`;
    expect(sameBits(answers[0][k], answers[1][k]), label).toBe(true);
  }
});

it('gives bitwise identical support points', () => {
  forAll({ seed: 2027, cases: 200 }, (rng) => {
    const shape = randomShape(rng);
    const directions = Float64Array.from({ length: 200 }, () => 10 ** rng.uniform(-3, 3) * rng.normal());
    const [js, wasm] = (['js', 'wasm'] as const).map((name) => {
      setTarget(name);
      return supportBatch(shape, directions);
    });
    expect([...js]).toEqual([...wasm]);
  });
});
