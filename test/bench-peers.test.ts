// The same work for all libraries: problem files, the criterion for wrong answers, and closed forms of degenerate cases.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { box, convex, cylinder, distance, penetration, signedDistance } from 'proximal';
import { describe, expect, it } from 'vitest';
import { degenerateSets } from '../bench/src/degenerate/sets.ts';
import { PeerProcess } from '../bench/src/peers/process.ts';
import { peers, peersWith } from '../bench/src/peers/registry.ts';
import { qualityOf } from '../bench/src/penetration/contenders.ts';
import { type ProblemSet, readProblems, writeProblems } from '../bench/src/problems/problem-set.ts';
import { wrongAnswers } from '../bench/src/queries/check.ts';
import { writeKernelInputs } from '../bench/src/queries/kernel-inputs.ts';
import { isHandWritten, namespaceOf } from '../tools/src/cpp/names.ts';
import { filesBelow, root } from './support/folders.ts';

const still = Float64Array.of(0, 0, 0, 0, 0, 0, 1);
const at = (x: number): Float64Array => Float64Array.of(x, 0, 0, 0, 0, 0, 1);
const corners = [-0.3, 0.3].flatMap((x) => [-0.2, 0.2].flatMap((y) => [-0.1, 0.1].map((z) => [x, y, z])));
const set: ProblemSet = {
  name: 'a few',
  shapes: [box(1, 1, 1), cylinder(0.1, 1 / 3), convex(corners)],
  problems: [
    { a: 0, b: 0, poseA: still, poseB: at(2.5), signedDistance: 0.5 },
    { a: 0, b: 2, poseA: still, poseB: at(1.2), signedDistance: -0.1 },
    { a: 0, b: 1, poseA: still, poseB: at(1 / 7), signedDistance: Number.NaN },
  ],
};

function withFile<T>(use: (path: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'proximal-test-'));
  const path = join(folder, 'set.txt');
  writeProblems(set, path);
  const result = use(path);
  const remove = (): void => rmSync(folder, { recursive: true });
  if (result instanceof Promise) return result.finally(remove) as T;
  remove();
  return result;
}

describe('problem files', () => {
  it('are read back to the last bit', () => {
    const read = withFile((path) => readProblems(set.name, path));
    expect(read.problems).toEqual(set.problems);
    expect(read.shapes.map(({ kind }) => kind)).toEqual(['box', 'cylinder', 'convex']);
    const { poseA, poseB } = set.problems[1];
    const depths = [set, read].map(({ shapes }) => penetration(shapes[0], poseA, shapes[2], poseB).depth);
    expect(depths[0]).toBe(depths[1]);
    expect(read.shapes[1].toJSON()).toEqual(set.shapes[1].toJSON());
  });
});

describe('the inputs of the kernel in C++', () => {
  it('have the settings of every query of every pair, also where pairs share them', () => {
    const lines = withFile((path) => {
      writeKernelInputs(set, path);
      return readFileSync(path, 'utf8').split('\n');
    });
    const settings = lines.filter((line) => /^(distance|collide|depth|incremental|growth) /.test(line));
    expect(settings).toHaveLength(5 * set.problems.length);
    /** The written offsets in the workspace: of the two records, the two poses, tolerances, limits and choices. */
    const offsetsOf = (line: string): number[] => {
      const [words, ...rest] = line.split(' ').slice(3).map(Number);
      return Array.from({ length: words }, (_, k) => rest[2 * k]);
    };
    for (const line of settings) {
      const first = settings.find((each) => each.startsWith(line.split(' ')[0])) as string;
      expect(offsetsOf(line), line.slice(0, 20)).toEqual(offsetsOf(first));
      expect(offsetsOf(line).length).toBeGreaterThan(2 + 4 * 7 + 12);
    }
  });
});

describe('a wrong answer', () => {
  const faultsOf = (
    value: number,
    expected: number,
    kind: 'distance' | 'collide' | 'depth',
    precision: 'own' | 'double' | 'single',
  ) =>
    wrongAnswers({ ...set, problems: [{ ...set.problems[0], signedDistance: expected }] }, kind, precision, [
      [value, value, 0, 0, 0, 0, 0],
    ]).map(({ what }) => what);

  it('is a distance with an error beyond the tolerance', () => {
    const size = set.shapes[0].boundingRadius;
    for (const [precision, tolerance] of [
      ['own', 1e-9],
      ['double', 1e-6],
      ['single', 1e-4],
    ] as const) {
      expect(faultsOf(0.5 + 0.9 * tolerance * size, 0.5, 'distance', precision)).toEqual([]);
      expect(faultsOf(0.5 + 1.1 * tolerance * size, 0.5, 'distance', precision)).toEqual(['distance']);
    }
  });

  it('is a depth that does not separate the bodies, or no depth', () => {
    const depths = { ...set, problems: [set.problems[1], set.problems[1], set.problems[1]] };
    const along = (depth: number, x: number) => ({ depth, normal: [x, 0, 0] as [number, number, number] });
    const answers = [along(0.1, 1), along(0.05, 1), along(0.1, Number.NaN)];
    expect(qualityOf(depths, answers)).toMatchObject({ deeper: 0, tooShort: 2 });
    const none = qualityOf(depths, [answers[0], answers[0], along(Number.NaN, 1)]);
    expect(none.tooShort).toBe(1);
    expect(none.worstError).toBeCloseTo(0.1, 12);
  });

  it('is a wrong sign or Boolean away from contact', () => {
    expect(faultsOf(1, 1e-3, 'collide', 'double')).toEqual(['sign']);
    expect(faultsOf(1, 1e-7, 'collide', 'double')).toEqual([]);
    expect(faultsOf(0, -1e-3, 'collide', 'single')).toEqual(['sign']);
    expect(faultsOf(0, -0.1, 'depth', 'single')).toEqual(['sign']);
    expect(faultsOf(0.1, -0.1, 'depth', 'own')).toEqual([]);
  });

  it('is a missing answer', () => {
    for (const kind of ['distance', 'collide', 'depth'] as const)
      expect(faultsOf(Number.NaN, 0.5, kind, 'single')).toEqual(['no answer']);
  });
});

describe('a package of npm', () => {
  it('answers a problem file as a program', async () => {
    const serve = new URL('../bench/dist/peers/serve.js', import.meta.url).pathname;
    await withFile(async (path) => {
      const peer = await PeerProcess.start(process.execPath, [serve, 'MuJoCo', path]);
      if (typeof peer === 'string') throw new Error(peer);
      const answers = await peer.answers('distance', 0, 2);
      expect(answers[0][0]).toBeCloseTo(0.5, 9);
      expect(answers[1][0]).toBeCloseTo(-0.1, 5);
      expect(await peer.run('distance', 2, 3)).toHaveLength(3);
      peer.quit();
      expect(await PeerProcess.start(process.execPath, [serve, 'cannon-es', path])).toBe('unsupported cylinder');
    });
  });
});

describe('the degenerate cases', () => {
  it('have closed forms that agree with our distances', () => {
    for (const { name, shapes, problems } of degenerateSets()) {
      expect(problems.length, name).toBeGreaterThan(100);
      for (let k = 0; k < problems.length; k += 7) {
        const { a, b, poseA, poseB, signedDistance: expected } = problems[k];
        const size = Math.min(shapes[a].boundingRadius, shapes[b].boundingRadius);
        const found = signedDistance(shapes[a], poseA, shapes[b], poseB);
        expect(Math.abs(found.distance - expected), `${name}, number ${k}`).toBeLessThan(1e-9 * size);
        const apart = distance(shapes[a], poseA, shapes[b], poseB).distance;
        expect(Math.abs(apart - Math.max(0, expected)), `${name}, number ${k}`).toBeLessThan(1e-9 * size);
      }
    }
  });
});

describe('the kernel in C++', () => {
  it('has a counterpart of every function of the port that the kernel uses', () => {
    const kernel = join(root, 'packages/proximal/kernel');
    const header = readFileSync(join(root, 'bench/native/kernel-port.hpp'), 'utf8');
    const sources = filesBelow(kernel).filter((file) => file.endsWith('.ts') && !/^(port|embedded)\//.test(file));
    const imports = sources.flatMap((file) => [
      ...readFileSync(join(kernel, file), 'utf8').matchAll(/import \{([^}]*)\} from '(?:\.\.?\/)+port\/([\w-]+)\.ts'/g),
    ]);
    expect(new Set(imports.map(([, , file]) => file)).size).toBeGreaterThan(3);
    for (const [, names, file] of imports.filter(([, , each]) => isHandWritten(`port/${each}.ts`))) {
      const space = header.split(`namespace kernel::${namespaceOf(`port/${file}.ts`)}`)[1] ?? '';
      for (const name of names.split(',').map((each) => each.trim()))
        if (name !== '') expect(space, `port_${file}::${name}`).toContain(` ${name}(`);
    }
  });
});

describe('the peers', () => {
  it('have names and capabilities, and no two the same name', () => {
    expect(new Set(peers.map(({ name }) => name)).size).toBe(peers.length);
    const capabilities = ['query', 'plane', 'prisms', 'simulate', 'robot', 'crowd', 'rays', 'dynamics'] as const;
    for (const capability of capabilities) expect(peersWith(capability).length, capability).toBeGreaterThan(0);
    for (const peer of peers)
      expect(
        capabilities.some((capability) => peer[capability] !== undefined),
        peer.name,
      ).toBe(true);
    // An npm package answers queries in a process that imports it, a C++ library through its own program.
    for (const { name, source, query } of peersWith('query')) expect(query.open === undefined, name).toBe(!!source);
  });
});
