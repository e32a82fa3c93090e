// Which manifolds approach by more than their gaps within a step. Most contacts are between free bodies and the environment, so the velocities of all
// free bodies are computed once per step, in world axes, in one array.
import { freeState } from '../contact/workspace.ts';
import type { ContactSet } from './contact-set.ts';
import type { Member } from './member.ts';
import type { StateVectors } from './state-vectors.ts';

/** Numbers of a member: its origin, the velocity of its origin, and its angular velocity, in world axes. */
const size = 9;

export class Approach {
  /** The motion of each member at the unconstrained velocities, after the motion of static bodies. NaN for members that are not free bodies. */
  private readonly motions: Float64Array;
  /** For each free body its index, the index of its first velocity coordinate, and the index of its state. */
  private readonly free: Int32Array;

  constructor(
    members: readonly Member[],
    private readonly all: StateVectors['all'],
    private readonly timeStep: number,
  ) {
    this.motions = new Float64Array(size * (members.length + 1));
    this.motions.fill(Number.NaN, size);
    const free = members.filter((member) => member.free !== null);
    this.free = Int32Array.from(free.flatMap(({ index, firstV }) => [index, firstV, freeState.size * index]));
  }

  /** Reads the unconstrained velocities. */
  measure(): void {
    const { free, motions, all } = this;
    const { state, next } = all;
    for (let k = 0; k < free.length; k += 3) {
      const to = size * (free[k] + 1);
      const v = free[k + 1];
      const s = free[k + 2];
      for (let axis = 0; axis < 3; axis++) {
        const row = s + freeState.rotation + 3 * axis;
        const x = state[row];
        const y = state[row + 1];
        const z = state[row + 2];
        motions[to + axis] = state[s + axis];
        motions[to + 3 + axis] = x * next[v] + y * next[v + 1] + z * next[v + 2];
        motions[to + 6 + axis] = x * next[v + 3] + y * next[v + 4] + z * next[v + 5];
      }
    }
  }

  /**
   * The largest approach of a manifold's points within the step less their gaps, in meters. NaN if a member is not a free body.
   */
  excess({ pairs, points, frames, gaps }: ContactSet, from: number, to: number): number {
    const { motions, timeStep } = this;
    const a = size * (pairs[2 * from] + 1);
    const b = size * (pairs[2 * from + 1] + 1);
    let largest = -Infinity;
    for (let k = from; k < to; k++) {
      const at = 3 * k;
      const ax = points[at] - motions[a];
      const ay = points[at + 1] - motions[a + 1];
      const az = points[at + 2] - motions[a + 2];
      const bx = points[at] - motions[b];
      const by = points[at + 1] - motions[b + 1];
      const bz = points[at + 2] - motions[b + 2];
      const x =
        motions[a + 3] -
        motions[b + 3] +
        (motions[a + 7] * az - motions[a + 8] * ay) -
        (motions[b + 7] * bz - motions[b + 8] * by);
      const y =
        motions[a + 4] -
        motions[b + 4] +
        (motions[a + 8] * ax - motions[a + 6] * az) -
        (motions[b + 8] * bx - motions[b + 6] * bz);
      const z =
        motions[a + 5] -
        motions[b + 5] +
        (motions[a + 6] * ay - motions[a + 7] * ax) -
        (motions[b + 6] * by - motions[b + 7] * bx);
      const n = 9 * k + 6;
      const excess = timeStep * (x * frames[n] + y * frames[n + 1] + z * frames[n + 2]) - gaps[k];
      // The negated comparison also keeps NaN.
      if (!(excess <= largest)) largest = excess;
    }
    return largest;
  }
}
