// The joints between bodies of a simulation. Their frames and impulses are in flat arrays, of which each joint has a view, so that a step
// places all of them in one pass.
import { freeState } from '../contact/workspace.ts';
import type { BodyJoint } from './body-joint.ts';
import { type BodyJointEnd, composeAt, placeEnd } from './body-joint-end.ts';
import type { Sleep } from './sleep.ts';

/** Numbers of a frame: see `placeOnBody`. */
const frameSize = 15;
/** Numbers of a frame in its body's axes. */
const rigidSize = 12;

export class BodyJointSet {
  /** For each end of each joint the index of its body's member, or −1 if its body is not free. Joint k has the ends 2 k and 2 k + 1. */
  readonly owners: Int32Array;
  /** Impulses of all joints: see `BodyJoint.impulse`. */
  readonly impulses: Float64Array;
  /** The joints that are awake, and their indices; valid while `revision` equals `sleep.revision`. */
  private listed: readonly BodyJoint[] = [];
  private indices: readonly number[] = [];
  private revision = -1;
  /** For each end of each joint the index of its body's state in `all`; −1 if its body is not free. */
  private readonly states: Int32Array;
  /** For each end the center of mass of its free body, in the body's axes; zero for other ends. */
  private readonly centers: Float64Array;
  /** The frames of all ends in the axes of their bodies. */
  private readonly rigid: Float64Array;
  /** The frames of all ends in world axes. */
  private readonly frames: Float64Array;

  /**
   * @param bodyJoints whose frames and impulses become views of the set's arrays
   * @param all the states of all members
   */
  constructor(
    readonly bodyJoints: readonly BodyJoint[],
    private readonly all: Float64Array,
    private readonly sleep: Pick<Sleep, 'revision'>,
  ) {
    const ends = bodyJoints.flatMap(({ endA, endB }) => [endA, endB]);
    this.owners = Int32Array.from(ends, ownerOf);
    this.states = this.owners.map((index) => (index < 0 ? -1 : freeState.size * index));
    this.centers = Float64Array.from(ends.flatMap(({ holder }) => [...(holder?.member.free?.center ?? [0, 0, 0])]));
    this.rigid = new Float64Array(rigidSize * ends.length);
    this.frames = new Float64Array(frameSize * ends.length);
    ends.forEach(({ rigid }, k) => {
      this.rigid.set(rigid, rigidSize * k);
    });
    this.impulses = new Float64Array(6 * bodyJoints.length);
    bodyJoints.forEach((bodyJoint, k) => {
      const frame = (end: number): Float64Array => this.frames.subarray(frameSize * end, frameSize * (end + 1));
      bodyJoint.useArrays(frame(2 * k), frame(2 * k + 1), this.impulses.subarray(6 * k, 6 * k + 6));
    });
  }

  /** The joints whose bodies are awake. */
  get awake(): readonly BodyJoint[] {
    this.select();
    return this.listed;
  }

  /** The indices of the joints whose bodies are awake. */
  get awakeIndices(): readonly number[] {
    this.select();
    return this.indices;
  }

  private select(): void {
    if (this.revision === this.sleep.revision) return;
    this.revision = this.sleep.revision;
    this.indices = Array.from(this.bodyJoints.keys()).filter((k) => !this.bodyJoints[k].isAsleep);
    this.listed = this.indices.map((k) => this.bodyJoints[k]);
  }

  /** The distance from the center of mass of an end's free body to the origin of the joint's frame B, after `place`. */
  armOf(end: number): number {
    const { all, states, centers, frames } = this;
    const r = states[end] + freeState.rotation;
    const originB = frameSize * (end | 1) + 12;
    let square = 0;
    for (let k = 0; k < 3; k++) {
      const row = r + 3 * k;
      const centerOffset =
        all[row] * centers[3 * end] + all[row + 1] * centers[3 * end + 1] + all[row + 2] * centers[3 * end + 2];
      const distance = frames[originB + k] - (all[states[end] + k] + centerOffset);
      square += distance * distance;
    }
    return Math.sqrt(square);
  }

  /** Whether an end is fixed to the world, or to a body that no joint moves. */
  isFixed(end: number): boolean {
    const { endA, endB } = this.bodyJoints[end >> 1];
    const { holder, joint } = end % 2 === 0 ? endA : endB;
    return holder === null || joint < 0;
  }

  /** Writes the frame of an end for a given pose of its free body. From `at` on, `poses` has the rotation by rows and the position. */
  placeAt(end: number, poses: Float64Array, at: number, out: Float64Array): void {
    composeAt(poses, at, poses, at + 9, this.rigid, rigidSize * end, out, 0);
  }

  /** Writes the frames of all joints at the present placements of the members. */
  place(): void {
    const { bodyJoints, states, all, rigid, frames } = this;
    for (let end = 0; end < states.length; end++) {
      if (states[end] >= 0)
        composeAt(
          all,
          states[end] + freeState.rotation,
          all,
          states[end],
          rigid,
          rigidSize * end,
          frames,
          frameSize * end,
        );
      else {
        const { a, b, endA, endB } = bodyJoints[end >> 1];
        placeEnd(end % 2 === 0 ? endA : endB, end % 2 === 0 ? a : b);
      }
    }
  }
}

function ownerOf({ holder, joint }: BodyJointEnd): number {
  return holder?.member.free && joint >= 0 ? holder.member.index : -1;
}
