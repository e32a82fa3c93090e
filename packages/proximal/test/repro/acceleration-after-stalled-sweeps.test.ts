// After sweeps without acceleration, the first extrapolation took the change over all of these sweeps for the change by one sweep.
import { expect, it } from 'vitest';
import type { SolverSettings } from '../../src/contact/options.ts';
import type { Progress } from '../../src/contact/progress.ts';
import { SolverWorkspace } from '../../src/contact/solver-workspace.ts';
import { type Rule, runSweeps } from '../../src/contact/solvers/sweep.ts';

it('the first sweep after a pause of the acceleration starts from the result of the last sweep', () => {
  const workspace = new SolverWorkspace();
  const identity = Array.from({ length: 3 }, (_, row) => Float64Array.from([0, 1, 2], (k) => Number(k === row)));
  workspace.load(
    {
      delassus: {
        size: 3,
        apply: (x: Float64Array, out: Float64Array) => out.set(x),
        row: (i: number, out: Float64Array) => out.set(identity[i]),
      },
      freeVelocity: new Float64Array(3),
      friction: Float64Array.of(0),
    } as never,
    false,
  );
  workspace.lambda = new Float64Array(3).fill(1);
  const starts: number[] = [];
  const results: number[] = [];
  // Each sweep multiplies λ by a factor of its own, so that no two sweeps have the same secant.
  const rule: Rule = {
    prepare: () => {},
    project: () => {},
    update: ({ lambda }) => {
      starts.push(lambda[0]);
      for (let k = 0; k < 3; k++) lambda[k] *= 0.9 - 0.1 / (starts.length + 1);
      results.push(lambda[0]);
    },
  };
  const isPaused = (sweep: number): boolean => sweep >= 4 && sweep <= 7;
  let sweep = 1;
  const progress = {
    get isAccelerated() {
      return !isPaused(sweep);
    },
    endIteration: () => {
      sweep++;
      return false;
    },
    checkedAt: 12,
  };
  const settings = { relaxation: 1, isAccelerated: true, maxIterations: 12 };
  runSweeps(workspace, settings as SolverSettings, progress as unknown as Progress, rule);
  const isExtrapolated = starts.map((start, k) => k > 0 && start !== results[k - 1]);
  // A secant needs two sweeps: the second sweep, and the second after the pause, start without one.
  expect(isExtrapolated).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((k) => k > 2 && !isPaused(k) && k !== 8));
});
