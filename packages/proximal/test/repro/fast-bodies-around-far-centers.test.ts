// The range in which a fast body's path is checked was computed from the radius about the body's origin, although the body rotates about
// its center of mass: a body that circles a center outside it passed through walls.
import { expect, it } from 'vitest';
import { box } from '../../src/index.ts';
import { World } from '../../src/sim/index.ts';

it.each([1.25, 2, 3, 4, 5, 5.75])('a body on an arc of %d rad per step stops at a wall', (turn) => {
  const wall = 0.8 * turn;
  const world = new World({ timeStep: 1 / 60, gravity: [0, 0, 0], sleeping: false });
  const body = world.add(box(0.05, 0.05, 0.05), {
    mass: 1,
    centerOfMass: [-1, 0, 0],
    inertia: [0.1, 0, 0, 0, 0.1, 0, 0, 0, 0.1],
    pose: { position: [1, 0, 0] },
  });
  world.add(box(0.2, 0.01, 0.2), {
    type: 'static',
    pose: {
      position: [Math.cos(wall), Math.sin(wall), 0],
      rotation: [0, 0, Math.sin(wall / 2), Math.cos(wall / 2)],
    },
  });
  body.setVelocity({ linear: [0, 60 * turn, 0], angular: [0, 0, 60 * turn] });
  world.step();
  const [x, y] = body.pose;
  const angle = (Math.atan2(y, x) + 2 * Math.PI) % (2 * Math.PI);
  expect(angle).toBeLessThan(wall + 0.05);
});
