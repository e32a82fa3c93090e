// Overlap, limits that were passed and closures that have opened are corrected by positions alone. With the velocity v⁺ of the step's end
// solved, pseudo-velocities u = M⁻¹ Jᵀ λ are the least, in kinetic energy, with which
//   0 ≤ λ ⊥ J u + R λ − t ≥ 0  along the normals of contacts and limits,   J u = t  on closures,
// and q⁺ = q ⊕ Δt (v⁺ + u). They are no part of the velocity, so that a correction adds no kinetic energy. t is a share of what a gap
// falls short of, and for those that have room left, how fast they may use it up: Φ⁺ = Φ + Δt J v⁺ is the gap that v⁺ leaves.
// Contacts yield by R, a hundredth of the inverse masses of their two bodies. It is nothing to bodies that can part; what sits between two
// walls is pushed to the middle, and links that their joint can hardly separate are not moved.
import { resized } from '../contact/solver-workspace.ts';
import type { ContactWorkspace } from '../contact/workspace.ts';
import type { ContactSet } from './contact-set.ts';
import { IslandSolver } from './island-solver.ts';
import type { Islands } from './islands.ts';
import type { JointRow } from './joint-rows.ts';
import type { Owner } from './member.ts';
import type { SimulatorSettings } from './options.ts';
import { coordinatesOf, velocityAt } from './solved-rows.ts';

/** In metres and radians: what rounding and the tolerances of solvers leave is not corrected. */
const negligible = 1e-9;
/** Nor is this share of the penetration that is allowed, on top of it: shares of shares would go on for a hundred steps. */
const deadBand = 0.01;

/** R times the mass that a contact's bodies have together, 1/(1/m_A + 1/m_B). */
const yielding = 0.01;

/** R of a contact in a correction, in kg⁻¹. */
export function yieldOf(a: Owner | undefined, b: Owner | undefined): number {
  return yielding * (inverseMass(a) + inverseMass(b));
}

/** Of a link; one without mass counts with that of its robot. */
function inverseMass(owner: Owner | undefined): number {
  if (!owner || owner.joint < 0) return 0;
  const { model } = owner.member;
  return 1 / (model.tree.inertia[10 * owner.joint] || model.mass);
}

/**
 * t of a normal whose gap will be Φ⁺.
 * @param allowance penetration that is left alone
 * @param isSoft whether the law of contact itself pushes out, as a spring does
 */
export function normalTarget(gap: number, allowance: number, isSoft: boolean, settings: SimulatorSettings): number {
  const { timeStep, baumgarte, correctionSpeed } = settings;
  const excess = -gap - allowance;
  if (!(excess > 0)) return excess / timeStep;
  return isSoft ? 0 : Math.min(correctionSpeed, (baumgarte * excess) / timeStep);
}

/** Its derivative by Φ⁺. */
export function targetSlope(gap: number, allowance: number, isSoft: boolean, settings: SimulatorSettings): number {
  const { timeStep, baumgarte, correctionSpeed } = settings;
  const excess = -gap - allowance;
  if (!(excess > 0)) return -1 / timeStep;
  return isSoft || baumgarte * excess >= correctionSpeed * timeStep ? 0 : -baumgarte / timeStep;
}

/** The largest share of a closure's opening that may be removed within the speed of corrections. */
export function closureShare(
  opening: number,
  { timeStep, closureCorrection, correctionSpeed }: SimulatorSettings,
): number {
  const wanted = closureCorrection * opening;
  const most = correctionSpeed * timeStep;
  return wanted > most ? most / opening : closureCorrection;
}

/** What is corrected: the rows of a step, after its velocities were solved for. */
export interface CorrectedRows {
  readonly workspace: ContactWorkspace;
  readonly islands: Islands;
  readonly contacts: ContactSet;
  readonly joints: readonly JointRow[];
  /** Leading rows that are bilateral, and their errors in metres and radians. */
  readonly bilateral: number;
  readonly errors: readonly number[];
  /** Whether triples are in none of the islands. */
  readonly hasIdle: boolean;
}

/** How much of an island's pseudo-velocities is used, if this is the largest of them: none is faster than corrections may be. */
export function speedShare(fastest: number, { correctionSpeed }: SimulatorSettings): number {
  return fastest > correctionSpeed ? correctionSpeed / fastest : 1;
}

/** What was found for all rows and coordinates. */
export interface CorrectionAnswer {
  /** λ of all rows. */
  readonly impulses: Float64Array;
  /** M⁻¹ Jᵀ λ, before the islands' shares of it are taken. */
  readonly velocity: Float64Array;
}

export class Correction {
  private readonly solver: IslandSolver;
  /** Triples with something to correct, and 1 for each island that has one. */
  private readonly wanted: number[] = [];
  private isWanted = new Uint8Array(0);
  private isFound = false;
  private impulses = new Float64Array(0);
  private velocity = new Float64Array(0);

  constructor(private readonly settings: SimulatorSettings) {
    this.solver = new IslandSolver(settings.correction);
  }

  /** What the last `find` has found, to keep; null if no island was corrected. */
  get answer(): CorrectionAnswer | null {
    return this.isFound ? { impulses: this.impulses.slice(), velocity: this.velocity.slice() } : null;
  }

  /** Writes the pseudo-velocities to `out`. The workspace's answer is replaced. */
  find(rows: CorrectedRows, out: Float64Array): void {
    const { workspace, islands, bilateral, contacts } = rows;
    const { wanted } = this;
    out.fill(0);
    this.isFound = false;
    wanted.length = 0;
    this.aim(rows);
    if (wanted.length === 0) return;
    // What is open is used up by corrections, and counts.
    if (rows.hasIdle) islands.find(workspace, bilateral / 3);
    if (islands.count > this.isWanted.length) this.isWanted = new Uint8Array(2 * islands.count);
    this.isWanted.fill(0);
    for (const triple of wanted) this.isWanted[islands.of(triple)] = 1;
    const count = 3 * workspace.triples;
    workspace.freeVelocity.fill(0, 0, count);
    workspace.compliance.fill(0, 0, count);
    for (let k = 0; k < contacts.count; k++)
      workspace.compliance[bilateral + 3 * k + 2] = yieldOf(contacts.ownerA[k], contacts.ownerB[k]);
    workspace.lambda.fill(0, 0, count);
    workspace.friction.fill(0, 0, workspace.triples);
    this.solver.solve(workspace, islands, bilateral, out, null, this.isCorrected);
    this.keep(workspace.lambda.subarray(0, count), out);
    for (let island = 0; island < islands.count; island++) if (this.isCorrected(island)) this.slow(rows, island, out);
  }

  private readonly isCorrected = (island: number): boolean => this.isWanted[island] === 1;

  private keep(impulses: Float64Array, velocity: Float64Array): void {
    if (impulses.length !== this.impulses.length) this.impulses = resized(this.impulses, impulses.length);
    if (velocity.length !== this.velocity.length) this.velocity = resized(this.velocity, velocity.length);
    this.impulses.set(impulses);
    this.velocity.set(velocity);
    this.isFound = true;
  }

  /** Takes the island's share of its pseudo-velocities. */
  private slow({ workspace, islands }: CorrectedRows, island: number, out: Float64Array): void {
    const { order, firsts, widths } = workspace;
    let fastest = 0;
    for (let at = islands.begins[island]; at < islands.begins[island + 1]; at++)
      for (let block = 2 * order[at]; block < 2 * order[at] + 2; block++)
        for (let k = firsts[block]; k < firsts[block] + widths[block]; k++)
          fastest = Math.max(fastest, Math.abs(out[k]));
    const share = speedShare(fastest, this.settings);
    if (share < 1) for (const k of coordinatesOf(workspace, islands, island)) out[k] *= share;
  }

  /** Replaces the workspace's references by targets. */
  private aim({ workspace, contacts, joints, bilateral, errors }: CorrectedRows): void {
    const { allowedPenetration } = this.settings;
    for (let row = 0; row < bilateral; row += 3) this.aimClosure(workspace, row, errors);
    for (let k = 0; k < contacts.count; k++)
      this.aimNormal(workspace, bilateral + 3 * k + 2, contacts.gaps[k], allowedPenetration);
    for (const { row, gap } of joints) {
      if (gap === null) workspace.reference.fill(0, row, row + 3);
      else this.aimNormal(workspace, row + 2, gap, 0);
    }
  }

  private aimNormal(workspace: ContactWorkspace, row: number, gap: number, allowance: number): void {
    const { settings } = this;
    const left = gap + settings.timeStep * velocityAt(workspace, row);
    const target = normalTarget(left, allowance, settings.compliance > 0, settings);
    workspace.reference[row] = target;
    if (target > 0 && -left - allowance > Math.max(negligible, deadBand * allowance)) this.wanted.push((row - 2) / 3);
  }

  private aimClosure(workspace: ContactWorkspace, first: number, errors: readonly number[]): void {
    const { settings } = this;
    const { timeStep } = settings;
    const { reference } = workspace;
    let square = 0;
    for (let row = first; row < first + 3; row++) {
      reference[row] = errors[row] + timeStep * velocityAt(workspace, row);
      square += reference[row] * reference[row];
    }
    const opening = Math.sqrt(square);
    const share = settings.closureCompliance > 0 ? 0 : closureShare(opening, settings);
    for (let row = first; row < first + 3; row++) reference[row] *= -share / timeStep;
    if (share > 0 && opening > negligible) this.wanted.push(first / 3);
  }
}
