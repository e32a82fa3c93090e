// The rate of an angle is the velocity about the axis only while the joint is closed; derivatives used it as the rate for open joints, too.
import { expect, it } from 'vitest';
import { box } from '../../src/index.ts';
import { type JointOptions, World } from '../../src/sim/index.ts';
import { worstError } from '../sim/world-differences.ts';

const motor = { position: 0.4, stiffness: 30, damping: 2, maxForce: 1000 };

it.each<JointOptions>([
  { kind: 'hinge', axis: [0.3, 0.2, 0.9], motor },
  { kind: 'cylindrical', axis: [0.3, 0.2, 0.9], turn: { motor } },
  { kind: 'universal', axis: [1, 0, 0], axisB: [0, 1, 0], motor, turn: { motor } },
])('a $kind with a stiff motor that is not closed by corrections', (options) => {
  for (const integrator of ['euler', 'midpoint'] as const) {
    const world = new World({ sleeping: false, integrator, closureCorrection: 0 });
    const velocity = { linear: [1, -1.5, 0.5], angular: [10, -12, 8] };
    const body = world.add(box(0.1, 0.2, 0.3), { mass: 1, pose: { position: [0.6, 0.1, 0.2] }, velocity, mask: 0 });
    world.connect('world', body, { anchor: [0.5, 0.1, 0.1], ...options });
    for (let k = 0; k < 10; k++) world.step();
    expect(worstError(world), integrator).toBeLessThan(1e-5);
  }
});
