// Cells: which pairs they check, and the clearance of configurations.
import { describe, expect, it } from 'vitest';
import { integrate, ModelBuilder, randomConfiguration, withCollisions } from '../../src/dynamics/index.ts';
import { box, capsule, halfspace, sphere } from '../../src/index.ts';
import { Rng } from '../../src/math/index.ts';
import { RobotCell } from '../../src/planning/index.ts';
import { compound, Scene, triangleMesh } from '../../src/scene/index.ts';
import { forAll } from '../for-all.ts';
import { leastDistance, randomCell } from './random-cell.ts';

/** A base on the world and a chain of links along x with hinges about z, each with a thin bar. */
function arm(links: number): ModelBuilder {
  const builder = new ModelBuilder().link('base').geometry('base', { shape: box(0.05, 0.05, 0.05) });
  builder.joint('mount', { kind: 'fixed', parent: 'world', child: 'base' });
  for (let k = 1; k <= links; k++) {
    builder
      .link(`link${k}`, { mass: 1, inertia: [1, 1, 1] })
      .joint(`joint${k}`, {
        kind: 'revolute',
        parent: k === 1 ? 'base' : `link${k - 1}`,
        child: `link${k}`,
        placement: { position: [k === 1 ? 0 : 1, 0, 0] },
        lower: -3,
        upper: 3,
      })
      .geometry(`link${k}`, { shape: box(0.4, 0.02, 0.02), pose: { position: [0.5, 0, 0] } });
  }
  return builder;
}

const names = ({ pairs }: RobotCell): string[] => pairs.map(({ a, b }) => `${a} ${b}`);

describe('pairs of a cell', () => {
  it('leaves out what the model excludes: neighbors, rules and overlaps of the reference configuration', () => {
    const model = arm(3).build();
    expect(names(new RobotCell({ model }))).toEqual(['link2 base', 'link3 base', 'link1 link3']);
    const ruled = withCollisions(model, [{ links: ['link1', 'link3'], collide: false }]);
    expect(names(new RobotCell({ model: ruled }))).toEqual(['link2 base', 'link3 base']);
    const overlapping = arm(3)
      .geometry('link3', { shape: sphere(0.3), pose: { position: [-1.5, 0, 0] } })
      .build();
    expect(names(new RobotCell({ model: overlapping }))).toEqual(['link2 base', 'link3 base', 'link3 base']);
  });

  it('leaves out allowed pairs, and the base against the scene', () => {
    const scene = new Scene();
    scene.add(halfspace(), {}, { name: 'floor' });
    const model = arm(2).build();
    expect(names(new RobotCell({ model, scene }))).toEqual(['link2 base', 'link1 floor', 'link2 floor']);
    const allowed = [
      ['floor', 'link1'],
      ['base', 'link2'],
    ] as const;
    expect(names(new RobotCell({ model, scene, allowed }))).toEqual(['link2 floor']);
  });

  it('names the body of the scene that has too many parts', () => {
    const scene = new Scene();
    const balls = Array.from(
      { length: 2001 },
      (_, k) => ({ shape: sphere(0.1), pose: { position: [k, 0, 0] } }) as const,
    );
    scene.add(compound(balls), {}, { name: 'gravel' });
    expect(() => new RobotCell({ model: arm(1).build(), scene })).toThrow('RobotCell: body is "gravel"; give convex');
  });

  it('follows the scene after update', () => {
    const scene = new Scene();
    const cell = new RobotCell({ model: arm(1).build(), scene });
    const q = Float64Array.of(0);
    expect(cell.isFree(q)).toBe(true);
    const ball = scene.add(sphere(0.1), { position: [0.5, 0, 0] });
    cell.update();
    expect(cell.isFree(q)).toBe(false);
    expect(cell.clearance(q).b).toBe('body 0');
    ball.setPose({ position: [0.5, 1, 0] });
    cell.update();
    expect(cell.isFree(q)).toBe(true);
  });

  it('checks attached objects, except against the links that hold them', () => {
    const scene = new Scene();
    scene.add(sphere(0.1), { position: [3.5, 0, 0] }, { name: 'ball' });
    const cell = new RobotCell({ model: arm(3).build(), scene });
    const q = Float64Array.of(0, 0, 0);
    expect(cell.isFree(q)).toBe(true);
    const rod = cell.attach(
      capsule(0.01, 0.4),
      'link3',
      { position: [1, 0, 0], rotation: [0, 1, 0, 1] },
      { name: 'rod' },
    );
    expect(names(cell)).toContain('rod ball');
    expect(names(cell)).toContain('link1 rod');
    expect(names(cell)).not.toContain('link2 rod');
    expect(names(cell)).not.toContain('link3 rod');
    expect(cell.isFree(q)).toBe(false);
    expect(cell.clearance(q)).toMatchObject({ a: 'rod', b: 'ball' });
    cell.detach(rod);
    cell.detach(rod);
    expect(cell.isFree(q)).toBe(true);
    cell.attach(sphere(0.5), 'link3', {}, { touching: ['ball', 'base', 'link1'] });
    expect(names(cell).some((name) => name.includes('attached'))).toBe(false);
  });
});

describe('clearance', () => {
  it('is the least distance, whose gradient agrees with differences', () => {
    let checked = 0;
    forAll({ seed: 3, cases: 120, tries: 100 }, (rng) => {
      const cell = randomCell(rng);
      const { model } = cell;
      if (cell.pairs.length === 0) {
        expect(cell.clearance(randomConfiguration(model, rng)).distance).toBe(Infinity);
        return;
      }
      const q = randomConfiguration(model, rng);
      const { distance, lower, upper, gradient, a, b } = { ...cell.clearance(q) };
      const slope = gradient.slice();
      expect(distance).toBeGreaterThanOrEqual(lower - 1e-9);
      expect(distance).toBeLessThanOrEqual(upper + 1e-9);
      expect(Math.max(0, distance)).toBeCloseTo(leastDistance(cell, q), 8);
      expect(cell.isFree(q)).toBe(distance > cell.padding);
      if (distance < 0.01) return;
      const direction = Float64Array.from({ length: model.nv }, () => rng.uniform(-1, 1));
      const h = 1e-6;
      const moved = (step: number): number => {
        const there = cell.clearance(
          integrate(
            model,
            q,
            direction.map((x) => step * x),
          ),
        );
        return there.a === a && there.b === b ? there.distance : Number.NaN;
      };
      const expected = (moved(h) - moved(-h)) / (2 * h);
      if (Number.isNaN(expected)) return;
      checked++;
      const found = slope.reduce((sum, x, k) => sum + x * direction[k], 0);
      expect(Math.abs(found - expected)).toBeLessThan(1e-4);
    });
    expect(checked).toBeGreaterThan(50);
  });

  it('is negative where shapes overlap', () => {
    const scene = new Scene();
    scene.add(sphere(0.2), { position: [0.5, 0.15, 0] }, { name: 'ball' });
    const cell = new RobotCell({ model: arm(1).build(), scene });
    const { distance, a, b } = cell.clearance(Float64Array.of(0));
    expect(distance).toBeCloseTo(-0.07, 9);
    expect([a, b]).toEqual(['link1', 'ball']);
  });

  it('finds the nearest triangle of a mesh', () => {
    const scene = new Scene();
    const heights = Array.from({ length: 100 }, (_, k) => [k % 10, Math.floor(k / 10), 0.01 * (k % 3)]);
    const triangles = Array.from({ length: 81 }, (_, k) => k + Math.floor(k / 9)).flatMap((k) => [
      k,
      k + 1,
      k + 11,
      k,
      k + 11,
      k + 10,
    ]);
    scene.add(triangleMesh(heights.flat(), triangles), { position: [-5, -5, -0.5] }, { name: 'ground' });
    const cell = new RobotCell({ model: arm(3).build(), scene });
    const rng = new Rng(7);
    for (let k = 0; k < 20; k++) {
      const q = randomConfiguration(cell.model, rng);
      expect(Math.max(0, cell.clearance(q).distance)).toBeCloseTo(leastDistance(cell, q), 9);
    }
  });
});

describe('checkBatch', () => {
  it('agrees with isFree', () => {
    const rng = new Rng(4);
    const cell = randomCell(rng);
    const many = Array.from({ length: 50 }, () => randomConfiguration(cell.model, rng));
    const out = new Uint8Array(50);
    expect(cell.checkBatch(Float64Array.from(many.flatMap((q) => [...q])), out)).toBe(out);
    expect([...out]).toEqual(many.map((q) => Number(cell.isFree(q))));
  });
});

describe('wrong arguments', () => {
  const model = arm(2).build();
  const cell = new RobotCell({ model });
  const q = Float64Array.of(0, 0);
  const rows: readonly [() => unknown, string][] = [
    [() => new RobotCell(undefined as never), 'RobotCell: options is undefined; give { model, scene? }'],
    [() => new RobotCell({ model: 1 as never }), 'RobotCell: model is 1; give a model made by ModelBuilder'],
    [() => new RobotCell({ model, scene: {} as never }), "give a Scene of 'proximal/scene'"],
    [
      () => new RobotCell({ model, padding: -1 }),
      'RobotCell: options.padding is -1; give meters, finite and not negative',
    ],
    [
      () => new RobotCell({ model, allowed: ['a'] as never }),
      'RobotCell: options.allowed[0] is "a"; give pairs of names',
    ],
    [() => new RobotCell({ model, shapes: 'exact' } as never), 'there is no such option'],
    [() => cell.isFree(Float64Array.of(1)), 'RobotCell.isFree: q is Float64Array [1]; give a Float64Array of length 2'],
    [() => cell.clearance(Float64Array.of(0, Number.NaN)), 'RobotCell.clearance: q[1] is NaN; give finite numbers'],
    [() => cell.motion(q, ['0', 0] as never), 'RobotCell.motion: to is an array of length 2'],
    [() => cell.motion(q, q, { timeTolerance: 2 }), 'options.timeTolerance is 2; give a fraction of the motion'],
    [() => cell.motion(q, q, { maxIntervals: 0 }), 'options.maxIntervals is 0; give a number of intervals'],
    [() => cell.checkBatch(Float64Array.of(1)), 'give 2 numbers for each configuration'],
    [
      () => cell.checkBatch(q, new Uint8Array(3)),
      'RobotCell.checkBatch: out is Uint8Array [0, 0, 0]; give a Uint8Array of length 1',
    ],
    [() => cell.attach(halfspace(), 'link1'), 'give a bounded shape: a robot cannot carry a half-space'],
    [() => cell.attach(sphere(1), 'nowhere'), 'RobotCell.attach: frame is "nowhere"; there is no such frame'],
    [() => cell.attach(sphere(1), 'link1', {}, { name: '' }), 'give a name that is not empty'],
  ];
  for (const [call, message] of rows) it(message, () => expect(call).toThrow(message));
});
