// The Jacobian J of the contact problem, by triples of rows. A triple has a block of three rows for each of the one or two members
// that it moves. Rows that move no member are virtual masses of 1 kg. The blocks are in the kernel's memory. The kernel writes the blocks of
// free bodies in contacts; all other blocks are written through `blockOf`.

import { type ContactWorkspace, currentWorkspace, tableSize, type WorkspaceSize } from '../contact/workspace.ts';
import { solveMass } from '../dynamics/articulated.ts';
import { copyNumbers } from '../math/copy-numbers.ts';
import { maxBodyJointTriples } from './body-joint.ts';
import type { ContactSet } from './contact-set.ts';
import { hasJointRows } from './joint-rows.ts';
import type { Member } from './member.ts';
import { addPoint } from './point-rows.ts';

/** An upper bound of the number of triples of a member's joints and closures. */
function maxTriples(member: Member): number {
  const { nv, constraints } = member.model;
  const ofJoints = hasJointRows(member) ? 3 * nv + 2 * member.speeds.coordinates.length : 0;
  return ofJoints + 2 * constraints.length;
}

export class Rows {
  workspace: ContactWorkspace = currentWorkspace();
  /** A row of a block, for `solveMass`. */
  private readonly rowNumbers: Float64Array;
  /** 1 for each member whose factor is up to date. */
  private readonly areFactored: Uint8Array;
  /** An upper bound of the number of triples of joints and closures. */
  private readonly maxJointTriples: number;
  /** The largest nv of a member. */
  private readonly largestWidth: number;
  /** The number of velocity coordinates of all members. */
  private readonly coordinates: number;
  /** For each member three integers: nv, its first velocity coordinate, and 1 if it is a free body. */
  private readonly table: Int32Array;
  /** Whether all members are free bodies. */
  readonly areFree: boolean;
  /** The range of the contacts' triples: `firstContact` to `endOfContacts` − 1. */
  private firstContact = 0;
  private endOfContacts = 0;
  /** The count of numbers in `jacobian` before the contacts' blocks. */
  private firstNumber = 0;

  constructor(
    private readonly all: readonly Member[],
    private readonly states: Float64Array,
    bodyJointCount: number,
  ) {
    this.largestWidth = Math.max(1, ...all.map(({ model }) => model.nv));
    this.rowNumbers = new Float64Array(this.largestWidth);
    this.areFactored = new Uint8Array(all.length);
    const ofModels = all.reduce((sum, member) => sum + maxTriples(member), 0);
    this.maxJointTriples = ofModels + maxBodyJointTriples * bodyJointCount;
    this.coordinates = all.reduce((sum, { model }) => sum + model.nv, 0);
    this.table = Int32Array.from(all.flatMap(({ model, firstV, free }) => [model.nv, firstV, free ? 1 : 0]));
    this.areFree = all.every(({ free }) => free !== null);
  }

  /** The number of triples. */
  get triples(): number {
    return this.workspace.triples;
  }

  /** The number of rows. */
  get count(): number {
    return 3 * this.workspace.triples;
  }

  /**
   * Starts a new problem, with memory for these contacts and all other rows.
   * @param triplesPerContact the largest number of triples of a contact
   */
  begin(contacts: ContactSet, triplesPerContact: number): void {
    this.workspace = currentWorkspace();
    const { workspace } = this;
    workspace.prepare(this.sizeFor(contacts, triplesPerContact));
    workspace.states.set(this.states);
    workspace.table.set(this.table);
  }

  /**
   * Starts the next problem of a step: keeps the rows before the contacts' rows, because they depend on the configurations alone.
   * @returns false if they cannot be kept; then call `begin` instead
   */
  beginAgain(contacts: ContactSet, triplesPerContact: number): boolean {
    const { workspace, firstContact, firstNumber } = this;
    return (
      workspace === currentWorkspace() &&
      workspace.truncate(firstContact, firstNumber, this.sizeFor(contacts, triplesPerContact))
    );
  }

  private sizeFor({ count: contacts, pairs }: ContactSet, triplesPerContact: number): WorkspaceSize {
    const { all, maxJointTriples, coordinates, table } = this;
    let numbers = 6 * maxJointTriples * this.largestWidth;
    for (let k = 0; k < 2 * contacts; k++)
      if (pairs[k] >= 0) numbers += 3 * triplesPerContact * table[tableSize * pairs[k]];
    const triples = triplesPerContact * contacts + maxJointTriples;
    return { triples, numbers, responses: numbers, contacts, coordinates, members: all.length };
  }

  /** The rows of all contacts: the velocity of B's point relative to A's. */
  addContacts(contacts: ContactSet): void {
    const { workspace } = this;
    const { count, points, frames, pairs, bodies } = contacts;
    copyNumbers(points, workspace.points, 3 * count);
    copyNumbers(frames, workspace.frames, 9 * count);
    copyNumbers(pairs, workspace.pairs, 2 * count);
    this.firstContact = workspace.triples;
    this.firstNumber = workspace.jacobianLength;
    this.endOfContacts = this.firstContact + count;
    workspace.kernel.contactRows(workspace.address, count);
    if (this.areFree) return;
    for (let k = 0; k < count; k++) {
      const triple = this.firstContact + k;
      const { ownerA, ownerB } = bodies[k];
      if (ownerA?.member.free === null) addPoint(this, triple, ownerA, points, 3 * k, frames, 9 * k, -1);
      if (ownerB?.member.free === null) addPoint(this, triple, ownerB, points, 3 * k, frames, 9 * k, 1);
    }
  }

  /** Three new rows of zeros. */
  add(): number {
    return this.workspace.kernel.addTriple(this.workspace.address);
  }

  /** Makes a row a virtual mass of 1 kg, which moves no member. */
  anchor(row: number): void {
    this.workspace.inverseVirtualMasses[row] = 1;
  }

  /** The index in `jacobian` of the member's block of three rows, row after row. Creates the block if it is missing. */
  blockOf(triple: number, member: Member): number {
    const { workspace } = this;
    const isFirst = workspace.widths[2 * triple] === 0 || workspace.members[2 * triple] === member.index;
    const block = isFirst ? 2 * triple : 2 * triple + 1;
    return workspace.widths[block] > 0
      ? workspace.starts[block]
      : workspace.kernel.openBlock(workspace.address, block, member.index);
  }

  /** Computes M⁻¹ Jᵀ of all rows. `data` of each robot must have the factors of its mass matrix (`factorMass`). */
  respond(): void {
    const { workspace, firstContact, endOfContacts } = this;
    const { triples, kernel, address } = workspace;
    // The kernel has already written M⁻¹ Jᵀ of free bodies in contacts, together with their rows.
    kernel.respondTriples(address, 0, firstContact);
    kernel.respondTriples(address, endOfContacts, triples);
    if (this.areFree) return;
    this.areFactored.fill(0);
    for (let block = 0; block < 2 * triples; block++) this.respondBlock(block);
  }

  /** M⁻¹ Jᵀ of a robot's block. */
  private respondBlock(block: number): void {
    const { workspace, rowNumbers } = this;
    const width = workspace.widths[block];
    if (width === 0) return;
    const index = workspace.members[block];
    const { model, data, free } = this.all[index];
    if (free) return;
    const { jacobian, response } = workspace;
    const factor = data.ancestorFactor;
    if (factor) {
      if (this.areFactored[index] === 0) factor.update(data);
      this.areFactored[index] = 1;
      factor.solveTriple(data, jacobian, response, workspace.starts[block]);
      return;
    }
    for (let row = workspace.starts[block]; row < workspace.starts[block] + 3 * width; row += width) {
      for (let j = 0; j < width; j++) rowNumbers[j] = jacobian[row + j];
      solveMass(model, data, rowNumbers, 0, rowNumbers, 0);
      for (let j = 0; j < width; j++) response[row + j] = rowNumbers[j];
    }
  }

  /** Computes J v and g = J · next of each row, with the velocities v and the unconstrained velocities `next` of all members. */
  multiply(v: Float64Array, next: Float64Array): void {
    const { workspace } = this;
    workspace.velocityBefore.set(v);
    workspace.unconstrainedVelocity.set(next);
    workspace.kernel.multiplyRows(workspace.address);
  }
}

/** The diagonal entry of G = J M⁻¹ Jᵀ of a row. */
export function delassusDiagonal({ jacobian, response, starts, widths }: ContactWorkspace, row: number): number {
  const triple = Math.floor(row / 3);
  let sum = 0;
  for (let block = 2 * triple; block < 2 * triple + 2; block++) {
    const at = starts[block] + (row - 3 * triple) * widths[block];
    for (let j = 0; j < widths[block]; j++) sum += jacobian[at + j] * response[at + j];
  }
  return sum;
}
