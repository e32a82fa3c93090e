// The linear equations of a step's position correction.

import type { Body } from '../../scene/body.ts';
import { closureFraction, correctionCompliance, isSoftContact, speedFraction, targetSlope } from '../correction.ts';
import type { JointRow } from '../joint-rows.ts';
import type { Owner } from '../member.ts';
import type { SimulatorSettings } from '../options.ts';
import { allowedOverlap } from '../overlap.ts';
import type { BilateralBlock } from './bilateral-block.ts';
import type { BodyJointBlock } from './body-joint-block.ts';
import type { ContactBlock } from './contact-block.ts';
import { CorrectionIsland } from './correction-island.ts';
import { inertiaChange } from './inertia-change.ts';
import type { LinearIsland } from './linear-island.ts';
import type { ResolvedParameter } from './parameters.ts';
import type { PlacedMember } from './placed-member.ts';
import type { StepRecord } from './record.ts';

/** Rows whose impulse is less than this fraction of the largest one are inactive. */
const zeroImpulse = 1e-10;

/** The inputs of the equations. */
export interface CorrectionSource {
  readonly record: StepRecord;
  readonly settings: SimulatorSettings;
  readonly parameters: readonly ResolvedParameter[];
  /** The indices of all contacts of the island in the record. */
  readonly contacts: readonly number[];
  /** The indices of all joint rows of the island in the record. */
  readonly joints: readonly number[];
  /**
   * The blocks of bilateral rows of the island (loop closures and joints between bodies), each with the index of its first row in the
   * record.
   */
  closures(): { readonly block: BilateralBlock; readonly from: number }[];
  /** The block of contact k of the record. Its `row` is not its row in the correction. */
  contact(k: number): ContactBlock;
  /** The row of a limit of a joint between bodies; null for a robot's joint. */
  bodyJointRow(joint: JointRow, row: number): BodyJointBlock | null;
  /** The owners of the bodies A and B of contact k. */
  ownersOf(k: number): readonly [Owner | undefined, Owner | undefined];
  readonly poses: ReadonlyMap<Body, Float64Array>;
}

/** Null if the island was not corrected. */
export function linearizeCorrection(island: LinearIsland, source: CorrectionSource): CorrectionIsland | null {
  const { record, settings, parameters } = source;
  if (!record.correction) return null;
  const { impulses, velocity } = record.correction;
  const closures = source.closures();
  let largestImpulse = 0;
  const normals = [
    ...source.contacts.map((k) => record.bilateral + 3 * k + 2),
    ...source.joints.map((k) => record.joints[k].row + 2),
  ];
  for (const row of normals) largestImpulse = Math.max(largestImpulse, impulses[row]);
  for (const { block, from } of closures)
    for (let k = from; k < from + block.rows; k++) largestImpulse = Math.max(largestImpulse, Math.abs(impulses[k]));
  // A joint between bodies has derivatives even if its error is zero, because any change of the error is corrected.
  if (largestImpulse === 0 && !closures.some(({ block }) => block.isCorrected)) return null;
  const isActive = (row: number): boolean => impulses[row] > zeroImpulse * largestImpulse;
  const contacts = source.contacts.filter((k) => isActive(record.bilateral + 3 * k + 2));
  const joints = source.joints.filter((k) => isActive(record.joints[k].row + 2));
  const bilateral = closures.reduce((sum, { block }) => sum + block.rows, 0);
  const pseudoVelocity = new Float64Array(island.n);
  let fastest = 0;
  for (const { member, first } of island.placed)
    for (let k = 0; k < member.model.nv; k++) {
      pseudoVelocity[first + k] = velocity[member.firstV + k];
      fastest = Math.max(fastest, Math.abs(pseudoVelocity[first + k]));
    }
  const found = new CorrectionIsland(
    island.placed,
    island.n,
    parameters.length,
    bilateral + contacts.length + joints.length,
    settings.timeStep,
    pseudoVelocity,
    speedFraction(fastest, settings),
  );
  for (const placed of island.placed) addMasses(found, placed, record, source);
  for (const { block, from } of closures) addClosure(found, block, from, source);
  let row = bilateral;
  for (const k of contacts) addContact(found, source.contact(k), k, row++, source);
  for (const k of joints) addLimit(found, record.joints[k], row++, source);
  return found;
}

/** Adds −δM u for changes of the configuration and of the parameters. */
function addMasses(
  { linear }: CorrectionIsland,
  placed: PlacedMember,
  { correction }: StepRecord,
  source: CorrectionSource,
): void {
  const { momentumChange, width, n } = linear;
  const { member, first } = placed;
  const { nv } = member.model;
  const u = (correction as NonNullable<typeof correction>).velocity.subarray(member.firstV, member.firstV + nv);
  if (!member.free) {
    const change = placed.massChange(u);
    for (let i = 0; i < nv; i++)
      for (let j = 0; j < nv; j++) momentumChange[(first + i) * width + first + j] -= change[i * nv + j];
  }
  source.parameters.forEach((parameter, p) => {
    const change = inertiaChange(placed, parameter, source.poses);
    if (!change) return;
    placed.shiftTorquesOf(change.inertia, change.joint, (coordinate, torque) => {
      momentumChange[(first + coordinate) * width + 2 * n + p] -= torque;
    });
  });
}

/**
 * Adds the rows of a closure or of a joint between bodies. The target of each triple of rows is t = −fraction/Δt (e + κ + τ J v⁺), limited by
 * the correction speed. Without a curvature κ = 0 and τ = Δt.
 */
function addClosure(
  { linear, after }: CorrectionIsland,
  block: BilateralBlock,
  from: number,
  { record, settings }: CorrectionSource,
): void {
  const { change, width, momentumChange } = linear;
  const { timeStep } = settings;
  const { impulses, isDropped } = record.correction as NonNullable<StepRecord['correction']>;
  const { columns, curvature } = block;
  const span = curvature?.time ?? timeStep;
  const isSoft = settings.closureCompliance > 0 || block.isSpring || isDropped[from / 3] === 1;
  for (let k = 0; k < block.rows; k++)
    linear.compliance[block.row + k] = block.isUsed(k) ? block.correctionCompliance(k) : 1;
  block.addImpulseChange(impulses, from, momentumChange, width);
  linear.blocks.push(block);
  for (let first = 0; first < block.rows; first += 3) {
    const opened = new Float64Array(3);
    const openingRates = new Float64Array(3 * width);
    for (let k = 0; k < 3; k++) {
      const row = first + k;
      opened[k] =
        block.errors[row] + (curvature?.values[row] ?? 0) + span * block.velocityOf(row, (placed) => placed.after);
      block.addRowChange(row, ({ shift }) => shift, 1, change, (block.row + row) * width);
      block.addRowChange(row, (placed) => placed.after, span, openingRates, k * width);
      curvature?.addChange(row, 1, linear.n, openingRates, k * width);
      for (let c = 0; c < columns.dofs; c++) {
        openingRates[k * width + columns.target[c]] += block.errorRates[row * columns.dofs + c];
        openingRates[k * width + after + columns.target[c]] += span * block.jacobian[row * columns.dofs + c];
      }
    }
    const opening = Math.sqrt(opened[0] * opened[0] + opened[1] * opened[1] + opened[2] * opened[2]);
    const fraction = isSoft ? 0 : closureFraction(opening, settings);
    const isCapped = !isSoft && fraction < settings.closureCorrection;
    for (let k = 0; k < 3; k++)
      for (let m = 0; m < 3; m++) {
        const along = isCapped ? (opened[k] * opened[m]) / (opening * opening) : 0;
        const factor = (fraction / timeStep) * ((k === m ? 1 : 0) - along);
        if (factor === 0) continue;
        const to = (block.row + first + k) * width;
        for (let c = 0; c < width; c++) change[to + c] += factor * openingRates[m * width + c];
      }
  }
}

/** Adds the row of a contact's normal: δJ u + R δλ + δR λ − δt. */
function addContact(
  { linear, after }: CorrectionIsland,
  block: ContactBlock,
  k: number,
  row: number,
  source: CorrectionSource,
): void {
  const { record, settings, parameters } = source;
  const { change, width, momentumChange, n } = linear;
  const { timeStep } = settings;
  const { impulses } = record.correction as NonNullable<StepRecord['correction']>;
  const from = record.bilateral + 3 * k;
  const { columns, gapRates, jacobian, contact } = block;
  const normal = jacobian.subarray(2 * columns.dofs, 3 * columns.dofs);
  block.addImpulseChange(impulses, from, momentumChange, width);
  linear.blocks.push({ row, rows: 1, columns, jacobian: normal });
  linear.compliance[row] = correctionCompliance(...source.ownersOf(k));
  const remainingGap = contact.gap + timeStep * block.velocityOf(2, (placed) => placed.after);
  const allowance = allowedOverlap(contact.a.volume, contact.b.volume, settings);
  const slope = targetSlope(remainingGap, allowance, isSoftContact(contact.surface, settings), settings);
  const to = row * width;
  block.addRowChange(2, ({ shift }) => shift, 1, change, to);
  block.addRowChange(2, (placed) => placed.after, -slope * timeStep, change, to);
  for (let c = 0; c < columns.count; c++) change[to + columns.target[c]] -= slope * gapRates[c];
  for (let c = 0; c < columns.dofs; c++) change[to + after + columns.target[c]] -= slope * timeStep * normal[c];
  // R is proportional to the inverse masses.
  parameters.forEach((parameter, p) => {
    if (parameter.kind === 'friction' || (parameter.kind === 'size' && !parameter.solid)) return;
    for (const owner of source.ownersOf(k)) {
      if (!owner || owner.member !== parameter.owner?.member || owner.joint !== parameter.owner.joint) continue;
      const mass = owner.member.model.tree.inertia[10 * owner.joint];
      const massRate = parameter.kind === 'mass' ? 1 : 3 * mass;
      change[to + 2 * n + p] -= (correctionCompliance(owner, undefined) * massRate * impulses[from + 2]) / mass;
    }
  });
}

/** Adds the row of a joint limit, whose gap is the coordinate. */
function addLimit({ linear, after }: CorrectionIsland, joint: JointRow, row: number, source: CorrectionSource): void {
  const { record, settings, bodyJointRow } = source;
  const { timeStep } = settings;
  const block = bodyJointRow(joint, row);
  if (block) {
    addBodyJointLimit(linear, after, block, joint, source);
    return;
  }
  const { member, coordinate, sign, gap, isVelocityLimit } = joint;
  const placed = linear.placed.find((each) => each.member.index === member) as PlacedMember;
  const at = placed.first + coordinate;
  const next = record.next[placed.member.firstV + coordinate];
  const slope = targetSlope((gap as number) + timeStep * sign * next, 0, isUncorrected(joint, source), settings);
  linear.blocks.push({
    row,
    rows: 1,
    columns: { dofs: 1, target: Int32Array.of(at) },
    jacobian: Float64Array.of(sign),
  });
  if (!isVelocityLimit) linear.change[row * linear.width + at] -= slope * sign;
  linear.change[row * linear.width + after + at] -= slope * timeStep * sign;
}

/** Whether the violation of a limit is not corrected. */
function isUncorrected({ row }: JointRow, { record, settings }: CorrectionSource): boolean {
  return settings.compliance > 0 || record.correction?.isDropped[row / 3] === 1;
}

/** Adds the row of a limit of a joint between bodies: δJ u − δt. */
function addBodyJointLimit(
  { change, momentumChange, width, blocks }: LinearIsland,
  after: number,
  block: BodyJointBlock,
  joint: JointRow,
  source: CorrectionSource,
): void {
  const { record, settings } = source;
  const { row: from, gap } = joint;
  const { timeStep } = settings;
  const { impulses } = record.correction as NonNullable<StepRecord['correction']>;
  const { columns, jacobian, errorRates } = block;
  const to = block.row * width;
  const remainingGap = (gap as number) + timeStep * block.velocityOf(0, (placed) => placed.after);
  const slope = targetSlope(remainingGap, 0, isUncorrected(joint, source), settings);
  blocks.push(block);
  block.addImpulseChange(impulses, from + 2, momentumChange, width);
  block.addRowChange(0, ({ shift }) => shift, 1, change, to);
  block.addRowChange(0, (placed) => placed.after, -slope * timeStep, change, to);
  for (let c = 0; c < columns.dofs; c++) {
    change[to + columns.target[c]] -= slope * errorRates[c];
    change[to + after + columns.target[c]] -= slope * timeStep * jacobian[c];
  }
}
