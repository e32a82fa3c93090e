// Every number of every answer has the same bits on the JavaScript and the WebAssembly target.
import { afterAll, describe, expect, it } from 'vitest';
import { certify, collide, distance, setTarget, supportBatch, target } from '../../src/index.ts';
import { Rng, randomPose, randomShape, randomSize } from '../random.ts';
import { sameBits } from '../same-bits.ts';

const own = target();
afterAll(() => setTarget(own));

describe('both targets', () => {
  it('give bitwise identical results on 100,000 random queries, with valid certificates', () => {
    const seed = Number(process.env['PROXIMAL_SEED'] ?? 20_26);
    const rng = new Rng(seed);
    const differences: string[] = [];
    const invalid: string[] = [];
    let [size, a, b] = [1, randomShape(rng), randomShape(rng)];
    for (let k = 0; k < 100_000; k++) {
      // Each pair is queried at five poses, since making shapes takes most of the time.
      if (k % 5 === 0) {
        size = randomSize(rng);
        [a, b] = [randomShape(rng, size), randomShape(rng, size)];
      }
      const [poseA, poseB] = [randomPose(rng, size), randomPose(rng, size)];
      setTarget('js');
      const js = distance(a, poseA, b, poseB);
      setTarget('wasm');
      const wasm = distance(a, poseA, b, poseB);
      const collides = collide(a, poseA, b, poseB);
      setTarget('js');
      if (collide(a, poseA, b, poseB) !== collides) differences.push(`collide ${k}: ${a.kind} and ${b.kind}`);
      setTarget('wasm');
      if (!sameBits(js, wasm)) differences.push(`query ${k}: ${a.kind} and ${b.kind}`);
      if (k % 4 === 0 && !certify(a, poseA, b, poseB, wasm).valid) invalid.push(`query ${k}: ${a.kind} and ${b.kind}`);
    }
    expect({ seed, differences, invalid }).toEqual({ seed, differences: [], invalid: [] });
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
    for (let k = 0; k < 60; k++) {
      const shape = randomShape(rng);
      setTarget('js');
      const js = supportBatch(shape, directions);
      setTarget('wasm');
      expect(sameBits(supportBatch(shape, directions), js), `${k}: ${shape.kind}`).toBe(true);
    }
  });
});
