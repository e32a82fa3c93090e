// A wheel rolled from one flat mesh to the next, whose borders coincide. It hit the border of the next mesh as a free edge, at an angle of some
// degrees: its velocity jumped by 0.9 m/s at 60 Hz, and a tenth of its energy was lost. Only bodies that slide on a face had crossed such seams
// without a jolt.
import { describe, expect, it } from 'vitest';
import { box, cylinder, sphere } from '../../src/index.ts';
import { type Geometry, heightField, triangleMesh } from '../../src/scene/index.ts';
import { World } from '../../src/sim/index.ts';
import { boxMesh } from '../fixtures/solids.ts';
import { flatMesh } from '../sim/floors.ts';

/** A horizontal rectangle of two triangles: from one value of x to another, |y| ≤ 1, in meters. */
const square = (from: number, to: number, height = 0): Geometry =>
  triangleMesh([from, -1, height, to, -1, height, to, 1, height, from, 1, height], [0, 1, 2, 0, 2, 3]);

const terrain = heightField(new Float64Array(9), { columns: 3, rows: 3, spacing: 1 });

function roll(world: World, rate: number): { jolt: number; speed: number } {
  const wheel = world.add(cylinder(0.1, 0.08), {
    mass: 1,
    pose: { position: [-1.5, 0.013, 0.1], rotation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2] },
    velocity: { linear: [4, 0, 0], angular: [0, 40, 0] },
  });
  let jolt = 0;
  for (let k = 0; k < 0.7 * rate; k++) {
    world.step();
    jolt = Math.max(jolt, Math.abs(wheel.velocity.linear[2]));
  }
  return { jolt, speed: wheel.velocity.linear[0] };
}

describe.each([60, 240])('at %i Hz', (rate) => {
  it.each([
    ['another mesh', square(0, 2), {}],
    ['a mesh 0.1 mm beside it', square(1e-4, 2), {}],
    ['a mesh that overlaps it', square(-0.2, 2), {}],
    ['a mesh that was moved there', square(-1, 1), { position: [1, 0, 0], rotation: [0, 0, 1, 0] }],
    ['a height field', terrain, { position: [1, 0, 0] }],
  ] as const)('a wheel rolls from a mesh to %s', (_what, next, pose) => {
    const world = new World({ timeStep: 1 / rate, sleeping: false });
    world.add(square(-2, 0), { type: 'static' });
    world.add(next, { type: 'static', pose });
    const { jolt, speed } = roll(world, rate);
    expect(jolt).toBeLessThan(1e-3);
    expect(speed).toBeCloseTo(4, 4);
  });

  it('a closed mesh slides from a mesh to another', () => {
    const world = new World({ timeStep: 1 / rate, friction: 0, sleeping: false });
    // Cells of 0.2 m: some corners of the second mesh are in the path of the body, and its front face used to hit them.
    for (let from = -2; from < 2; from += 2)
      world.add(flatMesh(1, 0.2), { type: 'static', pose: { position: [from + 1, 0, 0] } });
    const pose = { position: [-1, 0.013, 0.04], rotation: [0, 0, Math.sin(0.25), Math.cos(0.25)] };
    const body = world.add(boxMesh([0.06, 0.05, 0.04]), { mass: 1, pose, velocity: { linear: [4, 0, 0] } });
    for (let k = 0; k < 0.45 * rate; k++) world.step();
    expect(body.velocity.linear[0]).toBeCloseTo(4, 5);
    expect(body.pose[0]).toBeCloseTo(0.8, 5);
  });

  it('a mesh that the wheel does not collide with does not cover the border', () => {
    // Without the second mesh, the ball touches the border of the first one, 2 cm beside its center, and rolls off. Each outcome is the least
    // distance of the ball's center from that border, and its final height, in meters.
    const outcomes = [0, 1].map((mask) => {
      const world = new World({ timeStep: 1 / rate, sleeping: false });
      world.add(square(-2, 0), { type: 'static' });
      world.add(square(0, 2), { type: 'static', group: 2 });
      const ball = world.add(sphere(0.1), {
        mask: mask === 0 ? 0xffffffff : 0xfffffffd,
        pose: { position: [0.02, 0, 0.1] },
      });
      let least = Infinity;
      for (let k = 0; k < 0.5 * rate; k++) {
        world.step();
        least = Math.min(least, Math.hypot(ball.pose[0], ball.pose[2]));
      }
      return [least, ball.pose[2]];
    });
    expect(outcomes[0][1]).toBeCloseTo(0.1, 3);
    expect(outcomes[1][1]).toBeLessThan(0.09);
    expect(outcomes[1][0]).toBeGreaterThan(0.099);
  });

  it('a step of 5 mm between two meshes remains an edge', () => {
    const world = new World({ timeStep: 1 / rate, friction: 0, sleeping: false });
    world.add(square(-2, 0), { type: 'static' });
    world.add(square(0, 2, 0.005), { type: 'static' });
    const pose = { position: [-0.5, 0, 0.05] };
    const body = world.add(box(0.05, 0.05, 0.05), { mass: 1, pose, velocity: { linear: [1, 0, 0] } });
    for (let k = 0; k < 0.7 * rate; k++) world.step();
    expect(body.pose[0]).toBeLessThan(0.05);
  });
});
