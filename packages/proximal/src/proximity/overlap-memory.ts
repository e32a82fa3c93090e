import type { Engine } from '../engine/engine.ts';
import { LastOverlap, OverlapCorner, Query } from '../engine/layout.ts';

/** The numbers of a `LastOverlap` after its two flags. */
export const overlapNumbers = LastOverlap.SIZE - LastOverlap.POINTS;

/** The data that a pair keeps of its last overlap for its next penetration query: the kernel's `LastOverlap`. */
export class OverlapMemory {
  hasPoints = false;
  hasPortal = false;
  /** The points and directions. */
  readonly numbers: Float64Array = new Float64Array(overlapNumbers);
  private readonly directionsB: Float64Array = new Float64Array(12);

  /** Writes the last overlap, if there is one, to workspace `w`, as the start of the next query, and requests that this query store its overlap in `w`. */
  write({ f64, i32 }: Engine, w: number): void {
    const { hasPoints, numbers } = this;
    const last = Query.lastOverlap(w);
    Query.setIsResumable(i32, w, 1);
    LastOverlap.setHasPoints(i32, last, hasPoints ? 1 : 0);
    LastOverlap.setHasPortal(i32, last, this.hasPortal ? 1 : 0);
    if (!hasPoints) return;
    const first = last + LastOverlap.POINTS;
    for (let k = 0; k < overlapNumbers; k++) f64[first + k] = numbers[k];
  }

  /** Reads the overlap that the query stored in workspace `w`. Afterwards there is none if the shapes do not overlap, or if the query stored no points. */
  read({ f64, i32 }: Engine, w: number, overlaps: boolean): void {
    const { numbers } = this;
    const last = Query.lastOverlap(w);
    this.hasPoints = overlaps && LastOverlap.hasPoints(i32, last) === 1;
    this.hasPortal = this.hasPoints && LastOverlap.hasPortal(i32, last) === 1;
    if (!this.hasPoints) return;
    const first = last + LastOverlap.POINTS;
    for (let k = 0; k < overlapNumbers; k++) numbers[k] = f64[first + k];
  }

  /** The directions of B's support points in the proof of the query that was read last, if they are not opposite to those of A; otherwise null. */
  readDirectionsB({ f64, i32 }: Engine, w: number): Float64Array | null {
    if (Query.hasDirectionsB(i32, w) === 0) return null;
    const { directionsB } = this;
    for (let k = 0; k < 3; k++) {
      const corner = LastOverlap.corners(Query.lastOverlap(w), k);
      for (let i = 0; i < 3; i++) directionsB[3 * k + i] = OverlapCorner.directionB(f64, corner, i);
    }
    return directionsB;
  }

  forget(): void {
    this.hasPoints = false;
    this.hasPortal = false;
  }
}
