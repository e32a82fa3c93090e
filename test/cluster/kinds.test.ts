// The kinds of jobs: each with the answers of the library, in any number of shards.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Job, mergeParts, runShard } from '@proximal/cluster';
import { box, convex, createDistanceBatch, distanceBatch, sphere } from 'proximal';
import { Rng } from 'proximal/math';
import { readSimulation, startSimulation } from 'proximal/sim';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeFolder, temporaryFolder, writeFiles } from '../support/folders.ts';
import { cube, door } from '../support/packed-command.ts';
import { jobOf } from './jobs.ts';

let folder: string;
let counter = 0;
beforeAll(() => {
  folder = temporaryFolder('kinds');
});
afterAll(() => removeFolder(folder));

/** The merged bytes of a job, which are the same from one thread and from two shards. */
async function bytesOf(job: Job): Promise<Buffer> {
  const place = (name: string): string => join(folder, `${++counter}-${name}`);
  const [alone, parts] = [place('alone'), place('parts')];
  await runShard({ work: job.work }, { index: 1, count: 1 }, alone, { concurrency: 1 });
  for (const index of [1, 2]) await runShard(job, { index, count: 2 }, parts, { concurrency: 2 });
  const [one, many] = [await mergeParts([alone], place('one')), await mergeParts([parts], place('many'))];
  expect(many.sha256).toBe(one.sha256);
  expect(one.failures).toEqual([]);
  return readFileSync(join(folder, `${counter}-many`, many.file));
}

async function linesOf(fields: object): Promise<ReturnType<typeof JSON.parse>[]> {
  const bytes = await bytesOf(await jobOf(folder, fields));
  const lines = bytes.toString().trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line));
}

describe('a batch', () => {
  const rng = new Rng(3);
  const shapes = [box(0.5, 1, 0.2), sphere(0.3), convex(Array.from({ length: 20 }, () => rng.direction()))];
  const bodies = Array.from({ length: 140 }, (_, k) => ({
    shape: shapes[k % 3],
    pose: [...Array.from({ length: 3 }, () => rng.uniform(-3, 3)), ...rng.rotation()],
  }));
  const all = {
    shapes: bodies.map(({ shape }) => shape),
    poses: Float64Array.from(bodies.flatMap(({ pose }) => pose)),
  };
  const pairsOf = (n: number): Uint32Array =>
    Uint32Array.from(
      Array.from({ length: n }, (_, i) => Array.from({ length: n - 1 - i }, (_, k) => [i, i + 1 + k])).flat(2),
    );

  it('of all pairs has the same bits as distanceBatch, in blocks of columns', async () => {
    const job = await jobOf(folder, { kind: 'batch', query: 'distance', bodies, columns: ['lower', 'status'] });
    const bytes = await bytesOf(job);
    const { lower, status } = distanceBatch(all, pairsOf(140));
    expect(lower.length).toBeGreaterThan(2 * 4096);
    const expected: Uint8Array[] = [];
    for (let k = 0; k < lower.length; k += 4096)
      expected.push(new Uint8Array(lower.slice(k, k + 4096).buffer), status.slice(k, k + 4096));
    expect(Buffer.concat(expected).equals(bytes)).toBe(true);
  });

  it('of a list of pairs reads the pairs from a file', async () => {
    writeFiles(folder, { 'bodies.json': bodies });
    const pairs = pairsOf(100);
    writeFileSync(join(folder, 'pairs.bin'), pairs);
    const fields = {
      kind: 'batch',
      query: 'collide',
      options: { margin: 0.1 },
      bodies: 'bodies.json',
      pairs: 'pairs.bin',
    };
    const bytes = await bytesOf(await jobOf(folder, fields));
    const { distance } = distanceBatch(all, pairs, {}, createDistanceBatch(pairs.length / 2));
    expect([...bytes]).toEqual(Array.from(distance, (x) => (x <= 0.1 ? 1 : 0)));
    const listed = await bytesOf(
      await jobOf(folder, {
        kind: 'batch',
        bodies,
        pairs: [
          [0, 1],
          [5, 3],
        ],
        columns: ['upper'],
      }),
    );
    expect(new Float64Array(listed.buffer.slice(listed.byteOffset, listed.byteOffset + 16))).toEqual(
      distanceBatch(all, Uint32Array.of(0, 1, 5, 3)).upper,
    );
  });

  it.each([
    [{ bodies: [{}] }, 'bodies[0].shape: '],
    [{ bodies: [{ shape: sphere(1), pose: [1] }] }, 'bodies[0].pose is a list; give seven numbers'],
    [{ pairs: [[0, 140]] }, 'out of range|bodies'],
    [{ pairs: [[0]] }, 'pairs[0] is a list; give two indices'],
    [{ query: 'depth' }, 'query is "depth"; give one of distance, collide'],
    [{ columns: ['gap'] }, 'columns is "gap"; the columns are distance, lower, upper'],
    [{ options: { upto: 1 } }, 'upto'],
    [{ options: null }, 'options is null; give an object'],
  ])('%j is refused', async (fields, message) => {
    const wanted = new RegExp(message.replaceAll(/[[\].]/g, '\\$&'));
    await expect(jobOf(folder, { kind: 'batch', bodies, ...fields })).rejects.toThrow(wanted);
  });
});

describe('a sweep', () => {
  const floor = { name: 'floor', shape: { version: 1, kind: 'halfspace' }, static: true };
  const ball = { name: 'ball', shape: { version: 1, kind: 'sphere', radius: 0.1 }, pose: { position: [0, 0, 0.3] } };
  const scene = {
    format: 'proximal-simulation',
    version: 1,
    duration: 0.1,
    options: {},
    bodies: [floor, { ...ball, velocity: [0, 0, 0] }],
  };

  it('simulates all combinations of values', async () => {
    writeFiles(folder, { 'scene.json': scene });
    const lines = await linesOf({
      kind: 'sweep',
      simulation: 'scene.json',
      parameters: [
        { path: '/bodies/1/velocity/0', values: [0, 1] },
        { path: '/options/restitution', range: { from: 0, to: 1, count: 3 } },
      ],
    });
    expect(lines.map(({ parameters }) => parameters)).toEqual([
      [0, 0],
      [0, 0.5],
      [0, 1],
      [1, 0],
      [1, 0.5],
      [1, 1],
    ]);
    for (const { parameters, steps, hash, parts } of lines) {
      const [vx, restitution] = parameters;
      const own = { ...scene, options: { restitution }, bodies: [floor, { ...ball, velocity: [vx, 0, 0] }] };
      const started = startSimulation(readSimulation(own));
      const { simulator } = started;
      for (let k = 0; k < steps; k++) simulator.step();
      expect(simulator.report().time).toBeCloseTo(0.1, 9);
      expect(hash).toBe(simulator.hash());
      expect(parts.ball.pose).toEqual([...started.parts[1].bodies[0].pose]);
    }
  });

  it('draws random values from seed and index alone', async () => {
    const random = { kind: 'sweep', simulation: 'scene.json', seconds: 0.01, samples: 40, seed: 4 };
    const parameters = [
      { path: '/bodies/1/velocity/2', uniform: [-1, 2] },
      { path: '/bodies/1/pose/position/0', normal: [5, 0.1] },
    ];
    const lines = await linesOf({ ...random, parameters });
    const [first, second] = [0, 1].map((k) => lines.map((line) => line.parameters[k]));
    expect(new Set(first).size).toBe(40);
    expect(Math.min(...first)).toBeGreaterThanOrEqual(-1);
    expect(Math.max(...first)).toBeLessThanOrEqual(2);
    expect(Math.abs(second.reduce((sum, x) => sum + x, 0) / 40 - 5)).toBeLessThan(0.1);
  });

  it('simulates robots with the files that they name', async () => {
    mkdirSync(join(folder, 'robots'));
    const meshed = door.replace(
      '</robot>',
      '<link name="knob"><collision><geometry><mesh filename="../cube.obj"/></geometry></collision></link><joint name="mount" type="fixed"><parent link="leaf"/><child link="knob"/><origin xyz="0 0 5"/></joint></robot>',
    );
    writeFiles(folder, { 'robots/door.urdf': meshed, 'cube.obj': cube });
    writeFiles(folder, { 'robot.json': { ...scene, robots: [{ name: 'door', file: 'robots/door.urdf' }] } });
    const lines = await linesOf({
      kind: 'sweep',
      simulation: 'robot.json',
      seconds: 0.01,
      parameters: [{ path: '/options/friction', values: [0.1, 0.2, 0.3] }],
    });
    expect(lines.map(({ parts }) => Object.keys(parts))).toEqual(Array(3).fill(['ball', 'door']));
  });

  it.each([
    [{}, 'parameters is undefined; give a list'],
    [
      { parameters: [{ path: 'x', values: [1] }] },
      'parameters[0].path is "x"; give a place such as /bodies/1/velocity/0',
    ],
    [{ parameters: [{ path: '/bodies/9/mass', values: [1] }] }, 'path is "/bodies/9/mass"; the file has no 9 there'],
    [{ parameters: [{ path: '/__proto__/mass', values: [1] }] }, 'the file has no __proto__ there'],
    [{ parameters: [{ path: '/bodies/1/mass', values: [-1] }] }, 'bodies[1].mass is -1'],
    [{ parameters: [{ path: '/bodies/1/mass', uniform: [1, 2] }] }, 'samples is undefined; give it if and only if'],
    [
      { parameters: [{ path: '/bodies/1/mass', values: [1], range: {} }] },
      'parameters[0] is an object; give one of values',
    ],
  ])('%j is refused', async (fields, message) => {
    await expect(jobOf(folder, { kind: 'sweep', simulation: 'scene.json', ...fields })).rejects.toThrow(message);
  });
});

describe('plans', () => {
  it('are proven, or failed with the reason', async () => {
    writeFiles(folder, { 'door.urdf': door });
    const queries = [
      { start: [0], goal: [1] },
      { start: [0.5], goal: [0], seed: 7 },
      { start: [0], goal: [99] },
    ];
    const lines = await linesOf({ kind: 'plans', robot: 'door.urdf', queries });
    expect(lines.map(({ status, isProven }) => [status, isProven])).toEqual([
      ['solved', true],
      ['solved', true],
      ['failed', undefined],
    ]);
    expect(lines[0].path.at(-1)).toEqual([1]);
    const refused = jobOf(folder, { kind: 'plans', robot: 'door.urdf', queries: [{ start: [0, 1], goal: [1] }] });
    await expect(refused).rejects.toThrow('queries[0]: planMotion: options.start');
  });
});

describe('decompositions', () => {
  it('are those of the meshes of a folder, and a broken mesh is an error of its item', async () => {
    mkdirSync(join(folder, 'meshes'));
    writeFiles(join(folder, 'meshes'), { 'b.obj': cube, 'a.obj': cube, 'c.obj': 'f 1 2 3\n', 'readme.txt': 'x' });
    const lines = await linesOf({ kind: 'decompose', meshes: 'meshes', maxParts: 4, itemsPerTask: 1 });
    expect(lines.map(({ mesh, parts, error }) => [mesh, parts, typeof error])).toEqual([
      ['meshes/a.obj', 1, 'number'],
      ['meshes/b.obj', 1, 'number'],
      [undefined, undefined, 'string'],
    ]);
    expect(lines[0].compound.kind).toBe('compound');
  });
});

describe('a fuzz job', () => {
  it('checks proofs and compares algorithms, and finds no difference', async () => {
    const lines = await linesOf({ kind: 'fuzz', seed: 1, count: 12, itemsPerTask: 4 });
    expect(lines.length).toBe(12);
    expect(lines.flatMap(({ results }) => results.filter(({ wrong }: { wrong?: string[] }) => wrong))).toEqual([]);
    const [one] = (await linesOf({ kind: 'fuzz', seed: 1, count: 3, shapes: ['box'], queries: ['distance'] })).slice(2);
    expect(one).toMatchObject({ index: 2, a: 'box', b: 'box', results: [{ query: 'distance' }] });
  });
});
