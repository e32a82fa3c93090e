// The part of `proximal/gpu` that needs no GPU; test/gpu.test.ts runs the shader.
import { describe, expect, it } from 'vitest';
import { GpuDistances, packDirection } from '../../src/gpu/gpu-distances.ts';
import { createGpu, type Gpu, refine } from '../../src/gpu/index.ts';
import { isOnGpu, shapeTable } from '../../src/gpu/shape-table.ts';
import {
  box,
  capsule,
  certify,
  collideBatch,
  cone,
  convex,
  custom,
  cylinder,
  distanceBatch,
  ellipsoid,
  halfspace,
  point,
  segment,
  sphere,
  sum,
  superellipsoid,
} from '../../src/index.ts';
import { Rng } from '../../src/math/index.ts';
import { forAll } from '../for-all.ts';

const withoutGpu = { requestAdapter: async () => null };
const open = (): Promise<Gpu> => createGpu({ gpu: withoutGpu, fallback: true });
const shapes = [box(1, 2, 3), sphere(0.5), capsule(0.2, 1), halfspace(), superellipsoid(1, 1, 2, 0.5, 0.5)];

function bodiesOf(rng: Rng) {
  const poses = Float64Array.from({ length: 7 * shapes.length }, (_, at) =>
    at % 7 < 3 ? rng.uniform(-4, 4) : rng.normal(),
  );
  return { shapes, poses };
}
const pairs = Uint32Array.of(0, 1, 1, 2, 2, 3, 3, 4, 4, 0, 2, 0);

describe('without a GPU', () => {
  it('fails with a remedy', async () => {
    await expect(createGpu({ gpu: withoutGpu })).rejects.toThrow(
      'createGpu: WebGPU has no adapter here; use a browser with WebGPU, or in Node `npm install webgpu`',
    );
    await expect(createGpu({ fallbacks: true } as object)).rejects.toThrow('createGpu: options.fallbacks is true');
  });

  it('answers on the CPU on request, with the bounds of the kernel rounded outward', async () => {
    const gpu = await open();
    expect(gpu.isFallback).toBe(true);
    expect(gpu.adapter).toContain('WebGPU has no adapter');
    const rng = new Rng(3);
    for (let round = 0; round < 50; round++) {
      const bodies = bodiesOf(rng);
      const found = await gpu.distanceBatch(bodies, pairs);
      const exact = distanceBatch(bodies, pairs);
      for (let k = 0; k < found.count; k++) {
        expect(found.lower[k]).toBeLessThanOrEqual(exact.lower[k]);
        expect(found.upper[k]).toBeGreaterThanOrEqual(exact.upper[k]);
        expect(found.upper[k] - found.lower[k]).toBeLessThan(1e-6);
      }
      expect(await gpu.collideBatch(bodies, pairs, { margin: 0.5 })).toEqual(
        collideBatch(bodies, pairs, { margin: 0.5 }),
      );
      const rows = [0, 5];
      for (const [i, result] of refine(bodies, pairs, found, rows).entries()) {
        const [a, b] = [pairs[2 * rows[i]], pairs[2 * rows[i] + 1]];
        const pose = (body: number): Float64Array => bodies.poses.slice(7 * body, 7 * body + 7);
        expect(certify(shapes[a], pose(a), shapes[b], pose(b), result).valid).toBe(true);
      }
    }
  });

  it('marks invalid poses, and moves bodies', async () => {
    const gpu = await open();
    const bodies = { shapes: [sphere(1), sphere(1)], poses: Float64Array.of(0, 0, 0, 0, 0, 0, 1, 5, 0, 0, 0, 0, 0, 1) };
    const query = gpu.distances(bodies, Uint32Array.of(0, 1));
    expect((await query.read()).lower[0]).toBeCloseTo(3, 6);
    query.move(Float64Array.of(0, 0, 0, 0, 0, 0, 1, 7, 0, 0, 0, 0, 0, 2));
    expect((await query.read()).upper[0]).toBeCloseTo(5, 6);
    query.move(Float64Array.of(0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 0, 0, 1));
    const found = await query.read();
    expect([found.lower[0], found.upper[0]]).toEqual([Number.NaN, Number.NaN]);
    expect(() => refine(bodies, Uint32Array.of(0, 1), found, [0])).toThrow(
      'refine: row is 0; the pair has an invalid pose',
    );
    expect(await gpu.collideBatch({ ...bodies, poses: new Float64Array(14) }, Uint32Array.of(0, 1))).toEqual(
      Uint8Array.of(255),
    );
  });

  it('refuses wrong arguments and use after the end', async () => {
    const gpu = await open();
    const bodies = bodiesOf(new Rng(1));
    const query = gpu.distances(bodies, pairs);
    expect(() => query.move(new Float64Array(3))).toThrow(
      'move: poses is Float64Array [0, 0, 0]; give a Float64Array of 35',
    );
    await expect(gpu.distanceBatch(bodies, Uint32Array.of(0, 9))).rejects.toThrow(
      'distanceBatch: pairs[1] is 9; there are 5',
    );
    await expect(gpu.distanceBatch(bodies, pairs, { relativeTolerance: -1 })).rejects.toThrow(
      'options.relativeTolerance is -1',
    );
    await expect(gpu.collideBatch(bodies, pairs, { margin: Number.NaN })).rejects.toThrow('options.margin is NaN');
    query.destroy();
    await expect(query.read()).rejects.toThrow('read: the query was destroyed');
    gpu.close();
    expect(() => gpu.distances(bodies, pairs)).toThrow('distances: the GPU was closed');
  });
});

/** A GPU on which every call succeeds, except that its error scopes end with `error`. Its results are zeros. */
function fakeGpu(error: { readonly message: string } | null): never {
  const buffer = {
    mapAsync: async () => undefined,
    getMappedRange: (_from: number, size: number) => new ArrayBuffer(size),
    unmap() {},
    destroy() {},
  };
  const pass = { setPipeline() {}, setBindGroup() {}, dispatchWorkgroups() {}, end() {} };
  const device = {
    limits: { maxStorageBufferBindingSize: 2 ** 27, maxComputeWorkgroupsPerDimension: 65535 },
    queue: { writeBuffer() {}, submit() {}, onSubmittedWorkDone: async () => undefined },
    createBuffer: () => buffer,
    createShaderModule: () => ({}),
    createComputePipelineAsync: async () => ({ getBindGroupLayout: () => ({}) }),
    createBindGroup: () => ({}),
    createCommandEncoder: () => ({ beginComputePass: () => pass, copyBufferToBuffer() {}, finish: () => ({}) }),
    pushErrorScope() {},
    popErrorScope: async () => error,
    destroy() {},
  };
  return { requestAdapter: async () => ({ limits: {}, requestDevice: async () => device }) } as never;
}

describe('a GPU', () => {
  const bodies = { shapes: [sphere(1), sphere(1)], poses: Float64Array.of(0, 0, 0, 0, 0, 0, 1, 5, 0, 0, 0, 0, 0, 1) };
  const pair = Uint32Array.of(0, 1);

  it('that rejects the work is an error: zeros would be proofs of contact', async () => {
    const gpu = await createGpu({ gpu: fakeGpu({ message: 'out of memory' }) });
    await expect(gpu.distanceBatch(bodies, pair)).rejects.toThrow('the GPU cannot compute this query: out of memory');
    await expect(gpu.collideBatch(bodies, pair)).rejects.toThrow('out of memory');
    await expect(gpu.distances(bodies, pair).run()).rejects.toThrow('out of memory');
  });

  it('does not take new poses while it computes', async () => {
    const query = (await createGpu({ gpu: fakeGpu(null) })).distances(bodies, pair);
    const first = query.read();
    expect(() => query.move(bodies.poses)).toThrow(
      'move: the query is still being computed; await run() or read() first',
    );
    await expect(query.read()).rejects.toThrow('read: the query is still being computed');
    await first;
    query.move(bodies.poses);
  });
});

describe('tables', () => {
  it('has the shapes with a support function in the shader', () => {
    const known = [
      point(),
      segment(1),
      box(1, 1, 1),
      sphere(1),
      capsule(1, 1),
      ellipsoid(1, 2, 3),
      cylinder(1, 1),
      cone(1, 1),
    ];
    for (const shape of known) expect(isOnGpu(shape)).toBe(true);
    const others = [
      halfspace(),
      superellipsoid(1, 1, 1, 0.5, 0.5),
      sum(box(1, 1, 1), sphere(1)),
      sphere(1e7),
      sphere(1e-8),
    ];
    others.push(custom({ support: (_x, _y, _z, out) => void out.fill(0) }) as never);
    for (const shape of others) expect(isOnGpu(shape)).toBe(false);
  });

  it('has each shape once', () => {
    const [ball, crate] = [sphere(1), box(1, 1, 1)];
    const { rowOf, rows } = shapeTable([ball, crate, ball, halfspace(), crate]);
    expect([...rowOf]).toEqual([0, 1, 0, -1, 1]);
    expect(rows.length).toBe(24);
  });

  it('stores hulls relative to their centers', () => {
    const cube = [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].map((z) => [x + 100, y, z])));
    const { points, origins } = shapeTable([convex(cube)]);
    expect([...origins]).toEqual([100, 0, 0]);
    expect(Math.max(...points)).toBe(1);
  });
});

it('packs directions to 16 bits', () => {
  forAll({ seed: 5, cases: 2000 }, (rng) => {
    const [x, y, z] = [rng.normal(), rng.normal(), rng.normal()];
    const length = Math.hypot(x, y, z);
    const packed = Uint32Array.of(packDirection(x, y, z));
    const found = new GpuDistances(new Float32Array(1), new Float32Array(1), packed).direction(0);
    const error = Math.hypot(found[0] - x / length, found[1] - y / length, found[2] - z / length);
    expect(error).toBeLessThan(1e-4);
  });
});
