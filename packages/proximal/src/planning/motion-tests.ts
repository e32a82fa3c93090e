// Tests of motions for planners: whether a motion is free, and the proofs of a path.
import { difference } from '../dynamics/configuration.ts';
import type { Checker } from './checker.ts';
import { curveOf } from './curve.ts';
import { type MotionProof, proofOf } from './motion.ts';
import { FREE } from './motion-search.ts';
import { defaultLimits } from './options.ts';

/** The largest number of pairs of samples of a motion: the kernel checks samples two at a time. */
const maxSamplePairs = 1e6;

/** Tests motions, and counts the work of a planner. */
export class MotionTests {
  motions = 0;
  intervals = 0;
  private readonly checksBefore: number;
  private readonly q: Float64Array;

  /** @param resolution samples per unit length of the velocity, if motions are only sampled; null if they are proven */
  constructor(
    readonly checker: Checker,
    private readonly resolution: number | null,
  ) {
    this.q = new Float64Array(checker.model.nq);
    this.checksBefore = checker.checks;
  }

  get checks(): number {
    return this.checker.checks - this.checksBefore;
  }

  /**
   * Whether the motion with the velocity in `checker.search.velocity`, for a unit of time, is proven free; with a resolution, whether its samples
   * are free. Its end is checked first, because most motions that are not free end in a contact.
   */
  isFree(from: Float64Array, to: Float64Array): boolean {
    const { checker } = this;
    this.motions++;
    if (this.resolution !== null) return this.isFreeSampled(from, this.resolution);
    if (!checker.isFree(to)) return false;
    return this.search(from, false, false);
  }

  /**
   * Whether samples of the motion with the velocity in `checker.search.velocity` are free: an even number of samples, equally spaced, up to and
   * including the end.
   */
  private isFreeSampled(from: Float64Array, resolution: number): boolean {
    const { checker, q } = this;
    const { velocity } = checker.search;
    let squared = 0;
    for (let k = 0; k < velocity.length; k++) squared += velocity[k] * velocity[k];
    const count = 2 * Math.min(maxSamplePairs, Math.max(1, Math.ceil((Math.sqrt(squared) * resolution) / 2)));
    if (checker.balls?.canSample) {
      checker.checks += count;
      const isFree = checker.balls.isFreeSampled(from, velocity, count);
      if (isFree !== null) return isFree;
    }
    for (let k = count; k > 0; k--) {
      checker.search.configurationAt(from, k / count);
      q.set(checker.search.q);
      if (!checker.isFree(q)) return false;
    }
    return true;
  }

  private search(from: Float64Array, isRecording: boolean, isCurved: boolean): boolean {
    const { checker } = this;
    const { search } = checker;
    const outcome = search.run(from, checker.order, checker.padding, defaultLimits, false, isRecording, isCurved);
    this.intervals += search.intervals;
    if (search.contactPair) checker.promotePair(search.contactPair);
    return outcome === FREE;
  }

  /** The proof of a curve; null if it could not be proven, or if joints with several coordinates move. */
  proveCurve(from: Float64Array, via: Float64Array, to: Float64Array): MotionProof | null {
    const { checker } = this;
    const { search, model } = checker;
    if (curveOf(model, from, via, to, search.velocity, search.acceleration)) return null;
    this.motions++;
    return this.search(from, true, true) ? proofOf(checker, from, via, to) : null;
  }

  /** The proof of the motion between two configurations; null if it could not be proven. */
  prove(from: Float64Array, to: Float64Array): MotionProof | null {
    const { checker } = this;
    difference(checker.model, from, to, checker.search.velocity);
    this.motions++;
    return this.search(from, true, false) ? proofOf(checker, from, null, to) : null;
  }

  /** The proofs of the motions of a path; null if one of them could not be proven. Empty if motions are only sampled. */
  provePath(path: readonly Float64Array[]): MotionProof[] | null {
    const proofs: MotionProof[] = [];
    if (this.resolution !== null) return proofs;
    for (let k = 1; k < path.length; k++) {
      const proof = this.prove(path[k - 1], path[k]);
      if (!proof) return null;
      proofs.push(proof);
    }
    return proofs;
  }
}
