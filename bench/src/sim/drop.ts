// Fig. 6 of the paper on growth distance: 50 polytopes fall to the ground, with both ways of collision detection.
import { makeSimulation, startSimulation } from 'proximal/sim';

export interface DropResult {
  readonly collision: 'signed' | 'growth';
  /** Meters, over all steps. */
  readonly deepest: number;
  /** Joules, at the end. */
  readonly kineticEnergy: number;
  /** The share of the first potential energy, above the ground, that is gone at the end. */
  readonly dissipated: number;
  /** Steps whose contacts were not solved to the tolerance. */
  readonly unsolved: number;
  readonly steps: number;
  readonly seconds: number;
}

/** @param length of the simulation, in seconds */
export function measureDrop(collision: 'signed' | 'growth', seed: number, length: number): DropResult {
  const simulation = makeSimulation('polytopes', { seed });
  const { simulator } = startSimulation({ ...simulation, options: { ...simulation.options, collision } });
  const steps = 240 * length;
  const first = simulator.report().potentialEnergy;
  let [deepest, unsolved] = [0, 0];
  const start = performance.now();
  for (let k = 0; k < steps; k++) {
    simulator.step();
    const { penetration, status } = simulator.report();
    deepest = Math.max(deepest, penetration);
    if (status !== 'converged' && status !== 'free') unsolved++;
  }
  const seconds = (performance.now() - start) / 1000;
  const { kineticEnergy, potentialEnergy } = simulator.report();
  const dissipated = 1 - (potentialEnergy + kineticEnergy) / first;
  return { collision, deepest, kineticEnergy, dissipated, unsolved, steps, seconds };
}
