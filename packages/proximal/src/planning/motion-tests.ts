// Tests of motions for planners: whether a motion is free, and the proofs of a path.
import { difference } from '../dynamics/configuration.ts';
import type { Checker } from './checker.ts';
import { curveOf } from './curve.ts';
import { type MotionProof, proofOf } from './motion.ts';
import { FREE } from './motion-search.ts';
import { usualLimits } from './options.ts';

/** Counts the work of a planner. */
export class MotionTests {
  motions = 0;
  intervals = 0;
  private readonly checksBefore: number;

  constructor(readonly checker: Checker) {
    this.checksBefore = checker.checks;
  }

  get checks(): number {
    return this.checker.checks - this.checksBefore;
  }

  /**
   * Whether the motion with the velocity in `checker.search.velocity`, for a unit of time, is proven free. Its end is checked first, since most motions
   * that are not free end in a contact.
   */
  isFree(from: Float64Array, to: Float64Array): boolean {
    const { checker } = this;
    this.motions++;
    if (!checker.isFree(to)) return false;
    return this.search(from, false, false);
  }

  private search(from: Float64Array, records: boolean, isCurved: boolean): boolean {
    const { checker } = this;
    const { search } = checker;
    const outcome = search.run(from, checker.order, checker.padding, usualLimits, false, records, isCurved);
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

  /** The proofs of the motions of a path; null if one of them could not be proven. */
  provePath(path: readonly Float64Array[]): MotionProof[] | null {
    const proofs: MotionProof[] = [];
    for (let k = 1; k < path.length; k++) {
      const proof = this.prove(path[k - 1], path[k]);
      if (!proof) return null;
      proofs.push(proof);
    }
    return proofs;
  }
}
