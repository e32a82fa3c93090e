// A step by growth distance threw where a body 10¹⁶ m long was near another: the centers of both are inside by less than the rounding of its size.
import { expect, it } from 'vitest';
import { frustum, sphere } from '../../src/index.ts';
import { freeBody, Simulator } from '../../src/sim/index.ts';

it('bodies thinner than the rounding of another size touch by their signed distance', () => {
  const long = freeBody(frustum(0.44, 0.44, 1e16));
  const ball = freeBody(sphere(0.43), { mass: 0.01, pose: { position: [0.3, 0, 0.5] } });
  const simulator = new Simulator({ models: [long, ball], collision: 'growth', gravity: [0, 0, 0] });
  for (let k = 0; k < 2; k++) simulator.step();
  const { q, v } = simulator.state;
  expect([...q, ...v].every(Number.isFinite)).toBe(true);
});
