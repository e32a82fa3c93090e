// Continuous collision stops fast bodies before the end of a step, but gravity accelerates them for the whole step. The work of gravity on
// the path that a stopped body does not travel must be subtracted from its kinetic energy.
import { expect, it } from 'vitest';
import { box, capsule, convex, halfspace, type Shape } from '../../src/index.ts';
import type { Rng } from '../../src/math/index.ts';
import { World } from '../../src/sim/index.ts';
import { forAll } from '../for-all.ts';

const shapes: readonly ((rng: Rng) => Shape)[] = [
  (rng) => box(rng.uniform(0.02, 0.1), rng.uniform(0.02, 0.1), rng.uniform(0.02, 0.1)),
  () => box(0.15, 0.1, 0.01),
  () => box(0.2, 0.02, 0.02),
  (rng) => capsule(rng.uniform(0.05, 0.15), rng.uniform(0.02, 0.05)),
  (rng) => convex(Array.from({ length: 12 }, () => rng.direction().map((x) => 0.1 * x)).flat()),
];

function energyOf(world: World): number {
  const { kineticEnergy, potentialEnergy } = world.report();
  return kineticEnergy + potentialEnergy;
}

const seed = 71;
it(`bodies that fall at 60 Hz gain no energy except by position corrections (seed ${seed})`, () => {
  forAll({ seed, cases: 60 }, (rng, round) => {
    const world = new World({ timeStep: 1 / 60, sleeping: false });
    world.add(halfspace(), { type: 'static' });
    if (round % 3 === 1) world.add(box(1, 1, 0.05), { type: 'static', pose: { position: [0, 0, 0.3] } });
    if (round % 3 === 2)
      for (let k = 0; k < 4; k++) {
        const position = [rng.uniform(-0.3, 0.3), rng.uniform(-0.3, 0.3), 0.1];
        world.add(box(0.1, 0.1, 0.1), { type: 'static', pose: { position } });
      }
    const make = shapes[round % shapes.length];
    const bodies = Array.from({ length: 1 + (round % 4) }, (_, k) =>
      world.add(make(rng), {
        density: 500,
        pose: { position: [rng.uniform(-0.2, 0.2), rng.uniform(-0.2, 0.2), 0.6 + 0.4 * k], rotation: rng.rotation() },
        velocity: {
          linear: [rng.uniform(-2, 2), rng.uniform(-2, 2), rng.uniform(-6, 0)],
          angular: [rng.uniform(-10, 10), rng.uniform(-10, 10), rng.uniform(-10, 10)],
        },
      }),
    );
    const mass = bodies.reduce((sum, body) => sum + body.mass, 0);
    const start = energyOf(world);
    let last = start;
    for (let k = 0; k < 120; k++) {
      world.step();
      const energy = energyOf(world);
      // A correction lifts a body by a fifth of its penetration, by at most half a millimeter in these scenes: 0.005 J/kg.
      expect(energy - last, `round ${round}, step ${k}`).toBeLessThan(0.005 * mass);
      expect(energy).toBeLessThan(start + 1e-9);
      last = energy;
    }
  });
});

it('a plate that spins into a table does not keep the speed from the path that it does not travel', () => {
  const world = new World({ timeStep: 1 / 60, sleeping: false });
  world.add(box(1, 1, 0.05), { type: 'static', pose: { position: [0, 0, -0.05] } });
  const plate = world.add(box(0.15, 0.1, 0.01), {
    pose: { position: [0, 0, 0.3] },
    velocity: { linear: [0, 0, -5], angular: [20, 7, 0] },
  });
  let last = energyOf(world);
  for (let k = 0; k < 60; k++) {
    world.step();
    expect(energyOf(world) - last).toBeLessThan(1e-3 * plate.mass);
    last = energyOf(world);
  }
});
