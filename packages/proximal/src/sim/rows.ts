// Constraint rows as sparse vectors over the members: each row moves one or two of them, or none (a virtual mass of its own).
import { solveMass } from '../dynamics/articulated.ts';
import type { Member } from './member.ts';

/** Rows that are of no member. */
const nobody = -1;

export class Rows {
  count = 0;
  /** The one or two members of each row. */
  private firstMember = new Int32Array(0);
  private secondMember = new Int32Array(0);
  /** J: two blocks of `stride` numbers for each row; and M⁻¹ Jᵀ in the same places. */
  private jacobian = new Float64Array(0);
  private response = new Float64Array(0);
  private readonly stride: number;
  /** For each member, the blocks that touch it: 2 · row + which. */
  private readonly touching: number[][];

  constructor(private readonly all: readonly Member[]) {
    this.stride = Math.max(1, ...all.map(({ model }) => model.nv));
    this.touching = all.map(() => []);
  }

  clear(): void {
    this.count = 0;
    for (const list of this.touching) list.length = 0;
  }

  /** A new row of zeros. */
  add(): number {
    if ((this.count + 1) * 2 * this.stride > this.jacobian.length) this.grow();
    const row = this.count++;
    this.firstMember[row] = nobody;
    this.secondMember[row] = nobody;
    this.jacobian.fill(0, row * 2 * this.stride, (row + 1) * 2 * this.stride);
    return row;
  }

  /** Where the member's part of a row begins in `values`: made if it is not there. */
  blockOf(row: number, member: Member): number {
    const { index } = member;
    if (this.firstMember[row] === nobody || this.firstMember[row] === index) {
      this.firstMember[row] = index;
      return 2 * row * this.stride;
    }
    this.secondMember[row] = index;
    return (2 * row + 1) * this.stride;
  }

  get values(): Float64Array {
    return this.jacobian;
  }

  /** M⁻¹ Jᵀ of all rows. The members' mass matrices are factored. */
  respond(): void {
    for (let row = 0; row < this.count; row++) {
      for (let which = 0; which < 2; which++) {
        const index = which === 0 ? this.firstMember[row] : this.secondMember[row];
        if (index === nobody) continue;
        const { model, data } = this.all[index];
        const at = (2 * row + which) * this.stride;
        solveMass(model, data, this.jacobian, at, this.response, at);
        this.touching[index].push(2 * row + which);
      }
    }
  }

  /** G = J M⁻¹ Jᵀ by rows, into zeros. Rows of nobody have a mass of 1 kg. */
  fillDelassus(out: Float64Array): void {
    const { count: size, stride, jacobian, response } = this;
    for (let row = 0; row < size; row++) if (this.firstMember[row] === nobody) out[row * size + row] = 1;
    for (let index = 0; index < this.all.length; index++) {
      const { nv } = this.all[index].model;
      const blocks = this.touching[index];
      for (let i = 0; i < blocks.length; i++) {
        const [row, from] = [blocks[i] >> 1, blocks[i] * stride];
        for (let j = 0; j <= i; j++) {
          const [column, to] = [blocks[j] >> 1, blocks[j] * stride];
          let sum = 0;
          for (let k = 0; k < nv; k++) sum += jacobian[from + k] * response[to + k];
          out[row * size + column] += sum;
          if (row !== column) out[column * size + row] += sum;
        }
      }
    }
  }

  /** J v of each row, v by members. */
  multiply(velocityOf: (member: Member) => Float64Array, out: Float64Array): void {
    const { stride, jacobian } = this;
    for (let row = 0; row < this.count; row++) {
      let sum = 0;
      for (let which = 0; which < 2; which++) {
        const index = which === 0 ? this.firstMember[row] : this.secondMember[row];
        if (index === nobody) continue;
        const velocity = velocityOf(this.all[index]);
        const at = (2 * row + which) * stride;
        for (let k = 0; k < velocity.length; k++) sum += jacobian[at + k] * velocity[k];
      }
      out[row] = sum;
    }
  }

  /** Adds M⁻¹ Jᵀ λ to the members' next velocities. */
  push(impulses: Float64Array): void {
    const { stride, response } = this;
    for (let row = 0; row < this.count; row++) {
      for (let which = 0; which < 2; which++) {
        const index = which === 0 ? this.firstMember[row] : this.secondMember[row];
        if (index === nobody) continue;
        const { next } = this.all[index];
        const at = (2 * row + which) * stride;
        for (let k = 0; k < next.length; k++) next[k] += response[at + k] * impulses[row];
      }
    }
  }

  /** One entry of J, by the coordinate of the whole velocity. */
  entry(row: number, coordinate: number): number {
    for (let which = 0; which < 2; which++) {
      const index = which === 0 ? this.firstMember[row] : this.secondMember[row];
      if (index === nobody) continue;
      const { firstV, model } = this.all[index];
      const k = coordinate - firstV;
      if (k >= 0 && k < model.nv) return this.jacobian[(2 * row + which) * this.stride + k];
    }
    return 0;
  }

  /** out += J X, X having a row of `width` numbers for each coordinate. */
  multiplyInto(x: Float64Array, width: number, out: Float64Array): void {
    this.forEachEntry(this.jacobian, (row, coordinate, value) => {
      for (let c = 0; c < width; c++) out[row * width + c] += value * x[coordinate * width + c];
    });
  }

  /** out += M⁻¹ Jᵀ X, X having a row of `width` numbers for each row. */
  respondInto(x: Float64Array, width: number, out: Float64Array): void {
    this.forEachEntry(this.response, (row, coordinate, value) => {
      for (let c = 0; c < width; c++) out[coordinate * width + c] += value * x[row * width + c];
    });
  }

  private forEachEntry(values: Float64Array, visit: (row: number, coordinate: number, value: number) => void): void {
    for (let row = 0; row < this.count; row++) {
      for (let which = 0; which < 2; which++) {
        const index = which === 0 ? this.firstMember[row] : this.secondMember[row];
        if (index === nobody) continue;
        const { firstV, model } = this.all[index];
        const at = (2 * row + which) * this.stride;
        for (let k = 0; k < model.nv; k++) if (values[at + k] !== 0) visit(row, firstV + k, values[at + k]);
      }
    }
  }

  private grow(): void {
    const rows = Math.max(64, 2 * this.count);
    const enlarge = (old: Float64Array): Float64Array<ArrayBuffer> => {
      const larger = new Float64Array(rows * 2 * this.stride);
      larger.set(old);
      return larger;
    };
    this.jacobian = enlarge(this.jacobian);
    this.response = enlarge(this.response);
    const [first, second] = [new Int32Array(rows), new Int32Array(rows)];
    first.set(this.firstMember);
    second.set(this.secondMember);
    this.firstMember = first;
    this.secondMember = second;
  }
}
