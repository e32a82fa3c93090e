// Cells whose links are balls: checks by the kernel against distances, motions, sampled plans, and covers of shapes.
import { describe, expect, it } from 'vitest';
import {
  forwardKinematics,
  geometryPoses,
  type Model,
  ModelBuilder,
  randomConfiguration,
} from '../../src/dynamics/index.ts';
import { box, capsule, convex, cylinder, distance, ellipsoid, halfspace, type Shape, sphere } from '../../src/index.ts';
import { Rng } from '../../src/math/index.ts';
import { certifyCover, certifyMotion, fitSpheres, planMotion, RobotCell, simplify } from '../../src/planning/index.ts';
import { Scene, triangleMesh } from '../../src/scene/index.ts';
import { forAll } from '../for-all.ts';

const kinds = ['revolute', 'continuous', 'prismatic', 'helical'] as const;

/** A chain with three balls on each link. The first joint is a free-flyer unless `simple`. */
function robotOfBalls(rng: Rng, links: number, simple: boolean): Model {
  const builder = new ModelBuilder().link('base').geometry('base', { shape: sphere(0.05) });
  builder.joint('mount', { kind: 'fixed', parent: 'world', child: 'base' });
  for (let k = 0; k < links; k++) {
    const kind = !simple && k === 0 ? 'free-flyer' : kinds[rng.index(kinds.length)];
    builder.link(`link${k}`, { mass: 1, inertia: [1, 1, 1] });
    builder.joint(`joint${k}`, {
      kind,
      parent: k === 0 ? 'base' : `link${k - 1}`,
      child: `link${k}`,
      placement: { position: [0, 0, k === 0 ? 0.1 : 0.4], rotation: rng.rotation() },
      ...(kind === 'free-flyer' ? {} : { axis: rng.direction(), lower: -3, upper: 3 }),
      ...(kind === 'helical' ? { pitch: rng.uniform(-0.2, 0.2) } : {}),
    });
    for (const z of [0.1, 0.2, 0.3])
      builder.geometry(`link${k}`, {
        shape: sphere(rng.uniform(0.02, 0.08)),
        pose: { position: [rng.uniform(-0.03, 0.03), 0, z] },
      });
  }
  return builder.build();
}

function obstacles(rng: Rng, count: number): Scene {
  const scene = new Scene();
  const shapes: (() => Shape)[] = [
    () => box(rng.uniform(0.02, 0.3), rng.uniform(0.02, 0.3), rng.uniform(0.02, 0.3)),
    () => cylinder(rng.uniform(0.02, 0.2), rng.uniform(0.02, 0.3)),
    () => capsule(rng.uniform(0.02, 0.1), rng.uniform(0.02, 0.3)),
    () => sphere(rng.uniform(0.02, 0.2)),
    () => ellipsoid(0.05, 0.1, rng.uniform(0.05, 0.3)),
  ];
  for (let k = 0; k < count; k++) {
    const position = rng.direction().map((x) => x * rng.uniform(0.3, 1.2));
    scene.add(shapes[rng.index(shapes.length)](), { position, rotation: rng.rotation() }, { name: `obstacle${k}` });
  }
  if (rng.uniform() < 0.3) scene.add(halfspace(), { position: [0, 0, -0.6] }, { name: 'floor' });
  if (rng.uniform() < 0.3)
    scene.add(
      triangleMesh([0, 0, 0, 0.4, 0, 0, 0, 0.4, 0, 0, 0, 0.4], [0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2]),
      { position: [0.3, 0.3, 0.3] },
      { name: 'mesh' },
    );
  return scene;
}

const cellOf = (rng: Rng, simple: boolean): RobotCell =>
  new RobotCell({
    model: robotOfBalls(rng, 1 + rng.index(4), simple),
    scene: obstacles(rng, rng.index(8)),
    padding: rng.uniform() < 0.3 ? 0.03 : 0,
    geometry: 'spheres',
  });

/** The least distance of all pairs that a cell checks, by the free function `distance`. */
function leastDistance(cell: RobotCell, q: Float64Array): number {
  const { model, scene } = cell;
  const data = model.createData();
  forwardKinematics(model, data, q);
  const poses = geometryPoses(model, data);
  const pairs = new Set(cell.pairs.map(({ a, b }) => [a, b].sort().join(' ')));
  const robot = model.geometries.map(({ link, shape }, k) => ({
    name: link,
    shape,
    pose: poses.slice(7 * k, 7 * k + 7),
  }));
  const bodies = (scene?.bodies ?? []).flatMap(({ name, shape, pose }) =>
    'partCount' in shape
      ? Array.from({ length: shape.partCount }, (_, k) => ({ name, shape: shape.part(k), pose }))
      : [{ name, shape, pose }],
  );
  let smallest = Infinity;
  for (const [i, a] of robot.entries())
    for (const b of [...robot.slice(i + 1), ...bodies])
      if (pairs.has([a.name, b.name].sort().join(' ')))
        smallest = Math.min(smallest, distance(a.shape as Shape, a.pose, b.shape as Shape, b.pose).distance);
  return smallest;
}

describe('cells of balls', () => {
  for (const simple of [true, false])
    it(`agree with the distances of all pairs, ${simple ? 'with joints of one coordinate' : 'with a free joint'}`, () => {
      forAll({ seed: 31, cases: 15 }, (rng) => {
        const cell = cellOf(rng, simple);
        const all = Array.from({ length: 21 }, () => randomConfiguration(cell.model, rng));
        const batch = cell.checkBatch(Float64Array.from(all.flatMap((q) => [...q])));
        for (const [k, q] of all.entries()) {
          const smallest = leastDistance(cell, q);
          expect(batch[k]).toBe(cell.isFree(q) ? 1 : 0);
          if (Math.abs(smallest - cell.padding) > 1e-9) expect(cell.isFree(q)).toBe(smallest > cell.padding);
        }
      });
    });

  it('place joints at large angles', () => {
    const rng = new Rng(4);
    const cell = new RobotCell({ model: robotOfBalls(rng, 3, true), scene: obstacles(rng, 6), geometry: 'spheres' });
    for (let k = 0; k < 20; k++) {
      const q = randomConfiguration(cell.model, rng).map((x) => 1e7 * x);
      const smallest = leastDistance(cell, q);
      if (Math.abs(smallest) > 1e-6) expect(cell.isFree(q)).toBe(smallest > 0);
    }
  });

  it('prove motions, and find the contacts of others', () => {
    let [free, contacts] = [0, 0];
    forAll({ seed: 32, cases: 25 }, (rng) => {
      const cell = cellOf(rng, true);
      let from = randomConfiguration(cell.model, rng);
      for (let k = 0; k < 20 && !cell.isFree(from); k++) from = randomConfiguration(cell.model, rng);
      const far = randomConfiguration(cell.model, rng);
      const to = from.map((x, k) => x + (far[k] - x) / 2);
      const { status, proof, contact } = cell.motion(from, to);
      if (status === 'free') {
        free++;
        expect(certifyMotion(cell, proof as NonNullable<typeof proof>).valid).toBe(true);
      }
      if (contact) {
        contacts++;
        const at = from.map((x, k) => x + contact.upper * (to[k] - x));
        expect(leastDistance(cell, at)).toBeLessThanOrEqual(cell.padding + 1e-9);
      }
    });
    expect(free).toBeGreaterThan(2);
    expect(contacts).toBeGreaterThan(2);
  });

  it('keep spheres and cover other shapes, also of attached objects', () => {
    const model = new ModelBuilder()
      .link('arm', { mass: 1, inertia: [1, 1, 1] })
      .joint('turn', { kind: 'revolute', parent: 'world', child: 'arm', lower: -3, upper: 3 })
      .geometry('arm', { shape: box(0.3, 0.05, 0.05), pose: { position: [0.3, 0, 0] } })
      .geometry('arm', { shape: sphere(0.06) })
      .build();
    const scene = new Scene();
    scene.add(sphere(0.05), { position: [0, 0.8, 0] }, { name: 'ball' });
    const exact = new RobotCell({ model, scene });
    const spheres = new RobotCell({ model, scene, geometry: 'spheres', excess: 0.02 });
    // The sphere of the arm stays one solid; the box is covered.
    expect(spheres.pairs.length).toBeGreaterThan(exact.pairs.length);
    const differences = Array.from({ length: 61 }, (_, k) => {
      const q = [k / 20 - 1.5];
      return exact.clearance(q).distance - spheres.clearance(q).distance;
    });
    expect(Math.min(...differences)).toBeGreaterThan(-1e-9);
    expect(Math.max(...differences)).toBeLessThan(0.02 + 1e-9);
    for (const cell of [exact, spheres]) {
      expect(cell.isFree([Math.PI / 2])).toBe(true);
      const cube = cell.attach(box(0.05, 0.05, 0.05), 'arm', { position: [0.75, 0, 0] });
      expect(cell.isFree([Math.PI / 2])).toBe(false);
      expect(cell.isFree([0])).toBe(true);
      cell.detach(cube);
    }
  });
});

/** A small ball on a slider, and a wall with the half-thickness `thickness`. Samples can miss a thin wall. */
function wallCell(thickness: number, geometry: 'exact' | 'spheres'): RobotCell {
  const model = new ModelBuilder()
    .link('slider', { mass: 1, inertia: [1, 1, 1] })
    .joint('slide', { kind: 'prismatic', parent: 'world', child: 'slider', axis: [1, 0, 0], lower: -2, upper: 2 })
    .geometry('slider', { shape: sphere(0.002) })
    .build();
  const scene = new Scene();
  scene.add(box(thickness, 1, 1), { position: [0.51, 0, 0] }, { name: 'wall' });
  return new RobotCell({ model, scene, geometry });
}

describe("edges: 'sampled'", () => {
  it('has no proof, and misses obstacles between two samples, unlike proven edges', () => {
    for (const geometry of ['exact', 'spheres'] as const) {
      const thin = wallCell(0.001, geometry);
      const sampled = planMotion(thin, { start: [-1], goal: [1], edges: 'sampled', resolution: 16 });
      expect(sampled.status).toBe('solved');
      expect(sampled.proof).toEqual([]);
      expect(sampled.resolution).toBe(16);
      expect(certifyMotion(thin, sampled).valid).toBe(false);
      expect(planMotion(thin, { start: [-1], goal: [1], maxIterations: 50 }).status).toBe('failed');
      // A wall wider than the distance between samples is found.
      const thick = wallCell(0.04, geometry);
      const plan = planMotion(thick, { start: [-1], goal: [1], edges: 'sampled', resolution: 16, maxIterations: 50 });
      expect(plan.failure).toBe('iterations');
    }
  });

  it('plans free configurations, equal for both geometries of balls, and simplifies them', () => {
    forAll({ seed: 33, cases: 8 }, (rng) => {
      const model = robotOfBalls(rng, 3, true);
      const scene = obstacles(rng, 5);
      const [spheres, exact] = (['spheres', 'exact'] as const).map(
        (geometry) => new RobotCell({ model, scene, geometry }),
      );
      const [start, goal] = [randomConfiguration(model, rng), randomConfiguration(model, rng)];
      const options = { start, goal, edges: 'sampled', seed: 3, maxIterations: 300 } as const;
      const plan = planMotion(spheres, options);
      expect(plan.path).toEqual(planMotion(exact, options).path);
      if (plan.status === 'failed') return;
      const short = simplify(plan);
      expect(short.statistics.length).toBeLessThanOrEqual(plan.statistics.length + 1e-9);
      expect(short.resolution).toBe(32);
      for (const q of [...plan.path, ...short.path]) expect(leastDistance(spheres, q)).toBeGreaterThan(0);
    });
  });
});

describe('covers by balls', () => {
  const shapes: Record<string, Shape> = {
    box: box(0.1, 0.05, 0.2),
    plate: box(0.1, 0.1, 0.001),
    cylinder: cylinder(0.05, 0.2),
    capsule: capsule(0.05, 0.2),
    ellipsoid: ellipsoid(0.05, 0.1, 0.2),
    hull: convex(
      Array.from({ length: 20 }, (_, k) => new Rng(k).direction().map((x) => 0.1 * x) as [number, number, number]),
    ),
  };
  for (const [name, shape] of Object.entries(shapes))
    it(`contain the shape (${name}), and reach at most the excess beyond it`, () => {
      const cover = fitSpheres(shape, { excess: 0.03 });
      expect(cover.excess).toBeLessThanOrEqual(0.03);
      const certificate = certifyCover(shape, cover);
      expect(certificate.reason).toBe('');
      expect(certificate.valid).toBe(true);
      expect(certifyCover(shape, { ...cover, excess: 0.5 * cover.excess }).valid).toBe(false);
      const smaller = cover.spheres.map(({ center, radius }) => ({ center, radius: 0.8 * radius }));
      expect(certifyCover(shape, { spheres: smaller, excess: 1 }).valid).toBe(false);
      expect(certifyCover(shape, { spheres: [], excess: 1 }).reason).toBe('there are no balls');
      // Points of the shape, independently of the proof.
      const rng = new Rng(5);
      for (let k = 0; k < 300; k++) {
        const [p, q] = [shape.support(rng.direction()), shape.support(rng.direction())];
        const t = rng.uniform();
        const x = p.map((value, i) => value + t * (q[i] - value));
        const isCovered = cover.spheres.some(
          ({ center, radius }) => Math.hypot(...x.map((value, i) => value - center[i])) <= radius,
        );
        expect(isCovered).toBe(true);
      }
    });

  it('have one ball for a sphere, the sphere itself', () => {
    const { spheres, excess } = fitSpheres(sphere(0.2), { excess: 1e-3 });
    expect(spheres).toHaveLength(1);
    expect(spheres[0].radius).toBeCloseTo(0.2, 8);
    expect(excess).toBeLessThan(1e-8);
  });
});

describe('arguments', () => {
  const model = robotOfBalls(new Rng(1), 2, true);
  const cell = new RobotCell({ model });
  const zero = [...model.reference];

  it('may be plain arrays', () => {
    const rng = new Rng(8);
    const q = randomConfiguration(model, rng);
    expect(cell.isFree([...q])).toBe(cell.isFree(q));
    expect(cell.clearance([...q]).distance).toBe(cell.clearance(q).distance);
    expect([...cell.checkBatch([...q, ...zero])]).toEqual([...cell.checkBatch(Float64Array.of(...q, ...zero))]);
    expect(cell.motion(zero, [...q])).toEqual(cell.motion(Float64Array.from(zero), q));
    const many = planMotion(cell, { start: zero, goal: [[...q], zero] });
    expect(many).toEqual({
      ...planMotion(cell, { start: zero, goal: [q, Float64Array.from(zero)] }),
      statistics: many.statistics,
    });
    expect(planMotion(cell, { start: zero, goal: [...q] }).path.at(-1)).toEqual(
      planMotion(cell, { start: zero, goal: q }).path.at(-1),
    );
  });

  const rows: [string, () => unknown, string][] = [
    [
      'an unknown geometry',
      () => new RobotCell({ model, geometry: 'balls' as never }),
      'RobotCell: options.geometry is "balls"; give one of exact, spheres',
    ],
    [
      'an excess of exact geometry',
      () => new RobotCell({ model, excess: 0.1 }),
      "RobotCell: options.excess is 0.1; leave it out, or give geometry: 'spheres'",
    ],
    [
      'an excess of zero',
      () => new RobotCell({ model, geometry: 'spheres', excess: 0 }),
      'RobotCell: options.excess is 0; give meters',
    ],
    [
      'an unknown allowed name',
      () => new RobotCell({ model, allowed: [['link0', 'tabel']] }),
      'RobotCell: options.allowed[0] is "tabel"; give names of links of the model or bodies of the scene',
    ],
    [
      'an unknown touching name',
      () => cell.attach(box(1, 1, 1), 'link1', {}, { touching: ['bench'] }),
      'RobotCell.attach: options.touching is "bench"; give the name of a link',
    ],
    [
      'an unknown kind of edges',
      () => planMotion(cell, { start: zero, goal: zero, edges: 'none' as never }),
      'planMotion: options.edges is "none"; give one of proven, sampled',
    ],
    [
      'a resolution of proven edges',
      () => planMotion(cell, { start: zero, goal: zero, resolution: 32 }),
      "planMotion: options.resolution is 32; leave it out, or give edges: 'sampled'",
    ],
    [
      'a resolution of zero',
      () => planMotion(cell, { start: zero, goal: zero, edges: 'sampled', resolution: 0 }),
      'planMotion: options.resolution is 0; give samples',
    ],
    ['a plain array of another length', () => cell.isFree([0]), 'RobotCell.isFree: q is '],
    ['a batch of another length', () => cell.checkBatch([0]), 'RobotCell.checkBatch: configurations is '],
    [
      'a NaN in a batch',
      () => cell.checkBatch([...zero, Number.NaN, 0]),
      'RobotCell.checkBatch: configurations, configuration 1 (the first is 0)[0] is NaN',
    ],
    ['a half-space to cover', () => fitSpheres(halfspace()), 'fitSpheres: shape is '],
    [
      'an excess that is not positive',
      () => fitSpheres(box(1, 1, 1), { excess: -1 }),
      'fitSpheres: options.excess is -1; give meters',
    ],
    [
      'an excess that needs too many cells',
      () => fitSpheres(box(1, 1, 1), { excess: 1e-5 }),
      'fitSpheres: options.excess is 0.00001; give a larger excess',
    ],
    ['an invalid cover', () => certifyCover(box(1, 1, 1), {} as never), 'certifyCover: cover is '],
  ];
  for (const [name, act, message] of rows)
    it(`refuse ${name}`, () => {
      expect(act).toThrow(message);
    });
});
