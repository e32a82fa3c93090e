// Calls of the kernel that checks robots whose links are balls.

import type { Model } from '../dynamics/model.ts';
import { integerIndex } from '../engine/integers.ts';
import { planningKernel } from '../engine/planning.ts';
import { CHECK_CONTACT, CHECK_FREE, CHECK_NOT_PLACED, CHECK_UNDECIDED, TOUCHES } from '../engine/planning-layout.ts';
import { activeEngine } from '../engine/target.ts';
import { type BallRecord, ballRecordOf } from './ball-cell.ts';
import type { PairTests } from './pair-tests.ts';
import type { SolidPair } from './pairs.ts';
import type { Solid } from './solid.ts';
import type { Stance } from './stance.ts';

/** Configurations for each call of the kernel. */
const chunk = 256;

export class BallChecks {
  private readonly cell: BallRecord;

  constructor(
    private readonly model: Model,
    solids: readonly Solid[],
    private readonly pairs: readonly SolidPair[],
    private readonly padding: number,
    private readonly stance: Stance,
    private readonly tests: PairTests,
  ) {
    this.cell = ballRecordOf(model, solids, pairs, padding);
  }

  isFree(q: Float64Array): boolean {
    const outcome = this.cell.isPlaceable ? this.checkChunk(q, 0, 1, null) : this.checkStance(q);
    return outcome === CHECK_FREE || (outcome !== CHECK_CONTACT && this.decide(q, outcome));
  }

  /** Writes 1 for each free configuration, and 0 for others. */
  checkMany(configurations: Float64Array, count: number, out: Uint8Array): void {
    const { nq } = this.model;
    if (!this.cell.isPlaceable) {
      for (let k = 0; k < count; k++) out[k] = this.isFree(configurations.subarray(nq * k, nq * k + nq)) ? 1 : 0;
      return;
    }
    for (let from = 0; from < count; from += chunk)
      this.checkChunk(configurations, from, Math.min(chunk, count - from), out);
    for (let k = 0; k < count; k++) {
      const outcome = out[k];
      const isUndecided = outcome !== CHECK_FREE && outcome !== CHECK_CONTACT;
      const isFree = isUndecided
        ? this.decide(configurations.subarray(nq * k, nq * k + nq), outcome)
        : outcome === CHECK_FREE;
      out[k] = isFree ? 1 : 0;
    }
  }

  /** Checks consecutive configurations of an array, in one call of the kernel. Writes the outcomes to `out`, if given, and returns the first. */
  private checkChunk(configurations: Float64Array, from: number, count: number, out: Uint8Array | null): number {
    const { record, workspaceSize } = this.cell;
    const { nq } = this.model;
    const engine = activeEngine();
    const { memory } = engine;
    const kernel = planningKernel(engine);
    const frame = engine.enter();
    try {
      const w = memory.scratchFor(frame, workspaceSize + 2 * nq + count * (nq + 1));
      const cell = memory.placeCached(record);
      const { f64, i32 } = memory;
      const q = w + workspaceSize;
      const input = q + 2 * nq;
      const output = input + count * nq;
      for (let k = 0; k < count * nq; k++) f64[input + k] = configurations[from * nq + k];
      kernel.checkManyBalls(cell, w, q, input, count, output);
      const at = integerIndex(output);
      if (out) for (let k = 0; k < count; k++) out[from + k] = i32[at + k];
      return i32[at];
    } finally {
      engine.leave();
    }
  }

  /** Checks a configuration whose joints the kernel cannot place. */
  private checkStance(q: Float64Array): number {
    const { stance } = this;
    const { record, workspaceSize, frames } = this.cell;
    stance.take(q);
    const engine = activeEngine();
    const { memory } = engine;
    const kernel = planningKernel(engine);
    const frame = engine.enter();
    try {
      const w = memory.scratchFor(frame, workspaceSize);
      const cell = memory.placeCached(record);
      const { f64 } = memory;
      const { rotation } = stance.data;
      for (let joint = 0; joint < this.model.joints.length; joint++) {
        const to = w + frames + 24 * (joint + 1);
        for (let k = 0; k < 9; k++) f64.fill(rotation[9 * joint + k], to + 2 * k, to + 2 * k + 2);
        for (let k = 0; k < 3; k++) f64.fill(stance.position[3 * joint + k], to + 18 + 2 * k, to + 20 + 2 * k);
      }
      const bits = kernel.checkPlacedBalls(cell, w, TOUCHES);
      return bits === 0 ? CHECK_FREE : (bits & TOUCHES) !== 0 ? CHECK_CONTACT : CHECK_UNDECIDED;
    } finally {
      engine.leave();
    }
  }

  /** Checks the pairs that the kernel leaves undecided: those with obstacles of other kinds, or all pairs if angles are too large. */
  private decide(q: Float64Array, outcome: number): boolean {
    const { tests, padding, cell } = this;
    this.stance.take(q);
    for (const pair of outcome === CHECK_NOT_PLACED ? this.pairs : cell.otherPairs)
      if (!tests.isFree(pair, padding)) return false;
    return true;
  }

  /**
   * Checks samples of the motion from + t · velocity at the times 1/n, 2/n, … 1.
   * @param n even
   * @returns null if the kernel cannot decide
   */
  isFreeSampled(from: Float64Array, velocity: Float64Array, n: number): boolean | null {
    const { record, workspaceSize } = this.cell;
    const { nq } = this.model;
    const engine = activeEngine();
    const { memory } = engine;
    const kernel = planningKernel(engine);
    const frame = engine.enter();
    try {
      const w = memory.scratchFor(frame, workspaceSize + 4 * nq);
      const cell = memory.placeCached(record);
      const { f64 } = memory;
      const start = w + workspaceSize;
      for (let k = 0; k < nq; k++) {
        f64[start + k] = from[k];
        f64[start + nq + k] = velocity[k];
      }
      const bits = kernel.sampleBalls(cell, w, start, start + nq, start + 2 * nq, n);
      return bits === 0 ? true : (bits & TOUCHES) !== 0 ? false : null;
    } finally {
      engine.leave();
    }
  }

  /** Whether the kernel can sample motions: it can place every joint, no joint mimics another, and so coordinates are linear in time. */
  get canSample(): boolean {
    return this.cell.isPlaceable && this.model.nq === this.model.nv && !this.model.tree.hasMimic;
  }
}
