// Allocations of an operation fail, one in each try (see faults.ts). An error must be a RangeError that leaves the state unchanged, and the
// repeated operation must give the same bits as without a failure.
import { describe, expect, it } from 'vitest';
import { differentiate } from '../src/derivatives/index.ts';
import { convexHull } from '../src/hull/convex-hull.ts';
import {
  box,
  capsule,
  collideBatch,
  convex,
  cylinder,
  distance,
  distanceBatch,
  ellipsoid,
  growthDistance,
  halfspace,
  Pair,
  penetration,
  type Shape,
  signedDistance,
  sphere,
} from '../src/index.ts';
import { compound, decompose, heightField, Scene, triangleMesh } from '../src/scene/index.ts';
import { freeBody, Simulator } from '../src/sim/index.ts';
import { failEach, type Operation } from './faults.ts';
import { Rng } from './random.ts';

const pose = (x: number, y = 0.1, z = 0.2) => ({ position: [x, y, z] as const });

/** A hull that by default is too large for a slot, so that it has a block in the cache. */
function rock(seed = 1, count = 60): Shape {
  const rng = new Rng(seed);
  return convex(Array.from({ length: count }, () => rng.direction()));
}

const pebble = rock(8, 20);

function shapes(): [Shape, Shape][] {
  return [
    [rock(1), rock(2)],
    [box(1, 1, 1), sphere(0.5)],
    [ellipsoid(1, 0.7, 0.5), cylinder(0.5, 1)],
    [halfspace(), rock(3)],
  ];
}

/** Built once, like `pebble`, so that building it is no part of an operation. */
const brick = box(0.5, 0.5, 0.5);

const ground = { vertices: [-5, -5, 0, 5, -5, 0, 5, 5, 0, -5, 5, 0], triangles: [0, 1, 2, 0, 2, 3] };

function makeScene(): Scene {
  const scene = new Scene({ margin: 0.1 });
  scene.add(halfspace(), {}, { static: true });
  scene.add(heightField([0, 0.1, 0, 0.1, 0, 0.1, 0, 0.1, 0], { columns: 3, rows: 3, spacing: 4 }), pose(9), {
    static: true,
  });
  scene.add(triangleMesh(ground.vertices, ground.triangles), pose(-9, 0, 0), { static: true });
  scene.add(compound([{ shape: pebble }, { shape: sphere(0.4), pose: [1, 0, 0, 0, 0, 0, 1] }]), pose(3, 0, 0.5));
  // More bodies than the initial capacity of the tables.
  const stone = rock(7);
  for (let k = 0; k < 70; k++) scene.add(k % 9 ? brick : stone, pose(1.02 * (k % 9), 1.02 * Math.floor(k / 9), 0.4));
  return scene;
}

function simulator(): Simulator {
  const world = new Scene({ margin: 0.05 });
  world.add(halfspace(), {}, { static: true });
  const models = Array.from({ length: 8 }, (_, k) => {
    const shape = k % 3 === 0 ? pebble : k % 3 === 1 ? box(0.4, 0.4, 0.4) : capsule(0.3, 0.3);
    return freeBody(shape, { mass: 1, pose: pose(0.7 * (k % 4), 0.75 * Math.floor(k / 4), 0.45) });
  });
  return new Simulator({ models, scene: world, friction: 0.6 });
}

function stepped(count: number): Simulator {
  const sim = simulator();
  for (let k = 0; k < count; k++) sim.step();
  return sim;
}

const makeNone = () => null;

const operations: Record<string, Operation<never> | Operation<null>> = {
  'single queries': {
    make: () => shapes() as never,
    run: (pairs: [Shape, Shape][]) =>
      pairs.map(([a, b]) => [
        distance(a, {}, b, pose(3)),
        signedDistance(a, {}, b, pose(0.5)),
        penetration(a, {}, b, pose(0.5), { keepProof: true }),
      ]),
  },
  growth: {
    make: makeNone,
    run: () => [
      growthDistance(rock(1), {}, rock(2), pose(3)),
      growthDistance(rock(1), {}, box(1, 1, 1), pose(3), { algorithm: 'incremental' }),
    ],
  },
  derivatives: {
    make: () => shapes().slice(0, 3) as never,
    run: (pairs: [Shape, Shape][]) => pairs.map(([a, b]) => differentiate(a, {}, b, pose(2.5))),
  },
  'a pair': {
    make: () => new Pair(rock(1), rock(2)) as never,
    // A warm start would change the iterations, so each try begins with a cold pair.
    run: (pair: Pair) => {
      pair.reset();
      return [pair.distance({}, pose(3)), pair.distance({}, pose(2.9)), pair.signedDistance({}, pose(0.4))];
    },
  } as never,
  batches: {
    make: () => {
      const list = Array.from({ length: 40 }, (_, k) => (k % 9 ? sphere(0.5) : rock(k, 40)));
      const poses = new Float64Array(7 * list.length);
      for (let k = 0; k < list.length; k++) poses.set([1.5 * k, 0, 0, 0, 0, 0, 1], 7 * k);
      const pairs = Uint32Array.from({ length: 78 }, (_, k) => (k % 2 ? (k + 1) / 2 : k / 2));
      return { bodies: { shapes: list, poses }, pairs } as never;
    },
    run: ({ bodies, pairs }: { bodies: { shapes: Shape[]; poses: Float64Array }; pairs: Uint32Array }) => [
      distanceBatch(bodies, pairs),
      collideBatch(bodies, pairs),
    ],
  },
  'building and querying a scene': {
    make: makeNone,
    run: () => {
      const scene = makeScene();
      return [
        scene
          .collisions()
          .map(({ a, b }) => [a.id, b.id])
          .sort((p, q) => p[0] - q[0] || p[1] - q[1]),
        scene.contacts().map(({ points }) => points),
        scene.rayCastAll([0, 0, 9], [0, 0, -1]).map((hit) => hit.distance),
      ];
    },
  },
  'querying an existing scene': {
    make: () => makeScene() as never,
    state: (scene: Scene) => scene.bodies.map(({ current }) => current),
    run: (scene: Scene) => [
      scene
        .collisions()
        .map(({ a, b }) => [a.id, b.id])
        .sort((p, q) => p[0] - q[0] || p[1] - q[1]),
      scene.contacts().map(({ a, b, partA, partB, points }) => [a.id, b.id, partA, partB, points.length]),
      scene.pairs().length,
    ],
  },
  'adding a body to a scene': {
    make: () => makeScene() as never,
    run: (scene: Scene) => {
      const before = scene.bodies.length;
      try {
        const body = scene.add(rock(99), pose(1, 1, 1));
        const found = [scene.collisions().length, scene.bodies.length - before];
        body.remove();
        return found;
      } finally {
        for (const body of scene.bodies.slice(before)) body.remove();
      }
    },
  },
  'a step': {
    make: () => simulator() as never,
    state: (sim: Simulator) => [sim.state, sim.report().steps],
    run: (sim: Simulator) => sim.step(),
    read: (sim: Simulator) => [sim.state, sim.report().steps, sim.report().contacts.map(({ impulse }) => impulse)],
  },
  'a later step': {
    make: () => stepped(3) as never,
    state: (sim: Simulator) => [sim.state, sim.report().steps],
    run: (sim: Simulator) => sim.step(),
    read: (sim: Simulator) => sim.state,
    // A step that fails discards the warm starts of earlier steps.
    afterFailure: (sim: Simulator) => sim.setState(sim.state),
  },
  'derivatives of a step': {
    make: () => stepped(1) as never,
    state: (sim: Simulator) => sim.state,
    run: (sim: Simulator) => sim.stepDerivatives(),
  },
  'randomized derivatives of a step': {
    make: () => stepped(1) as never,
    state: (sim: Simulator) => sim.state,
    run: (sim: Simulator) => sim.stepDerivatives({ randomized: { samples: 2, seed: 1 } } as never),
  },
  snapshots: {
    make: () => stepped(1) as never,
    state: (sim: Simulator) => sim.state,
    run: (sim: Simulator) => {
      const twin = Simulator.restore(sim.snapshot());
      twin.step();
      return twin.state;
    },
  },
  hulls: {
    make: makeNone,
    run: () => {
      const rng = new Rng(5);
      const points = Array.from({ length: 40 }, () => rng.direction());
      return [convexHull(Float64Array.from(points.flat())), convex(points).boundingRadius];
    },
  },
  'the support map of a hull': {
    make: () => rock(6, 400) as never,
    run: (shape: Shape) => distance(shape, {}, shape, pose(3)),
  },
  decompositions: {
    make: makeNone,
    run: () => {
      const outline = [
        [0, 0],
        [2, 0],
        [2, 1],
        [1, 1],
        [1, 2],
        [0, 2],
      ];
      const vertices = [0, 1].flatMap((z) => outline.flatMap(([x, y]) => [x, y, z]));
      const sides = outline.flatMap((_, k) => {
        const next = (k + 1) % 6;
        return [k, next, k + 6, next, next + 6, k + 6];
      });
      const bottom = [0, 2, 1, 0, 3, 2, 0, 4, 3, 0, 5, 4];
      const top = [6, 7, 8, 6, 8, 9, 6, 9, 10, 6, 10, 11];
      const { compound: parts, error } = decompose(
        { vertices, triangles: [...sides, ...bottom, ...top] },
        {
          maxParts: 2,
          tolerance: 0.3,
        },
      );
      return [parts.toJSON(), error];
    },
  },
};

describe.each(['kernel', 'arrays'] as const)('failed allocations, memory: %s', (memory) => {
  it.each(Object.keys(operations))('%s', { timeout: 300_000 }, (name) => {
    const { failures, faults } = failEach(memory, operations[name] as Operation<unknown>);
    expect(faults).toEqual([]);
    // Some operations allocate nothing in the kernel's memory.
    if (memory === 'arrays') expect(failures).toBeGreaterThan(0);
  });
});
