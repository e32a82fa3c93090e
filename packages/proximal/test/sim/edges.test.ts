// Edges between faces that are not coplanar: bodies hit convex edges, and concave edges stop bodies.
import { describe, expect, it } from 'vitest';
import { box, sphere } from '../../src/index.ts';
import { type Geometry, heightField, Scene, triangleMesh } from '../../src/scene/index.ts';
import type { Simulator } from '../../src/sim/index.ts';
import { forAll } from '../for-all.ts';
import { flatMesh, over } from './floors.ts';
import { check, solver } from './step-differences.ts';

/** The faces of a cube, two triangles each; the orientations of the faces are mixed. */
function cube(half: number): Geometry {
  const vertices = Array.from({ length: 8 }, (_, k) => [1, 2, 4].map((bit) => (k & bit ? half : -half))).flat();
  const quads = [
    [0, 1, 3, 2],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 3, 7, 6],
    [0, 2, 6, 4],
    [1, 3, 7, 5],
  ];
  return triangleMesh(
    vertices,
    quads.flatMap(([a, b, c, d]) => [a, b, c, c, d, a]),
  );
}

describe('a mesh of a cube', () => {
  it('deflects balls at faces, edges and corners like a box', () => {
    const seed = 3;
    forAll({ seed, cases: 24 }, (rng, k) => {
      const position = [rng.uniform(-0.58, 0.58), rng.uniform(-0.58, 0.58), 0.7];
      const linear = [rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 0)];
      const sims = [box(0.5, 0.5, 0.5), cube(0.5)].map((ground) => over(ground, sphere(0.1), { position, linear }));
      for (let i = 0; i < 80; i++) for (const sim of sims) sim.step();
      const [p, q] = sims.map(({ state }) => state.q);
      for (let i = 0; i < 3; i++) expect(Math.abs(p[i] - q[i]), `seed ${seed}, case ${k}`).toBeLessThan(1e-9);
    });
  });
});

describe('a ridge', () => {
  const roof = triangleMesh(
    [-1, -1, -1, 0, -1, 0, 1, -1, -1, -1, 1, -1, 0, 1, 0, 1, 1, -1],
    [0, 1, 4, 0, 4, 3, 1, 2, 5, 1, 5, 4],
  );

  it('has edge contacts with any normal between the normals of the two faces', () => {
    for (const x of [-0.05, -0.02, 0, 0.03, 0.06]) {
      const scene = new Scene({ margin: 0.01 });
      scene.add(roof, {}, { static: true });
      scene.add(sphere(0.1), { position: [x, 0.2, Math.sqrt(0.01 - x * x)] });
      const manifolds = scene.contacts();
      expect(manifolds.length).toBeGreaterThan(0);
      for (const { normal, distance } of manifolds) {
        expect(normal[0]).toBeCloseTo(10 * x, 7);
        expect(distance).toBeCloseTo(0, 9);
      }
    }
  });

  it('supports an edge of a box that crosses it', () => {
    // Rotated by 45° about x: an edge along x points down, and the ridge is along y.
    const half = 0.1;
    const tilt = [Math.sin(Math.PI / 8), 0, 0, Math.cos(Math.PI / 8)];
    const sim = over(roof, box(half, half, half), { position: [0, 0, 0.2], rotation: tilt }, { friction: 1 });
    let deepest = 0;
    for (let k = 0; k < 60; k++) {
      sim.step();
      deepest = Math.max(deepest, sim.report().penetration);
    }
    expect(deepest).toBeLessThan(1e-3);
  });
});

/** A floor that rises at 45 degrees from x = 0 on. */
const slopes: readonly [string, () => Geometry][] = [
  [
    'of a mesh',
    () =>
      triangleMesh([-2, -1, 0, 0, -1, 0, 2, -1, 2, -2, 1, 0, 0, 1, 0, 2, 1, 2], [0, 1, 4, 0, 4, 3, 1, 2, 5, 1, 5, 4]),
  ],
  ['of a height field', () => heightField([0, 0, 0, 1, 2, 0, 0, 0, 1, 2], { columns: 5, rows: 2, spacing: 1 })],
];

describe.each(slopes)('a valley %s', (_name, ground) => {
  it.each([
    [0.005, 5],
    [0.02, 5],
    [0.1, 20],
  ])('stops a ball of %f m that rolls into it at %f m/s', (radius, speed) => {
    for (let phase = 0; phase < 10; phase++) {
      const position = [-0.1 - (phase * speed) / 2400, 0.1, radius];
      const sim = over(ground(), sphere(radius), { position, linear: [speed, 0, 0], angular: [0, speed / radius, 0] });
      for (let k = 0; k < 40; k++) {
        sim.step();
        const [x, , z] = sim.state.q;
        const depth = Math.max(radius - z, x > 0 ? radius - (z - x) * Math.SQRT1_2 : 0);
        expect(depth).toBeLessThan(1e-3 * radius);
      }
    }
  });
});

describe('derivatives on a mesh', () => {
  const options = { solver, timeStep: 1e-3, friction: 0.4, margin: 0.05 };
  const mesh = flatMesh(1, 0.3, 0.3, 0.05);
  const cases: readonly [string, () => Simulator][] = [
    [
      'a sliding ball',
      () => over(mesh, sphere(0.1), { position: [0.1, 0.2, 0.0999], linear: [1, 0.2, -0.1] }, options),
    ],
    [
      'a sliding box',
      () => over(mesh, box(0.1, 0.08, 0.05), { position: [0.1, 0.2, 0.0499], linear: [1, 0.2, -0.1] }, options),
    ],
  ];
  it.each(cases)('of %s agree with central differences', (_name, make) => {
    check(make());
  });
});
