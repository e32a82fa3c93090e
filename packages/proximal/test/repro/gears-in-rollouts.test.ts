// The angles of a gear's hinges were continued from the end of the rollout, so after a turn the derivatives of earlier steps treated the
// gear as open.
import { expect, it } from 'vitest';
import { box } from '../../src/index.ts';
import { rolloutGradient, World } from '../../src/sim/index.ts';

it('gradients of rollouts in which geared wheels turn several times', () => {
  const steps = 60;
  const motor = { position: 0, stiffness: 0.1, damping: 0, maxForce: 10 };
  const world = new World({ sleeping: false, gravity: [0, 0, 0] });
  const wheels = [0, 1].map((k) =>
    world.add(box(0.2, 0.05, 0.2), {
      mass: 1 + k,
      pose: { position: [k, 0, 0] },
      velocity: { angular: [0, 40 * (1 - 2.5 * k), 0] },
      mask: 0,
    }),
  );
  const [first, second] = wheels.map((wheel, k) =>
    world.connect('world', wheel, { kind: 'hinge', anchor: [k, 0, 0], axis: [0, 1, 0], motor }),
  );
  world.connectGear(first, second, { ratio: -1.5 });
  const { q, v } = world.state;
  const saved = world.save();
  // The angular velocity of the first wheel at the end. Its derivatives with respect to the initial angles of both wheels (columns 4 and 10) are checked.
  const loss = ({ v: end }: { v: Float64Array }, step: number): { value: number; v: Float64Array } | null =>
    step === steps ? { value: end[4], v: Float64Array.from(end, (_, k) => (k === 4 ? 1 : 0)) } : null;
  const { initial } = rolloutGradient(world, steps, loss);
  expect(Math.abs(first.position)).toBeGreaterThan(2 * Math.PI);
  for (const column of [4, 10]) {
    const h = 1e-5;
    const [plus, minus] = [h, -h].map((change) => {
      world.load(saved);
      const turned = q.slice();
      const at = column === 4 ? 3 : 10;
      turned.set([0, Math.sin(change / 2), 0, Math.cos(change / 2)], at);
      world.setState({ q: turned, v });
      for (let k = 0; k < steps; k++) world.step();
      return world.state.v[4];
    });
    expect(initial.q[column]).toBeCloseTo((plus - minus) / (2 * h), 5);
  }
});
