import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { createDerivativeBatch, differentiateBatch } from '../../src/derivatives/index.ts';
import {
  box,
  collideBatch,
  convex,
  createDistanceBatch,
  createGrowthBatch,
  createPenetrationBatch,
  createSignedDistanceBatch,
  custom,
  distanceBatch,
  growthDistanceBatch,
  penetrationBatch,
  signedDistanceBatch,
  sphere,
} from '../../src/index.ts';
import { Rng } from '../../src/math/index.ts';
import { createPool, type Pool } from '../../src/parallel/index.ts';
import { sameBits } from '../same-bits.ts';

const tasks = new URL('./tasks/square.mjs', import.meta.url);
const folder = mkdtempSync(join(tmpdir(), 'proximal-pool-'));
const pools: Pool[] = [];
const poolOf = (size: number): Pool => {
  const pool = createPool({ size });
  pools.push(pool);
  return pool;
};
afterEach(() => {
  vi.unstubAllGlobals();
  for (const pool of pools.splice(0)) pool.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

const rng = new Rng(1);
const hull = (): ReturnType<typeof convex> =>
  convex(Array.from({ length: 20 }, () => [rng.normal(), rng.normal(), rng.normal()]));
const shapes = [box(1, 2, 0.5), sphere(1), hull(), hull()];
const bodies = {
  shapes: Array.from({ length: 40 }, (_, k) => shapes[k % 4]),
  poses: Float64Array.from({ length: 280 }, (_, at) => (at % 7 < 3 ? rng.uniform(-5, 5) : rng.normal())),
};
const pairs = Uint32Array.from({ length: 6000 }, () => rng.index(40));

/** Ends the first `times` workers at their first chunk, as a crash would; returns how many it has ended. */
function endFirstWorkers(pool: Pool, times: number): () => number {
  const ended = new Set<object>();
  const group = (pool as unknown as { workers: { send(entry: object, request: { type: string }): void } }).workers;
  const send = group.send.bind(group);
  group.send = (entry, request) => {
    if (request.type !== 'chunk' || ended.size === times || ended.has(entry)) return send(entry, request);
    ended.add(entry);
    // A function that ends its worker, in the place of the chunk.
    const call = -ended.size;
    send(entry, { type: 'open', call, work: { kind: 'map', module: String(tasks), name: 'end' } } as never);
    send(entry, { type: 'chunk', call, chunk: { index: 0, from: 0, count: 1, items: [1] } } as never);
  };
  return () => ended.size;
}

/** The batches with several results per pair, on a pool and on one core, with options and arrays for `count` pairs. */
const queries = [
  ['distanceBatch', distanceBatch, { upTo: 4 }, createDistanceBatch],
  ['signedDistanceBatch', signedDistanceBatch, { certified: false }, createSignedDistanceBatch],
  ['penetrationBatch', penetrationBatch, { direction: [0, 1, 0] }, createPenetrationBatch],
  ['growthDistanceBatch', growthDistanceBatch, { tolerance: 1e-4 }, createGrowthBatch],
  ['differentiateBatch', differentiateBatch, { withRespectTo: 'b' }, createDerivativeBatch],
] as const;

describe.each(queries)('%s', (name, single, options, create) => {
  type Query = (
    given: typeof bodies,
    list: Uint32Array,
    options?: object,
    out?: object,
  ) => Promise<{ count: number; lower?: Float64Array }>;
  const on = (pool: Pool): Query => (pool[name] as unknown as Query).bind(pool);
  const one = single as unknown as (given: typeof bodies, list: Uint32Array, options?: object) => object;
  const some = pairs.subarray(0, 2000);

  it.each([1, 2, 3])('has the same bits as on one core with %i workers', async (size) => {
    const progress: number[] = [];
    const onProgress = (done: number, all: number): unknown => progress.push(done, all);
    const found = await on(poolOf(size))(bodies, some, { ...options, onProgress });
    expect(sameBits({ ...found }, { ...one(bodies, some, options) })).toBe(true);
    expect(progress.slice(-2)).toEqual([1000, 1000]);
  });

  it('has the same bits without shared memory, and in given arrays', async () => {
    const out = create(1000);
    expect(await on(poolOf(2))(bodies, some, {}, out)).toBe(out);
    const wanted = { ...one(bodies, some) };
    expect(sameBits({ ...out }, wanted)).toBe(true);
    vi.stubGlobal('SharedArrayBuffer', undefined);
    expect(sameBits({ ...(await on(poolOf(2))(bodies, some)) }, wanted)).toBe(true);
    expect((await on(poolOf(1))(bodies, new Uint32Array(0))).count).toBe(0);
  });

  it('has the same bits if a worker ends, and reports the rows if two end', async () => {
    const pool = poolOf(2);
    const died = endFirstWorkers(pool, 1);
    const found = await on(pool)(bodies, some);
    expect(died()).toBe(1);
    expect(sameBits({ ...found }, { ...one(bodies, some) })).toBe(true);
    const broken = poolOf(1);
    endFirstWorkers(broken, 2);
    await expect(on(broken)(bodies, some)).rejects.toThrow('a worker ended twice (exit code 1) in rows 0 to ');
  });

  it('ends by a signal', async () => {
    const stop = new AbortController();
    const stopped = on(poolOf(2))(bodies, pairs, {
      signal: stop.signal,
      onProgress: () => stop.abort(new Error('enough')),
    });
    await expect(stopped).rejects.toThrow('enough');
  });

  it('refuses wrong arguments before it starts a worker', async () => {
    const ask = on(poolOf(1));
    await expect(ask(bodies, Uint32Array.of(0, 40))).rejects.toThrow(`${name}: pairs[1] is 40`);
    await expect(ask(bodies, some, { wrong: 1 })).rejects.toThrow(`${name}: options`);
    await expect(ask(bodies, some, { trace: () => {} })).rejects.toThrow('trace');
    await expect(ask(bodies, some, {}, create(3))).rejects.toThrow('(1000), or leave it out');
    await expect(ask(bodies, some, create(1000))).rejects.toThrow('give out as the last argument');
  });
});

describe('batches', () => {
  it.each([1, 2, 3])('of Booleans have the bits of one core with %i workers', async (size) => {
    const pool = poolOf(size);
    expect(await pool.collideBatch(bodies, pairs, { margin: 1 })).toEqual(collideBatch(bodies, pairs, { margin: 1 }));
  });

  it('have the same bits without shared memory', async () => {
    vi.stubGlobal('SharedArrayBuffer', undefined);
    const pool = poolOf(2);
    expect(await pool.collideBatch(bodies, pairs)).toEqual(collideBatch(bodies, pairs));
  });

  it('fill given arrays, and take several calls at once', async () => {
    const pool = poolOf(2);
    const out = createDistanceBatch(3000);
    const moved = { ...bodies, poses: bodies.poses.map((x, at) => (at % 7 === 0 ? x + 1 : x)) };
    const [first, second, third] = await Promise.all([
      pool.distanceBatch(bodies, pairs, {}, out),
      pool.distanceBatch(moved, pairs),
      pool.collideBatch(moved, pairs.subarray(0, 2)),
    ]);
    expect(first).toBe(out);
    expect({ ...out }).toEqual({ ...distanceBatch(bodies, pairs) });
    expect({ ...second }).toEqual({ ...distanceBatch(moved, pairs) });
    expect(third).toEqual(collideBatch(moved, pairs.subarray(0, 2)));
    expect((await pool.distanceBatch(bodies, new Uint32Array(0))).count).toBe(0);
  });

  it('refuse wrong arguments before they start a worker', async () => {
    const pool = poolOf(1);
    await expect(pool.distanceBatch(bodies, Uint32Array.of(0, 40))).rejects.toThrow('distanceBatch: pairs[1] is 40');
    await expect(pool.distanceBatch(bodies, pairs, { margin: -1 })).rejects.toThrow('options.margin is -1');
    await expect(pool.collideBatch(bodies, pairs, {}, new Uint8Array(3))).rejects.toThrow('collideBatch: out is');
    const shape = custom({ support: (_x, _y, _z, out) => void out.fill(0) });
    await expect(
      pool.distanceBatch({ shapes: [shape, shape], poses: new Float64Array(14).fill(1) }, Uint32Array.of(0, 1)),
    ).rejects.toThrow('custom shapes cannot be sent to workers: use distanceBatch of proximal');
    expect(() => createPool({ size: 0 })).toThrow('createPool: options.size is 0; give a whole number from 1 to 1024');
  });
});

describe('map', () => {
  it('keeps the order of the items', async () => {
    const pool = poolOf(2);
    const items = Array.from({ length: 500 }, (_, k) => k);
    expect(await pool.map(tasks, items)).toEqual(items.map((x) => x * x));
    expect(await pool.map(tasks, [1, 2], { name: 'later' })).toEqual([{ x: 1 }, { x: 2 }]);
    expect(await pool.map(tasks, [])).toEqual([]);
  });

  it('rejects with the errors of the function, and continues with other calls', async () => {
    const pool = poolOf(2);
    await expect(pool.map(tasks, [1, -1])).rejects.toThrow(new RangeError('square: -1 is negative'));
    await expect(pool.map(tasks, [1], { name: 'number' })).rejects.toThrow('has no function number; export one');
    await expect(pool.map('file:///nowhere.mjs', [1])).rejects.toThrow('nowhere');
    await expect(pool.map('./task.js', [1])).rejects.toThrow('map: module is "./task.js"; give an absolute address');
    await expect(pool.map(tasks, [() => 1])).rejects.toThrow('could not be cloned');
    expect(await pool.map(tasks, [3])).toEqual([9]);
  });

  it('replaces a worker that ends, and reports an item that ends two', async () => {
    const pool = poolOf(2);
    expect(await pool.map(tasks, [join(folder, 'a'), join(folder, 'b')], { name: 'endOnce' })).toEqual([
      'done',
      'done',
    ]);
    await expect(pool.map(tasks, [1], { name: 'end' })).rejects.toThrow(
      'a worker ended twice (exit code 1) in rows 0 to 0',
    );
    expect(await pool.map(tasks, [4])).toEqual([16]);
  });

  it('ends by a signal and by close', async () => {
    const pool = poolOf(1);
    await expect(pool.map(tasks, [1], { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough');
    const used = new AbortController();
    const remove = vi.spyOn(used.signal, 'removeEventListener');
    expect(await pool.map(tasks, [2], { signal: used.signal })).toEqual([4]);
    expect(remove).toHaveBeenCalledOnce();
    const stop = new AbortController();
    const items = Array.from({ length: 1000 }, (_, k) => k);
    const stopped = pool.map(tasks, items, { signal: stop.signal, onProgress: () => stop.abort() });
    await expect(stopped).rejects.toThrow('aborted');
    const closed = pool.map(tasks, items);
    pool.close();
    await expect(closed).rejects.toThrow('the pool was closed');
    await expect(pool.map(tasks, items)).rejects.toThrow('the pool was closed; make another by createPool');
  });
});

it('lets a process end that does not close its pool', () => {
  const code = `
    import { box, collideBatch } from 'proximal';
    import { createPool } from 'proximal/parallel';
    const bodies = { shapes: [box(1, 1, 1), box(1, 1, 1)], poses: Float64Array.of(0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 1) };
    console.log((await createPool({ size: 2 }).collideBatch(bodies, Uint32Array.of(0, 1)))[0]);`;
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    cwd: join(import.meta.dirname, '../../../..'),
    encoding: 'utf8',
  });
  expect([status, stdout.trim()]).toEqual([0, '1']);
});
