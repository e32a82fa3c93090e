// The error for a simulation file with too many bodies said "give at limit 10000".
import { expect, it } from 'vitest';
import { readSimulation } from '../../src/sim/index.ts';

it('the error for too many bodies names the largest number', () => {
  const bodies = new Array(10_001).fill({});
  const file = { format: 'proximal-simulation', version: 1, bodies };
  expect(() => readSimulation(file)).toThrow('give at most 10000');
});
