// Penetration, violated joint limits, open loop closures and open joints between bodies are corrected in positions alone. After v⁺ is solved for, the
// pseudo-velocities u = M⁻¹ Jᵀ λ of least kinetic energy are found with
//   0 ≤ λ ⊥ J u + R λ − t ≥ 0  along the normals of contacts and limits,   J u + R λ = t  on closures and joints,
// and q⁺ = q ⊕ Δt (v⁺ + u). The velocity after the step does not include u, so a correction adds no kinetic energy. The gap that v⁺ leaves is
// Φ⁺ = Φ + Δt J v⁺. With the allowed penetration p, 0 for limits, and the excess x = −Φ⁺ − p: for violated rows, x > 0, t is a fraction of x/Δt. For
// other rows, t = x/Δt, so that a correction does not make them violated. Closures have R = 0.
// Contacts have a compliance R, a hundredth of the sum of the inverse masses of their two bodies. R is negligible for bodies that can
// separate. Because of R, a body between two walls is pushed to the middle, and links that their joint can hardly separate are not moved.
import { resized } from '../contact/solver-workspace.ts';
import type { ContactWorkspace } from '../contact/workspace.ts';
import type { SoftRow } from './body-joint-rows.ts';
import type { ContactBodies, ContactSet } from './contact-set.ts';
import { CorrectionConflicts } from './correction-conflicts.ts';
import { IslandSolver } from './island-solver.ts';
import type { Islands } from './islands.ts';
import type { JointCurvature } from './joint-curvature.ts';
import type { JointRow } from './joint-rows.ts';
import type { Member, Owner } from './member.ts';
import type { SimulatorSettings } from './options.ts';
import { allowedOverlap } from './overlap.ts';
import { islandCoordinates, rowVelocityAfter, withoutTriples } from './solved-rows.ts';
import type { ContactSurface } from './surfaces.ts';

/** In meters and radians: errors below this, from rounding and solver tolerances, are no reason to correct an island. */
const negligible = 1e-9;
/**
 * Penetrations that exceed the allowed penetration by less than this fraction of it are no reason either: their geometric decay would take a
 * hundred steps.
 */
const deadBand = 0.01;

/** Whether a contact acts as a spring, which itself pushes the bodies out of penetration. */
export function isSoftContact(surface: ContactSurface | null, { compliance }: SimulatorSettings): boolean {
  return compliance > 0 || (surface !== null && surface.stiffness > 0);
}

/** R of springs, in kg⁻¹: they exert almost no force in a correction. */
export const springCompliance = 1e9;

/** R times the reduced mass of a contact's bodies, 1/(1/m_A + 1/m_B). */
const relativeCompliance = 0.01;

/** R of a contact in a correction, in kg⁻¹. */
export function correctionCompliance(a: Owner | undefined, b: Owner | undefined): number {
  return relativeCompliance * inverseMasses(a, b);
}

/** 1/m_A + 1/m_B of two links. */
export function inverseMasses(a: Owner | undefined, b: Owner | undefined): number {
  return inverseMass(a) + inverseMass(b);
}

/** 1/m of a link, or of its robot if the link is massless; 0 for a body that no joint moves. */
function inverseMass(owner: Owner | undefined): number {
  if (!owner || owner.joint < 0) return 0;
  const { model } = owner.member;
  return 1 / (model.tree.inertia[10 * owner.joint] || model.mass);
}

/**
 * The target t of a normal row whose gap will be Φ⁺, in m/s.
 * @param allowance the penetration that is not corrected, in meters
 * @param isSoft whether the contact acts as a spring: see `isSoftContact`
 */
export function normalTarget(gap: number, allowance: number, isSoft: boolean, settings: SimulatorSettings): number {
  const { timeStep, baumgarte, correctionSpeed } = settings;
  const excess = -gap - allowance;
  if (!(excess > 0)) return excess / timeStep;
  return isSoft ? 0 : Math.min(correctionSpeed, (baumgarte * excess) / timeStep);
}

/** The derivative of `normalTarget` with respect to Φ⁺. */
export function targetSlope(gap: number, allowance: number, isSoft: boolean, settings: SimulatorSettings): number {
  const { timeStep, baumgarte, correctionSpeed } = settings;
  const excess = -gap - allowance;
  if (!(excess > 0)) return -1 / timeStep;
  return isSoft || baumgarte * excess >= correctionSpeed * timeStep ? 0 : -baumgarte / timeStep;
}

/** The fraction of a closure's error to correct in a step: `closureCorrection`, or less if the correction speed limits it. */
export function closureFraction(
  opening: number,
  { timeStep, closureCorrection, correctionSpeed }: SimulatorSettings,
): number {
  const correction = closureCorrection * opening;
  const maxCorrection = correctionSpeed * timeStep;
  return correction > maxCorrection ? maxCorrection / opening : closureCorrection;
}

/** The rows of a step to correct, after its velocities were solved for. */
export interface CorrectedRows {
  readonly workspace: ContactWorkspace;
  readonly islands: Islands;
  readonly contacts: ContactSet;
  readonly joints: readonly JointRow[];
  /** The number of bilateral rows, which come first. */
  readonly bilateral: number;
  /** The error of each bilateral row, in meters or radians. */
  readonly errors: readonly number[];
  /** The curvature of the joints' paths, which opens the joints until the end of the step. */
  readonly curvature: JointCurvature;
  /** Bilateral rows with individual compliances. Corrections do not restore the lengths of springs. */
  readonly soft: readonly SoftRow[];
  /** Whether some triples are idle. */
  readonly hasIdle: boolean;
}

/** The factor on an island's pseudo-velocities that keeps the largest of them within the correction speed. */
export function speedFraction(fastest: number, { correctionSpeed }: SimulatorSettings): number {
  return fastest > correctionSpeed ? correctionSpeed / fastest : 1;
}

/** The solution for all rows and coordinates. */
export interface CorrectionSolution {
  /** λ of all rows. */
  readonly impulses: Float64Array;
  /** M⁻¹ Jᵀ λ, before the islands' factors are applied. */
  readonly velocity: Float64Array;
  /** 1 for each triple of joints, limits and closures whose correction was dropped because it would press contacts together. */
  readonly isDropped: Uint8Array;
}

export class Correction {
  private readonly solver: IslandSolver;
  /** The triples to correct. */
  private readonly triplesToCorrect: number[] = [];
  /** 1 for each island that contains a triple to correct. */
  private hasCorrections = new Uint8Array(0);
  /** 1 for each island in which corrections of joints conflict with contacts. */
  private hasConflict = new Uint8Array(0);
  private readonly conflicts: CorrectionConflicts;
  /** Whether the last call of `find` corrected an island; `impulses` and `velocity` are then its solution. */
  private isFound = false;
  private impulses = new Float64Array(0);
  private velocity = new Float64Array(0);
  private isDropped = new Uint8Array(0);
  private isAside = new Uint8Array(0);
  /** 1/m of each free body; −1 for other members. */
  private readonly inverseMasses: Float64Array;

  constructor(
    members: readonly Member[],
    private readonly settings: SimulatorSettings,
  ) {
    this.inverseMasses = Float64Array.from(members, (member) => (member.free ? inverseMass({ member, joint: 0 }) : -1));
    this.solver = new IslandSolver(settings.correction, true);
    this.conflicts = new CorrectionConflicts(settings);
  }

  /** A copy of the last solution; null if no island was corrected. */
  get solution(): CorrectionSolution | null {
    const { impulses, velocity, isDropped } = this;
    return this.isFound
      ? { impulses: impulses.slice(), velocity: velocity.slice(), isDropped: isDropped.slice() }
      : null;
  }

  /** Writes the pseudo-velocities to `out`. Overwrites the solution in the workspace. */
  find(rows: CorrectedRows, out: Float64Array): void {
    const { workspace, islands, bilateral, contacts } = rows;
    const { triplesToCorrect } = this;
    out.fill(0);
    this.isFound = false;
    triplesToCorrect.length = 0;
    this.conflicts.begin(rows);
    this.setTargets(rows);
    if (triplesToCorrect.length === 0) return;
    // Corrections may close open gaps, so the islands include idle contacts. They do not include contacts that are set aside.
    if (rows.hasIdle) islands.find(workspace, bilateral / 3, this.asideTriples(rows));
    if (islands.count > this.hasCorrections.length) {
      this.hasCorrections = new Uint8Array(2 * islands.count);
      this.hasConflict = new Uint8Array(2 * islands.count);
    }
    this.hasCorrections.fill(0);
    for (const triple of triplesToCorrect) this.hasCorrections[islands.of(triple)] = 1;
    const count = 3 * workspace.triples;
    workspace.freeVelocity.fill(0, 0, count);
    workspace.compliance.fill(0, 0, count);
    this.setCompliances(workspace.compliance, contacts, bilateral);
    for (const { row, compliance, isSpring } of rows.soft)
      workspace.compliance[row] = isSpring ? springCompliance : compliance;
    workspace.lambda.fill(0, 0, count);
    workspace.friction.fill(0, 0, workspace.triples);
    this.solver.solve(workspace, islands, bilateral, out, null, this.isCorrected);
    this.dropConflicts(rows, out);
    this.store(workspace.lambda.subarray(0, count), out);
    for (let island = 0; island < islands.count; island++)
      if (this.isCorrected(island)) this.limitSpeed(rows, island, out);
  }

  private setCompliances(out: Float64Array, { count, pairs, bodies }: ContactSet, bilateral: number): void {
    const { inverseMasses } = this;
    for (let k = 0; k < count; k++) {
      const first = pairs[2 * k] < 0 ? 0 : inverseMasses[pairs[2 * k]];
      const second = pairs[2 * k + 1] < 0 ? 0 : inverseMasses[pairs[2 * k + 1]];
      const areFree = first >= 0 && second >= 0;
      out[bilateral + 3 * k + 2] = areFree
        ? relativeCompliance * (first + second)
        : correctionCompliance(bodies[k].ownerA, bodies[k].ownerB);
    }
  }

  private readonly isCorrected = (island: number): boolean => this.hasCorrections[island] === 1;

  /** Solves islands again, without the correction of joints, limits and closures, if this correction would press their contacts together. */
  private dropConflicts(rows: CorrectedRows, out: Float64Array): void {
    const { workspace, islands, bilateral, joints } = rows;
    const { hasConflict } = this;
    const { lambda, reference, triples } = workspace;
    if (triples !== this.isDropped.length) this.isDropped = new Uint8Array(triples);
    this.isDropped.fill(0);
    if (!this.conflicts.mark(rows, this.isCorrected, hasConflict)) return;
    const drop = (triple: number): void => {
      if (hasConflict[islands.of(triple)] !== 1) return;
      this.isDropped[triple] = 1;
      for (let row = 3 * triple; row < 3 * triple + 3; row++) reference[row] = Math.min(reference[row], 0);
    };
    for (let triple = 0; 3 * triple < bilateral; triple++) {
      drop(triple);
      if (this.isDropped[triple] === 1) reference.fill(0, 3 * triple, 3 * triple + 3);
    }
    for (const { row } of joints) drop(row / 3);
    for (let island = 0; island < islands.count; island++) {
      if (hasConflict[island] === 0) continue;
      for (const k of islandCoordinates(workspace, islands, island)) out[k] = 0;
      for (let at = islands.begins[island]; at < islands.begins[island + 1]; at++)
        lambda.fill(0, 3 * workspace.order[at], 3 * workspace.order[at] + 3);
    }
    this.solver.solve(workspace, islands, bilateral, out, null, (island) => hasConflict[island] === 1);
  }

  /** 1 for each triple of a contact that is set aside; undefined if there are none. */
  private asideTriples({ workspace, contacts, bilateral }: CorrectedRows): Uint8Array | undefined {
    if (contacts.asideCount === 0) return undefined;
    const { triples } = workspace;
    if (triples > this.isAside.length) this.isAside = new Uint8Array(2 * triples);
    this.isAside.fill(0);
    this.isAside.set(contacts.isAside.subarray(0, contacts.count), bilateral / 3);
    return this.isAside;
  }

  /** Removes the rows of some triples from the solution. */
  remove(triples: readonly number[]): void {
    if (!this.isFound) return;
    this.impulses = withoutTriples(this.impulses, 3, triples);
    this.isDropped = withoutTriples(this.isDropped, 1, triples);
  }

  private store(impulses: Float64Array, velocity: Float64Array): void {
    if (impulses.length !== this.impulses.length) this.impulses = resized(this.impulses, impulses.length);
    if (velocity.length !== this.velocity.length) this.velocity = resized(this.velocity, velocity.length);
    this.impulses.set(impulses);
    this.velocity.set(velocity);
    this.isFound = true;
  }

  /** Scales the island's pseudo-velocities down if one of them exceeds the correction speed. */
  private limitSpeed({ workspace, islands }: CorrectedRows, island: number, out: Float64Array): void {
    const { order, firsts, widths } = workspace;
    let fastest = 0;
    for (let at = islands.begins[island]; at < islands.begins[island + 1]; at++)
      for (let block = 2 * order[at]; block < 2 * order[at] + 2; block++)
        for (let k = firsts[block]; k < firsts[block] + widths[block]; k++)
          fastest = Math.max(fastest, Math.abs(out[k]));
    const fraction = speedFraction(fastest, this.settings);
    if (fraction < 1) for (const k of islandCoordinates(workspace, islands, island)) out[k] *= fraction;
  }

  /** Replaces the workspace's references by targets, and lists the triples to correct. */
  private setTargets({ workspace, contacts, joints, bilateral, errors, curvature, soft }: CorrectedRows): void {
    const springs = soft.filter(({ isSpring }) => isSpring);
    const springRows = springs.length > 0 ? new Set(springs.map(({ row }) => row - (row % 3))) : null;
    for (let row = 0; row < bilateral; row += 3) {
      if (springRows?.has(row)) workspace.reference.fill(0, row, row + 3);
      else this.setClosureTarget(workspace, row, errors, curvature);
    }
    let [pair, allowance]: [ContactBodies | null, number] = [null, 0];
    for (let k = 0; k < contacts.count; k++) {
      if (contacts.asideCount > 0 && contacts.isAside[k] === 1) continue;
      // Successive contacts of a pair have the same allowance.
      const bodies = contacts.bodies[k];
      if (bodies !== pair) allowance = allowedOverlap(bodies.a.volume, bodies.b.volume, this.settings);
      pair = bodies;
      const isSoft = isSoftContact(contacts.surface[k], this.settings);
      this.setNormalTarget(workspace, bilateral + 3 * k + 2, contacts.gaps[k], allowance, isSoft);
    }
    for (const { row, gap, isVelocityLimit } of joints) {
      if (gap === null) workspace.reference.fill(0, row, row + 3);
      else if (isVelocityLimit) workspace.reference[row + 2] = this.speedTarget(workspace, row + 2, gap);
      else this.setNormalTarget(workspace, row + 2, gap, 0, this.settings.compliance > 0);
    }
  }

  /** Corrections do not move a joint faster than its velocity limit allows. */
  private speedTarget(workspace: ContactWorkspace, row: number, gap: number): number {
    const { timeStep } = this.settings;
    return Math.min(0, -(gap + timeStep * rowVelocityAfter(workspace, row)) / timeStep);
  }

  private setNormalTarget(
    workspace: ContactWorkspace,
    row: number,
    gap: number,
    allowance: number,
    isSoft: boolean,
  ): void {
    const { settings } = this;
    const remaining = gap + settings.timeStep * rowVelocityAfter(workspace, row);
    const target = normalTarget(remaining, allowance, isSoft, settings);
    workspace.reference[row] = target;
    if (target > 0 && -remaining - allowance > Math.max(negligible, deadBand * allowance))
      this.triplesToCorrect.push((row - 2) / 3);
  }

  private setClosureTarget(
    workspace: ContactWorkspace,
    first: number,
    errors: readonly number[],
    { values, spans }: JointCurvature,
  ): void {
    const { settings } = this;
    const { timeStep } = settings;
    const { reference } = workspace;
    let square = 0;
    for (let row = first; row < first + 3; row++) {
      reference[row] = errors[row] + values[row] + spans[row] * rowVelocityAfter(workspace, row);
      square += reference[row] * reference[row];
    }
    const opening = Math.sqrt(square);
    const fraction = settings.closureCompliance > 0 ? 0 : closureFraction(opening, settings);
    for (let row = first; row < first + 3; row++) reference[row] *= -fraction / timeStep;
    if (fraction > 0 && opening > negligible) this.triplesToCorrect.push(first / 3);
  }
}
