// Shorter paths by shortcuts (Geraerts and Overmars 2007): vertices that can be skipped, then motions between random points of the path.
import type { Rng } from '../math/rng.ts';
import type { MotionTests } from './motion-tests.ts';
import type { Space } from './space.ts';

/** A shortcut must be shorter by this fraction than the part of the path that it replaces. */
const minGain = 1e-3;

export class Shortener {
  private readonly velocity: Float64Array;

  constructor(
    private readonly space: Space,
    private readonly tests: MotionTests,
    private readonly rng: Rng,
    public path: Float64Array[],
  ) {
    this.velocity = tests.checker.search.velocity;
  }

  private isFree(from: Float64Array, to: Float64Array): boolean {
    // The coordinates of a path are unwound already: do not wrap them again.
    this.space.straight(from, to, this.velocity);
    return this.tests.isFree(from, to);
  }

  /** Connects the start, and then each vertex that remains, to the last vertex that a free motion reaches. */
  skipVertices(): void {
    const { path } = this;
    const vertices = [path[0]];
    for (let k = 0; k < path.length - 1; ) {
      let next = path.length - 1;
      while (next > k + 1 && !this.isFree(path[k], path[next])) next--;
      vertices.push(path[next]);
      k = next;
    }
    this.path = vertices;
  }

  /** Tries a number of shortcuts; ends early if the path is straight. */
  shorten(count: number): void {
    for (let k = 0; k < count && this.path.length > 2; k++) this.shortcut();
  }

  /** Replaces the path between two random points by a straight motion, if it is free and shorter. */
  private shortcut(): void {
    const { path, space, rng } = this;
    const lengths = path.slice(1).map((q, k) => space.straightDistance(path[k], q));
    const total = lengths.reduce((sum, x) => sum + x, 0);
    const ends = [rng.uniform(0, total), rng.uniform(0, total)].sort((a, b) => a - b);
    const [first, last] = ends.map((end) => this.pointAt(lengths, end));
    if (first.edge === last.edge) return;
    const straight = space.straightDistance(first.q, last.q);
    if (straight > (1 - minGain) * (ends[1] - ends[0]) || !this.isFree(first.q, last.q)) return;
    this.path = [...path.slice(0, first.edge + 1), first.q, last.q, ...path.slice(last.edge + 1)];
  }

  /** The point of the path at a length from its start, and the number of its motion. */
  private pointAt(lengths: readonly number[], at: number): { edge: number; q: Float64Array } {
    let edge = 0;
    let remaining = at;
    while (edge < lengths.length - 1 && remaining > lengths[edge]) remaining -= lengths[edge++];
    const q = new Float64Array(this.path[edge].length);
    this.space.straight(this.path[edge], this.path[edge + 1], this.velocity);
    this.space.move(this.path[edge], this.velocity, lengths[edge] > 0 ? Math.min(1, remaining / lengths[edge]) : 0, q);
    return { edge, q };
  }
}
