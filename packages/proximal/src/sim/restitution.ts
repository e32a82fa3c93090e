// Newton's law of restitution, c_N⁺ = −e c_N, can add energy if there is friction, because the impulse that stops a body has another
// direction than the impulse of the rebound. Impulses λ add the energy ΔE = ½ λᵀ (g + c), with g = J v of the unconstrained velocity and c
// = J v⁺. A dissipative law has ΔE ≤ 0; the contact law with e = 0 is dissipative. If the impulses λ₁ of Newton's law add energy,
// they are replaced by λ₀ + s (λ₁ − λ₀), where λ₀ are the impulses for e = 0 and s is the largest number in [0, 1] with ΔE ≤ 0.
// Both λ₀ and λ₁ are in Coulomb's cone, which is convex, and no normal velocity is below the normal velocity for e = 0. So the result is a bounce
// with a smaller e.
import type { ContactWorkspace } from '../contact/workspace.ts';
import type { IslandSolver } from './island-solver.ts';
import type { Islands } from './islands.ts';
import type { StepReport } from './report.ts';
import { islandCoordinates, rowVelocityAfter } from './solved-rows.ts';

/** Energy below this fraction of the impulses' work is rounding. */
const rounding = 1e-13;
/** If s is at least this, its difference from 1 is within the solver's tolerance, and the bounce does not count as limited. */
const newtonian = 1 - 1e-4;

export class Restitution {
  /** Whether the last step reduced a bounce below Newton's law by more than the solver's tolerance. */
  isLimited = false;
  /** c*_N without restitution, by the normal rows of contacts with restitution. */
  private readonly bounces = new Map<number, number>();
  /** The unconstrained velocities. */
  private unconstrained = new Float64Array(0);

  /** Starts a step without bounces. */
  clear(): void {
    this.bounces.clear();
    this.isLimited = false;
  }

  get hasBounces(): boolean {
    return this.bounces.size > 0;
  }

  /** Registers a normal row whose reference velocity includes restitution. @param base c*_N without restitution */
  registerBounce(row: number, base: number): void {
    this.bounces.set(row, base);
  }

  /** The registered rows. */
  rows(): Iterable<number> {
    return this.bounces.keys();
  }

  /** c*_N of a registered row without restitution. */
  baseOf(row: number): number | undefined {
    return this.bounces.get(row);
  }

  /** Must be called before the step is solved, with the unconstrained velocities. */
  begin(next: Float64Array): void {
    if (this.bounces.size > 0) this.unconstrained = next.slice();
  }

  /** Reduces the bounces of islands that gained energy. The problem has been solved with Newton's law. */
  limit(
    workspace: ContactWorkspace,
    islands: Islands,
    bilateral: number,
    next: Float64Array,
    solver: IslandSolver,
    report: StepReport,
  ): void {
    if (this.bounces.size === 0) return;
    const islandsWithGain = this.findGains(workspace, islands);
    if (islandsWithGain.length === 0) return;
    const count = 3 * workspace.triples;
    const lambda = workspace.lambda.slice(0, count);
    const velocity = Float64Array.from({ length: count }, (_, row) => rowVelocityAfter(workspace, row));
    for (const [row, base] of this.bounces) workspace.reference[row] = base;
    const stopped = new Float64Array(next.length);
    solver.solve(workspace, islands, bilateral, stopped, report, (island) => islandsWithGain.includes(island));
    for (const island of islandsWithGain) {
      const rows = rowsOf(workspace, islands, island);
      const fraction = fractionOf(workspace, rows, lambda, velocity);
      if (fraction < newtonian) this.isLimited = true;
      for (const row of rows) {
        const change = fraction * (lambda[row] - workspace.lambda[row]);
        workspace.sigma[row] +=
          fraction * (velocity[row] - rowVelocityAfter(workspace, row)) + workspace.compliance[row] * change;
        workspace.lambda[row] += change;
      }
      for (const k of islandCoordinates(workspace, islands, island))
        next[k] = this.unconstrained[k] + stopped[k] + fraction * (next[k] - this.unconstrained[k] - stopped[k]);
    }
  }

  /** The islands with a bounce whose impulses add energy. */
  private findGains(workspace: ContactWorkspace, islands: Islands): number[] {
    const bouncing = new Set([...this.bounces.keys()].map((row) => (row - 2) / 3));
    const found: number[] = [];
    for (let k = 0; k < islands.count; k++) {
      const rows = rowsOf(workspace, islands, k);
      if (!rows.some((row) => bouncing.has(Math.floor(row / 3)))) continue;
      let energy = 0;
      let size = 0;
      for (const row of rows) {
        const work = workspace.lambda[row] * (workspace.freeVelocity[row] + rowVelocityAfter(workspace, row));
        energy += work;
        size += Math.abs(work);
      }
      if (energy > rounding * size) found.push(k);
    }
    return found;
  }
}

/** The largest s at which λ₀ + s (λ₁ − λ₀) adds no energy, with λ₀ in the workspace, λ₁ = `lambda` and its J v⁺ = `velocity`. */
function fractionOf(
  workspace: ContactWorkspace,
  rows: readonly number[],
  lambda: Float64Array,
  velocity: Float64Array,
): number {
  // 2 ΔE = a + b s + c s².
  let [a, b, c] = [0, 0, 0];
  for (const row of rows) {
    const start = workspace.freeVelocity[row] + rowVelocityAfter(workspace, row);
    const [impulse, speed] = [lambda[row] - workspace.lambda[row], velocity[row] - rowVelocityAfter(workspace, row)];
    a += workspace.lambda[row] * start;
    b += impulse * start + workspace.lambda[row] * speed;
    c += impulse * speed;
  }
  // The solution for e = 0 adds energy only by its residual, which cannot be reduced here.
  if (!(a < 0)) return 0;
  const root = Math.sqrt(Math.max(0, b * b - 4 * a * c));
  const fraction = b >= 0 ? (-2 * a) / (b + root) : (root - b) / (2 * c);
  return Math.min(1, Math.max(0, fraction));
}

/** The rows of an island that move a member; the others are virtual masses. */
function rowsOf({ order, inverseVirtualMasses }: ContactWorkspace, { begins }: Islands, island: number): number[] {
  const rows: number[] = [];
  for (let at = begins[island]; at < begins[island + 1]; at++)
    for (let row = 3 * order[at]; row < 3 * order[at] + 3; row++) if (inverseVirtualMasses[row] === 0) rows.push(row);
  return rows;
}
