// Every number of every answer has the same bits on the JavaScript and the WebAssembly target.
import { afterAll, describe, expect, it } from 'vitest';
import { certify, collide, distance, setTarget, supportBatch, target } from '../../src/index.ts';
import { forAll } from '../for-all.ts';
import { Rng, randomPose, randomShape, randomSize } from '../random.ts';
import { sameBits } from '../same-bits.ts';

const own = target();
afterAll(() => setTarget(own));

describe('both targets', () => {
  it('give bitwise identical results on 100,000 random queries, with valid certificates', () => {
    // Each pair is queried at five poses, since making shapes takes most of the time.
    forAll({ seed: 20_26, cases: 20_000 }, (rng, index) => {
      const size = randomSize(rng);
      const [a, b] = [randomShape(rng, size), randomShape(rng, size)];
      for (let k = 0; k < 5; k++) {
        const [poseA, poseB] = [randomPose(rng, size), randomPose(rng, size)];
        const label = `query ${k}: ${a.kind} and ${b.kind}`;
        setTarget('js');
        const js = distance(a, poseA, b, poseB);
        setTarget('wasm');
        const wasm = distance(a, poseA, b, poseB);
        const collides = collide(a, poseA, b, poseB);
        setTarget('js');
        if (collide(a, poseA, b, poseB) !== collides) throw new Error(`collide(), ${label}`);
        setTarget('wasm');
        if (!sameBits(js, wasm)) throw new Error(`other bits, ${label}`);
        if ((5 * index + k) % 4 === 0 && !certify(a, poseA, b, poseB, wasm).valid) throw new Error(`invalid, ${label}`);
      }
    });
  });

  it('give the same support points, bit for bit, also along zero, huge and tiny directions', () => {
    const rng = new Rng(5);
    const directions = Float64Array.from(
      Array.from({ length: 3000 }, () => [
        rng.direction(),
        [0, -0, 0],
        rng.direction().map((x) => x * 10 ** rng.uniform(-300, 150)),
      ]).flat(2),
    );
    forAll({ seed: 6, cases: 60 }, (random) => {
      const shape = randomShape(random);
      setTarget('js');
      const js = supportBatch(shape, directions);
      setTarget('wasm');
      expect(sameBits(supportBatch(shape, directions), js), shape.kind).toBe(true);
    });
  });
});
