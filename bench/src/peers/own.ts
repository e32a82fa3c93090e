// Proximal itself on a problem set: per-query calls through `Pair`, every query from scratch.
import { type DistanceOptions, Pair } from 'proximal';
import type { ProblemSet } from '../problems/problem-set.ts';

/** Cold: each query starts from the line between the centres, whatever the last one found. */
export const pairOptions: DistanceOptions = { guess: 'bounds' };

export type OwnQuery = 'distance' | 'collide';

export class Own {
  readonly pairs: readonly Pair[];
  /** Read by nobody, but the compiler does not know. */
  private sink = 0;

  constructor(private readonly set: ProblemSet) {
    this.pairs = set.problems.map(({ a, b }) => new Pair(set.shapes[a], set.shapes[b], pairOptions));
  }

  /** Nanoseconds per problem, one number for each repeat. */
  run(query: OwnQuery, repeats: number): number[] {
    const times: number[] = [];
    for (let repeat = 0; repeat < repeats; repeat++) {
      const start = process.hrtime.bigint();
      this.sink += query === 'distance' ? this.distances() : this.collisions();
      times.push(Number(process.hrtime.bigint() - start) / this.pairs.length);
    }
    return times;
  }

  private distances(): number {
    const { pairs } = this;
    const { problems } = this.set;
    let sum = 0;
    for (let k = 0; k < pairs.length; k++) sum += pairs[k].distance(problems[k].poseA, problems[k].poseB).distance;
    return sum;
  }

  private collisions(): number {
    const { pairs } = this;
    const { problems } = this.set;
    let count = 0;
    for (let k = 0; k < pairs.length; k++) if (pairs[k].collide(problems[k].poseA, problems[k].poseB)) count++;
    return count;
  }
}
