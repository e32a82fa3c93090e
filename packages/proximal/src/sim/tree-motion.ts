// The free motion of a robot during a time step, after forces and contacts have changed the velocity (with the midpoint integrator
// also during the first half of the step, before them): M a = −c(q, v), where c are
// the Coriolis and centrifugal terms. The implicit midpoint rule integrates it over a substep of length Δt:
//   M(q_m) (v⁺ − v) = −h c(q_m, v_m),   v_m = (v + v⁺)/2,   q_m = q ⊕ ½ Δt v,   q⁺ = q ⊕ Δt v_m.
// h is a time for each tree of joints: 2 tan(|ω| Δt/2)/|ω| with the angular velocity ω of a floating or ball root, and Δt for
// other roots. Such a rotating root turns by cay(h ω_m), as in spin.ts. If all joints but the root are at rest, this is the spin
// of a rigid body, which conserves momentum and energy. Otherwise the velocity at q⁺ is corrected to restore them,
// and a floating root is moved so that the center of mass moves uniformly (tree-invariants.ts).
import { factorMass, solveMass } from '../dynamics/articulated.ts';
import { computeInertias, computeVelocities } from '../dynamics/bodies.ts';
import { moveConfiguration } from '../dynamics/configuration.ts';
import type { Data } from '../dynamics/data.ts';
import type { Model } from '../dynamics/model.ts';
import { place } from '../dynamics/place.ts';
import { torqueOf } from '../dynamics/rnea.ts';
import { multiplyCayley } from '../math/lie.ts';
import { LOCKED, type LockedCoordinates, NEAR_LOWER_LIMIT, UNLOCKED } from './joint-rows.ts';
import { midpointTime } from './spin.ts';
import { type TreeInvariants, treesOf } from './tree-invariants.ts';

/** If the iteration does not converge, or a correction is large, the time step is divided into at most this many substeps. */
const maxSubsteps = 32;
const maxIterations = 12;
/** Relative tolerance of v⁺, in the norm of M. */
const tolerance = 1e-10;
/** The iteration is given up if the squared change of v⁺ is not below this fraction of the previous squared change. */
const largestRatio = 0.25;
/** The largest rotation of a root in a substep, in radians. If `maxSubsteps` are not enough for it, h is Δt. */
const largestAngle = 1;
/** The armature of a locked coordinate, in kg m² or kg. */
const lockedArmature = 1e30;

export class TreeMotion {
  readonly trees: readonly TreeInvariants[];
  /** The model without gravity. */
  readonly weightless: Model;
  /** The numbers of all vectors up to `endV`, beginning with `startQ` and `startV`. */
  readonly vectors: Float64Array;
  /** q and v at the start of the last substep. */
  readonly startQ: Float64Array;
  readonly startV: Float64Array;
  /** q_m and v_m of the last substep. */
  readonly middleQ: Float64Array;
  readonly middleV: Float64Array;
  /** (v⁺ − v)/h of the last substep, before the correction of momentum and energy. */
  readonly acceleration: Float64Array;
  /** h of the last substep, for each velocity coordinate, in seconds. */
  readonly times: Float64Array;
  /** q and v after the last motion. */
  readonly endQ: Float64Array;
  readonly endV: Float64Array;
  /** The duration of the last motion, in seconds, if it had one substep and no locked coordinates; otherwise null. */
  singleTime: number | null = null;
  /** 1 for each velocity coordinate that keeps its velocity; null for none. */
  locked: Uint8Array | null = null;
  /** Whether the iteration converged in the last substep. */
  isResolved = true;
  /** The workspace for q_m. */
  private readonly middle: Data;
  /** q and v at the start of the time step. */
  private readonly firstQ: Float64Array;
  private readonly firstV: Float64Array;
  /** The displacement from the start of a substep to its midpoint or end. */
  private readonly displacement: Float64Array;
  /** The residual of the midpoint equation, as generalized forces, and the change of the acceleration that removes it. */
  private readonly residual: Float64Array;
  private readonly update: Float64Array;
  /** The memory of `locked`. */
  private readonly lockMarks: Uint8Array;
  /** The model with the armature of locked coordinates; null until it is needed. */
  private stiff: Model | null = null;

  constructor(readonly model: Model) {
    this.weightless = model.withChanges({ gravity: new Float64Array(3) });
    this.trees = treesOf(model);
    this.middle = model.createData();
    const { nq, nv } = model;
    this.vectors = new Float64Array(3 * nq + 5 * nv);
    let end = 0;
    const part = (size: number): Float64Array => {
      end += size;
      return this.vectors.subarray(end - size, end);
    };
    [this.startQ, this.startV] = [part(nq), part(nv)];
    [this.middleQ, this.middleV, this.acceleration, this.times] = [part(nq), part(nv), part(nv), part(nv)];
    [this.endQ, this.endV] = [part(nq), part(nv)];
    this.firstQ = new Float64Array(nq);
    this.firstV = new Float64Array(nv);
    this.displacement = new Float64Array(nv);
    this.residual = new Float64Array(model.nv);
    this.update = new Float64Array(model.nv);
    this.lockMarks = new Uint8Array(model.nv);
  }

  /**
   * Advances configuration and velocity by a time step. `data` must have the placements (`place`) and the factors of the mass
   * matrix (`factorMass`) at `q`; afterwards it has the placements and inertias of the bodies at the new `q`.
   * @param locks the coordinates that friction or a limit locks, which keep their velocities. Coordinates near a limit are locked if they
   * would pass it
   * @param visit called after each substep with its index and its length in seconds. If a substep fails, the step restarts with
   * twice as many substeps, and `visit` is called again from substep 0
   */
  advance(
    data: Data,
    q: Float64Array,
    v: Float64Array,
    timeStep: number,
    locks: LockedCoordinates,
    visit?: (substep: number, time: number) => void,
  ): void {
    this.firstQ.set(q);
    this.firstV.set(v);
    this.locked = null;
    for (let k = 0; k < v.length && !locks.isEmpty; k++) if (locks.marks[k] === LOCKED) this.lock(k);
    if (this.locked) this.factor(data);
    for (let count = this.fewestSubsteps(v, timeStep); ; count = Math.min(maxSubsteps, 2 * count)) {
      if (this.trySubsteps(data, q, v, timeStep, count, locks, visit)) {
        this.singleTime = count === 1 && !this.locked ? timeStep : null;
        this.endQ.set(q);
        this.endV.set(v);
        return;
      }
      q.set(this.firstQ);
      v.set(this.firstV);
      place(this.model, data, q);
      this.factor(data);
    }
  }

  /**
   * Calls `move`, which corrects q and expresses v in the new axes, and then corrects v such that momentum and kinetic energy are the same as
   * before the call. `data` must have the placements (`place`) and inertias (`computeInertias`) of the bodies at `q`; afterwards it has the
   * placements and inertias at the new `q`.
   */
  correct(data: Data, q: Float64Array, v: Float64Array, locks: LockedCoordinates, move: () => void): void {
    const { model, trees, startV } = this;
    this.singleTime = null;
    startV.set(v);
    computeVelocities(model, data, v);
    for (const tree of trees) if (!tree.isRigid) tree.begin(data, v);
    move();
    place(model, data, q);
    computeInertias(model, data);
    computeVelocities(model, data, v);
    for (const tree of trees)
      if (!tree.isRigid) tree.restoreAfterCorrection(data, v, startV, isRootLocked(tree, locks.marks));
  }

  private lock(coordinate: number): void {
    if (!this.locked) this.locked = this.lockMarks.fill(0);
    this.locked[coordinate] = 1;
  }

  private fewestSubsteps(v: Float64Array, timeStep: number): number {
    let speed = 0;
    for (let k = 0; k < this.trees.length; k++) speed = Math.max(speed, angularSpeed(v, this.trees[k].angularVelocity));
    return Math.max(1, Math.min(maxSubsteps, Math.ceil((speed * timeStep) / largestAngle)));
  }

  /** Advances by `count` equal substeps. @returns false if one failed and more substeps are allowed */
  private trySubsteps(
    data: Data,
    q: Float64Array,
    v: Float64Array,
    timeStep: number,
    count: number,
    locks: LockedCoordinates,
    visit: ((substep: number, time: number) => void) | undefined,
  ): boolean {
    const time = timeStep / count;
    for (let substep = 0; substep < count; substep++) {
      if (substep > 0) this.factor(data);
      this.isResolved = this.solve(data, q, v, time, locks);
      if (!this.isResolved) {
        if (count < maxSubsteps) return false;
        // Without a solution, the velocity is changed only by the correction of momentum and energy.
        this.acceleration.fill(0);
        this.middleV.set(v);
      }
      if (!this.move(data, q, v, time) && count < maxSubsteps) return false;
      visit?.(substep, time);
    }
    return true;
  }

  /** Factors the mass matrix; locked coordinates get a large armature. */
  private factor(data: Data): void {
    const { locked } = this;
    if (!locked) {
      factorMass(this.model, data);
      return;
    }
    this.stiff ??= this.model.withChanges({ armature: this.model.armature.slice() });
    const { armature } = this.stiff;
    for (let k = 0; k < armature.length; k++) armature[k] = locked[k] ? lockedArmature : this.model.armature[k];
    factorMass(this.stiff, data);
  }

  /** Solves the midpoint equation for `acceleration` by iterations with M(q) instead of M(q_m). @returns whether they converged */
  private solve(data: Data, q: Float64Array, v: Float64Array, time: number, locks: LockedCoordinates): boolean {
    const { model, middle, middleV, acceleration, times, residual, update } = this;
    const { nv } = model;
    const energy = this.begin(data, q, v, time);
    if (energy === 0) return true;
    place(model, middle, this.middleQ);
    const small = 2 * tolerance * tolerance * energy;
    let last = 2 * energy;
    for (let iteration = 0; iteration < maxIterations; iteration++) {
      computeVelocities(model, middle, middleV);
      torqueOf(this.weightless, middle, acceleration, undefined, residual);
      this.solveUpdate(data);
      if (iteration === 0 && !locks.isEmpty && this.lockAtLimits(locks, time)) {
        this.factor(data);
        this.solveUpdate(data);
      }
      const { locked } = this;
      // The square of the change of v⁺, in the norm of M.
      let size = 0;
      for (let k = 0; k < nv; k++) {
        if (locked?.[k]) continue;
        size += times[k] * times[k] * update[k] * residual[k];
        acceleration[k] -= update[k];
        middleV[k] = v[k] + (times[k] / 2) * acceleration[k];
      }
      // The next change is estimated to be smaller by the same factor.
      if (size * size <= small * last) return true;
      if (!(size < largestRatio * last)) return false;
      last = size;
    }
    return false;
  }

  /** `update` = M⁻¹ `residual`, where the residuals of locked coordinates are set to 0. */
  private solveUpdate(data: Data): void {
    const { locked, residual } = this;
    if (locked) for (let k = 0; k < residual.length; k++) if (locked[k]) residual[k] = 0;
    solveMass(this.model, data, residual, 0, this.update, 0);
  }

  /** Locks coordinates that would pass a limit with the acceleration −`update` of the first iteration. @returns whether any was locked */
  private lockAtLimits({ marks, distances }: LockedCoordinates, time: number): boolean {
    let isFound = false;
    for (let k = 0; k < marks.length; k++) {
      if (marks[k] === UNLOCKED || marks[k] === LOCKED || this.locked?.[k]) continue;
      const change = ((marks[k] === NEAR_LOWER_LIMIT ? -1 : 1) * time * time * this.update[k]) / 2;
      if (distances[k] + change >= 0) continue;
      this.lock(k);
      isFound = true;
    }
    return isFound;
  }

  /** Records the start of a substep, and computes h and q_m. @returns the kinetic energy */
  private begin(data: Data, q: Float64Array, v: Float64Array, time: number): number {
    const { model, times, displacement } = this;
    computeVelocities(model, data, v);
    let energy = 0;
    for (let k = 0; k < this.trees.length; k++) {
      const tree = this.trees[k];
      energy += tree.begin(data, v);
      const speed = angularSpeed(v, tree.angularVelocity);
      times.fill(speed * time > largestAngle ? time : midpointTime(speed, time), tree.first, tree.stop);
    }
    for (let k = 0; k < model.nv; k++) displacement[k] = (time / 2) * v[k];
    moveConfiguration(model, q, displacement, this.middleQ);
    this.startQ.set(q);
    this.startV.set(v);
    this.middleV.set(v);
    this.acceleration.fill(0);
    return energy;
  }

  /** Moves to the end of a substep, and corrects v and the position of a floating root there. @returns whether the corrections are small */
  private move(data: Data, q: Float64Array, v: Float64Array, time: number): boolean {
    const { model, startQ, startV, middleV, acceleration, times, displacement } = this;
    for (let k = 0; k < model.nv; k++) {
      displacement[k] = time * middleV[k];
      v[k] += times[k] * acceleration[k];
    }
    moveConfiguration(model, startQ, displacement, q);
    for (let k = 0; k < this.trees.length; k++) {
      const { quaternion, angularVelocity: at } = this.trees[k];
      if (quaternion < 0) continue;
      for (let i = quaternion; i < quaternion + 4; i++) q[i] = startQ[i];
      multiplyCayley(q, quaternion, times[at] * middleV[at], times[at] * middleV[at + 1], times[at] * middleV[at + 2]);
    }
    place(model, data, q);
    computeInertias(model, data);
    computeVelocities(model, data, v);
    let isSmall = true;
    for (let k = 0; k < this.trees.length; k++) {
      const tree = this.trees[k];
      if (!tree.finish(data, q, v, startV, time, isRootLocked(tree, this.locked))) isSmall = false;
    }
    return isSmall;
  }
}

/** @param marks 1 (`LOCKED`) for locked coordinates; null for none */
function isRootLocked({ first, symmetries }: TreeInvariants, marks: Uint8Array | null): boolean {
  for (let k = first; marks && k < first + symmetries; k++) if (marks[k] === LOCKED) return true;
  return false;
}

/** |ω| of the three components that begin at `at`; 0 if `at` is negative. */
function angularSpeed(v: Float64Array, at: number): number {
  return at < 0 ? 0 : Math.sqrt(v[at] * v[at] + v[at + 1] * v[at + 1] + v[at + 2] * v[at + 2]);
}
