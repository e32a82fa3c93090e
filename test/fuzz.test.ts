// The fuzzer's own promises: a failure becomes a test with the same shapes, and nothing wrong is tolerated.
import * as proximal from 'proximal';
import * as plane from 'proximal/2d';
import { Rng } from 'proximal/math';
import { describe, expect, it } from 'vitest';
import { writeRepro } from '../bench/src/fuzz/distance-repro.ts';
import {
  buildShape as buildPlaneShape,
  helperSource,
  randomSpec,
  type Spec2,
  shapeFunctions as shapeFunctionsOfPlane,
  writeShape,
} from '../bench/src/fuzz/plane-shapes.ts';
import { shapeFunctions, shapeSource } from '../bench/src/fuzz/repro-source.ts';
import { isTolerable, tolerable, toleratedOf } from '../bench/src/fuzz/tolerate.ts';
import type { PairCase } from '../bench/src/random/pairs.ts';
import { randomKinds, randomShape } from '../bench/src/random/shapes.ts';
import { buildShape, ellipsoidSupport, type ShapeSpec, specOf } from '../bench/src/random/specs.ts';
import { root } from './support/folders.ts';
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

describe('a failure as a test', () => {
  it('writes every shape of the plane with every bit, custom ones with their support function', () => {
    const rng = new Rng(8);
    const kinds = new Set<string>();
    for (let k = 0; k < 400; k++) {
      const spec = randomSpec(rng, 10 ** rng.uniform(-6, 6));
      kinds.add(spec.kind);
      const [is, was] = [evaluatePlane(spec), buildPlaneShape(spec)];
      expect([is.kind, is.radius, ...is.center]).toEqual([was.kind, was.radius, ...was.center]);
      if (!was.isBounded) continue;
      const directions = Float64Array.from({ length: 20 }, () => rng.uniform(-1, 1));
      expect(plane.supportBatch(is, directions)).toEqual(plane.supportBatch(was, directions));
    }
    expect(kinds.size).toBe(plane.shapeDefinitions().length);
  });

  it.each(randomKinds)('writes a %s with every bit', (kind) => {
    const rng = new Rng(7);
    for (let k = 0; k < 20; k++) {
      const spec = randomShape(kind, rng, { size: 10 ** rng.uniform(-6, 6), aspect: 1e4, isWild: false });
      const [is, was] = [evaluate(spec), buildShape(spec)];
      expect([is.kind, is.radius, ...is.center]).toEqual([was.kind, was.radius, ...was.center]);
      if (!was.isBounded) continue;
      const directions = Float64Array.from({ length: 30 }, () => rng.uniform(-1, 1));
      expect(proximal.supportBatch(is, directions)).toEqual(proximal.supportBatch(was, directions));
    }
  });

  const item: PairCase = {
    scope: 'within promise',
    situation: 'near',
    a: specOf('box', 1, 0.1 + 0.2, 3),
    poseA: [0, -0, 0, 0, 0, 0, 1],
    b: specOf('sphere', 0.5),
    poseB: [1.5, 0, 0, 0, 0, 0, 1],
    step: [0.25, 0, 0],
    schedule: 'code',
  };

  it('says where it comes from and what should hold', () => {
    const found = [
      { kind: 'unknown', detail: 'warm: unknown', query: { function: 'distance', way: 'warm' } },
      { kind: 'invalid', detail: 'polyak: separated', query: { function: 'distance', way: 'polyak' } },
      { kind: 'missed', detail: 'auto: false', query: { function: 'collide', way: 'auto', margin: 0.125 } },
    ] as const;
    expect(
      writeRepro(item, found, { seed: 78, case: 15741 }),
    ).toBe(`// Found by \`npm run fuzz -- distance --seed 78 --case 15741\`: sphere – box, within promise, near: unknown, invalid,
// missed.
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
    const result = distance(a, poseA, b, poseB, { algorithm: 'polyak', schedule: 'code' });
    expect(certify(a, poseA, b, poseB, result).valid).toBe(true);
  });

  it('missed: collide, auto, with a margin', () => {
    // The fuzzer saw: auto: false
    const margin = 0.125;
    expect(collide(a, poseA, b, poseB, { algorithm: 'auto', margin, schedule: 'code' })).toBe(true);
  });
});
`);
  });

  it('compares the targets, and leaves the test its own', () => {
    const found = [{ kind: 'bits', detail: 'cold', query: { function: 'distance', way: 'cold' } }] as const;
    const text = writeRepro(item, found, { seed: 1, case: 2 });
    expect(text).toContain('afterAll(() => setTarget(own));');
    expect(text).toContain('expect(wasm).toEqual(js);');
  });
});

describe('--tolerate', () => {
  const failure = (kind: string): { kind: string; detail: string } => ({ kind, detail: '' });

  it('excuses an answer that says so itself, and no wrong one beside it', () => {
    expect(isTolerable([failure('unknown'), failure('wide'), failure('undecided')], tolerable)).toBe(true);
    for (const kind of ['invalid', 'missed', 'collide', 'bits', 'throws', 'limit', 'status'])
      expect(isTolerable([failure('unknown'), failure(kind)], tolerable)).toBe(false);
    expect(isTolerable([failure('unknown')], [])).toBe(false);
  });

  it('excuses few', () => {
    expect([1, 10_000, 300_000].map(toleratedOf)).toEqual([2, 2, 30]);
  });
});

describe('the command line', () => {
  const fuzz = (...args: string[]): { status: number | null; stderr: string } =>
    tryNode(root, ['bench/dist/fuzz/main.js', ...args]);

  it('refuses two ways to say how many, and kinds that nothing excuses', () => {
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
