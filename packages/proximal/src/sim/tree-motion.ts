// The free motion of a robot during a step, after forces and contacts have changed the velocity: M a = −c(q, v), with only the
// velocity products c. It is the implicit midpoint rule on the velocities of the joints,
//   M(q_m) (v⁺ − v) = −h c(q_m, m),   m = (v + v⁺)/2,   q_m = q ⊕ ½ Δt v,   q⁺ = q ⊕ Δt m,
// where a rotating root turns by cay(h ω_m), as in spin.ts. With all joints but the root at rest this is the spin of a rigid
// body, which keeps momentum and energy. Otherwise the velocity at q⁺ is corrected to restore them (tree-invariants.ts).
import { factorMass, solveMass } from '../dynamics/articulated.ts';
import { moveBodies, weighBodies } from '../dynamics/bodies.ts';
import { moveConfiguration } from '../dynamics/configuration.ts';
import type { Data } from '../dynamics/data.ts';
import { turnCayley } from '../dynamics/lie.ts';
import { Model } from '../dynamics/model.ts';
import { place } from '../dynamics/place.ts';
import { torqueOf } from '../dynamics/rnea.ts';
import type { HeldCoordinates } from './joint-rows.ts';
import { midpointTime } from './spin.ts';
import { type TreeInvariants, treesOf } from './tree-invariants.ts';

/** If the iteration does not converge, or a correction is large, the time is divided into at most this many parts. */
const mostParts = 32;
const mostIterations = 12;
/** Relative tolerance of the velocity, in the norm of M. */
const lastStep = 1e-10;
/** If squared changes shrink by less than this factor, the iteration diverges. */
const slowest = 0.25;
/** Roots rotate by at most this angle in a part, unless that needs too many parts. */
const largestAngle = 1;
/** The armature of a joint that is held. */
const immovable = 1e30;

export class TreeMotion {
  readonly trees: readonly TreeInvariants[];
  /** The model without gravity. */
  readonly weightless: Model;
  /** The last part: its initial state, its midpoint, the mean acceleration, and the time h of each coordinate. */
  readonly startQ: Float64Array;
  readonly startV: Float64Array;
  readonly middleQ: Float64Array;
  readonly middleV: Float64Array;
  readonly acceleration: Float64Array;
  readonly times: Float64Array;
  /** Coordinates that keep their velocities; null for none. */
  held: Uint8Array | null = null;
  /** Whether the midpoint equation is solved. */
  isResolved = true;
  private readonly middle: Data;
  private readonly firstQ: Float64Array;
  private readonly firstV: Float64Array;
  private readonly motion: Float64Array;
  private readonly residual: Float64Array;
  private readonly marks: Uint8Array;

  constructor(private readonly model: Model) {
    this.weightless = withChanges(model, { gravity: new Float64Array(3) });
    this.trees = treesOf(model);
    this.middle = model.createData();
    [this.startQ, this.middleQ, this.firstQ] = [0, 1, 2].map(() => new Float64Array(model.nq)) as Triple;
    [this.startV, this.middleV, this.firstV] = [0, 1, 2].map(() => new Float64Array(model.nv)) as Triple;
    [this.acceleration, this.times, this.motion] = [0, 1, 2].map(() => new Float64Array(model.nv)) as Triple;
    this.residual = new Float64Array(model.nv);
    this.marks = new Uint8Array(model.nv);
  }

  /**
   * Advances configuration and velocity. `data` must be placed and factored at `q`; afterwards it is placed at the new `q`.
   * @param holds coordinates that friction or a limit holds, or will hold: they keep their velocities
   * @param visit called after each part, with its number and length; if a part fails, the parts begin again with a finer division
   */
  advance(
    data: Data,
    q: Float64Array,
    v: Float64Array,
    timeStep: number,
    holds: HeldCoordinates,
    visit?: (part: number, time: number) => void,
  ): void {
    this.firstQ.set(q);
    this.firstV.set(v);
    this.held = null;
    for (let k = 0; k < v.length && !holds.isEmpty; k++) if (holds.marks[k] === 1) this.hold(k);
    if (this.held) this.factor(data);
    for (let parts = this.fewestParts(v, timeStep); ; parts = Math.min(mostParts, 2 * parts)) {
      if (this.tryParts(data, q, v, timeStep, parts, holds, visit)) return;
      q.set(this.firstQ);
      v.set(this.firstV);
      place(this.model, data, q);
      this.factor(data);
    }
  }

  /**
   * Corrects positions by `move`, which writes q and v, and conserves momentum and kinetic energy. `data` must be placed and
   * weighed at `q`; afterwards it is placed at the new `q`.
   */
  correct(data: Data, q: Float64Array, v: Float64Array, holds: HeldCoordinates, move: () => void): void {
    const { model, trees, startV } = this;
    startV.set(v);
    moveBodies(model, data, v);
    for (const tree of trees) if (!tree.isRigid) tree.begin(data, v);
    move();
    place(model, data, q);
    weighBodies(model, data);
    moveBodies(model, data, v);
    for (const tree of trees) if (!tree.isRigid) tree.settle(data, v, startV, isRootHeld(tree, holds.marks));
  }

  private hold(coordinate: number): void {
    if (!this.held) this.held = this.marks.fill(0);
    this.held[coordinate] = 1;
  }

  private fewestParts(v: Float64Array, timeStep: number): number {
    let speed = 0;
    for (let k = 0; k < this.trees.length; k++) speed = Math.max(speed, speedOf(v, this.trees[k].turning));
    return Math.max(1, Math.min(mostParts, Math.ceil((speed * timeStep) / largestAngle)));
  }

  private tryParts(
    data: Data,
    q: Float64Array,
    v: Float64Array,
    timeStep: number,
    parts: number,
    holds: HeldCoordinates,
    visit: ((part: number, time: number) => void) | undefined,
  ): boolean {
    const time = timeStep / parts;
    for (let part = 0; part < parts; part++) {
      if (part > 0) this.factor(data);
      this.isResolved = this.solve(data, q, v, time, holds);
      if (!this.isResolved) {
        if (parts < mostParts) return false;
        // Even the finest division fails: velocities change only by the invariants' correction.
        this.acceleration.fill(0);
        this.middleV.set(v);
      }
      if (!this.move(data, q, v, time) && parts < mostParts) return false;
      visit?.(part, time);
    }
    return true;
  }

  private factor(data: Data): void {
    const { held } = this;
    if (!held) {
      factorMass(this.model, data);
      return;
    }
    const armature = this.model.armature.map((x, k) => (held[k] ? immovable : x));
    factorMass(withChanges(this.model, { armature }), data);
  }

  /** Solves for the mean acceleration by an iteration with M(q) in place of M(q_m). @returns whether it converged */
  private solve(data: Data, q: Float64Array, v: Float64Array, time: number, holds: HeldCoordinates): boolean {
    const { model, middle, middleV, acceleration, times, residual, motion: step } = this;
    const { nv } = model;
    const energy = this.begin(data, q, v, time);
    if (energy === 0) return true;
    place(model, middle, this.middleQ);
    const small = 2 * lastStep * lastStep * energy;
    let last = 2 * energy;
    for (let iteration = 0; iteration < mostIterations; iteration++) {
      moveBodies(model, middle, middleV);
      torqueOf(this.weightless, middle, acceleration, undefined, residual);
      this.solveStep(data);
      if (iteration === 0 && !holds.isEmpty && this.holdBefore(holds, time)) {
        this.factor(data);
        this.solveStep(data);
      }
      const { held } = this;
      // The square of the change of v⁺, in the norm of M.
      let size = 0;
      for (let k = 0; k < nv; k++) {
        if (held?.[k]) continue;
        size += times[k] * times[k] * step[k] * residual[k];
        acceleration[k] -= step[k];
        middleV[k] = v[k] + (times[k] / 2) * acceleration[k];
      }
      // Assumes that the next change shrinks by the same factor.
      if (size * size <= small * last) return true;
      if (!(size < slowest * last)) return false;
      last = size;
    }
    return false;
  }

  /** The update M⁻¹ r of the acceleration; held coordinates keep theirs. */
  private solveStep(data: Data): void {
    const { held, residual } = this;
    if (held) for (let k = 0; k < residual.length; k++) if (held[k]) residual[k] = 0;
    solveMass(this.model, data, residual, 0, this.motion, 0);
  }

  /** Holds coordinates that would pass a limit with the first acceleration. @returns whether any are held */
  private holdBefore({ marks, distances }: HeldCoordinates, time: number): boolean {
    let isFound = false;
    for (let k = 0; k < marks.length; k++) {
      if (marks[k] < 2 || this.held?.[k]) continue;
      const displacement = ((marks[k] === 2 ? -1 : 1) * time * time * this.motion[k]) / 2;
      if (distances[k] + displacement >= 0) continue;
      this.hold(k);
      isFound = true;
    }
    return isFound;
  }

  /** Records the start of a part and predicts its midpoint. @returns the kinetic energy */
  private begin(data: Data, q: Float64Array, v: Float64Array, time: number): number {
    const { model, times, motion } = this;
    moveBodies(model, data, v);
    let energy = 0;
    for (let k = 0; k < this.trees.length; k++) {
      const tree = this.trees[k];
      energy += tree.begin(data, v);
      const speed = speedOf(v, tree.turning);
      times.fill(speed * time > largestAngle ? time : midpointTime(speed, time), tree.first, tree.stop);
    }
    for (let k = 0; k < model.nv; k++) motion[k] = (time / 2) * v[k];
    moveConfiguration(model, q, motion, this.middleQ);
    this.startQ.set(q);
    this.startV.set(v);
    this.middleV.set(v);
    this.acceleration.fill(0);
    return energy;
  }

  /** Moves to the end of a part. @returns whether its corrections are small */
  private move(data: Data, q: Float64Array, v: Float64Array, time: number): boolean {
    const { model, startQ, startV, middleV, acceleration, times, motion } = this;
    for (let k = 0; k < model.nv; k++) {
      motion[k] = time * middleV[k];
      v[k] += times[k] * acceleration[k];
    }
    moveConfiguration(model, startQ, motion, q);
    for (let k = 0; k < this.trees.length; k++) {
      const { quaternion, turning: at } = this.trees[k];
      if (quaternion < 0) continue;
      for (let i = quaternion; i < quaternion + 4; i++) q[i] = startQ[i];
      turnCayley(q, quaternion, times[at] * middleV[at], times[at] * middleV[at + 1], times[at] * middleV[at + 2]);
    }
    place(model, data, q);
    weighBodies(model, data);
    moveBodies(model, data, v);
    let isSmall = true;
    for (let k = 0; k < this.trees.length; k++) {
      const tree = this.trees[k];
      if (!tree.finish(data, q, v, startV, time, isRootHeld(tree, this.held))) isSmall = false;
    }
    return isSmall;
  }
}

type Triple = [Float64Array, Float64Array, Float64Array];

/** A model with some properties replaced. */
export function withChanges(model: Model, changes: Partial<Model>): Model {
  return Object.assign(Object.create(Model.prototype) as Model, model, changes);
}

function isRootHeld({ first, symmetries }: TreeInvariants, held: Uint8Array | null): boolean {
  for (let k = first; held && k < first + symmetries; k++) if (held[k] === 1) return true;
  return false;
}

/** The length of three numbers from `at` on; 0 for none. */
function speedOf(v: Float64Array, at: number): number {
  return at < 0 ? 0 : Math.sqrt(v[at] * v[at] + v[at + 1] * v[at + 1] + v[at + 2] * v[at + 2]);
}
