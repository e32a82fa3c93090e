// The record of a step in which one contact represents the contacts of a patch, and one friction torque their friction torques. The contacts of
// a patch turn about the same axes with the same angular velocity, so their torques add up, and the bound of the sum is the arm times the sum of
// the normal impulses.
import type { SimulatedContact } from '../contact-set.ts';
import type { JointRow } from '../joint-rows.ts';
import type { StepRecord } from './record.ts';

/** A contact, and the indices of the contacts that it represents. */
export interface ContactItem {
  readonly contact: SimulatedContact;
  readonly members: readonly number[];
}

/** A joint row or friction torque, and the indices of the joint rows that it represents. */
interface JointItem {
  readonly joint: JointRow;
  readonly members: number[];
}

/** The triples of the record that a triple represents, as their first rows, and the normal impulses of their contacts; 0 for joints. */
interface MergedTriples {
  readonly rows: readonly number[];
  readonly loads: readonly number[];
}

/**
 * The record with one triple of rows for each item: impulses are summed, friction by magnitude; all other values are means, weighted by the
 * normal impulses unless these are all 0. A triple is dropped from the correction if the first of its triples is.
 */
export function shortened(record: StepRecord, items: readonly ContactItem[]): StepRecord {
  const { bilateral, impulses, correction, joints } = record;
  const jointItems = mergedTorques(record, items);
  const loadOf = (k: number): number => impulses[bilateral + 3 * k + 2];
  const sources: MergedTriples[] = [
    ...items.map(({ members }) => ({ rows: members.map((k) => bilateral + 3 * k), loads: members.map(loadOf) })),
    ...jointItems.map(({ members }) => ({
      rows: members.map((k) => joints[k].row),
      loads: members.map((k) => (joints[k].torque ? loadOf(joints[k].torque.contact) : 0)),
    })),
  ];
  const shorten = (values: Float64Array, isSummed: boolean): Float64Array =>
    shortenedRows(values, bilateral, sources, isSummed);
  return {
    ...record,
    contacts: items.map(({ contact }) => contact),
    joints: jointItems.map(({ joint }, k) => ({ ...joint, row: bilateral + 3 * (items.length + k) })),
    impulses: withFriction(shorten(impulses, true), record, sources),
    sigma: shorten(record.sigma, false),
    compliance: shorten(record.compliance, false),
    before: shorten(record.before, false),
    correction: correction && {
      ...correction,
      impulses: shorten(correction.impulses, true),
      isDropped: Uint8Array.of(
        ...correction.isDropped.subarray(0, bilateral / 3),
        ...sources.map(({ rows }) => correction.isDropped[rows[0] / 3]),
      ),
    },
  };
}

/** All joint rows, with one torsional and one rolling friction torque for each item. Torques have the indices of the items as contacts. */
function mergedTorques({ joints }: StepRecord, items: readonly ContactItem[]): JointItem[] {
  const itemOf = new Map(items.flatMap(({ members }, item) => members.map((k) => [k, item] as const)));
  const merged = new Map<string, JointItem>();
  const found: JointItem[] = [];
  for (const [k, joint] of joints.entries()) {
    const { torque } = joint;
    const contact = torque && (itemOf.get(torque.contact) as number);
    const key = torque ? `${contact} ${torque.isRolling}` : '';
    const known = torque && merged.get(key);
    if (known) known.members.push(k);
    else {
      const item = {
        joint: torque ? { ...joint, torque: { ...torque, contact: contact as number } } : joint,
        members: [k],
      };
      found.push(item);
      if (torque) merged.set(key, item);
    }
  }
  return found;
}

function shortenedRows(
  values: Float64Array,
  bilateral: number,
  sources: readonly MergedTriples[],
  isSummed: boolean,
): Float64Array {
  const out = new Float64Array(bilateral + 3 * sources.length);
  out.set(values.subarray(0, bilateral));
  for (const [index, { rows, loads }] of sources.entries()) {
    const load = loads.reduce((sum, x) => sum + x, 0);
    for (const [k, row] of rows.entries()) {
      const fraction = isSummed ? 1 : load > 0 ? loads[k] / load : 1 / rows.length;
      for (let m = 0; m < 3; m++) out[bilateral + 3 * index + m] += fraction * values[row + m];
    }
  }
  return out;
}

/**
 * Magnitudes of friction are summed: if the points slide in slightly different directions, each at its limit, the representing
 * contact is at its limit too.
 */
function withFriction(
  sums: Float64Array,
  { impulses, bilateral }: StepRecord,
  sources: readonly MergedTriples[],
): Float64Array {
  const sizeAt = (values: Float64Array, row: number): number => {
    const [x, y] = values.subarray(row, row + 2);
    return Math.sqrt(x * x + y * y);
  };
  for (const [index, { rows }] of sources.entries()) {
    const at = bilateral + 3 * index;
    const size = sizeAt(sums, at);
    if (rows.length === 1 || size === 0) continue;
    const factor = rows.reduce((sum, row) => sum + sizeAt(impulses, row), 0) / size;
    for (let m = 0; m < 2; m++) sums[at + m] *= factor;
  }
  return sums;
}
