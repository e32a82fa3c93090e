// Constraint rows, three at a time, as sparse vectors over the members: each three move one or two of them, and rows that move no member
// are virtual masses of 1 kg. They stand in the kernel's memory, and contacts of free bodies are written there.
import { currentRoom, type Room } from '../contact/room.ts';
import { solveMass } from '../dynamics/articulated.ts';
import type { ContactSet } from './contact-set.ts';
import type { Member } from './member.ts';
import { addPoint } from './point-rows.ts';

export class Rows {
  room: Room = currentRoom();
  private readonly columns: Float64Array;
  /** The most triples that joints and closures make, and their numbers. */
  private readonly joints: number;
  private readonly widest: number;
  private readonly coordinates: number;
  /** Width, first coordinate and whether it is free, of each member. */
  private readonly table: Int32Array;
  /** Whether all members are free bodies. */
  private readonly areFree: boolean;
  /** Triples of contacts, from the first to the one before the last. */
  private firstContact = 0;
  private lastContact = 0;

  constructor(
    private readonly all: readonly Member[],
    private readonly states: Float64Array,
  ) {
    this.widest = Math.max(1, ...all.map(({ model }) => model.nv));
    this.columns = new Float64Array(this.widest);
    this.joints = all.reduce((sum, { model }) => sum + 3 * model.nv + 2 * model.constraints.length, 0);
    this.coordinates = all.reduce((sum, { model }) => sum + model.nv, 0);
    this.table = Int32Array.from(all.flatMap(({ model, firstV, free }) => [model.nv, firstV, free ? 1 : 0]));
    this.areFree = all.every(({ free }) => free !== null);
  }

  /** How many triples and rows there are. */
  get triples(): number {
    return this.room.triples;
  }

  get count(): number {
    return 3 * this.room.triples;
  }

  /** Starts anew, with room for these contacts and everything else. */
  begin({ count: contacts, pairs }: ContactSet): void {
    const { all, joints, coordinates } = this;
    let numbers = 6 * joints * this.widest;
    for (let k = 0; k < 2 * contacts; k++) if (pairs[k] >= 0) numbers += 3 * all[pairs[k]].model.nv;
    this.room = currentRoom();
    const { room } = this;
    room.prepare({ triples: contacts + joints, numbers, contacts, coordinates, members: all.length });
    room.states.set(this.states);
    room.table.set(this.table);
  }

  /** The rows of all contacts: the velocity of B's point relative to A's. */
  addContacts(contacts: ContactSet): void {
    const { room } = this;
    const { count, points, frames, pairs, ownerA, ownerB } = contacts;
    room.points.set(points.subarray(0, 3 * count));
    room.frames.set(frames.subarray(0, 9 * count));
    room.pairs.set(pairs.subarray(0, 2 * count));
    this.firstContact = room.triples;
    this.lastContact = this.firstContact + count;
    room.kernel.contactRows(room.address, count);
    if (this.areFree) return;
    for (let k = 0; k < count; k++) {
      const triple = this.firstContact + k;
      if (ownerA[k]?.member.free === null) addPoint(this, triple, ownerA[k], points, 3 * k, frames, 9 * k, -1);
      if (ownerB[k]?.member.free === null) addPoint(this, triple, ownerB[k], points, 3 * k, frames, 9 * k, 1);
    }
  }

  /** Three new rows of zeros. */
  add(): number {
    return this.room.kernel.addTriple(this.room.address);
  }

  /** A row that moves no member: a mass of 1 kg of its own. */
  anchor(row: number): void {
    this.room.extra[row] = 1;
  }

  /** Where the member's part of three rows begins in `jacobian`, row after row: made if it is not there. */
  blockOf(triple: number, member: Member): number {
    const { room } = this;
    const isFirst = room.widths[2 * triple] === 0 || room.members[2 * triple] === member.index;
    const block = isFirst ? 2 * triple : 2 * triple + 1;
    return room.widths[block] > 0 ? room.starts[block] : room.kernel.openBlock(room.address, block, member.index);
  }

  /** M⁻¹ Jᵀ of all rows. The members' mass matrices are factored. */
  respond(): void {
    const { room, firstContact, lastContact } = this;
    const { triples } = room;
    for (let triple = 0; triple < triples; triple++) {
      const isContact = triple >= firstContact && triple < lastContact;
      if (isContact && this.areFree) triple = lastContact - 1;
      else for (let block = 2 * triple; block < 2 * triple + 2; block++) this.respondBlock(block, isContact);
    }
  }

  private respondBlock(block: number, isContact: boolean): void {
    const { room, columns } = this;
    const width = room.widths[block];
    if (width === 0) return;
    const { model, data, free } = this.all[room.members[block]];
    if (free) {
      if (!isContact) room.kernel.respondBlock(room.address, block);
      return;
    }
    const { jacobian, response } = room;
    for (let row = room.starts[block]; row < room.starts[block] + 3 * width; row += width) {
      for (let j = 0; j < width; j++) columns[j] = jacobian[row + j];
      solveMass(model, data, columns, 0, columns, 0);
      for (let j = 0; j < width; j++) response[row + j] = columns[j];
    }
  }

  /** g and J v of each row, v and `next` having all members' coordinates. */
  multiply(v: Float64Array, next: Float64Array): void {
    const { room } = this;
    room.old.set(v);
    room.next.set(next);
    room.kernel.multiplyRows(room.address);
  }
}
