// A tile 4 mm thick slid from triangle to triangle of a valley. It overlapped the next triangle by little more than the allowed penetration, a
// quarter of its inradius, so continuous collision stopped it at the start of every step, before the position correction. The tile did not move
// although its velocity was 1.9 m/s, and gravity along the slope increased this velocity.
import { expect, it } from 'vitest';
import { box } from '../../src/index.ts';
import { World } from '../../src/sim/index.ts';
import { curvedMesh } from '../sim/floors.ts';

const radius = 20;
const height = (x: number): number => radius - Math.sqrt(radius * radius - x * x);
const floor = curvedMesh(height, { from: -2, length: 4, width: 0.6, cell: 0.03 });

it.each([0.0018, 0.002, 0.0022])('a tile of half thickness %f m slides through a valley', (half) => {
  const world = new World({ timeStep: 1 / 60, friction: 0, sleeping: false });
  world.add(floor, { type: 'static' });
  const x = -0.889;
  const speed = 1.9;
  // The tile is horizontal: its uphill corner is 0.6 mm below the floor.
  const tile = world.add(box(0.015, 0.015, half), {
    mass: 1,
    pose: { position: [x, 0.01, height(x) + half + 2e-4], rotation: [0, 0, Math.sin(0.116), Math.cos(0.116)] },
    velocity: { linear: [speed, 0, 0], angular: [0, 0, 0.6] },
  });
  const energy = (): number => world.report().kineticEnergy + world.report().potentialEnergy;
  let last = energy();
  for (let step = 0; step < 30; step++) {
    world.step();
    // Position corrections lift the tile by less than 0.2 mm in a step.
    expect(energy() - last).toBeLessThan(9.81 * 2e-4);
    last = energy();
  }
  expect(tile.pose[0] - x).toBeGreaterThan(0.98 * speed * 0.5);
});
