// A simulation file whose steps take longer than any test.
import { makeSimulation, writeSimulation } from 'proximal/sim';

/** Ten million iterations on all contacts of a wall. The relaxation is too small to converge, and large enough not to count as stalled. */
export function heavySimulation(): string {
  const solver = { solver: 'lcp-pgs', maxIterations: 10_000_000, tolerance: 0, relativeTolerance: 0, relaxation: 1e-3 };
  return JSON.stringify({ ...JSON.parse(writeSimulation(makeSimulation('wall'))), options: { solver } });
}
