// The derivatives of a step's rows by its state: C δx = δ(J) v⁺ − δc*, and δ(Jᵀ) λ in P, see linear-island.ts.
import { ReferenceSlope } from '../../contact/reference.ts';
import type { JointRow } from '../joint-rows.ts';
import type { SimulatorSettings } from '../options.ts';
import { closureReference, contactReference, limitReference } from '../reference-velocities.ts';
import type { ClosureBlock } from './closure-block.ts';
import type { ContactBlock } from './contact-block.ts';
import type { LinearIsland, LinearRows } from './linear-island.ts';
import type { PlacedMember } from './placed-member.ts';
import type { StepRecord } from './record.ts';

/** Adds a loop closure, whose impulses begin at `from` in the record. */
export function addClosure(
  { width, change, push, blocks }: LinearIsland,
  block: ClosureBlock,
  { impulses }: StepRecord,
  from: number,
  settings: SimulatorSettings,
): void {
  const { dofs, target } = block.columns;
  // −∂c*/∂error: c* is linear.
  const slope = closureReference(-1, settings);
  for (let k = 0; k < block.rows; k++) {
    const to = (block.row + k) * width;
    block.addRowChange(k, ({ after }) => after, 1, change, to);
    for (let c = 0; c < dofs; c++) change[to + target[c]] += slope * block.error[k * dofs + c];
  }
  block.addPushChange(impulses, from, push, width);
  blocks.push(block);
}

/** Adds a contact, whose rows begin at `from` in the record. */
export function addContact(
  { n, width, change, push, blocks }: LinearIsland,
  block: ContactBlock,
  { impulses, before }: StepRecord,
  from: number,
  settings: SimulatorSettings,
): void {
  const { contact, columns, gap: opening } = block;
  for (let k = 0; k < 3; k++) block.addRowChange(k, ({ after }) => after, 1, change, (block.row + k) * width);
  block.addPushChange(impulses, from, push, width);
  blocks.push(block);
  const slope = new ReferenceSlope();
  const restitution = settings.restitution(contact.a, contact.b);
  contactReference(contact.gap, restitution, before[from + 2], settings, slope);
  const normal = (block.row + 2) * width;
  if (slope.byVelocity !== 0) {
    const share = -slope.byVelocity;
    block.addRowChange(2, (placed) => placed.before, share, change, normal);
    for (let c = 0; c < columns.dofs; c++)
      change[normal + n + columns.target[c]] += share * block.jacobian[2 * columns.dofs + c];
  } else for (let c = 0; c < columns.count; c++) change[normal + columns.target[c]] -= slope.byGap * opening[c];
}

/** Adds a joint limit, whose gap is the coordinate, or dry friction of a joint, which has no reference velocity. */
export function addJoint(
  { blocks, change, width, placed }: LinearIsland,
  { member, coordinate, sign, gap }: JointRow,
  row: number,
  settings: SimulatorSettings,
): LinearRows {
  const { first } = placed.find((each) => each.member.index === member) as PlacedMember;
  const target = Int32Array.of(first + coordinate);
  const at = gap === null ? row : row + 2;
  const block = { row: at, rows: 1, columns: { dofs: 1, target }, jacobian: Float64Array.of(sign) };
  blocks.push(block);
  if (gap === null) return block;
  const slope = new ReferenceSlope();
  limitReference(gap, settings, slope);
  change[at * width + target[0]] -= slope.byGap * sign;
  return block;
}
