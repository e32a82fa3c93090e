// `timeParametrize` threw a TypeError for plans without proofs.
import { expect, it } from 'vitest';
import { planMotion, timeParametrize } from '../../src/planning/index.ts';
import { armCell } from '../planning/arm-cell.ts';

it('finds the trajectory of a plan whose motions were only sampled', () => {
  const plan = planMotion(armCell(), { start: Float64Array.of(0), goal: Float64Array.of(1), edges: 'sampled' });
  expect(plan.status).toBe('solved');
  expect(plan.proof).toHaveLength(0);
  const { trajectory } = timeParametrize(plan, { velocity: Infinity, acceleration: 4, torque: Infinity });
  // Half of the way with 4 rad/s², half with −4 rad/s².
  expect(trajectory?.duration).toBeCloseTo(1, 6);
  expect(trajectory?.sample(1).q[0]).toBeCloseTo(1, 6);
});
