// Velocity limits of a robot's joints. They are inequalities of the contact problem, |v⁺| ≤ v_max, so they hold whether the motor,
// gravity or an impact accelerates the joint. A limit brakes the joint, so it only removes energy. Only joints that may exceed
// their limits have rows. Coriolis and centrifugal forces act in the free motion after the solve. A joint that they accelerate
// beyond its limit is braked by an impulse at the end of the step.
import { factorMass, solveUnit } from '../dynamics/articulated.ts';
import type { Data } from '../dynamics/data.ts';
import type { Model } from '../dynamics/model.ts';
import { type JointRow, LOWER, limitRow, UPPER } from './joint-rows.ts';
import type { Member } from './member.ts';
import type { SimulatorSettings } from './options.ts';
import type { Rows } from './rows.ts';

/** Joints faster than this fraction of their limit have a row. */
const nearFraction = 0.9;
/** Velocities above the limit by less than this fraction are within the tolerance of the solver. */
const tolerance = 1e-6;

/** The largest number of sweeps over the joints: an impulse on one joint accelerates others. A few sweeps usually suffice. */
const maxSweeps = 50;

export class SpeedLimits {
  /** The velocity coordinates with a limit. */
  readonly coordinates: readonly number[];
  /** Whether a joint was braked after the free motion of the last step. */
  isBraking = false;
  /** For each of `coordinates`, whether there are rows against positive and negative velocities: the bits 1 and 2. */
  private readonly marks: Uint8Array;

  private readonly limits: Float64Array;

  constructor(
    private readonly model: Model,
    isEnforced: boolean,
  ) {
    this.limits = model.limits.velocity;
    const single = model.joints.filter(({ nq, nv, mimic }) => nq === 1 && nv === 1 && mimic === null);
    this.coordinates = isEnforced ? single.map(({ v }) => v).filter((k) => this.limits[k] < Infinity) : [];
    this.marks = new Uint8Array(this.coordinates.length);
  }

  /** Chooses the rows of a step from the velocities before it and the unconstrained velocities. */
  begin(v: Float64Array, next: Float64Array): void {
    const { coordinates, marks, limits } = this;
    for (let k = 0; k < coordinates.length; k++) {
      const at = coordinates[k];
      const bound = nearFraction * limits[at];
      marks[k] = (Math.max(v[at], next[at]) > bound ? 1 : 0) + (Math.min(v[at], next[at]) < -bound ? 2 : 0);
    }
  }

  /** Marks the limits without a row that the solved velocities exceed: `addRows` then adds their rows. @returns whether there are any */
  review(next: Float64Array): boolean {
    const { coordinates, marks, limits } = this;
    let isChanged = false;
    for (let k = 0; k < coordinates.length; k++) {
      const velocity = next[coordinates[k]];
      const bit = velocity > 0 ? 1 : 2;
      if (!(Math.abs(velocity) > (1 + tolerance) * limits[coordinates[k]]) || (marks[k] & bit) !== 0) continue;
      marks[k] |= bit;
      isChanged = true;
    }
    return isChanged;
  }

  addRows(rows: Rows, member: Member, settings: SimulatorSettings, out: JointRow[]): void {
    const { coordinates, marks, limits } = this;
    for (let k = 0; k < coordinates.length; k++) {
      const at = coordinates[k];
      const gap = settings.timeStep * limits[at];
      if ((marks[k] & 1) !== 0)
        out.push({ ...limitRow(rows, member, at, UPPER, gap, settings, `speed of ${at}`), isVelocityLimit: true });
      if ((marks[k] & 2) !== 0)
        out.push({ ...limitRow(rows, member, at, LOWER, gap, settings, `speed of ${at}`), isVelocityLimit: true });
    }
  }

  /**
   * Brakes joints that the free motion has accelerated beyond their limits: impulses on their coordinates, one after the other.
   * Each impulse removes energy.
   * @param data with the placements and inertias of the bodies
   */
  brake(data: Data, v: Float64Array): void {
    const { model, coordinates, limits } = this;
    this.isBraking = false;
    for (let sweep = 0; sweep < maxSweeps; sweep++) {
      let isFast = false;
      for (const at of coordinates) {
        const excess = Math.abs(v[at]) - limits[at];
        if (!(excess > tolerance * limits[at])) continue;
        if (!this.isBraking) factorMass(model, data);
        this.isBraking = true;
        isFast = true;
        solveUnit(model, data, at, data.column, 0);
        const impulse = (-Math.sign(v[at]) * excess) / data.column[at];
        for (let k = 0; k < v.length; k++) v[k] += impulse * data.column[k];
      }
      if (!isFast) return;
    }
  }
}
