// Default options: contacts of common scenes converge in every step.
import { describe, expect, it } from 'vitest';
import { makeSimulation, startSimulation } from '../../src/sim/index.ts';

describe('without options', () => {
  it.each([
    ['stack', 120, true],
    ['mass-ratio', 60, true],
    ['sliding-cube', 240, true],
    ['funnel', 120, false],
    ['falling-box', 240, true],
  ] as const)(
    'every step of %s converges to a relative residual of 1e-4, and to 1e-6 at rest',
    (name, steps, isAtRest) => {
      const { options: { solver: _solver, ...options } = {}, ...scene } = makeSimulation(name);
      const { simulator } = startSimulation({ ...scene, options });
      for (let k = 0; k < steps; k++) {
        simulator.step();
        const { status, residuals } = simulator.report();
        expect(['free', 'converged'], `step ${k}`).toContain(status);
        expect(residuals.scaled.ncp, `step ${k}`).toBeLessThan(1.001e-4);
      }
      if (isAtRest) expect(simulator.report().residuals.scaled.ncp).toBeLessThan(1.001e-6);
    },
  );

  it('a tolerance without a name applies to the sweeps and to the fallback solver; a name selects one solver', () => {
    const { options, ...scene } = makeSimulation('stack');
    const start = (solver: object | string): { status: string; ncp: number } => {
      const { simulator } = startSimulation({ ...scene, options: { ...options, solver: solver as never } });
      for (let k = 0; k < 5; k++) simulator.step();
      const { status, residuals } = simulator.report();
      return { status, ncp: residuals.scaled.ncp };
    };
    const tight = start({ relativeTolerance: 1e-10, maxIterations: 1000 });
    expect(tight.status).toBe('converged');
    expect(tight.ncp).toBeLessThan(1.001e-10);
    expect(start({ solver: 'ncp-pgs', relativeTolerance: 1e-10, maxIterations: 20 }).status).toBe('limit');
  });
});
