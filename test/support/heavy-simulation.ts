// A simulation file whose steps take longer than any test.
import { makeSimulation, writeSimulation } from 'proximal/sim';

/** Ten million iterations on all the contacts of a wall, by any solver, none of which is good enough. */
export function heavySimulation(): string {
  const solver = { solver: 'ncp-pgs', maxIterations: 10_000_000, tolerance: 0, relativeTolerance: 0, relaxation: 1e-3 };
  return JSON.stringify({ ...JSON.parse(writeSimulation(makeSimulation('wall'))), options: { solver } });
}
