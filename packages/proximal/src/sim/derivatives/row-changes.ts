// The derivatives of a step's rows with respect to its state: C δx = δ(J) v⁺ − δc*, and δ(Jᵀ) λ in P, see linear-island.ts.
import { ReferenceSlope } from '../../contact/reference.ts';
import type { JointRow } from '../joint-rows.ts';
import type { SimulatorSettings } from '../options.ts';
import { contactReference, contactSpring, limitReference } from '../reference-velocities.ts';
import type { BilateralBlock } from './bilateral-block.ts';
import type { BodyJointBlock } from './body-joint-block.ts';
import type { ContactBlock } from './contact-block.ts';
import type { LinearIsland, LinearRows } from './linear-island.ts';
import type { PlacedMember } from './placed-member.ts';
import type { StepRecord } from './record.ts';
import type { RowBlock } from './row-block.ts';

/** Adds the bilateral rows of a loop closure or of a joint between bodies, whose impulses begin at `from` in the record. */
export function addClosure(
  { n, width, change, momentumChange, blocks }: LinearIsland,
  block: BilateralBlock,
  { impulses }: StepRecord,
  from: number,
  settings: SimulatorSettings,
): void {
  const { dofs, target } = block.columns;
  for (let k = 0; k < block.rows; k++) {
    const to = (block.row + k) * width;
    const slope = block.slopeOf(k, settings);
    block.addRowChange(k, ({ after }) => after, 1, change, to);
    for (let c = 0; c < dofs; c++) change[to + target[c]] += slope * block.errorRates[k * dofs + c];
    block.curvature?.addReference(k, n, change, to);
  }
  block.addImpulseChange(impulses, from, momentumChange, width);
  blocks.push(block);
}

/** Adds a contact, whose rows begin at `from` in the record. */
export function addContact(
  { n, width, change, momentumChange, blocks }: LinearIsland,
  block: ContactBlock,
  { impulses, before }: StepRecord,
  from: number,
  settings: SimulatorSettings,
): void {
  const { contact, columns, gapRates } = block;
  block.addRowChanges(({ after }) => after, 1, change, block.row * width, width);
  block.addImpulseChange(impulses, from, momentumChange, width);
  blocks.push(block);
  const slope = new ReferenceSlope();
  const { surface } = contact;
  if (surface && surface.stiffness > 0) contactSpring(contact.gap, surface, settings, slope);
  else {
    const restitution = settings.restitution(contact.a, contact.b);
    contactReference(contact.gap, restitution, before[from + 2], settings, slope);
  }
  const normal = (block.row + 2) * width;
  if (slope.byVelocity !== 0) {
    const factor = -slope.byVelocity;
    block.addRowChange(2, (placed) => placed.before, factor, change, normal);
    for (let c = 0; c < columns.dofs; c++)
      change[normal + n + columns.target[c]] += factor * block.jacobian[2 * columns.dofs + c];
  } else for (let c = 0; c < columns.count; c++) change[normal + columns.target[c]] -= slope.byGap * gapRates[c];
}

/** Adds the friction torque of a contact, whose rows begin at `from` in the record. */
export function addTorque(
  island: LinearIsland,
  block: RowBlock,
  { row: from }: JointRow,
  { impulses }: StepRecord,
): void {
  const { blocks, change, momentumChange, width } = island;
  block.addRowChanges(({ after }) => after, 1, change, block.row * width, width);
  block.addImpulseChange(impulses, from, momentumChange, width);
  blocks.push(block);
}

/**
 * Adds a limit, motor or friction of a joint between bodies.
 * @param block its one row
 */
export function addBodyJointRow(
  { blocks, change, momentumChange, width }: LinearIsland,
  block: BodyJointBlock,
  { row: from, gap, motorGain }: JointRow,
  { impulses }: StepRecord,
  settings: SimulatorSettings,
): void {
  const { columns, errorRates } = block;
  const to = block.row * width;
  blocks.push(block);
  block.addRowChange(0, ({ after }) => after, 1, change, to);
  block.addImpulseChange(impulses, gap === null ? from : from + 2, momentumChange, width);
  const slope = new ReferenceSlope();
  if (gap !== null) limitReference(gap, settings, slope);
  const rate = gap === null ? motorGain : -slope.byGap;
  for (let c = 0; c < columns.dofs; c++) change[to + columns.target[c]] += rate * errorRates[c];
}

/**
 * Adds a joint limit, whose gap changes with the coordinate, or a velocity limit or dry friction, whose reference velocities are constant.
 * @param row the first row of its triple in the island
 */
export function addJoint(
  { blocks, change, width, placed }: LinearIsland,
  { member, coordinate, sign, gap, isVelocityLimit }: JointRow,
  row: number,
  settings: SimulatorSettings,
): LinearRows {
  const { first } = placed.find((each) => each.member.index === member) as PlacedMember;
  const target = Int32Array.of(first + coordinate);
  const at = gap === null ? row : row + 2;
  const block = { row: at, rows: 1, columns: { dofs: 1, target }, jacobian: Float64Array.of(sign) };
  blocks.push(block);
  if (gap === null || isVelocityLimit) return block;
  const slope = new ReferenceSlope();
  limitReference(gap, settings, slope);
  change[at * width + target[0]] -= slope.byGap * sign;
  return block;
}
