// A cart, a compound of a box and three balls, sank into a triangle mesh. Of all points in the plane of the triangles, the four that span the largest
// area were kept: the corners of the box, 2 cm above the floor. The balls lost their contacts. Points of different parts are now selected by their
// gaps.
import { describe, expect, it } from 'vitest';
import { box, cylinder, halfspace, sphere } from '../../src/index.ts';
import { compound, type Geometry, heightField, triangleMesh } from '../../src/scene/index.ts';
import { World } from '../../src/sim/index.ts';
import { boxMesh } from '../fixtures/solids.ts';
import { flatMesh } from '../sim/floors.ts';

const cart = compound([
  { shape: box(0.1, 0.06, 0.02) },
  { shape: sphere(0.02), pose: { position: [0.08, 0, -0.02] } },
  { shape: sphere(0.02), pose: { position: [-0.08, 0.05, -0.02] } },
  { shape: sphere(0.02), pose: { position: [-0.08, -0.05, -0.02] } },
]);
/** A table whose legs end 1 cm below its shelf. */
const table = compound([
  { shape: box(0.2, 0.2, 0.01) },
  ...[-1, 1].flatMap((x) =>
    [-1, 1].map((y) => ({ shape: cylinder(0.01, 0.01), pose: { position: [0.15 * x, 0.15 * y, -0.01] } })),
  ),
]);

const floors: readonly [string, () => Geometry, number][] = [
  ['a half-space', halfspace, 0],
  ['two triangles', () => triangleMesh([-5, -5, 0, 5, -5, 0, 5, 5, 0, -5, 5, 0], [0, 1, 2, 0, 2, 3]), 0],
  ['a flat mesh', () => flatMesh(2.5, 0.13, 0.3), 0],
  ['a closed mesh', () => boxMesh([5, 5, 0.1]), -0.1],
  ['a height field', () => heightField(new Float64Array(441), { columns: 21, rows: 21, spacing: 0.25 }), 0],
];

describe.each(floors)('on %s', (_name, floor, height) => {
  it.each([60, 240])('a cart slides on its balls, at %i Hz', (rate) => {
    const world = new World({ timeStep: 1 / rate, friction: 0, sleeping: false });
    world.add(floor(), { type: 'static', pose: { position: [0, 0, height] } });
    const body = world.add(cart, { pose: { position: [-1, 0, 0.04] }, velocity: { linear: [4, 0.4, 0] } });
    for (let k = 0; k < rate / 2; k++) {
      world.step();
      expect(body.pose[2]).toBeCloseTo(0.04, 5);
    }
    expect(body.pose[0]).toBeCloseTo(1, 6);
    expect(world.report().contacts.filter(({ impulse }) => impulse[2] > 0)).toHaveLength(3);
  });

  it('a table with short legs stands on its legs', () => {
    const world = new World({ timeStep: 1 / 60 });
    world.add(floor(), { type: 'static', pose: { position: [0, 0, height] } });
    const body = world.add(table, { pose: { position: [0.1, 0.05, 0.03] } });
    for (let k = 0; k < 90; k++) world.step();
    expect(body.pose[2]).toBeCloseTo(0.02, 5);
    expect(body.isSleeping).toBe(true);
  });
});
