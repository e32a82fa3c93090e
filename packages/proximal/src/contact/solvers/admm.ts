// ADMM on the CCP (Alg. 3), and on the NCP: the same with de Saxcé's correction (13) of the last velocity in the linear term. A fixed
// point of the second solves (14). The multipliers −γ are the velocity σ + Γ(σ), so ‖σ_T‖ = ‖γ_T‖ is at hand.
import type { Arena } from '../arena.ts';
import { projectCone } from '../cones.ts';
import type { Settings } from '../options.ts';
import type { Progress } from '../progress.ts';
import { type FeasibleSet, Splitting } from './splitting.ts';

/** All impulses: bilateral rows are free, contacts in their friction cones. */
class Cones implements FeasibleSet {
  protected arena: Arena | undefined;

  of(arena: Arena): this {
    this.arena = arena;
    return this;
  }

  project(v: Float64Array): void {
    const { bilateral, contacts, friction } = this.arena as Arena;
    for (let c = 0; c < contacts; c++) projectCone(v, bilateral + 3 * c, friction[c]);
  }
}

class CorrectedCones extends Cones {
  correct(multipliers: Float64Array, rightHandSide: Float64Array): void {
    const { bilateral, contacts, friction } = this.arena as Arena;
    for (let c = 0; c < contacts; c++) {
      const at = bilateral + 3 * c;
      const slip = Math.sqrt(multipliers[at] * multipliers[at] + multipliers[at + 1] * multipliers[at + 1]);
      rightHandSide[at + 2] -= friction[c] * slip;
    }
  }
}

export function runCcpAdmm(arena: Arena, settings: Settings, progress: Progress): void {
  runAdmm(arena, settings, progress, arena.state(Cones).of(arena));
}

export function runNcpAdmm(arena: Arena, settings: Settings, progress: Progress): void {
  runAdmm(arena, settings, progress, arena.state(CorrectedCones).of(arena));
}

function runAdmm(arena: Arena, settings: Settings, progress: Progress, cones: Cones): void {
  const { size, lambda, rows, compliance, drive } = arena;
  const splitting = arena.state(Splitting);
  splitting.resize(size);
  splitting.start(rows, compliance, settings.rho || arena.rho);
  const { x, z, multipliers } = splitting;
  for (let k = 0; k < size; k++) {
    x[k] = lambda[k];
    z[k] = lambda[k];
    multipliers[k] = arena.hasDual ? -arena.dual[k] : 0;
  }
  let iteration = 1;
  for (; iteration <= settings.maxIterations; iteration++) {
    splitting.step(drive, cones, settings.relaxation);
    lambda.set(z);
    const step = Math.max(splitting.dual, splitting.rho * splitting.primal);
    if (progress.isOver(arena, settings, iteration, step)) break;
    if (settings.adaptRho) splitting.adapt(rows, compliance, progress.velocity);
  }
  if (iteration > settings.maxIterations) progress.check(arena, settings, settings.maxIterations);
  for (let k = 0; k < size; k++) arena.dual[k] = -multipliers[k];
  arena.leavesDual = true;
  arena.rho = splitting.rho;
}
