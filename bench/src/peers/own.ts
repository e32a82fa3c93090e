// Proximal itself on a problem set: calls through `Pair`, every query from scratch, and batches.
import {
  collideBatch,
  createDistanceBatch,
  type DistanceOptions,
  distanceBatch,
  type GrowthOptions,
  Pair,
  type PenetrationOptions,
} from 'proximal';
import type { ProblemSet } from '../problems/problem-set.ts';
import type { Question } from './question.ts';
import { Warmth } from './warmth.ts';

/** Cold: each query starts from the line between the centres, whatever the last one found. */
export const pairOptions: DistanceOptions = { guess: 'bounds' };
export const depthOptions: PenetrationOptions = { algorithm: 'epa', direction: 'centers' };
export const incrementalOptions: PenetrationOptions = { algorithm: 'incremental', direction: 'centers' };
export const growthOptions: GrowthOptions = { warmStart: 'none' };

export class Own {
  readonly pairs: readonly Pair[];
  /** With the options of the incremental method. */
  readonly localPairs: readonly Pair[];
  private readonly bodies: { readonly shapes: ProblemSet['shapes']; readonly poses: Float64Array };
  private readonly list: Uint32Array;
  private readonly room: ReturnType<typeof createDistanceBatch>;
  private readonly flags: Uint8Array;
  private readonly warmth = new Warmth();
  /** Read by nobody, but the compiler does not know. */
  private sink = 0;

  constructor(private readonly set: ProblemSet) {
    const { shapes, problems } = set;
    const pairsWith = (options: PenetrationOptions): Pair[] =>
      problems.map(({ a, b }) => {
        const pair = new Pair(shapes[a], shapes[b], pairOptions);
        pair.setPenetration(options);
        pair.setGrowth(growthOptions);
        return pair;
      });
    this.pairs = pairsWith(depthOptions);
    this.localPairs = pairsWith(incrementalOptions);
    this.bodies = {
      shapes: Object.freeze(problems.flatMap(({ a, b }) => [shapes[a], shapes[b]])),
      poses: Float64Array.from(problems.flatMap(({ poseA, poseB }) => [...poseA, ...poseB])),
    };
    this.list = Uint32Array.from({ length: 2 * problems.length }, (_, k) => k);
    this.room = createDistanceBatch(problems.length);
    this.flags = new Uint8Array(problems.length);
  }

  /** Nanoseconds per problem, one number for each repeat. */
  run(question: Question, repeats: number): number[] {
    const passes = {
      distance: () => this.distances(),
      collide: () => this.collisions(),
      depth: () => this.depths(this.pairs),
      incremental: () => this.depths(this.localPairs),
      growth: () => this.growths(),
    };
    this.warmth.warm(question, 1, passes[question]);
    return this.time(passes[question], repeats);
  }

  /** The same in one call for all problems. Depths have no batch. */
  runBatch(question: 'distance' | 'collide', repeats: number): number[] {
    this.warmth.warm(`batch ${question}`, 1, () => this.batch(question));
    return this.time(() => this.batch(question), repeats);
  }

  /** Values of a batch, which starts from the centres unless it is told otherwise. */
  batch(question: 'distance' | 'collide'): ArrayLike<number> {
    const { bodies, list } = this;
    if (question === 'collide') return collideBatch(bodies, list, this.flags);
    return distanceBatch(bodies, list, this.room).distance;
  }

  private time(pass: () => unknown, repeats: number): number[] {
    const times: number[] = [];
    for (let repeat = 0; repeat < repeats; repeat++) {
      const start = process.hrtime.bigint();
      pass();
      times.push(Number(process.hrtime.bigint() - start) / this.pairs.length);
    }
    return times;
  }

  private distances(): void {
    const { pairs } = this;
    const { problems } = this.set;
    for (let k = 0; k < pairs.length; k++)
      this.sink += pairs[k].distance(problems[k].poseA, problems[k].poseB).distance;
  }

  private collisions(): void {
    const { pairs } = this;
    const { problems } = this.set;
    for (let k = 0; k < pairs.length; k++) if (pairs[k].collide(problems[k].poseA, problems[k].poseB)) this.sink++;
  }

  private depths(pairs: readonly Pair[]): void {
    const { problems } = this.set;
    for (let k = 0; k < pairs.length; k++)
      this.sink += pairs[k].penetration(problems[k].poseA, problems[k].poseB).depth;
  }

  private growths(): void {
    const { pairs } = this;
    const { problems } = this.set;
    for (let k = 0; k < pairs.length; k++)
      this.sink += pairs[k].growthDistance(problems[k].poseA, problems[k].poseB).growth;
  }
}
