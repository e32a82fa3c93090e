// Staggered projections (Alg. 6): the normal impulses for given friction, then the friction for given normal impulses, each a convex
// problem that ADMM solves to tolerance. (Line 2 of the listing should read g_N + G_NT λ_T.) Both problems also have the bilateral impulses as
// unknowns. Equation and algorithm numbers refer to Le Lidec et al., "Contact Models in Robotics: a Comparative Analysis".

import { projectDisc } from '../cones.ts';
import type { SolverSettings } from '../options.ts';
import type { Progress } from '../progress.ts';
import type { Pyramid } from '../pyramid.ts';
import { largest } from '../residuals.ts';
import type { SolverWorkspace } from '../solver-workspace.ts';
import { type FeasibleSet, Splitting } from './splitting.ts';

/** The largest number of ADMM steps on one projection. */
const innerLimit = 500;
/** The inner tolerance, relative to the outer one. */
const innerFraction = 0.1;

/** A subproblem with some of the rows: the bilateral rows, then `width` rows of each contact. */
class Projection implements FeasibleSet {
  readonly splitting = new Splitting();
  private matrix = new Float64Array(0);
  private extra = new Float64Array(0);
  private linear = new Float64Array(0);
  private rowOf = new Int32Array(0);
  private workspace: SolverWorkspace | undefined;
  private pyramid: Pyramid | undefined;

  /** @param first the first of these rows among the three rows of a contact: t1, t2, n */
  constructor(
    private readonly first: number,
    private readonly width: number,
  ) {}

  /** @param pyramid the friction pyramid; undefined for a disc */
  load(workspace: SolverWorkspace, pyramid: Pyramid | undefined, rho: number): void {
    this.workspace = workspace;
    this.pyramid = pyramid;
    const { bilateral, contacts, rows, size, lambda } = workspace;
    const count = bilateral + this.width * contacts;
    if (count !== this.rowOf.length) this.resize(count);
    const { rowOf, matrix, extra, splitting } = this;
    for (let k = 0; k < count; k++) {
      const offset = k - bilateral;
      const contact = Math.floor(offset / this.width);
      rowOf[k] = offset < 0 ? k : bilateral + 3 * contact + this.first + (offset - contact * this.width);
    }
    for (let i = 0; i < count; i++) {
      for (let j = 0; j < count; j++) matrix[i * count + j] = rows[rowOf[i] * size + rowOf[j]];
      extra[i] = workspace.compliance[rowOf[i]];
    }
    splitting.start(matrix, extra, rho);
    for (let k = 0; k < count; k++) {
      splitting.x[k] = lambda[rowOf[k]];
      splitting.z[k] = lambda[rowOf[k]];
      splitting.multipliers[k] = workspace.hasDual ? -this.velocityOf(rowOf[k]) : 0;
    }
  }

  /** Solves for these rows of λ with the other rows fixed, and relaxes the change (22). Returns the largest change, as a velocity in m/s. */
  solve(settings: SolverSettings, tolerance: number): number {
    const workspace = this.workspace as SolverWorkspace;
    const { rowOf, splitting, linear, matrix, extra } = this;
    const { lambda } = workspace;
    this.fillLinear();
    const velocity = largest(linear);
    for (let step = 0; step < innerLimit; step++) {
      splitting.step(linear, this, 1);
      if (Math.max(splitting.dual, splitting.primal * Math.max(splitting.rho, this.largestDiagonal())) <= tolerance)
        break;
      if (settings.adaptRho) splitting.adapt(matrix, extra, velocity);
    }
    let largestChange = 0;
    for (let k = 0; k < rowOf.length; k++) {
      const relaxed = lambda[rowOf[k]] + settings.relaxation * (splitting.z[k] - lambda[rowOf[k]]);
      largestChange = Math.max(largestChange, Math.abs(relaxed - lambda[rowOf[k]]) * workspace.diagonal[rowOf[k]]);
      lambda[rowOf[k]] = relaxed;
    }
    if (settings.relaxation > 1) this.projectRows();
    return largestChange;
  }

  project(v: Float64Array): void {
    const { bilateral, contacts, lambda, friction } = this.workspace as SolverWorkspace;
    for (let c = 0; c < contacts; c++) {
      const at = bilateral + this.width * c;
      if (this.width === 1) v[at] = Math.max(0, v[at]);
      else this.bound(v, at, friction[c], lambda[bilateral + 3 * c + 2]);
    }
  }

  /** Projects friction that over-relaxation moved beyond its bound, and negative normal impulses. */
  private projectRows(): void {
    const { bilateral, contacts, lambda, friction } = this.workspace as SolverWorkspace;
    for (let c = 0; c < contacts; c++) {
      const at = bilateral + 3 * c;
      if (this.width === 1) lambda[at + 2] = Math.max(0, lambda[at + 2]);
      else this.bound(lambda, at, friction[c], lambda[at + 2]);
    }
  }

  private bound(v: Float64Array, at: number, mu: number, normal: number): void {
    if (this.pyramid) this.pyramid.project(v, at, this.pyramid.apothem(mu) * normal);
    else projectDisc(v, at, mu * normal);
  }

  /** σ from the dual variable σ + Γ(σ). */
  private velocityOf(row: number): number {
    const { dual, bilateral, friction } = this.workspace as SolverWorkspace;
    const contact = Math.floor((row - bilateral) / 3);
    if (contact < 0 || this.width > 1) return dual[row];
    return dual[row] - friction[contact] * Math.sqrt(dual[row - 2] * dual[row - 2] + dual[row - 1] * dual[row - 1]);
  }

  /** g̃ = g + G λ over the other rows (lines 2 and 4). */
  private fillLinear(): void {
    const { rowOf, linear, matrix } = this;
    const { rows, size, lambda, bias } = this.workspace as SolverWorkspace;
    const count = rowOf.length;
    for (let i = 0; i < count; i++) {
      let sum = bias[rowOf[i]];
      for (let j = 0; j < size; j++) sum += rows[rowOf[i] * size + j] * lambda[j];
      for (let j = 0; j < count; j++) sum -= matrix[i * count + j] * lambda[rowOf[j]];
      linear[i] = sum;
    }
  }

  /** The largest diagonal entry, which converts an impulse error to a velocity error. */
  private largestDiagonal(): number {
    const { matrix, extra } = this;
    let largestEntry = 0;
    for (let k = 0; k < extra.length; k++)
      largestEntry = Math.max(largestEntry, matrix[k * extra.length + k] + extra[k]);
    return largestEntry;
  }

  private resize(count: number): void {
    this.splitting.resize(count);
    this.matrix = new Float64Array(count * count);
    this.extra = new Float64Array(count);
    this.linear = new Float64Array(count);
    this.rowOf = new Int32Array(count);
  }
}

class Normals extends Projection {
  constructor() {
    super(2, 1);
  }
}

class Tangents extends Projection {
  constructor() {
    super(0, 2);
  }
}

export function runNcpStaggered(workspace: SolverWorkspace, settings: SolverSettings, progress: Progress): void {
  runStaggered(workspace, settings, progress, undefined);
}

export function runLcpStaggered(workspace: SolverWorkspace, settings: SolverSettings, progress: Progress): void {
  runStaggered(workspace, settings, progress, settings.pyramid);
}

function runStaggered(
  workspace: SolverWorkspace,
  settings: SolverSettings,
  progress: Progress,
  pyramid: Pyramid | undefined,
): void {
  const normals = workspace.state(Normals);
  const tangents = workspace.state(Tangents);
  const rho = settings.rho || workspace.rho;
  normals.load(workspace, pyramid, rho);
  tangents.load(workspace, pyramid, rho);
  const tolerance = innerFraction * progress.velocityTolerance;
  let iteration = 1;
  for (; iteration <= settings.maxIterations; iteration++) {
    const step = Math.max(normals.solve(settings, tolerance), tangents.solve(settings, tolerance));
    if (progress.endIteration(workspace, settings, iteration, step)) break;
  }
  if (iteration > settings.maxIterations) progress.check(workspace, settings, settings.maxIterations);
  workspace.rho = tangents.splitting.rho;
}
