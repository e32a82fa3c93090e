// The linear equations of a step: of the dynamics, of the solved contact problem and of collision detection.

import type { Body } from '../../scene/body.ts';
import type { Member, Owner } from '../member.ts';
import type { SimulatorSettings } from '../options.ts';
import { type ContactBlock, TorqueBlock } from './contact-block.ts';
import { locksOf } from './corrected.ts';
import type { CorrectionIsland } from './correction-island.ts';
import { DelassusChange } from './delassus-change.ts';
import { coordinateOf, groupsOf, type IslandContents } from './groups.ts';
import { IslandLaw, Law } from './law.ts';
import { addDynamics, type InputStart, inputStarts } from './linear-dynamics.ts';
import { LinearIsland } from './linear-island.ts';
import { linearizeCorrection } from './linearize-correction.ts';
import type { LinearizeOptions } from './linearize-options.ts';
import { firstHalfMatrix, motionTangent } from './motion-tangent.ts';
import { addInertias, frictionRates } from './parameter-columns.ts';
import { projectionMatrix } from './projection-matrix.ts';
import type { StepRecord } from './record.ts';
import { addBodyJointRow, addClosure, addContact, addJoint, addTorque } from './row-changes.ts';
import { type SmoothedStep, smoothPatches } from './smoothed-patches.ts';
import { StepGeometry } from './step-geometry.ts';
import { Workspace } from './workspace.ts';

/** What a step depends on besides its record. */
export interface StepSystem {
  readonly members: readonly Member[];
  readonly owners: ReadonlyMap<Body, Owner>;
  readonly settings: SimulatorSettings;
}

/** Linearizes steps. The results are in a workspace that the next call overwrites. */
export class Linearizer {
  private readonly geometry: StepGeometry;
  private readonly inputs: readonly InputStart[];
  private readonly law: Law;
  private readonly workspace = new Workspace();

  constructor(private readonly system: StepSystem) {
    this.law = new Law(system.settings);
    const { isIsotropic } = this.law.tangent;
    this.geometry = new StepGeometry(system.members, system.owners, isIsotropic, this.workspace);
    this.inputs = inputStarts(this.geometry.placed);
  }

  linearize(given: StepRecord, options: LinearizeOptions): LinearIsland[] {
    if (given.isLimited)
      throw new RangeError(
        "derivatives: a bounce of this step was reduced so that it adds no energy, and has no derivative here; use restitutionLaw: 'newton' or a lower restitution",
      );
    if (given.hasPropagated)
      throw new RangeError(
        "derivatives: an impact of this step propagated to further bodies, and has no derivative here; use restitutionLaw: 'newton' or a smaller timeStep",
      );
    this.workspace.reset();
    for (const { servos, index } of this.system.members) servos.recall(given.saturation[index]);
    const step = this.smooth(given, options);
    const groups = groupsOf(step, this.geometry.placed, this.system, this.law);
    const islands = groups.map((group) => this.islandOf(group, options));
    for (const [k, island] of islands.entries()) {
      this.addMembers(island, step.record, options);
      const blocks = this.addRows(island, groups[k], step, options);
      island.correction = this.correct(island, groups[k], step, options, blocks);
      this.addProjections(island, step.record, options);
    }
    return islands;
  }

  /** Smooths the contact patches, which requires the poses of their bodies before the step. */
  private smooth(record: StepRecord, { collision }: LinearizeOptions): SmoothedStep {
    const { geometry, system } = this;
    if (collision.estimator !== 'exact')
      for (const placed of geometry.placed) placed.place(record, system.settings.timeStep, undefined);
    return smoothPatches(record, collision, (contact) => geometry.touching(contact));
  }

  /** A new island without equations. Assigns each member the index of its first velocity coordinate in the island. */
  private islandOf(
    { placed, contacts, joints, bilateral, touchingKinks }: IslandContents,
    options: LinearizeOptions,
  ): LinearIsland {
    let n = 0;
    for (const each of placed) {
      each.first = n;
      n += each.member.model.nv;
    }
    const rows = bilateral + 3 * (contacts.length + joints.length);
    const { timeStep } = this.system.settings;
    const island = new LinearIsland(placed, n, options.parameters.length, rows, bilateral, timeStep);
    island.kinks.push(...touchingKinks);
    return island;
  }

  private addMembers(island: LinearIsland, record: StepRecord, { parameters }: LinearizeOptions): void {
    const { settings } = this.system;
    const { timeStep } = settings;
    const { poses } = this.geometry;
    const span = record.firstHalf ? timeStep / 2 : timeStep;
    for (const placed of island.placed) {
      addDynamics(island, placed, record, timeStep, this.inputs[placed.member.index]);
      addInertias(island, placed, record, parameters, timeStep, poses);
      const { index, firstV } = placed.member;
      const time = record.times[index];
      if (time < span || (record.firstHalf && record.firstHalf.times[index] < span))
        island.kinks.push({ reason: 'impact', contact: null, coordinate: firstV });
      if (record.isBraking[index]) island.kinks.push({ reason: 'speed', contact: null, coordinate: firstV });
      island.tangents.push(motionTangent(placed, record, parameters, timeStep, time, poses));
      if (record.firstHalf)
        island.firstHalves.push(firstHalfMatrix(placed, record.firstHalf, parameters, settings, poses));
    }
  }

  /** @returns the blocks of the active contacts */
  private addRows(
    island: LinearIsland,
    group: IslandContents,
    step: SmoothedStep,
    options: LinearizeOptions,
  ): ReadonlyMap<number, ContactBlock> {
    const { geometry } = this;
    const { settings, members } = this.system;
    const { record, sources } = step;
    const change = new DelassusChange(island, options.parameters, geometry.poses);
    const law = new IslandLaw(this.law, island, record, group.scales, change);
    for (const { block, from } of geometry.bilateralOf(island, record, settings, options.parameters)) {
      addClosure(island, block, record, from, settings);
      law.addBilateral(block, from);
      for (let k = 0; k < block.rows; k++) if (!block.isUsed(k)) island.compliance[block.row + k] = 1;
    }
    let row = island.bilateral;
    const blocks = new Map<number, ContactBlock>();
    for (const k of group.contacts) {
      const block = geometry.contactBlock(island, k, row, step, options);
      const { contact } = block;
      blocks.set(k, block);
      const from = record.bilateral + 3 * k;
      addContact(island, block, record, from, settings);
      const rates = frictionRates(contact, options.parameters, 2 * island.n);
      const reason = law.addTriple(block, row, from, contact.friction, rates);
      if (reason) island.kinks.push({ reason, contact: sources[k], coordinate: null });
      if (block.isAtFrameJump && law.slides)
        island.kinks.push({ reason: 'frame', contact: sources[k], coordinate: null });
      row += 3;
    }
    for (const index of group.joints) {
      const joint = record.joints[index];
      const { bodyJoint, gap, torque } = joint;
      const contactBlock = torque && blocks.get(torque.contact);
      if (contactBlock) {
        const block = new TorqueBlock(row, contactBlock, torque.isRolling);
        addTorque(island, block, joint, record);
        // The bound of the torque's impulse is the arm times the contact's λ_N: see contact-torques.ts.
        island.couple(row + 2, contactBlock.row + 2, -torque.arm);
        const reason = law.addTriple(block, row, joint.row, joint.friction, []);
        if (reason) island.kinks.push({ reason, contact: sources[torque.contact], coordinate: null });
        row += 3;
        continue;
      }
      const bodyJointBlock =
        bodyJoint && geometry.bodyJointRow(bodyJoint, joint, gap === null ? row : row + 2, settings);
      if (bodyJointBlock) addBodyJointRow(island, bodyJointBlock, joint, record, settings);
      const block = bodyJointBlock ?? addJoint(island, joint, row, settings);
      const reason = law.addTriple(block, row, joint.row, joint.friction, []);
      if (reason) island.kinks.push({ reason, contact: null, coordinate: coordinateOf(members, joint) });
      row += 3;
    }
    return blocks;
  }

  private correct(
    island: LinearIsland,
    { allContacts, allJoints }: IslandContents,
    step: SmoothedStep,
    options: LinearizeOptions,
    blocks: ReadonlyMap<number, ContactBlock>,
  ): CorrectionIsland | null {
    const { geometry } = this;
    const { record } = step;
    return linearizeCorrection(island, {
      record,
      settings: this.system.settings,
      parameters: options.parameters,
      contacts: allContacts,
      joints: allJoints,
      closures: () => geometry.bilateralOf(island, record, this.system.settings, options.parameters),
      bodyJointRow: (joint, row) =>
        joint.bodyJoint && geometry.bodyJointRow(joint.bodyJoint, joint, row, this.system.settings),
      contact: (k) => blocks.get(k) ?? geometry.contactBlock(island, k, 0, step, options),
      ownersOf: (k) => geometry.ownersOf(record.contacts[k]),
      poses: geometry.poses,
    });
  }

  private addProjections(island: LinearIsland, record: StepRecord, { parameters }: LinearizeOptions): void {
    const { settings } = this.system;
    for (const { member } of island.placed) {
      const stages = record.projections[member.index];
      if (stages.length === 0) continue;
      const locks = locksOf(member, record, settings.timeStep);
      island.projections.push(projectionMatrix(member, stages, parameters, settings, locks));
    }
  }
}
