// Constraint rows, three at a time, as sparse vectors over the members: each three move one or two of them, and rows that move nobody
// are virtual masses of 1 kg.
import type { RowBlocks } from '../contact/sparse.ts';
import { solveMass } from '../dynamics/articulated.ts';
import type { Member } from './member.ts';

export class Rows implements RowBlocks {
  jacobian = new Float64Array(0);
  response = new Float64Array(0);
  starts = new Int32Array(0);
  firsts = new Int32Array(0);
  widths = new Int32Array(0);
  extra = new Float64Array(0);
  /** The member of each block. */
  members = new Int32Array(0);
  triples = 0;
  /** Numbers in use in `jacobian` and `response`. */
  private used = 0;
  private readonly columns: Float64Array;

  constructor(private readonly all: readonly Member[]) {
    this.columns = new Float64Array(Math.max(1, ...all.map(({ model }) => model.nv)));
  }

  /** How many rows there are. */
  get count(): number {
    return 3 * this.triples;
  }

  clear(): void {
    this.triples = 0;
    this.used = 0;
  }

  /** Three new rows of zeros. */
  add(): number {
    const triple = this.triples++;
    if (2 * this.triples > this.widths.length) this.growTriples();
    this.widths[2 * triple] = 0;
    this.widths[2 * triple + 1] = 0;
    this.extra.fill(0, 3 * triple, 3 * triple + 3);
    return triple;
  }

  /** A row that moves nobody: a mass of 1 kg of its own. */
  anchor(row: number): void {
    this.extra[row] = 1;
  }

  /** Where the member's part of three rows begins in `jacobian`, three numbers for each coordinate: made if it is not there. */
  blockOf(triple: number, member: Member): number {
    const isFirst = this.widths[2 * triple] === 0 || this.members[2 * triple] === member.index;
    const block = isFirst ? 2 * triple : 2 * triple + 1;
    if (this.widths[block] > 0) return this.starts[block];
    const width = member.model.nv;
    if (this.used + 3 * width > this.jacobian.length) this.growNumbers(this.used + 3 * width);
    const start = this.used;
    this.used += 3 * width;
    this.members[block] = member.index;
    this.starts[block] = start;
    this.firsts[block] = member.firstV;
    this.widths[block] = width;
    this.jacobian.fill(0, start, start + 3 * width);
    return start;
  }

  /** M⁻¹ Jᵀ of all rows. The members' mass matrices are factored. */
  respond(): void {
    const { widths, members, starts } = this;
    for (let block = 0; block < 2 * this.triples; block++)
      if (widths[block] > 0) this.respondBlock(this.all[members[block]], starts[block]);
  }

  private respondBlock({ model, data, free }: Member, start: number): void {
    const { jacobian, response, columns } = this;
    if (free) {
      free.respond(jacobian, response, start);
      return;
    }
    for (let k = start; k < start + 3; k++) {
      for (let j = 0; j < model.nv; j++) columns[j] = jacobian[k + 3 * j];
      solveMass(model, data, columns, 0, columns, 0);
      for (let j = 0; j < model.nv; j++) response[k + 3 * j] = columns[j];
    }
  }

  /** J v and J w of each row, v and w having all members' coordinates: both at once, since reading J is what takes the time. */
  multiply(v: Float64Array, w: Float64Array, outV: Float64Array, outW: Float64Array): void {
    const { jacobian, starts, firsts, widths } = this;
    for (let triple = 0; triple < this.triples; triple++) {
      let a = 0;
      let b = 0;
      let c = 0;
      let d = 0;
      let e = 0;
      let f = 0;
      for (let block = 2 * triple; block < 2 * triple + 2; block++) {
        let at = starts[block];
        for (let j = firsts[block]; j < firsts[block] + widths[block]; j++) {
          a += jacobian[at] * v[j];
          b += jacobian[at + 1] * v[j];
          c += jacobian[at + 2] * v[j];
          d += jacobian[at] * w[j];
          e += jacobian[at + 1] * w[j];
          f += jacobian[at + 2] * w[j];
          at += 3;
        }
      }
      outV[3 * triple] = a;
      outV[3 * triple + 1] = b;
      outV[3 * triple + 2] = c;
      outW[3 * triple] = d;
      outW[3 * triple + 1] = e;
      outW[3 * triple + 2] = f;
    }
  }

  private growTriples(): void {
    const triples = Math.max(32, 2 * this.triples);
    const enlarge = (old: Int32Array): Int32Array<ArrayBuffer> => {
      const larger = new Int32Array(2 * triples);
      larger.set(old);
      return larger;
    };
    this.starts = enlarge(this.starts);
    this.firsts = enlarge(this.firsts);
    this.widths = enlarge(this.widths);
    this.members = enlarge(this.members);
    const extra = new Float64Array(3 * triples);
    extra.set(this.extra);
    this.extra = extra;
  }

  private growNumbers(needed: number): void {
    const enlarge = (old: Float64Array): Float64Array<ArrayBuffer> => {
      const larger = new Float64Array(2 * needed);
      larger.set(old);
      return larger;
    };
    this.jacobian = enlarge(this.jacobian);
    this.response = enlarge(this.response);
  }
}
