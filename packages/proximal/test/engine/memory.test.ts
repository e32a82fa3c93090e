// What the engine promises about memory: nothing to free, a stated limit, and growth at any moment.
import { describe, expect, it } from 'vitest';
import { Engine, memoryLimit } from '../../src/engine/engine.ts';
import { activeEngine } from '../../src/engine/target.ts';
import { box, convex, distance, type Shape, sphere } from '../../src/index.ts';
import { Rng } from '../../src/math/index.ts';

const far = { position: [3, 0, 0] };

/** A cloud on the unit sphere, large enough to be cached. */
function cloud(count: number, seed: number): Shape {
  const rng = new Rng(seed);
  return convex(Array.from({ length: count }, () => rng.direction()));
}

describe('memory', () => {
  it('takes ten million shapes, made and dropped in one synchronous loop', () => {
    // The whole count on the default target; a tenth on the slower one.
    const count = activeEngine().target === 'wasm' ? 1e7 : 1e6;
    const before = activeEngine().memorySize;
    const ball = sphere(1);
    const poseA = new Float64Array([0, 0, 0, 0, 0, 0, 1]);
    const poseB = new Float64Array([3, 0, 0, 0, 0, 0, 1]);
    let last = 0;
    for (let k = 0; k < count; k++) {
      const shape = box(1, 1, 1 + (k % 7));
      // A query now and then: the record of every shape that is asked about passes through the kernel.
      if (k % 16 === 0) last = distance(shape, poseA, ball, poseB).distance;
    }
    expect(last).toBe(1);
    expect(activeEngine().memorySize).toBe(before);
  });

  it('takes a hundred thousand hulls, each asked about, within the limit', () => {
    const ball = sphere(1);
    const vertices = new Float64Array(3 * 200);
    const rng = new Rng(1);
    for (let k = 0; k < vertices.length; k++) vertices[k] = rng.uniform(-1, 1);
    const expected = distance(convex(vertices), {}, ball, far).distance;
    for (let k = 0; k < 1e5; k++) {
      const result = distance(convex(vertices), {}, ball, far);
      if (result.distance !== expected) throw new Error(`hull ${k}: ${result.distance} instead of ${expected}`);
    }
    // 10⁵ hulls of 607 numbers are 485 MB: only eviction keeps them within the limit.
    expect(1e5 * 607 * 8).toBeGreaterThan(memoryLimit);
    expect(activeEngine().memorySize).toBeLessThanOrEqual(memoryLimit);
  });

  it('brings evicted hulls back unchanged', () => {
    const hulls = Array.from({ length: 300 }, (_, seed) => cloud(4000, seed));
    const ask = (shape: Shape): number => distance(shape, {}, sphere(1), far).distance;
    const first = hulls.map(ask);
    for (let k = 0; k < 3000; k++) ask(cloud(4000, 1000 + (k % 10)));
    expect(hulls.map(ask)).toEqual(first);
    expect(activeEngine().memorySize).toBeLessThanOrEqual(memoryLimit);
  });

  it('says so when a shape is larger than the whole memory', () => {
    const tiny = new Engine('js', 0, noKernel, fixedMemory(1 << 20), 1 << 20);
    const level = tiny.enter();
    expect(() => tiny.place(level, 0, cloud(60000, 1).record)).toThrow(/memory is full.*1048576 bytes/);
    tiny.leave();
  });

  it('makes do with what there is when the platform gives no more memory', () => {
    const stingy = new Engine('js', 0, noKernel, fixedMemory(1 << 20), 1 << 24);
    const hulls = Array.from({ length: 30 }, (_, seed) => cloud(2000, seed).record);
    for (const record of hulls) {
      const level = stingy.enter();
      const address = stingy.place(level, 0, record);
      expect(stingy.f64.subarray(address, address + record.data.length)).toEqual(record.data);
      stingy.leave();
    }
  });
});

const noKernel = { distance() {}, relativePose() {}, supportMany() {} };

function fixedMemory(bytes: number) {
  return {
    buffer: new ArrayBuffer(bytes),
    grow() {
      throw new RangeError('no more memory');
    },
  };
}
