// The engine's memory: callers free nothing, it stays within its limit, and it may grow at any time.
import { describe, expect, it } from 'vitest';
import { Engine } from '../../src/engine/engine.ts';
import { EngineMemory, memoryLimit } from '../../src/engine/engine-memory.ts';
import { createJavaScriptEngine } from '../../src/engine/javascript.ts';
import type { ShapeRecord } from '../../src/engine/record.ts';
import { activeEngine } from '../../src/engine/target.ts';
import { createWebAssemblyEngine } from '../../src/engine/webassembly.ts';
import { box, convex, distance, rounded, type Shape, sphere } from '../../src/index.ts';
import { Rng } from '../../src/math/index.ts';

const own = activeEngine().target;
const far = { position: [3, 0, 0] };

/** A cloud on the unit sphere, large enough to be cached. */
function cloud(count: number, seed: number): Shape {
  const rng = new Rng(seed);
  return convex(Array.from({ length: count }, () => rng.direction()));
}

describe('memory', () => {
  it('does not grow when millions of shapes are made and dropped in one synchronous loop', () => {
    // Ten million on WebAssembly; one million on JavaScript, which is slower.
    const count = activeEngine().target === 'wasm' ? 1e7 : 1e6;
    const before = activeEngine().memory.memorySize;
    const ball = sphere(1);
    const poseA = new Float64Array([0, 0, 0, 0, 0, 0, 1]);
    const poseB = new Float64Array([3, 0, 0, 0, 0, 0, 1]);
    let last = 0;
    for (let k = 0; k < count; k++) {
      const shape = box(1, 1, 1 + (k % 7));
      // Occasional queries, which put the records of their shapes into the kernel's memory.
      if (k % 16 === 0) last = distance(shape, poseA, ball, poseB).distance;
    }
    expect(last).toBe(1);
    expect(activeEngine().memory.memorySize).toBe(before);
  });

  it('stays within its limit for queries of a hundred thousand different hulls', () => {
    const ball = sphere(1);
    const corners = Array.from({ length: 28 }, (_, k) => new Rng(k).direction()).flat();
    const first = convex(corners);
    const expected = distance(first, {}, ball, far).distance;
    let [base, bytes] = [first, 0];
    for (let k = 0; k < 1e5; k++) {
      // The hulls grow by about 1e-9 each, so that all are different. Every hundredth is built from its corners; the others are rounded copies
      // of it, whose records are as large and take a hundredth of the time to make.
      if (k % 100 === 0) base = convex(corners.map((x) => x * (1 + k * 1e-9)));
      const hull = rounded(base, (k % 100) * 1e-9);
      const result = distance(hull, {}, ball, far);
      if (!(result.distance < expected + 1e-12 && result.distance > expected - 2e-4 - 1e-9))
        throw new Error(`hull ${k}: ${result.distance}`);
      bytes += hull.record.data.byteLength;
    }
    expect(activeEngine().memory.memorySize).toBeLessThanOrEqual(memoryLimit);
    // Together they exceed the memory: the first has been evicted, and still gives the same answer.
    expect(bytes).toBeGreaterThan(memoryLimit);
    expect(first.record.blocks.some((block) => block?.alive)).toBe(false);
    expect(distance(first, {}, ball, far).distance).toBe(expected);
  });

  it('restores evicted hulls unchanged', () => {
    // Only tests without a kernel may follow: a second JavaScript engine attaches the JavaScript kernel to its own memory.
    const small = (own === 'wasm' ? createWebAssemblyEngine : createJavaScriptEngine)(4 << 20);
    const hulls = Array.from({ length: 150 }, (_, seed) => cloud(300, seed).record);
    const runQuery = (record: ShapeRecord): number[] => {
      const frame = small.enter();
      small.f64.set([1, 2, 3], frame.input);
      small.kernel.supportMany(small.memory.place(frame, 0, record), frame.input, 1, frame.output);
      const point = [...small.f64.subarray(frame.output, frame.output + 3)];
      small.leave();
      return point;
    };
    const first = hulls.map(runQuery);
    // More than the limit, so that each round evicts the records of the previous round.
    expect(hulls.reduce((sum, { data }) => sum + data.byteLength, 0)).toBeGreaterThan(4 << 20);
    for (let round = 0; round < 3; round++) expect(hulls.map(runQuery)).toEqual(first);
    expect(small.memory.memorySize).toBeLessThanOrEqual(4 << 20);
  });

  it('throws a clear error if a shape is larger than the whole memory', () => {
    const tiny = new Engine('js', noKernel, new EngineMemory(0, fixedMemory(1 << 20), 1 << 20));
    const frame = tiny.enter();
    expect(() => tiny.memory.place(frame, 0, cloud(12000, 1).record)).toThrow(/memory is full.*1048576 bytes/);
    tiny.leave();
  });

  it('continues with its present memory if the platform gives no more', () => {
    const limited = new Engine('js', noKernel, new EngineMemory(0, fixedMemory(1 << 20), 1 << 24));
    const hulls = Array.from({ length: 30 }, (_, seed) => cloud(2000, seed).record);
    for (const record of hulls) {
      const frame = limited.enter();
      const address = limited.memory.place(frame, 0, record);
      expect(limited.f64.subarray(address, address + record.data.length)).toEqual(record.data);
      limited.leave();
    }
  });
});

const noKernel = {
  collide: () => 1,
  collideMany() {},
  distance: () => 1,
  distanceMany() {},
  penetration: () => 1,
  rayBoundary: () => 1,
  relativePose: () => 1,
  supportMany() {},
};

function fixedMemory(bytes: number) {
  return {
    buffer: new ArrayBuffer(bytes),
    grow() {
      throw new RangeError('no more memory');
    },
  };
}
