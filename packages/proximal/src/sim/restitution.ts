// Newton's law of restitution, c_N = −e c_N before, adds energy where bodies that stick or slide are stopped along one direction and thrown
// back along another. What impulses λ add to the velocity without them is ΔE = ½ λᵀ (g + c), g = J v without impulses and c = J v⁺: a law
// that never adds energy has ΔE ≤ 0. With e = 0 the law of contact only takes energy. So between the impulses λ₀ of e = 0 and those of
// Newton's law, λ₁, which the law keeps where they add none, it takes the last of λ₀ + s (λ₁ − λ₀), s from 0 to 1, with ΔE ≤ 0. Both are in
// Coulomb's cone, which is convex, and no velocity along a normal is below that of e = 0: it is a bounce with a lower e.
import type { ContactWorkspace } from '../contact/workspace.ts';
import type { IslandSolver } from './island-solver.ts';
import type { Islands } from './islands.ts';
import type { StepReport } from './report.ts';
import { coordinatesOf, velocityAt } from './solved-rows.ts';

/** Energy below this share of what impulses do is rounding. */
const rounding = 1e-13;
/** Where s is this close to 1, what is missing is the solver's tolerance. */
const newtonian = 1 - 1e-4;

/** A normal that bounces, and its c*_N without. */
interface Bounce {
  readonly row: number;
  readonly base: number;
}

export class Restitution {
  /** Whether the last step has taken less than Newton's law would have. */
  isLimited = false;
  private readonly bounces: Bounce[] = [];
  private free = new Float64Array(0);

  /** Starts a step without bounces. */
  clear(): void {
    this.bounces.length = 0;
    this.isLimited = false;
  }

  get hasBounces(): boolean {
    return this.bounces.length > 0;
  }

  /** Says that a normal's reference is that of a bounce. */
  note(row: number, base: number): void {
    this.bounces.push({ row, base });
  }

  /** To be called before the step is solved, with the velocities without impulses. */
  begin(next: Float64Array): void {
    if (this.bounces.length > 0) this.free = next.slice();
  }

  /** Takes from the islands what they have gained, with the problem solved by Newton's law. */
  limit(
    workspace: ContactWorkspace,
    islands: Islands,
    bilateral: number,
    next: Float64Array,
    solver: IslandSolver,
    report: StepReport,
  ): void {
    if (this.bounces.length === 0) return;
    const gaining = this.gaining(workspace, islands);
    if (gaining.length === 0) return;
    const count = 3 * workspace.triples;
    const lambda = workspace.lambda.slice(0, count);
    const velocity = Float64Array.from({ length: count }, (_, row) => velocityAt(workspace, row));
    for (const { row, base } of this.bounces) workspace.reference[row] = base;
    const stopped = new Float64Array(next.length);
    solver.solve(workspace, islands, bilateral, stopped, report, (island) => gaining.includes(island));
    for (const island of gaining) {
      const rows = rowsOf(workspace, islands, island);
      const share = shareOf(workspace, rows, lambda, velocity);
      if (share < newtonian) this.isLimited = true;
      for (const row of rows) {
        const change = share * (lambda[row] - workspace.lambda[row]);
        workspace.sigma[row] +=
          share * (velocity[row] - velocityAt(workspace, row)) + workspace.compliance[row] * change;
        workspace.lambda[row] += change;
      }
      for (const k of coordinatesOf(workspace, islands, island))
        next[k] = this.free[k] + stopped[k] + share * (next[k] - this.free[k] - stopped[k]);
    }
  }

  /** The islands with a bounce whose impulses add energy. */
  private gaining(workspace: ContactWorkspace, islands: Islands): number[] {
    const bouncing = new Set(this.bounces.map(({ row }) => (row - 2) / 3));
    const found: number[] = [];
    for (let k = 0; k < islands.count; k++) {
      const rows = rowsOf(workspace, islands, k);
      if (!rows.some((row) => bouncing.has(Math.floor(row / 3)))) continue;
      let energy = 0;
      let size = 0;
      for (const row of rows) {
        const work = workspace.lambda[row] * (workspace.freeVelocity[row] + velocityAt(workspace, row));
        energy += work;
        size += Math.abs(work);
      }
      if (energy > rounding * size) found.push(k);
    }
    return found;
  }
}

/** The largest s at which λ₀ + s (λ₁ − λ₀) adds no energy, the workspace having λ₀ and its velocities. */
function shareOf(
  workspace: ContactWorkspace,
  rows: readonly number[],
  lambda: Float64Array,
  velocity: Float64Array,
): number {
  // 2 ΔE = a + b s + c s².
  let [a, b, c] = [0, 0, 0];
  for (const row of rows) {
    const start = workspace.freeVelocity[row] + velocityAt(workspace, row);
    const [impulse, speed] = [lambda[row] - workspace.lambda[row], velocity[row] - velocityAt(workspace, row)];
    a += workspace.lambda[row] * start;
    b += impulse * start + workspace.lambda[row] * speed;
    c += impulse * speed;
  }
  // What a solver has left of e = 0 cannot be mended here.
  if (!(a < 0)) return 0;
  const root = Math.sqrt(Math.max(0, b * b - 4 * a * c));
  const share = b >= 0 ? (-2 * a) / (b + root) : (root - b) / (2 * c);
  return Math.min(1, Math.max(0, share));
}

/** The rows of an island that move somebody; the others are virtual masses. */
function rowsOf({ order, extra }: ContactWorkspace, { begins }: Islands, island: number): number[] {
  const rows: number[] = [];
  for (let at = begins[island]; at < begins[island + 1]; at++)
    for (let row = 3 * order[at]; row < 3 * order[at] + 3; row++) if (extra[row] === 0) rows.push(row);
  return rows;
}
