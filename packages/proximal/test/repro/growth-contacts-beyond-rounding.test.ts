// A step by growth distance threw for a ball near a body 10¹⁶ m long: both centers were inside their bodies by less than the rounding
// error of that length.
import { expect, it } from 'vitest';
import { frustum, sphere } from '../../src/index.ts';
import { freeBody, Simulator } from '../../src/sim/index.ts';

it('falls back to the signed distance where rounding exceeds the thickness of a body', () => {
  const long = freeBody(frustum(0.44, 0.44, 1e16));
  const ball = freeBody(sphere(0.43), { mass: 0.01, pose: { position: [0.3, 0, 0.5] } });
  const simulator = new Simulator({ models: [long, ball], collision: 'growth', gravity: [0, 0, 0] });
  for (let k = 0; k < 2; k++) simulator.step();
  const { q, v } = simulator.state;
  expect([...q, ...v].every(Number.isFinite)).toBe(true);
});
