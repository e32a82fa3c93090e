// The three rows of a contact, with the derivatives of its point, normal and gap.
import { contactFrame, frameTwist } from '../../contact/frames.ts';
import type { DerivativeOptions } from '../../derivatives/derivative-options.ts';
import type { Vec3 } from '../../math/vec3.ts';
import type { SimulatedContact } from '../contact-set.ts';
import { type ConstraintSide, crossTo, leverArm, velocityAt } from './chain.ts';
import { type ContactMotion, contactMotion, type Touching } from './contact-motion.ts';
import { ConstraintVariables, RowBlock } from './row-block.ts';

/** Normals with a smaller |z| count as perpendicular to the z axis. */
const jumpTolerance = 1e-9;

/** A parameter that scales body A or B. */
export interface SizeColumn {
  readonly target: number;
  readonly isOfA: boolean;
}

export class ContactBlock extends RowBlock {
  /** The derivative of the gap with respect to each column. */
  readonly gapRates: Float64Array;
  /**
   * Whether the contact frame jumps: the law depends on the frame, and the normal rotates and is perpendicular to the z axis,
   * where the choice of tangents is discontinuous.
   */
  isAtFrameJump = false;

  constructor(
    row: number,
    readonly contact: SimulatedContact,
    sides: readonly ConstraintSide[],
    sizes: readonly SizeColumn[],
    touching: Touching,
    options: DerivativeOptions,
    isAlone: boolean,
    private readonly isIsotropic: boolean,
  ) {
    const columns = new ConstraintVariables(
      sides,
      sizes.map(({ target }) => target),
    );
    super(row, 3, sides, columns);
    this.gapRates = this.workspace.array(columns.count);
    const motion = contactMotion(contact, touching, options, isAlone, sizes.length > 0, this.workspace);
    contactFrame(contact.normal as Vec3, frame);
    const arms = sides.map((side) => leverArm(side, contact.point, this.workspace.array(3)));
    for (let index = 0; index < sides.length; index++) {
      const force = this.forces[index];
      for (let k = 0; k < 3; k++) {
        for (let i = 0; i < 3; i++) force[6 * k + i] = frame[3 * k + i];
        crossTo(arms[index], 0, frame, 3 * k, force, 6 * k + 3);
      }
    }
    this.fillJacobian();
    for (let c = 0; c < columns.dofs; c++) this.moveByDof(c, motion, arms);
    for (let k = 0; k < sizes.length; k++) {
      twist.fill(0);
      twist[0] = 1;
      this.move(columns.dofs + k, motion, sizes[k].isOfA ? 12 : 13, 1, arms);
    }
  }

  /** The column of a degree of freedom: its motion axis S moves the body's point at the contact by x and rotates the body by θ. */
  private moveByDof(c: number, motion: ContactMotion, arms: readonly Float64Array[]): void {
    const { dof, side, ratio } = this.columns;
    const { placed, sign } = this.sides[side[c]];
    const { axes } = placed.data;
    velocityAt(axes, 6 * dof[c], arms[side[c]], twist, 0);
    for (let k = 0; k < 3; k++) twist[3 + k] = axes[6 * dof[c] + 3 + k];
    for (let k = 0; k < 6; k++) twist[k] *= ratio[c];
    this.move(c, motion, sign < 0 ? 0 : 6, 6, arms);
  }

  /**
   * Writes δF and δgap of column c. The changes of point, normal and gap are their derivatives, in `count` columns of the motion from
   * `column` on, times the first `count` numbers of `twist`.
   */
  private move(c: number, motion: ContactMotion, column: number, count: number, arms: readonly Float64Array[]): void {
    const { changes, columns } = this;
    applyMotion(motion.point, motion.width, column, count, pointChange);
    let gap = 0;
    for (let k = 0; k < count; k++) gap += motion.gap[column + k] * twist[k];
    this.gapRates[c] = gap;
    const isTurned = this.rotateFrame(motion, column, count);
    for (let index = 0; index < changes.length; index++) {
      const change = changes[index];
      for (let k = 0; k < 3; k++) {
        const at = 6 * (k * columns.count + c);
        crossTo(pointChange, 0, frame, 3 * k, change, at + 3);
        if (!isTurned) continue;
        crossTo(rotation, 0, frame, 3 * k, change, at);
        crossTo(arms[index], 0, change, at, lever, 0);
        for (let i = 0; i < 3; i++) change[at + 3 + i] += lever[i];
      }
    }
  }

  /**
   * Writes the rotation φ = n × δn of the frame, the smallest rotation with the normal; an isotropic law does not depend on rotations about the
   * normal. @returns whether the normal turns
   */
  private rotateFrame(motion: ContactMotion, column: number, count: number): boolean {
    const { normal } = this.contact;
    applyMotion(motion.normal, motion.width, column, count, normalChange);
    if (normalChange[0] === 0 && normalChange[1] === 0 && normalChange[2] === 0) return false;
    crossTo(normal, 0, normalChange, 0, rotation, 0);
    if (this.isIsotropic) return true;
    const angle = frameTwist(normal, normalChange);
    for (let k = 0; k < 3; k++) rotation[k] += angle * normal[k];
    this.isAtFrameJump ||= Math.abs(normal[2]) < jumpTolerance;
    return true;
  }
}

/** The rows of a friction torque: relative angular velocities along the contact's tangents or along its normal. */
export class TorqueBlock extends RowBlock {
  constructor(row: number, contact: ContactBlock, isRolling: boolean) {
    super(row, isRolling ? 2 : 1, contact.sides, contact.columns);
    const { count } = contact.columns;
    const first = isRolling ? 0 : 2;
    // The rows of a contact are forces along the axes of its frame; the rows of a torque are moments along these axes.
    for (const [index, force] of contact.forces.entries())
      for (let k = 0; k < this.rows; k++) {
        const from = first + k;
        this.forces[index].set(force.subarray(6 * from, 6 * from + 3), 6 * k + 3);
        for (let c = 0; c < count; c++) {
          const at = 6 * (from * count + c);
          this.changes[index].set(contact.changes[index].subarray(at, at + 3), 6 * (k * count + c) + 3);
        }
      }
    this.fillJacobian();
  }
}

const frame = new Float64Array(9);
const twist = new Float64Array(6);
const [pointChange, normalChange, rotation, lever] = [0, 1, 2, 3].map(() => new Float64Array(3));

/** `count` columns of a matrix of three rows times the twist. */
function applyMotion(rows: Float64Array, width: number, column: number, count: number, out: Float64Array): void {
  for (let k = 0; k < 3; k++) {
    let sum = 0;
    for (let i = 0; i < count; i++) sum += rows[width * k + column + i] * twist[i];
    out[k] = sum;
  }
}
