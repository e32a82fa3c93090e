// The free bodies of a simulation that are awake: their unconstrained velocities and their motion. Their data are in flat arrays, in the order
// of the members.
import { freeState } from '../contact/workspace.ts';
import type { Body } from '../scene/body.ts';
import type { Drag } from './drag.ts';
import { advanceFree, shiftFree } from './free-motion.ts';
import type { Member } from './member.ts';
import type { MemberVectors } from './state-vectors.ts';

/** The number of values of a body: its center of mass, mass, gravity, damping, and the inertia of its spin. */
const size = 19;
const mass = 3;
const gravity = 4;
const damping = 7;
const spin = 13;

const force = new Float64Array(6);

export class FreeBodies {
  private readonly numbers: Float64Array;
  private readonly drags: readonly Drag[];
  /** For each body the indices of its first coordinates in `q` and `v`, and of its state. */
  private readonly indices: Int32Array;
  /** The scene's bodies that move, and for each the index of its pose in `q`. */
  private readonly moving: readonly Body[];
  private readonly poses: Int32Array;

  /**
   * @param members free bodies
   * @param all the vectors of all members
   * @param firstForces the index of each body's external force
   */
  constructor(
    private readonly members: readonly Member[],
    private readonly all: MemberVectors,
    private readonly firstForces: readonly number[],
  ) {
    this.numbers = new Float64Array(size * members.length);
    members.forEach(({ model, free }, k) => {
      const { tree } = model;
      this.numbers.set(
        [...(free?.center ?? []), tree.inertia[0], ...model.gravity, ...model.damping, ...(free?.spin.inertia ?? [])],
        size * k,
      );
    });
    this.drags = members.map(({ drag }) => drag);
    this.indices = Int32Array.from(
      members.flatMap(({ firstQ, firstV, index }) => [firstQ, firstV, freeState.size * index]),
    );
    const moving = members.flatMap(({ bodies, firstQ }) =>
      bodies.filter((body) => !body.static).map((body) => ({ body, firstQ })),
    );
    this.moving = moving.map(({ body }) => body);
    this.poses = Int32Array.from(moving, ({ firstQ }) => firstQ);
  }

  /**
   * next = v + Δt M⁻¹ (τ − D v + f) with the gravity and the external forces f, reduced by the body's `drag`, in its axes before the motion.
   * Coriolis and centrifugal terms are part of the motion. τ − D v replaces τ.
   */
  accelerate(externalForces: Float64Array | undefined, timeStep: number): void {
    const { members, numbers, drags, indices, all } = this;
    const { v, torque, next } = all;
    for (let k = 0; k < drags.length; k++) {
      const firstV = indices[3 * k + 1];
      const s = indices[3 * k + 2];
      for (let j = 0; j < 6; j++) torque[firstV + j] -= numbers[size * k + damping + j] * v[firstV + j];
      this.writeForces(k, firstV, s, externalForces);
      this.respond(v, next, firstV, s, timeStep);
      if (drags[k].isActive) drags[k].damp(members[k].next, numbers.subarray(size * k, size * k + 3), timeStep);
    }
  }

  /** Writes the forces and torques on a body to `force`. */
  private writeForces(k: number, firstV: number, s: number, external: Float64Array | undefined): void {
    const { numbers, all } = this;
    const { torque, state } = all;
    const at = size * k;
    const r = s + freeState.rotation;
    const ax = numbers[at + gravity];
    const ay = numbers[at + gravity + 1];
    const az = numbers[at + gravity + 2];
    const m = numbers[at + mass];
    const gx = m * (state[r] * ax + state[r + 3] * ay + state[r + 6] * az);
    const gy = m * (state[r + 1] * ax + state[r + 4] * ay + state[r + 7] * az);
    const gz = m * (state[r + 2] * ax + state[r + 5] * ay + state[r + 8] * az);
    force[0] = torque[firstV] + gx;
    force[1] = torque[firstV + 1] + gy;
    force[2] = torque[firstV + 2] + gz;
    force[3] = torque[firstV + 3] + numbers[at + 1] * gz - numbers[at + 2] * gy;
    force[4] = torque[firstV + 4] + numbers[at + 2] * gx - numbers[at] * gz;
    force[5] = torque[firstV + 5] + numbers[at] * gy - numbers[at + 1] * gx;
    if (external) for (let j = 0; j < 6; j++) force[j] += external[this.firstForces[k] + j];
  }

  /** next = v + Δt M⁻¹ f. */
  private respond(v: Float64Array, next: Float64Array, firstV: number, s: number, timeStep: number): void {
    const { state } = this.all;
    const inverse = s + freeState.inverse;
    if (state[s + freeState.isDiagonal] === 1) {
      for (let j = 0; j < 6; j++) next[firstV + j] = v[firstV + j] + timeStep * (state[inverse + 7 * j] * force[j]);
      return;
    }
    for (let j = 0; j < 6; j++) {
      const row = inverse + 6 * j;
      const linear = state[row] * force[0] + state[row + 1] * force[1] + state[row + 2] * force[2];
      const angular = state[row + 3] * force[3] + state[row + 4] * force[4] + state[row + 5] * force[5];
      next[firstV + j] = v[firstV + j] + timeStep * (linear + angular);
    }
  }

  /**
   * Corrects positions by the pseudo-velocities, and moves all bodies with their new velocities.
   * @param time the duration of the free motion, in seconds
   */
  advance(timeStep: number, time: number): void {
    const { numbers, indices, moving, poses, all } = this;
    const { q, v, next, shift } = all;
    all.start.set(q);
    for (let k = 0; 3 * k < indices.length; k++) {
      const firstQ = indices[3 * k];
      const firstV = indices[3 * k + 1];
      const s = indices[3 * k + 2];
      let isShifted = false;
      for (let j = firstV; j < firstV + 6; j++) {
        v[j] = next[j];
        isShifted ||= shift[j] !== 0;
      }
      if (isShifted) shiftFree(numbers, size * k, all, firstQ, firstV, s, timeStep);
      advanceFree(numbers, size * k, numbers, size * k + spin, all, firstQ, firstV, s, time);
    }
    for (let k = 0; k < moving.length; k++) moving[k].moveTo(q, poses[k]);
  }
}
