// A simulation file whose steps take long, by its own solver.
import { makeSimulation, writeSimulation } from 'proximal/sim';

/** Sweeps over all the contacts of a wall that come closer by 0.03 % each: about 60,000 of them. */
export function heavySimulation(): string {
  const solver = { solver: 'ncp-pgs', maxIterations: 10_000_000, relaxation: 3e-4 };
  return JSON.stringify({ ...JSON.parse(writeSimulation(makeSimulation('wall'))), options: { solver } });
}
