// Closed meshes are solids for each other: they come to rest like convex bodies of the same form, and gain no energy.
import { afterAll, describe, expect, it } from 'vitest';
import { box, halfspace, setTarget, target, type Vec3 } from '../../src/index.ts';
import type { Rng } from '../../src/math/index.ts';
import { type Geometry, heightField, Scene, type TriangleMesh, triangleMesh } from '../../src/scene/index.ts';
import { freeBody, type RigidBody, Simulator, World } from '../../src/sim/index.ts';
import { ellMesh } from '../fixtures/ell-mesh.ts';
import { cup, torus } from '../fixtures/revolved.ts';
import { blob, boxMesh } from '../fixtures/solids.ts';
import { forAll } from '../for-all.ts';
import { flatMesh } from './floors.ts';
import { check, solver } from './step-differences.ts';

const initialTarget = target();
afterAll(() => setTarget(initialTarget));

function ell(): TriangleMesh {
  const { vertices, triangles } = ellMesh();
  return triangleMesh(
    vertices.map((x) => 0.07 * x),
    triangles,
  );
}

const solids: readonly ((rng: Rng) => TriangleMesh)[] = [
  () => torus(0.1, 0.04, 10),
  () => cup(0.08, 0.12, 0.02, 10),
  ell,
  () => boxMesh([0.1, 0.08, 0.06]),
  () => boxMesh([0.15, 0.1, 0.01]),
  () => boxMesh([0.2, 0.03, 0.03]),
  (rng) => blob(rng, 0.08, 6),
];

const floors: readonly (() => Geometry)[] = [
  halfspace,
  () => flatMesh(0.8, 0.13, 0.3),
  () => boxMesh([0.8, 0.8, 0.1]),
  () => heightField(new Float64Array(81), { columns: 9, rows: 9, spacing: 0.2 }),
];

/** A world whose floor has its surface at z = 0. */
function over(floor: Geometry, timeStep = 1 / 240): World {
  const world = new World({ sleeping: false, friction: 0.5, timeStep });
  const isThick = floor.kind === 'triangleMesh' && floor.boundingBox().max[2] > 0;
  world.add(floor, { type: 'static', pose: { position: [0, 0, isThick ? -0.1 : 0] } });
  return world;
}

function run(world: World, seconds: number): { growth: number; depth: number } {
  let [growth, depth] = [0, 0];
  let before = Infinity;
  for (let k = 0; k < seconds / world.timeStep; k++) {
    world.step();
    const { kineticEnergy, potentialEnergy, penetration } = world.report();
    growth = Math.max(growth, kineticEnergy + potentialEnergy - before);
    before = kineticEnergy + potentialEnergy;
    depth = Math.max(depth, penetration);
  }
  return { growth, depth };
}

const speed = ({ velocity: { linear, angular } }: RigidBody): number => Math.hypot(...linear, ...angular);

describe('two closed meshes', () => {
  it('fall on each other and on every floor without gaining energy', () => {
    // Each try to shrink a failing case would take as long as the case, two seconds.
    forAll({ seed: 11, cases: 12, tries: 8 }, (rng, k) => {
      const world = over(floors[k % floors.length]());
      const bodies = [0.25, 0.57].map((height) =>
        world.add(solids[rng.index(solids.length)](rng), {
          density: 500,
          pose: { position: [rng.uniform(-0.05, 0.05), rng.uniform(-0.05, 0.05), height], rotation: rng.rotation() },
          velocity: { angular: [rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1)] },
        }),
      );
      const { growth, depth } = run(world, 1.5);
      // About 5 J of energy are in the fall.
      expect(growth).toBeLessThan(1e-7);
      // A fast plate stops within a step at an overlap of a quarter of its half thickness, 2.5 mm, and a slow body moves on by up to 2 mm.
      expect(depth).toBeLessThan(4.5e-3);
      for (const { pose } of bodies) expect(pose[2]).toBeGreaterThan(-0.011);
    });
  });

  it('of boxes come to rest like convex boxes, with at most about twice their penetration', () => {
    const sizes: Vec3[] = [
      [0.1, 0.08, 0.06],
      [0.2, 0.03, 0.03],
    ];
    forAll({ seed: 5, cases: 6 }, (rng) => {
      const poses = [0.25, 0.57].map((z) => ({ position: [rng.uniform(-0.05, 0.05), 0, z], rotation: rng.rotation() }));
      const [depthOfMeshes, depthOfBoxes] = [boxMesh, (half: Vec3) => box(...half)].map((make) => {
        const world = over(halfspace());
        const bodies = sizes.map((half, k) => world.add(make(half), { density: 500, pose: poses[k] }));
        const { growth, depth } = run(world, 3);
        expect(growth).toBeLessThan(1e-6);
        for (const body of bodies) expect(speed(body)).toBeLessThan(1e-4);
        return depth;
      });
      expect(depthOfMeshes).toBeLessThan(2 * depthOfBoxes + 1e-3);
    });
  });

  it('stack: the heights are sums, and the contact carries the weight', () => {
    for (const isTurned of [false, true]) {
      const world = over(boxMesh([0.8, 0.8, 0.1]));
      const bodies = [0, 1, 2].map((k) =>
        world.add(boxMesh([0.1, 0.1, 0.05], isTurned), { pose: { position: [0.02 * k, 0, 0.05 + 0.101 * k] } }),
      );
      run(world, 2);
      bodies.forEach((body, k) => {
        expect(body.pose[2]).toBeCloseTo(0.05 + 0.1 * k, 7);
        expect(speed(body)).toBeLessThan(1e-5);
      });
      const impulse = world
        .report()
        .contacts.filter(({ a }) => a === world.scene.bodies[0])
        .reduce((sum, contact) => sum + contact.impulse[2], 0);
      expect(240 * impulse).toBeCloseTo(9.81 * (bodies[0].mass + bodies[1].mass + bodies[2].mass), 3);
    }
  });

  it('crossed bars rest on four points', () => {
    const world = over(halfspace());
    world.add(boxMesh([0.2, 0.03, 0.03]), { pose: { position: [0, 0, 0.03] } });
    const top = world.add(boxMesh([0.03, 0.2, 0.03]), { pose: { position: [0, 0, 0.0901] } });
    run(world, 2);
    expect(top.pose[2]).toBeCloseTo(0.09, 6);
    expect(speed(top)).toBeLessThan(1e-5);
    const between = world.report().contacts.filter(({ a, b }) => !a.static && !b.static);
    expect(between).toHaveLength(4);
  });

  it('a body in a closed room stays in the room', () => {
    for (const isTurned of [false, true]) {
      const world = new World({ sleeping: false });
      world.add(boxMesh([0.5, 0.5, 0.5], isTurned), { type: 'static' });
      const bodies = [ell(), boxMesh([0.1, 0.1, 0.1])].map((shape, k) =>
        world.add(shape, { pose: { position: [0.3 * k - 0.2, 0, 0] }, velocity: { linear: [1, 0.5, 0] } }),
      );
      const { depth } = run(world, 2);
      // A fast plate stops within a step at an overlap of a quarter of its half thickness, 2.5 mm, and a slow body moves on by up to 2 mm.
      expect(depth).toBeLessThan(4.5e-3);
      for (const { pose } of bodies) for (let k = 0; k < 3; k++) expect(Math.abs(pose[k])).toBeLessThan(0.502);
    }
  });

  it('are bitwise identical on both targets, and continue bitwise identically from snapshots', () => {
    const states = (['js', 'wasm'] as const).map((name) => {
      setTarget(name);
      const world = over(flatMesh(0.8, 0.2));
      world.add(torus(0.1, 0.04, 10), { pose: { position: [0, 0, 0.05] } });
      world.add(cup(0.08, 0.12, 0.02, 10), { pose: { position: [0.05, 0.02, 0.15], rotation: [0.6, 0, 0, 0.8] } });
      run(world, 0.2);
      const twin = World.restore(world.snapshot());
      run(world, 0.2);
      run(twin, 0.2);
      expect(twin.state).toEqual(world.state);
      return world.state;
    });
    setTarget(initialTarget);
    expect(states[0]).toEqual(states[1]);
  });

  it.each([
    ['a corner on a face', [0.3, 0.2, 0.1, Math.sqrt(0.86)], [0.01, 0.02]],
    ['crossing edges', [0.4, 0, 0.05, Math.sqrt(0.8375)], [0.2, 0]],
  ] as const)('have derivatives that agree with central differences: %s', (_what, rotation, [x, y]) => {
    const scene = new Scene({ margin: 0.05 });
    scene.add(boxMesh([0.2, 0.2, 0.1]), { position: [0, 0, -0.1] }, { static: true });
    const [cube] = [boxMesh([0.1, 0.1, 0.1])];
    const lowest = (z: number): number => {
      const probe = new Scene();
      probe.add(boxMesh([0.2, 0.2, 0.1]), { position: [0, 0, -0.1] });
      probe.add(cube, { position: [x, y, z], rotation });
      return probe.distances({ upTo: 1 })[0].distance;
    };
    const models = [freeBody(cube, { mass: 1, pose: { position: [x, y, 0.3 - lowest(0.3) + 1e-3], rotation } })];
    const sim = new Simulator({ solver, timeStep: 1e-3, margin: 0.05, models, scene });
    sim.setState({ v: Float64Array.of(0.1, 0.2, -3, 0.5, 0.2, 0.1) });
    sim.step();
    expect(sim.report().contacts.filter(({ impulse }) => Math.hypot(...impulse) > 0)).toHaveLength(1);
    check(sim);
  });
});

describe('contacts of overlapping closed meshes', () => {
  it('have the outward normal and the depth: on a face, at a corner and at crossing edges', () => {
    const contactsOf = (pose: { position: readonly number[]; rotation?: readonly number[] }) => {
      const scene = new Scene({ margin: 0.01 });
      scene.add(boxMesh([0.2, 0.2, 0.1]), {});
      scene.add(boxMesh([0.1, 0.1, 0.1]), pose);
      return scene.contacts();
    };
    for (const depth of [0.003, 1e-6, -0.004]) {
      const flat = contactsOf({ position: [0.01, 0.02, 0.2 - depth] });
      expect(flat.reduce((sum, { points }) => sum + points.length, 0)).toBe(4);
      for (const { normal, distance } of flat) {
        expect(normal[2]).toBeCloseTo(1, 12);
        expect(distance).toBeCloseTo(-depth, 12);
      }
    }
    // A cube on its corner: the space diagonal is vertical.
    const angle = Math.acos(1 / Math.sqrt(3)) / 2;
    const rotation = [Math.SQRT1_2 * Math.sin(angle), -Math.SQRT1_2 * Math.sin(angle), 0, Math.cos(angle)];
    const [corner, ...others] = contactsOf({ position: [0.03, 0.02, 0.1 + 0.1 * Math.sqrt(3) - 0.002], rotation });
    expect(others).toHaveLength(0);
    expect(corner.normal[2]).toBeCloseTo(1, 12);
    expect(corner.depth).toBeCloseTo(0.002, 9);
  });

  it('of two edges are along their common normal', () => {
    const scene = new Scene({ margin: 0.01 });
    const half = Math.PI / 8;
    // Both stand on an edge: the edges cross at a right angle.
    scene.add(boxMesh([0.3, 0.05, 0.05]), { rotation: [Math.sin(half), 0, 0, Math.cos(half)] });
    const height = 0.1 * Math.SQRT2 - 0.001;
    scene.add(boxMesh([0.05, 0.3, 0.05]), {
      position: [0.01, 0.02, height],
      rotation: [0, Math.sin(half), 0, Math.cos(half)],
    });
    const [contact, ...others] = scene.contacts();
    expect(others).toHaveLength(0);
    expect(contact.normal[2]).toBeCloseTo(1, 12);
    expect(contact.depth).toBeCloseTo(0.001, 12);
    expect(contact.points).toHaveLength(1);
  });
});
