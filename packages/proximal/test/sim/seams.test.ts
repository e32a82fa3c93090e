// Two flat meshes whose borders coincide are one floor: the seam, with equal or with different vertices, does not affect bodies that slide over it.
import { describe, expect, it } from 'vitest';
import { box, capsule, type Shape, sphere } from '../../src/index.ts';
import { type TriangleMesh, triangleMesh } from '../../src/scene/index.ts';
import { World } from '../../src/sim/index.ts';

/** A flat strip of squares from x = `from` on, 2 m long. */
function strip(from: number, cell: number): TriangleMesh {
  const count = Math.round(2 / cell);
  const points = Array.from({ length: (count + 1) ** 2 }, (_, k) => [
    from + cell * (k % (count + 1)),
    cell * Math.floor(k / (count + 1)) - 1,
    0,
  ]);
  const triangles = Array.from({ length: count * count }, (_, k) => {
    const a = Math.floor(k / count) * (count + 1) + (k % count);
    return [a, a + 1, a + count + 2, a, a + count + 2, a + count + 1];
  });
  return triangleMesh(points, triangles.flat());
}

const turned = [0, 0, Math.sin(0.25), Math.cos(0.25)];
const cases: readonly [string, Shape, number, readonly number[]][] = [
  ['a ball', sphere(0.1), 0.1, [0, 0, 0, 1]],
  ['a box', box(0.2, 0.15, 0.1), 0.1, turned],
  ['a tile', box(0.03, 0.03, 0.02), 0.02, turned],
  ['a capsule', capsule(0.08, 0.2), 0.08, [Math.SQRT1_2, 0, 0, Math.SQRT1_2]],
];

describe.each(cases)('%s', (_name, shape, height, rotation) => {
  it.each([
    [60, 0.2],
    [240, 0.2],
    [60, 0.25],
    [240, 0.25],
  ])('slides over a seam at %i Hz, to cells of %f m', (rate, cell) => {
    const world = new World({ timeStep: 1 / rate, friction: 0, sleeping: false });
    world.add(strip(-2, 0.2), { type: 'static' });
    world.add(strip(0, cell), { type: 'static' });
    const pose = { position: [-0.8, 0.013, height], rotation };
    const body = world.add(shape, { mass: 1, pose, velocity: { linear: [3, 0, 0] } });
    for (let k = 0; k < 0.5 * rate; k++) {
      world.step();
      expect(Math.abs(body.velocity.linear[2])).toBeLessThan(1e-4);
    }
    expect(body.pose[0]).toBeCloseTo(0.7, 6);
    expect(body.velocity.linear[0]).toBeCloseTo(3, 6);
  });
});
