// Steps found the contacts of two meshes only to a depth of a quarter of the margin plus the look-ahead distance, 5 mm at rest: a mesh that started deeper
// inside another mesh, or inside a height field, fell through it.
import { describe, expect, it } from 'vitest';
import type { Vec3 } from '../../src/index.ts';
import { type Geometry, heightField, triangleMesh } from '../../src/scene/index.ts';
import { type RigidBody, World } from '../../src/sim/index.ts';
import { torus } from '../fixtures/revolved.ts';
import { boxMesh } from '../fixtures/solids.ts';
import { flatMesh } from '../sim/floors.ts';

const half = 0.05;

/** Floors with their surface at z = 0 if they are at this height. */
const floors: readonly [name: string, make: () => Geometry, height: number][] = [
  ['a closed mesh', () => boxMesh([0.5, 0.5, 0.05]), -0.05],
  ['a closed mesh of the size of the body', () => boxMesh([half, half, half]), -half],
  ['an open mesh', () => triangleMesh([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0], [0, 1, 2, 0, 2, 3]), 0],
  ['an open mesh of small triangles', () => flatMesh(0.3, 0.013, 0.3), 0],
  ['a height field', () => heightField(new Float64Array(81), { columns: 9, rows: 9, spacing: 0.2 }), 0],
];

function dropInto(floor: Geometry, height: number, body: Geometry, position: Vec3): { world: World; body: RigidBody } {
  const world = new World({ timeStep: 1 / 240, sleeping: false });
  world.add(floor, { type: 'static', pose: { position: [0, 0, height] } });
  return { world, body: world.add(body, { density: 1000, pose: { position } }) };
}

describe.each(floors)('a cube that starts inside %s', (_name, floor, height) => {
  it.each([0.002, 0.006, 0.02, 0.045])('by %f m is pushed out without a jump', (depth) => {
    const { world, body } = dropInto(floor(), height, boxMesh([half, half, half]), [0.004, 0.003, half - depth]);
    let [highest, fastest] = [0, 0];
    for (let step = 0; step < 80; step++) {
      world.step();
      highest = Math.max(highest, body.pose[2]);
      fastest = Math.max(fastest, Math.hypot(...body.velocity.linear, ...body.velocity.angular));
    }
    expect(body.pose[2]).toBeGreaterThan(half - 6e-4);
    expect(highest).toBeLessThan(half + 1e-9);
    expect(fastest).toBeLessThan(1e-6);
  });
});

it('curved meshes and bars of which no vertex is inside the other are pushed out', () => {
  const bar = boxMesh([0.03, 0.3, 0.03]);
  for (const [shape, height] of [
    [bar, 0.03],
    [torus(0.1, 0.04, 10), 0.04],
  ] as const) {
    const { world, body } = dropInto(boxMesh([0.3, 0.03, 0.1]), -0.1, shape, [0, 0, height - 0.025]);
    for (let step = 0; step < 80; step++) world.step();
    expect(body.pose[2]).toBeGreaterThan(height - 4e-3);
    expect(body.pose[2]).toBeLessThan(height + 1e-3);
  }
});

it('two free meshes separate, and keep their center of mass', () => {
  const world = new World({ gravity: [0, 0, 0] });
  const [a, b] = [0, 0.07].map((z) =>
    world.add(boxMesh([half, half, half]), { pose: { position: [0, 0.002 * z, z] } }),
  );
  for (let step = 0; step < 60; step++) world.step();
  expect(b.pose[2] - a.pose[2]).toBeGreaterThan(0.0985);
  expect(b.pose[2] + a.pose[2]).toBeCloseTo(0.07, 9);
});

it('a die that is half inside a slab is not taken for furniture in a room', () => {
  const size = 0.004;
  const { world, body } = dropInto(boxMesh([0.2, 0.2, 0.05]), -0.05, boxMesh([size, size, size]), [0, 0, 0]);
  for (let step = 0; step < 80; step++) world.step();
  expect(body.pose[2]).toBeGreaterThan(size - 6e-4);
});

it('a restored world, which measures the depth again, has the same bits', () => {
  const { world, body } = dropInto(boxMesh([0.5, 0.5, 0.05]), -0.05, torus(0.1, 0.04, 10), [0, 0, 0.03]);
  body.setVelocity({ linear: [0.2, 0, 0], angular: [0, 2, 0] });
  for (let round = 0; round < 12; round++) {
    const again = World.restore(world.snapshot());
    for (let step = 0; step < 4; step++) {
      world.step();
      again.step();
    }
    expect(again.hash()).toBe(world.hash());
  }
});
