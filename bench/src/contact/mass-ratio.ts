// Fig. 12: a heavy cube on a light one.
import { type ContactSolverName, contactSolvers, solve } from 'proximal/contact';
import type { Curve } from '../plot.ts';
import { stack } from './stack.ts';

export interface RatioResult {
  readonly solver: ContactSolverName;
  /** The residual of the NCP after at most 1000 iterations, by mass ratio. */
  readonly ratios: readonly { readonly ratio: number; readonly ncp: number; readonly status: string }[];
  /** After each iteration, at a ratio of 10⁶. */
  readonly way: readonly { readonly iteration: number; readonly ncp: number }[];
  /** At a ratio of 10⁶ with a tolerance of 1e-8. */
  readonly iterations: number;
  readonly status: string;
}

export const ratios = [1, 10, 100, 1e3, 1e4, 1e5, 1e6] as const;

export function measureRatios(): RatioResult[] {
  return contactSolvers().map(({ name: solver }) => {
    const options = { solver, tolerance: 1e-8, relativeTolerance: 0 };
    const { trace = [], iterations, status } = solve(stack(1e-3, 1e3), { ...options, trace: true });
    return {
      solver,
      iterations,
      status,
      way: trace.map((step) => ({ iteration: step.iteration, ncp: step.ncp })),
      ratios: ratios.map((ratio) => {
        const found = solve(stack(1 / Math.sqrt(ratio), Math.sqrt(ratio)), options);
        return { ratio, ncp: found.residuals.ncp, status: found.status };
      }),
    };
  });
}

const drawn = ['ccp-pgs', 'ncp-pgs', 'raisim', 'ccp-admm', 'ncp-admm', 'ncp-staggered'];
/** A residual of zero has no place on a logarithmic axis. */
const floor = 1e-16;

export function wayCurves(results: readonly RatioResult[]): Curve[] {
  return results
    .filter(({ solver }) => drawn.includes(solver))
    .map(({ solver, way }) => ({
      name: solver,
      points: way.map(({ iteration, ncp }) => ({ x: iteration, y: Math.max(floor, ncp) })),
    }));
}

export function ratioCurves(results: readonly RatioResult[]): Curve[] {
  return results
    .filter(({ solver }) => drawn.includes(solver))
    .map(({ solver, ratios: list }) => ({
      name: solver,
      points: list.map(({ ratio, ncp }) => ({ x: ratio, y: Math.max(floor, ncp) })),
    }));
}
