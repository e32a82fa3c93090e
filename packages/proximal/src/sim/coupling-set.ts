// The joints between bodies of a simulation. Their frames and impulses are in flat arrays, of which each joint has a view, so that a step
// places all of them in one pass.
import { freeState } from '../contact/workspace.ts';
import type { Coupling } from './coupling.ts';
import { type CouplingEnd, composeAt, placeEnd } from './coupling-end.ts';
import type { Sleep } from './sleep.ts';

/** Numbers of a frame: see `placeOnBody`. */
const frameSize = 15;
/** Numbers of a frame in its body's axes. */
const rigidSize = 12;

export class CouplingSet {
  /** The joints that are awake; valid while `revision` equals that of `sleep`. */
  private listed: readonly Coupling[] = [];
  private revision = -1;
  /** For each end of each joint the index of its body's state in `all`; −1 if its body is not free. */
  private readonly states: Int32Array;
  /** The frames of all ends in the axes of their bodies. */
  private readonly rigid: Float64Array;
  /** The frames of all ends in world axes. */
  private readonly frames: Float64Array;

  /**
   * @param couplings whose frames and impulses become views of the set's arrays
   * @param all the states of all members
   */
  constructor(
    readonly couplings: readonly Coupling[],
    private readonly all: Float64Array,
    private readonly sleep: Pick<Sleep, 'revision'>,
  ) {
    const ends = couplings.flatMap(({ endA, endB }) => [endA, endB]);
    this.states = Int32Array.from(ends, stateOf);
    this.rigid = new Float64Array(rigidSize * ends.length);
    this.frames = new Float64Array(frameSize * ends.length);
    ends.forEach(({ rigid }, k) => {
      this.rigid.set(rigid, rigidSize * k);
    });
    const impulses = new Float64Array(6 * couplings.length);
    couplings.forEach((coupling, k) => {
      const frame = (end: number): Float64Array => this.frames.subarray(frameSize * end, frameSize * (end + 1));
      coupling.useArrays(frame(2 * k), frame(2 * k + 1), impulses.subarray(6 * k, 6 * k + 6));
    });
  }

  /** The joints whose bodies are awake. */
  get awake(): readonly Coupling[] {
    if (this.revision !== this.sleep.revision) {
      this.revision = this.sleep.revision;
      this.listed = this.couplings.filter(({ isAsleep }) => !isAsleep);
    }
    return this.listed;
  }

  /** Writes the frames of all joints at the present placements of the members. */
  place(): void {
    const { couplings, states, all, rigid, frames } = this;
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
        const { a, b, endA, endB } = couplings[end >> 1];
        placeEnd(end % 2 === 0 ? endA : endB, end % 2 === 0 ? a : b);
      }
    }
  }
}

function stateOf({ holder, joint }: CouplingEnd): number {
  return holder?.member.free && joint >= 0 ? freeState.size * holder.member.index : -1;
}
