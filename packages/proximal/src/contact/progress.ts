// Stopping criteria and status of the solvers. Every check recomputes σ from λ, independently of the solver.
// Equation and algorithm numbers refer to Le Lidec et al., "Contact Models in Robotics: a Comparative Analysis".

import type { SolverSettings } from './options.ts';
import type { ContactProblem } from './problem.ts';
import { createResiduals, measureResiduals, velocityScale } from './residuals.ts';
import type { Criterion, SolverWorkspace } from './solver-workspace.ts';
import type { SweepAnswer } from './workspace.ts';

/**
 * `'converged'`: the law of the solver's model holds to tolerance. `'stalled'`: the law does not hold, and further iterations do not help. A
 * `DelassusOperator` that returns NaN also gives `'stalled'`, with NaN residuals. `'limit'`: the iteration cap was reached.
 */
export type ContactStatus = 'converged' | 'stalled' | 'limit';

/** The state after an iteration. */
export interface ContactTraceStep {
  /** 0 for the initial state. */
  readonly iteration: number;
  /** The residuals of the solver's own model, absolute. */
  readonly primal: number;
  readonly dual: number;
  readonly complementarity: number;
  /** The residual of the NCP (14), absolute: the error of the model. */
  readonly ncp: number;
}

/**
 * The number of iterations between two checks while steps are large. In problems of at most `large` rows the first checks come sooner, from
 * `firstInterval` on, because a warm start may be near the solution.
 */
const checkInterval = 10;
const firstInterval = 2;
const large = 768;
/**
 * A window of at least `windowLength` iterations is stalled unless its smallest residual is lower than the smallest residual of the
 * previous window, by at least the fraction `leastProgress`.
 */
const windowLength = 50;
const leastProgress = 0.01;
/**
 * The number of successive stalled windows after which a solver counts as stalled. Accelerated sweeps then continue without acceleration, and count
 * as stalled after twice this number.
 */
const mostStalledWindows = 2;

export class Progress {
  status: ContactStatus = 'limit';
  iterations = 0;
  /** Iterations of earlier runs. */
  private before = 0;
  trace: ContactTraceStep[] | undefined;
  /** The tolerance of the dual residual: a check is made when a solver's step is below it. */
  velocityTolerance = 0;
  /** The smallest excess over the tolerance in the current window of iterations. */
  private best = Infinity;
  /** The smallest excess over the tolerance in the window before. */
  private lastBest = Infinity;
  /** The first iteration of the current window. */
  private windowStart = 0;
  private stalledWindows = 0;
  private mostStalledWindows = mostStalledWindows;
  /** The iteration of the last check, which wrote the workspace's σ. */
  checkedAt = 0;
  /** The velocity scale, in m/s: see `velocityScale`. */
  velocity = 0;
  /** Called in every iteration; may throw to end the solve. */
  poll: (() => void) | null = null;
  /** The result of the last check. */
  readonly criterion: Criterion = { primal: 0, dual: 0, complementarity: 0, excess: 0 };
  private readonly full = createResiduals();

  start(problem: ContactProblem, settings: SolverSettings): void {
    this.iterations = 0;
    this.beginRun();
    this.checkedAt = 0;
    this.velocity = velocityScale(problem, settings.solver.model === 'ccp');
    this.velocityTolerance = Math.max(settings.tolerance, settings.relativeTolerance * this.velocity);
    this.mostStalledWindows =
      settings.isAccelerated && settings.solver.isPerContact ? 2 * mostStalledWindows : mostStalledWindows;
    this.trace = settings.trace ? [] : undefined;
  }

  /**
   * Begins a run. Each run after the first is on a larger part of the problem. The iteration count continues; the record of progress is
   * reset.
   */
  beginRun(): void {
    this.status = 'limit';
    this.before = this.iterations;
    this.best = Infinity;
    this.lastBest = Infinity;
    this.windowStart = this.before;
    this.stalledWindows = 0;
  }

  /**
   * Ends iteration number `iteration`, with a check if one is due. Returns true if the solver must stop.
   * @param step the largest change in this iteration as a velocity, in m/s; while it is large, checks are rare, because a check costs as much as a
   * sweep
   */
  endIteration(workspace: SolverWorkspace, settings: SolverSettings, iteration: number, step: number): boolean {
    this.poll?.();
    this.iterations = this.before + iteration;
    const shortest = workspace.size > large ? checkInterval : Math.min(checkInterval, this.checkedAt + firstInterval);
    const isSoon = this.iterations - this.checkedAt < shortest;
    if (step > this.velocityTolerance && isSoon && this.trace === undefined) return false;
    return this.check(workspace, settings, iteration);
  }

  /** Recomputes σ and measures the model's law. */
  check(workspace: SolverWorkspace, settings: SolverSettings, iteration: number): boolean {
    this.iterations = this.before + iteration;
    this.checkedAt = this.iterations;
    workspace.evaluate();
    const excess = this.excessOf(workspace, settings);
    if (this.trace !== undefined) {
      measureResiduals(workspace, this.velocity, workspace.lambda, workspace.sigma, this.full);
      this.record(this.iterations, this.criterion, this.full.ncp);
    }
    if (excess <= 1) {
      this.status = 'converged';
      return true;
    }
    if (this.addToWindow(excess)) {
      this.status = 'stalled';
      return true;
    }
    return false;
  }

  /** The residual of the model's law at the workspace's λ and σ, relative to the tolerance. */
  excessOf(workspace: SolverWorkspace, settings: SolverSettings): number {
    const { criterion, velocity, velocityTolerance } = this;
    settings.solver.measure(workspace, settings, velocity, criterion);
    return Math.max(criterion.excess, criterion.dual / Math.max(velocityTolerance, Number.MIN_VALUE));
  }

  /**
   * Adds a check to the current window; returns whether the solver has stalled. Compares windows, not the overall best: slow modes may dominate
   * only after fast ones have decayed, and then exceed an early minimum.
   */
  private addToWindow(excess: number): boolean {
    if (Number.isNaN(excess)) return true;
    this.best = Math.min(this.best, excess);
    if (this.iterations - this.windowStart < windowLength) return false;
    this.stalledWindows = this.best > (1 - leastProgress) * this.lastBest ? this.stalledWindows + 1 : 0;
    this.lastBest = this.best;
    this.best = Infinity;
    this.windowStart = this.iterations;
    return this.stalledWindows >= this.mostStalledWindows;
  }

  /** Whether the sweeps of a solver with acceleration are accelerated now: not while `mostStalledWindows` windows in a row have stalled. */
  get isAccelerated(): boolean {
    return this.stalledWindows < mostStalledWindows;
  }

  /** Sets the status of a solver that ends without a solution. */
  end(status: 'stalled' | 'limit'): void {
    this.status = status;
  }

  /** Copies the result of the kernel's sweeps, which use the same checks (kernel/contact/solve.ts). */
  copyAnswer({ status, iterations, criterion }: SweepAnswer): void {
    this.status = status;
    this.iterations = iterations;
    this.checkedAt = iterations;
    this.criterion.primal = criterion.primal;
    this.criterion.dual = criterion.dual;
    this.criterion.complementarity = criterion.complementarity;
    this.criterion.excess = criterion.excess;
  }

  /** Adds a step to the trace. */
  record(iteration: number, { primal, dual, complementarity }: Criterion, ncp: number): void {
    this.trace?.push({ iteration, primal, dual, complementarity, ncp });
  }
}
