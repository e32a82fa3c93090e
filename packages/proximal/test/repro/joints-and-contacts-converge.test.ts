// Sweeps pass impulses on from joint to joint, and did not converge within their limit where a wall stops a body on a joint: one in six steps of
// these rooms ended with the status 'limit' or 'stalled'. Now joints are eliminated from such problems.
import { expect, it } from 'vitest';
import { box, capsule, sphere } from '../../src/index.ts';
import { Rng } from '../../src/math/index.ts';
import { type RigidBody, World } from '../../src/sim/index.ts';

/** A closed room of 2 m with six bodies: three on hinges of the world, with motors, and three that are joined to them. */
function makeRoom(rng: Rng): World {
  const world = new World({ timeStep: 1 / 60, substeps: 2, sleeping: false });
  for (let axis = 0; axis < 3; axis++)
    for (const side of [-1, 1]) {
      const [half, position] = [
        [1.1, 1.1, 1.1],
        [0, 0, 0],
      ];
      half[axis] = 0.05;
      position[axis] = 1.05 * side;
      world.add(box(half[0], half[1], half[2]), { type: 'static', pose: { position } });
    }
  const vector = (size: number): [number, number, number] => [
    rng.uniform(-size, size),
    rng.uniform(-size, size),
    rng.uniform(-size, size),
  ];
  const add = (size: number): RigidBody => {
    const shapes = [box(size, 0.5 * size, 0.3 * size), sphere(size), capsule(0.3 * size, 2 * size)];
    const velocity = { linear: vector(3), angular: vector(10) };
    const pose = { position: vector(0.7), rotation: rng.rotation() };
    return world.add(shapes[rng.index(3)], { density: 1000 * 10 ** rng.uniform(-1, 1), pose, velocity });
  };
  for (let k = 0; k < 3; k++) {
    const [arm, other] = [add(0.1), add(0.05)];
    const motor = { velocity: rng.uniform(-5, 5), maxForce: 10 };
    world.connect('world', arm, { kind: 'hinge', anchor: vector(0.5), axis: rng.direction(), motor });
    if (k === 0) world.connect(arm, other, { kind: 'fixed' });
    else
      world.connect(arm, other, {
        kind: 'universal',
        anchor: [...other.pose.subarray(0, 3)],
        axis: [1, 0, 0],
        axisB: [0, 1, 0],
      });
  }
  return world;
}

it('steps with joints against walls are solved', () => {
  const rng = new Rng(5);
  let unsolved = 0;
  for (let room = 0; room < 4; room++) {
    const world = makeRoom(rng);
    for (let k = 0; k < 120; k++) {
      world.step();
      if (['limit', 'stalled', 'failed'].includes(world.report().status)) unsolved++;
    }
  }
  expect(unsolved).toBeLessThan(5);
});
