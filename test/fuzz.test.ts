// The fuzzers: a failure becomes a test with the same shapes, and wrong answers are never tolerated.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as proximal from 'proximal';
import * as plane from 'proximal/2d';
import { Rng } from 'proximal/math';
import { answerProblem, differencesFrom, type Problem, readProblem } from 'proximal/problem';
import { readSimulation } from 'proximal/sim';
import { describe, expect, it } from 'vitest';
import { writeRepro } from '../bench/src/fuzz/distance-repro.ts';
import { failureText } from '../bench/src/fuzz/findings.ts';
import type { Failure, Fuzzer } from '../bench/src/fuzz/fuzzer.ts';
import {
  buildShape as buildPlaneShape,
  helperSource,
  randomSpec,
  type Spec2,
  shapeFunctions as shapeFunctionsOfPlane,
  writeShape,
} from '../bench/src/fuzz/plane-shapes.ts';
import { fuzzers } from '../bench/src/fuzz/registry.ts';
import { shapeFunctions, shapeSource } from '../bench/src/fuzz/repro-source.ts';
import { isTolerable, tolerable, toleratedOf } from '../bench/src/fuzz/tolerate.ts';
import type { PairCase } from '../bench/src/random/pairs.ts';
import { randomKinds, randomShape } from '../bench/src/random/shapes.ts';
import { buildShape, ellipsoidSupport, type ShapeSpec, specOf } from '../bench/src/random/specs.ts';
import { removeFolder, root, temporaryFolder } from './support/folders.ts';
import { tryNode } from './support/run.ts';

/** The shape that the source makes. */
function evaluate(spec: ShapeSpec): proximal.Shape {
  const customEllipsoid = (radii: [number, number, number]): proximal.Shape =>
    proximal.custom(ellipsoidSupport(...radii));
  const scope: Record<string, unknown> = { ...proximal, customEllipsoid };
  const names = [...new Set([...shapeFunctions(spec), 'customEllipsoid'])];
  return new Function(...names, `return ${shapeSource(spec)};`)(...names.map((name) => scope[name]));
}

/** The same for the plane. */
function evaluatePlane(spec: Spec2): plane.Shape {
  const helper = helperSource(spec).replace(/: (number|CustomShape)/g, '');
  const names = shapeFunctionsOfPlane(spec).filter((name) => !name.startsWith('type '));
  const scope: Record<string, unknown> = { ...plane };
  return new Function(...names, `${helper}\nreturn ${writeShape(spec)};`)(...names.map((name) => scope[name]));
}

const item: PairCase = {
  scope: 'supported',
  situation: 'near',
  a: specOf('box', 1, 0.1 + 0.2, 3),
  poseA: [0, -0, 0, 0, 0, 0, 1],
  b: specOf('sphere', 0.5),
  poseB: [1.5, 0, 0, 0, 0, 0, 1],
  step: [0.25, 0, 0],
  schedule: 'code',
};

describe('a failure as a test', () => {
  it('writes every shape of the plane with every bit, custom ones with their support function', () => {
    const rng = new Rng(8);
    const kinds = new Set<string>();
    for (let k = 0; k < 400; k++) {
      const spec = randomSpec(rng, 10 ** rng.uniform(-6, 6));
      kinds.add(spec.kind);
      const [rebuilt, original] = [evaluatePlane(spec), buildPlaneShape(spec)];
      expect([rebuilt.kind, rebuilt.radius, ...rebuilt.center]).toEqual([
        original.kind,
        original.radius,
        ...original.center,
      ]);
      if (!original.isBounded) continue;
      const directions = Float64Array.from({ length: 20 }, () => rng.uniform(-1, 1));
      expect(plane.supportBatch(rebuilt, directions)).toEqual(plane.supportBatch(original, directions));
    }
    expect(kinds.size).toBe(plane.shapeDefinitions().length);
  });

  it.each(randomKinds)('writes a %s with every bit', (kind) => {
    const rng = new Rng(7);
    for (let k = 0; k < 20; k++) {
      const spec = randomShape(kind, rng, { size: 10 ** rng.uniform(-6, 6), aspect: 1e4, isExtreme: false });
      const [rebuilt, original] = [evaluate(spec), buildShape(spec)];
      expect([rebuilt.kind, rebuilt.radius, ...rebuilt.center]).toEqual([
        original.kind,
        original.radius,
        ...original.center,
      ]);
      if (!original.isBounded) continue;
      const directions = Float64Array.from({ length: 30 }, () => rng.uniform(-1, 1));
      expect(proximal.supportBatch(rebuilt, directions)).toEqual(proximal.supportBatch(original, directions));
    }
  });

  it('states its origin and its expectations', () => {
    const found = [
      { kind: 'unknown', detail: 'warm: unknown', query: { function: 'distance', variant: 'warm' } },
      { kind: 'invalid', detail: 'polyak: separated', query: { function: 'distance', variant: 'polyak' } },
      { kind: 'missed', detail: 'auto: false', query: { function: 'collide', variant: 'auto', margin: 0.125 } },
    ] as const;
    expect(
      writeRepro(item, found, { seed: 78, case: 15741 }),
    ).toBe(`// Found by \`npm run fuzz -- distance --seed 78 --case 15741\`: sphere – box, supported, near: unknown, invalid, missed.
import { describe, expect, it } from 'vitest';
import { box, certify, collide, distance, Pair, sphere } from '../../src/index.ts';

describe('distance fuzz, seed 78, case 15741', () => {
  const a = box(1, 0.30000000000000004, 3);
  const poseA = new Float64Array([0, -0, 0, 0, 0, 0, 1]);
  const b = sphere(0.5);
  const poseB = new Float64Array([1.5, 0, 0, 0, 0, 0, 1]);
  const before = new Float64Array([1.75, 0, 0, 0, 0, 0, 1]);

  it('unknown: distance, warm', () => {
    // The fuzzer saw: warm: unknown
    const pair = new Pair(a, b);
    pair.collide(poseA, before);
    const result = pair.distance(poseA, poseB);
    expect(result.status).not.toBe('unknown');
  });

  it('invalid: distance, polyak', () => {
    // The fuzzer saw: polyak: separated
    const result = distance(a, poseA, b, poseB, { algorithm: 'polyak', expert: { schedule: 'code' } });
    expect(certify(a, poseA, b, poseB, result).valid).toBe(true);
  });

  it('missed: collide, auto, with a margin', () => {
    // The fuzzer saw: auto: false
    const margin = 0.125;
    expect(collide(a, poseA, b, poseB, { algorithm: 'auto', margin, expert: { schedule: 'code' } })).toBe(true);
  });
});
`);
  });

  it('compares the targets, and restores the target of the test', () => {
    const found = [{ kind: 'bits', detail: 'cold', query: { function: 'distance', variant: 'cold' } }] as const;
    const text = writeRepro(item, found, { seed: 1, case: 2 });
    expect(text).toContain('afterAll(() => setTarget(own));');
    expect(text).toContain('expect(wasm).toEqual(js);');
  });
});

describe('a failure as a problem file', () => {
  const options = { seed: 5, targets: ['js', 'wasm'] as const };
  const unknown = [{ kind: 'unknown', detail: '' }];
  const textOf = (fuzzer: Fuzzer, item: object, found: readonly Failure[] = unknown): string =>
    failureText(fuzzer, { class: 'some', number: 7, item, found }, options);

  const pairFuzzers = fuzzers.filter(({ files }) => files.command === 'query');
  it.each(pairFuzzers)('of $name is bitwise identical, and is checked again as the same case', (fuzzer) => {
    let [same, custom] = [0, 0];
    for (let number = 0; same + custom < 60; number++) {
      const item = fuzzer.generate(options.seed, number, []);
      if (item === null) continue;
      const text = textOf(fuzzer, item);
      expect(fuzzer.files.read(text)).toEqual(item);
      const problem = readProblem(text);
      const { certificate } = answerProblem(problem);
      expect({ number, valid: certificate?.valid }).toEqual({ number, valid: true });
      if (problem.title?.includes('custom')) custom++;
      else same++;
    }
    expect(same).toBeGreaterThan(20);
    if (fuzzer.name === 'distance') expect(custom).toBeGreaterThan(0);
  });

  it('of sim is a simulation file, and is checked again as the same case', () => {
    const sim = fuzzers.find(({ name }) => name === 'sim') as Fuzzer;
    for (let number = 0; number < 30; number++) {
      const item = sim.generate(options.seed, number, []) as object;
      const text = textOf(sim, item);
      // Fields absent in the file have their defaults.
      const again = sim.files.read(text);
      expect(textOf(sim, again)).toBe(text);
      expect(readSimulation(text).title).toContain('sim fuzz, seed 5, case 7: unknown');
    }
  });

  const [distance] = fuzzers;
  const placed: PairCase = { ...item, gap: { value: 0.5, error: 1e-12 } };
  const query = (variant: string, of: 'distance' | 'collide' = 'distance') => ({ function: of, variant }) as const;

  it('has the failed query and the known answer', () => {
    const asked = (kind: string, of: NonNullable<Failure['query']>): Problem =>
      readProblem(textOf(distance, placed, [{ kind, detail: '', query: of }]));
    expect(asked('invalid', query('polyak')).options).toEqual({ algorithm: 'polyak', expert: { schedule: 'code' } });
    expect(asked('unknown', query('warm')).options).toEqual({});
    expect(asked('missed', { ...query('gjk', 'collide'), margin: 0.25 })).toMatchObject({
      query: 'collide',
      options: { algorithm: 'gjk', margin: 0.25 },
      expected: { value: true },
    });
    expect(asked('collide', query('warm', 'collide')).expected).toEqual({ value: false });
    expect(asked('misplaced', query('cold')).expected?.value).toBe(0.5);
    const reversed = asked('reversed', query('reversed'));
    expect([reversed.a.shape.kind, reversed.b.shape.kind]).toEqual(['sphere', 'box']);
    const text = textOf(distance, placed, [{ kind: 'reversed', detail: '', query: query('reversed') }]);
    expect(distance.files.read(text)).toEqual(placed);
  });

  it('is read by the command and by the fuzzer', () => {
    const folder = temporaryFolder('fuzz');
    try {
      const file = join(folder, 'failure.json');
      // The file expects 0.5, but the distance is 0.25.
      const wrong = [{ kind: 'misplaced', detail: 'cold', query: query('cold') }];
      writeFileSync(file, textOf(distance, { ...placed, poseB: [1.75, 0, 0, 0, 0, 0, 1] }, wrong));
      const answer = tryNode(folder, [join(root, 'packages/proximal/bin/proximal.mjs'), 'query', file]);
      expect(answer).toMatchObject({ status: 1, stderr: expect.stringContaining('the value is 0.25, and 0.5 ±') });
      expect(answer.stdout).toContain('distance fuzz, seed 5, case 7: misplaced');
      expect(answer.stdout).toMatch(/^nesterov .*valid$/m);
      expect(answer.stdout).toMatch(/other target +JavaScript gives the same bits/);
      const checked = tryNode(root, ['bench/dist/fuzz/main.js', 'distance', '--file', file]);
      expect(checked).toMatchObject({ status: 1, stderr: '' });
      expect(checked.stdout).toContain('"kind": "misplaced"');
      // A pair that is not from a fuzzer: read by a fuzzer of its dimension, and by one of the other.
      const { origin: _origin, ...plain } = JSON.parse(readFileSync(file, 'utf8'));
      writeFileSync(file, JSON.stringify(plain));
      expect(tryNode(root, ['bench/dist/fuzz/main.js', 'growth', '--file', file]).status).toBe(0);
      expect(tryNode(root, ['bench/dist/fuzz/main.js', 'plane', '--file', file])).toMatchObject({
        status: 2,
        stderr: expect.stringContaining('The problem has 3 dimensions'),
      });
    } finally {
      removeFolder(folder);
    }
  });

  it('can be made from problems of benchmarks', () => {
    const folder = temporaryFolder('bench');
    try {
      for (const words of [
        ['plane', '2', '3'],
        ['gjk', '5', '1'],
        ['growth', '2', '4'],
      ]) {
        const made = tryNode(folder, [
          join(root, 'bench/dist/main.js'),
          'problems',
          ...words,
          '--count',
          '6',
          '--out',
          'it.json',
        ]);
        expect(made).toMatchObject({ status: 0, stderr: '' });
        const problem = readProblem(readFileSync(join(folder, 'it.json'), 'utf8'));
        expect(differencesFrom(problem, answerProblem(problem))).toEqual([]);
        expect(problem.dimension).toBe(words[0] === 'plane' ? 2 : 3);
      }
    } finally {
      removeFolder(folder);
    }
  });
});

describe('--tolerate', () => {
  const failure = (kind: string): { kind: string; detail: string } => ({ kind, detail: '' });

  it('accepts undecided answers, but no wrong answer among them', () => {
    expect(isTolerable([failure('unknown'), failure('wide'), failure('undecided')], tolerable)).toBe(true);
    for (const kind of ['invalid', 'missed', 'collide', 'bits', 'throws', 'limit', 'status'])
      expect(isTolerable([failure('unknown'), failure(kind)], tolerable)).toBe(false);
    expect(isTolerable([failure('unknown')], [])).toBe(false);
  });

  it('accepts one per 10,000 cases, and at least two', () => {
    expect([1, 10_000, 300_000].map(toleratedOf)).toEqual([2, 2, 30]);
  });
});

describe('the command line', () => {
  const fuzz = (...args: string[]): { status: number | null; stderr: string } =>
    tryNode(root, ['bench/dist/fuzz/main.js', ...args]);

  it('rejects two counts, and kinds of failure that cannot be tolerated', () => {
    expect(fuzz('distance', '--count', '1e7', '--cases', '1e7')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('give one of them'),
    });
    expect(fuzz('distance', '--tolerate', 'invalid')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("--tolerate names 'invalid'; there are unknown, wide, undecided."),
    });
  });
});
