// From a step that was made to its linear equations: of the dynamics, of the solved contact problem and of collision detection.

import type { DerivativeOptions } from '../../derivatives/derivative-options.ts';
import { springDerivatives } from '../../dynamics/passive.ts';
import type { Vec3 } from '../../math/vec3.ts';
import type { Body } from '../../scene/body.ts';
import { partOf, posed } from '../../scene/part-pairs.ts';
import { actuatorDerivatives } from '../actuators.ts';
import type { SimulatedContact } from '../contact-set.ts';
import type { JointRow } from '../joint-rows.ts';
import type { Member, Owner } from '../member.ts';
import type { SimulatorSettings } from '../options.ts';
import type { Side } from './chain.ts';
import { ClosureBlock } from './closure-block.ts';
import { ContactBlock } from './contact-block.ts';
import type { Touching } from './contact-motion.ts';
import { holdsOf } from './corrected.ts';
import type { CorrectionIsland } from './correction-island.ts';
import { DelassusChange } from './delassus-change.ts';
import { closureRows, coordinateOf, type Group, groupsOf } from './groups.ts';
import { IslandLaw, Law } from './law.ts';
import { LinearIsland, type LinearRows } from './linear-island.ts';
import { linearizeCorrection } from './linearize-correction.ts';
import { motionTangent } from './motion-tangent.ts';
import { addInertias, frictionRates, sizesOf } from './parameter-columns.ts';
import type { ResolvedParameter } from './parameters.ts';
import { Placed } from './placed.ts';
import { projectionMatrix } from './projection-matrix.ts';
import type { StepRecord } from './record.ts';
import { type SmoothedStep, smoothPatches } from './smoothed-patches.ts';
import { Workspace } from './workspace.ts';

export interface StepSystem {
  readonly members: readonly Member[];
  readonly owners: ReadonlyMap<Body, Owner>;
  readonly settings: SimulatorSettings;
}

export interface LinearizeOptions {
  /** How collision detection is differentiated. */
  readonly collision: DerivativeOptions;
  readonly parameters: readonly ResolvedParameter[];
}

/** The workspace of derivatives: its results are valid until the next call. */
export class Linearizer {
  private readonly placed: readonly Placed[];
  private readonly poses = new Map<Body, Float64Array>();
  private readonly law: Law;
  private readonly workspace = new Workspace();

  constructor(private readonly system: StepSystem) {
    this.law = new Law(system.settings);
    let firstQ = 0;
    this.placed = system.members.map((member) => {
      const placed = new Placed(member, firstQ, this.workspace);
      firstQ += member.model.nq;
      for (const [k, body] of member.bodies.entries()) this.poses.set(body, placed.poses.subarray(7 * k, 7 * k + 7));
      return placed;
    });
  }

  linearize(given: StepRecord, options: LinearizeOptions): LinearIsland[] {
    if (given.isLimited)
      throw new RangeError(
        "derivatives: a bounce of this step was reduced so that it adds no energy, and has no derivative here; use restitutionLaw: 'newton' or a lower restitution",
      );
    this.workspace.reset();
    const { settings } = this.system;
    const step = this.smooth(given, options);
    const { record } = step;
    const groups = groupsOf(step, this.placed, this.system, this.law);
    const islands = groups.map(({ placed, contacts, joints, bilateral, touching }) => {
      let n = 0;
      for (const each of placed) {
        each.first = n;
        n += each.member.model.nv;
      }
      const rows = bilateral + 3 * (contacts.length + joints.length);
      const island = new LinearIsland(placed, n, options.parameters.length, rows, bilateral, settings.timeStep);
      island.kinks.push(...touching);
      return island;
    });
    let firstJoint = 0;
    let firstControl = 0;
    const starts = this.placed.map(({ member: { model } }) => {
      const start = { joint: firstJoint, control: firstControl };
      firstJoint += 6 * model.joints.length;
      firstControl += model.actuators.length;
      return start;
    });
    for (const [k, island] of islands.entries()) {
      for (const placed of island.placed) {
        const { joint, control } = starts[placed.member.index];
        this.addDynamics(island, placed, record, joint, control);
        addInertias(island, placed, options.parameters, settings.timeStep, this.poses);
        island.tangents.push(motionTangent(placed, record, options.parameters, settings.timeStep, this.poses));
      }
      this.addRows(island, groups[k], step, options);
      island.correction = this.correct(island, groups[k], step, options);
      for (const { member } of island.placed) {
        const stages = record.projections[member.index];
        if (stages.length === 0) continue;
        const holds = holdsOf(member, record, settings.timeStep);
        island.projections.push(projectionMatrix(member, stages, options.parameters, settings, holds));
      }
    }
    return islands;
  }

  /** Patches need to know where their bodies were. */
  private smooth(record: StepRecord, { collision }: LinearizeOptions): SmoothedStep {
    if (collision.estimator !== 'exact')
      for (const placed of this.placed) placed.place(record, this.system.settings.timeStep, undefined);
    return smoothPatches(record, collision, (contact) => this.touching(contact));
  }

  private correct(
    island: LinearIsland,
    { near, atLimits }: Group,
    step: SmoothedStep,
    options: LinearizeOptions,
  ): CorrectionIsland | null {
    const { settings, owners } = this.system;
    const { record } = step;
    return linearizeCorrection(island, {
      record,
      settings,
      parameters: options.parameters,
      contacts: near,
      joints: atLimits,
      closures: () => this.closuresOf(island),
      contact: (k, row) => this.contactBlock(island, k, row, step, options),
      ownersOf: (k) => [owners.get(record.contacts[k].a), owners.get(record.contacts[k].b)],
      poses: this.poses,
    });
  }

  /** M δv − Δt (∂RNEA/∂q δq + D δv) of bodies at rest, with the actuators' derivatives. */
  private addDynamics(
    island: LinearIsland,
    placed: Placed,
    record: StepRecord,
    firstJoint: number,
    firstControl: number,
  ): void {
    const { n, width, push } = island;
    const { timeStep } = this.system.settings;
    const { model } = placed.member;
    const { nv } = model;
    const forces = record.externalForces?.subarray(firstJoint, firstJoint + 6 * model.joints.length);
    const { dq, da } = placed.place(record, timeStep, forces);
    const { q, v } = placed.partOf(record);
    const controls = record.controls.subarray(firstControl, firstControl + model.actuators.length);
    const motors = actuatorDerivatives(model, q, v, controls);
    for (let i = 0; i < nv; i++) {
      const row = (placed.first + i) * width + placed.first;
      for (let j = 0; j < nv; j++) {
        push[row + j] = -timeStep * dq[i * nv + j];
        push[row + n + j] = da[i * nv + j];
      }
      push[row + i] += timeStep * motors.position[i];
      push[row + n + i] += timeStep * (motors.velocity[i] - model.damping[i]);
    }
    if (placed.member.isSprung)
      springDerivatives(model, q, (i, j, value) => {
        push[(placed.first + i) * width + placed.first + j] += timeStep * value;
      });
  }

  private addRows(island: LinearIsland, group: Group, step: SmoothedStep, options: LinearizeOptions): void {
    const { record, places } = step;
    const change = new DelassusChange(island, options.parameters, this.poses);
    const law = new IslandLaw(this.law, island, record, group.scales, change);
    for (const { block, from } of this.closuresOf(island)) {
      this.addClosure(island, block, record, from);
      law.addBilateral(block, from);
    }
    let row = island.bilateral;
    for (const k of group.contacts) {
      const block = this.contactBlock(island, k, row, step, options);
      const { contact } = block;
      const from = record.bilateral + 3 * k;
      this.addContact(island, block, record, from);
      const rates = frictionRates(contact, options.parameters, 2 * island.n);
      const reason = law.addTriple(block, row, from, contact.friction, rates);
      if (reason) island.kinks.push({ reason, contact: places[k], coordinate: null });
      if (block.isAtFrameJump && law.slides)
        island.kinks.push({ reason: 'frame', contact: places[k], coordinate: null });
      row += 3;
    }
    for (const index of group.joints) {
      const joint = record.joints[index];
      const block = this.addJoint(island, joint, row);
      const reason = law.addTriple(block, row, joint.row, joint.friction, []);
      if (reason) island.kinks.push({ reason, contact: null, coordinate: coordinateOf(this.system.members, joint) });
      row += 3;
    }
  }

  /** The closures of an island's members, and the record's first row of each. */
  private closuresOf(island: LinearIsland): { block: ClosureBlock; from: number }[] {
    const found: { block: ClosureBlock; from: number }[] = [];
    let row = 0;
    for (const placed of island.placed) {
      let from = this.firstClosure(placed);
      for (const constraint of placed.member.model.constraints) {
        const block = new ClosureBlock(row, placed, constraint);
        found.push({ block, from });
        row += block.rows;
        from += block.rows;
      }
    }
    return found;
  }

  private contactBlock(
    { n }: LinearIsland,
    k: number,
    row: number,
    { record, touching: known }: SmoothedStep,
    { collision, parameters }: LinearizeOptions,
  ): ContactBlock {
    const { isIsotropic } = this.law.tangent;
    const contact = record.contacts[k];
    const { owners } = this.system;
    const sides = this.sidesOf(owners.get(contact.a), owners.get(contact.b));
    const sizes = sizesOf(contact, parameters, 2 * n);
    const touching = known.get(contact) ?? this.touching(contact);
    return new ContactBlock(row, contact, sides, sizes, touching, collision, isAlone(record, k), isIsotropic);
  }

  /** The first row of a member's closures in the record. */
  private firstClosure(placed: Placed): number {
    let first = 0;
    for (const { member } of this.placed) {
      if (member === placed.member) break;
      first += closureRows(member);
    }
    return first;
  }

  /** c* = −K error of a soft one. */
  private addClosure(island: LinearIsland, block: ClosureBlock, record: StepRecord, from: number): void {
    const { width, change, push } = island;
    const { timeStep, baumgarte, closureCompliance } = this.system.settings;
    const { dofs, target } = block.columns;
    const gain = closureCompliance > 0 ? baumgarte / timeStep : 0;
    for (let k = 0; k < block.rows; k++) {
      const to = (block.row + k) * width;
      block.addRowChange(k, ({ after }) => after, 1, change, to);
      for (let c = 0; c < dofs; c++) change[to + target[c]] += gain * block.error[k * dofs + c];
    }
    block.addPushChange(record.impulses, from, push, width);
    island.blocks.push(block);
  }

  /** δ(J) v⁺ − δc*_N, and δ(Jᵀ) λ. */
  private addContact(island: LinearIsland, block: ContactBlock, record: StepRecord, from: number): void {
    const { n, width, change, push } = island;
    const { timeStep, restingSpeed, restitution } = this.system.settings;
    const { contact, columns, gap: opening } = block;
    for (let k = 0; k < 3; k++) block.addRowChange(k, ({ after }) => after, 1, change, (block.row + k) * width);
    block.addPushChange(record.impulses, from, push, width);
    island.blocks.push(block);
    // See `normalReference`.
    const { gap } = contact;
    const velocity = record.before[from + 2];
    const normal = (block.row + 2) * width;
    const { value: base, slope } = this.correction(gap);
    const bounce = restitution(contact.a, contact.b);
    if (bounce > 0 && -velocity > restingSpeed && -velocity * timeStep >= gap && -bounce * velocity > base) {
      block.addRowChange(2, ({ before }) => before, bounce, change, normal);
      for (let c = 0; c < columns.dofs; c++)
        change[normal + n + columns.target[c]] += bounce * block.jacobian[2 * columns.dofs + c];
      return;
    }
    for (let c = 0; c < columns.count; c++) change[normal + columns.target[c]] += slope * opening[c];
  }

  /** The reference velocity of a gap, and its derivative by the gap. */
  private correction(gap: number): { value: number; slope: number } {
    const { timeStep, baumgarte, allowedPenetration, correctionSpeed, compliance } = this.system.settings;
    if (gap > 0) return { value: -gap / timeStep, slope: 1 / timeStep };
    // Rigid contacts are corrected in positions.
    if (compliance === 0) return { value: 0, slope: 0 };
    const gain = baumgarte / timeStep;
    const value = gain * Math.max(0, -gap - allowedPenetration);
    return value < correctionSpeed ? { value, slope: value > 0 ? gain : 0 } : { value: correctionSpeed, slope: 0 };
  }

  /** A limit's gap is the coordinate itself; dry friction has no reference. */
  private addJoint(
    { blocks, change, width, placed }: LinearIsland,
    { member, coordinate, sign, friction, reference }: JointRow,
    row: number,
  ): LinearRows {
    const { timeStep, baumgarte } = this.system.settings;
    const { first } = placed.find((each) => each.member.index === member) as Placed;
    const target = Int32Array.of(first + coordinate);
    const at = friction > 0 ? row : row + 2;
    const block = { row: at, rows: 1, columns: { dofs: 1, target }, jacobian: Float64Array.of(sign) };
    blocks.push(block);
    if (friction > 0) return block;
    const slope = reference < 0 ? 1 / timeStep : reference > 0 ? baumgarte / timeStep : 0;
    change[at * width + target[0]] += slope * sign;
    return block;
  }

  private sidesOf(ownerA: Owner | undefined, ownerB: Owner | undefined): Side[] {
    const sides: Side[] = [];
    if (ownerA && ownerA.joint >= 0)
      sides.push({ placed: this.placed[ownerA.member.index], joint: ownerA.joint, sign: -1 });
    if (ownerB && ownerB.joint >= 0)
      sides.push({ placed: this.placed[ownerB.member.index], joint: ownerB.joint, sign: 1 });
    return sides;
  }

  /** The two parts of a contact where they were before the step. */
  private touching({ a, b, partA, partB }: SimulatedContact): Touching {
    const [poseA, poseB] = [this.poseOf(a), this.poseOf(b)];
    const [p, q] = [partOf({ ...posed(a), pose: poseA }, partA), partOf({ ...posed(b), pose: poseB }, partB)];
    return { shapes: [p.shape, q.shape], poses: [p.pose, q.pose], origins: [originOf(poseA), originOf(poseB)] };
  }

  private poseOf(body: Body): Float64Array {
    return this.poses.get(body) ?? body.current;
  }
}

function originOf([x, y, z]: Float64Array): Vec3 {
  return [x, y, z];
}

/** Whether a contact is the only one between its two parts. Contacts come in the order of their bodies and parts. */
function isAlone({ contacts }: StepRecord, k: number): boolean {
  const { a, b, partA, partB } = contacts[k];
  const isSame = (other: SimulatedContact | undefined): boolean =>
    other?.a === a && other?.b === b && other.partA === partA && other.partB === partB;
  return !isSame(contacts[k - 1]) && !isSame(contacts[k + 1]);
}
