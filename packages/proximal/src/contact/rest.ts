// What solvers that treat all contacts at once are spared. Contacts that are wide open: they have no impulse, but a velocity that is large
// beside what the others resist, and would rule ρ, scales and conditioning. And friction that is larger than any contact uses: of the NCP
// and the LCP, a solution in which no contact is at the edge of a smaller cone is one for every larger µ. The answer is that of the whole
// problem: contacts that the impulses of the others close are put back, µ grows where the smaller one is not enough, and the solver goes
// on from where it was.
import { Arena, resized } from './arena.ts';
import { dualConeDistance } from './cones.ts';
import type { Settings } from './options.ts';
import type { ContactProblem } from './problem.ts';
import type { Progress } from './progress.ts';
import { largest } from './residuals.ts';

/** Contacts that open no faster than this share of what there is to resist stay in: those above the lowest of a stack, which others close. */
const closeShare = 1e-3;

/** µ up to which the problem is taken as it is, and how that grows. */
const firstFriction = 10;
const frictionGrowth = 100;

/** The rest of a problem, as a problem of its own. */
class Rest {
  readonly arena = new Arena();
  /** The contacts that are in it, in their order, and the row of the whole that each of its rows is. */
  contacts = new Int32Array(0);
  count = 0;
  mostFriction = 0;
  private rowOf = new Int32Array(0);

  /** Leaves out the contacts that are wide open at the arena's σ, beside what there is to resist, and have no impulse. */
  choose(whole: Arena, isConvex: boolean, velocity: number): void {
    const { contacts: all, bilateral, lambda, sigma } = whole;
    if (this.contacts.length < all) this.contacts = new Int32Array(2 * all);
    this.count = 0;
    // The CCP depends on µ where a contact is open as well.
    this.mostFriction = isConvex ? Infinity : firstFriction;
    for (let c = 0; c < all; c++) {
      const at = bilateral + 3 * c;
      const isIdle = lambda[at] === 0 && lambda[at + 1] === 0 && lambda[at + 2] === 0;
      const slip = Math.max(Math.abs(sigma[at]), Math.abs(sigma[at + 1]));
      const opening = sigma[at + 2];
      const isWide = opening > closeShare * velocity || (opening >= 0 && slip > velocity);
      if (!(isIdle && isWide)) this.contacts[this.count++] = c;
    }
  }

  isWhole(whole: Arena): boolean {
    return this.count === whole.contacts && !(largest(whole.friction) > this.mostFriction);
  }

  /** Puts those back whose σ misses the law by more than `allowed`. Returns whether there were any. */
  putBack(whole: Arena, isConvex: boolean, allowed: number): boolean {
    const { contacts: all, bilateral, sigma, friction } = whole;
    const { contacts, count } = this;
    let added = 0;
    for (let c = 0, next = 0; c < all; c++) {
      if (next < count && contacts[next] === c) {
        next++;
        continue;
      }
      const at = bilateral + 3 * c;
      const slip = Math.sqrt(sigma[at] * sigma[at] + sigma[at + 1] * sigma[at + 1]);
      const approach = isConvex ? dualConeDistance(slip, sigma[at + 2], friction[c]) : -sigma[at + 2];
      if (approach > allowed) contacts[count + added++] = c;
    }
    this.count += added;
    contacts.subarray(0, this.count).sort();
    return added > 0;
  }

  /** Its arena, with impulses, dual variables and ρ of the whole to start from. */
  load(problem: ContactProblem, whole: Arena): void {
    const { arena, contacts, count } = this;
    const { bilateral } = whole;
    const size = bilateral + 3 * count;
    if (this.rowOf.length < size) this.rowOf = new Int32Array(2 * size);
    for (let k = 0; k < size; k++) {
      const past = k - bilateral;
      this.rowOf[k] = past < 0 ? k : bilateral + 3 * contacts[Math.floor(past / 3)] + (past % 3);
    }
    arena.loadPart(problem, whole, this.rowOf, size, this.mostFriction);
    if (arena.lambda.length !== size) {
      arena.lambda = resized(arena.lambda, size);
      arena.dual = resized(arena.dual, size);
    }
    for (let k = 0; k < size; k++) {
      arena.lambda[k] = whole.lambda[this.rowOf[k]];
      arena.dual[k] = whole.dual[this.rowOf[k]];
    }
    arena.isWarm = whole.isWarm;
    arena.hasDual = whole.hasDual;
    arena.leavesDual = false;
    arena.rho = whole.rho;
  }

  /** The answer as one of the whole: its λ, σ, and the dual variables of those that are left out, σ or σ + Γ(σ). */
  unload(whole: Arena, isConvex: boolean): void {
    const { arena, rowOf } = this;
    whole.lambda.fill(0);
    for (let k = 0; k < arena.size; k++) whole.lambda[rowOf[k]] = arena.lambda[k];
    whole.evaluate();
    const { sigma, dual, bilateral, contacts, friction } = whole;
    for (let c = 0; c < contacts; c++) {
      const at = bilateral + 3 * c;
      const slip = Math.sqrt(sigma[at] * sigma[at] + sigma[at + 1] * sigma[at + 1]);
      for (let k = at; k < at + 3; k++) dual[k] = sigma[k];
      if (!isConvex) dual[at + 2] += friction[c] * slip;
    }
    if (arena.leavesDual) for (let k = 0; k < arena.size; k++) dual[rowOf[k]] = arena.dual[k];
    whole.rho = arena.rho;
    whole.leavesDual = arena.leavesDual;
  }
}

/** Runs a solver that treats all contacts at once. */
export function runOnRest(problem: ContactProblem, arena: Arena, settings: Settings, progress: Progress): void {
  const { solver, maxIterations } = settings;
  const isConvex = solver.model === 'ccp';
  const rest = arena.state(Rest);
  rest.choose(arena, isConvex, progress.velocity);
  while (!rest.isWhole(arena)) {
    rest.load(problem, arena);
    solver.prepare?.(rest.arena, settings);
    solver.run(rest.arena, settings, progress);
    rest.unload(arena, isConvex);
    if (progress.excessOf(arena, settings) <= 1) return;
    if (!rest.putBack(arena, isConvex, progress.velocityTolerance)) {
      if (!(largest(arena.friction) > rest.mostFriction)) return;
      rest.mostFriction *= frictionGrowth;
    }
    settings.maxIterations = maxIterations - progress.iterations;
    if (settings.maxIterations < 1) {
      progress.end('limit');
      return;
    }
    arena.hasDual = arena.leavesDual;
    arena.isWarm = true;
    progress.goOn();
  }
  solver.run(arena, settings, progress);
}
