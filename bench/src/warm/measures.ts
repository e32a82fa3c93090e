// What is measured: for each query, ours through `Pair`, ours in a batch if there is one, and the queries of libraries in C++.
import {
  collideBatch,
  createDistanceBatch,
  type DistanceOptions,
  distanceBatch,
  type GrowthOptions,
  Pair,
} from 'proximal';
import { passes, type Timed, WarmUp } from '../harness/timer.ts';
import { type Band, type StepSet, steps } from './sets.ts';

/** A query in an order of problems. */
export interface Measure {
  readonly name: string;
  readonly band: Band;
  readonly query: 'distance' | 'collide' | 'signed' | 'growth';
  /** Cold: every query by itself. In turn: all pairs step by step. Alone: all steps of a pair, then the next pair. */
  readonly order: 'cold' | 'in turn' | 'alone';
  /** The queries of libraries, by the names of their programs. */
  readonly native: Readonly<Record<string, readonly string[]>>;
}

const variants = (query: string): string[] => ['', '-polyak', '-nesterov'].map((variant) => query + variant);
const warm = (query: string, alone: string): string[] => [`${query}-warm${alone}`, `${query}-warm${alone}-dual`];

/** Warm queries in two orders: if pairs take turns, the state of a pair is no longer in the cache. */
const ordered = (alone: '' | '-alone'): Measure[] => {
  const order = alone === '' ? 'in turn' : 'alone';
  const where = alone === '' ? 'pairs in turn' : 'one pair at a time';
  const coal = (query: string): string[] => variants(`${query}-warm${alone}`);
  return [
    {
      name: `distance warm, ${where}, close`,
      band: 'close',
      query: 'distance',
      order,
      native: { coal: coal('distance') },
    },
    {
      name: `distance warm, ${where}, distant`,
      band: 'distant',
      query: 'distance',
      order,
      native: { coal: coal('distance') },
    },
    {
      name: `Boolean warm, ${where}, close`,
      band: 'close',
      query: 'collide',
      order,
      native: { coal: coal('collide'), DGD: warm('collide', alone) },
    },
    {
      name: `growth warm, ${where}, close`,
      band: 'close',
      query: 'growth',
      order,
      native: { DGD: warm('growth', alone) },
    },
  ];
};

const distances = { coal: variants('distance'), openGJK: ['distance'] };
export const measures: readonly Measure[] = [
  { name: 'distance cold, close', band: 'close', query: 'distance', order: 'cold', native: distances },
  { name: 'distance cold, distant', band: 'distant', query: 'distance', order: 'cold', native: distances },
  {
    name: 'Boolean cold, close',
    band: 'close',
    query: 'collide',
    order: 'cold',
    native: { coal: variants('collide'), DGD: ['collide'] },
  },
  { name: 'signed cold, shallow', band: 'shallow', query: 'signed', order: 'cold', native: { coal: ['signed'] } },
  { name: 'growth cold, close', band: 'close', query: 'growth', order: 'cold', native: { DGD: ['growth'] } },
  ...ordered(''),
  ...ordered('-alone'),
];

const coldDistance: DistanceOptions = { guess: 'bounds' };
const coldGrowth: GrowthOptions = { warmStart: 'none' };

/** Our pairs for one measure on one set. */
export class OwnPairs {
  private readonly pairs: readonly Pair[];
  private readonly warmUp = new WarmUp();
  private sink = 0;

  constructor(
    private readonly set: StepSet,
    private readonly measure: Measure,
  ) {
    const { shapes, problems, pairs } = set;
    this.pairs = problems.slice(0, pairs).map(({ a, b }) => {
      const isCold = measure.order === 'cold';
      const pair = new Pair(shapes[a], shapes[b], isCold ? coldDistance : {});
      if (isCold && measure.query === 'growth') pair.setGrowth(coldGrowth);
      if (isCold && measure.query === 'signed') pair.setPenetration({ direction: 'centers' });
      return pair;
    });
  }

  /** The values in the order of the problems. */
  answers(): number[] {
    const { problems } = this.set;
    const values = Array<number>(problems.length).fill(Number.NaN);
    for (let k = 0; k < problems.length; k++) {
      const at = this.numberOf(k);
      values[at] = this.ask(at);
    }
    return values;
  }

  timed(): Timed {
    const { length } = this.set.problems;
    const pass = (): void => {
      for (let k = 0; k < length; k++) this.sink += this.ask(this.numberOf(k));
    };
    return warmed(this.warmUp, passes(length, pass), pass);
  }

  private numberOf(k: number): number {
    const { order } = this.measure;
    return order === 'alone' ? (k % steps) * this.set.pairs + Math.floor(k / steps) : k;
  }

  private ask(k: number): number {
    const pair = this.pairs[k % this.set.pairs];
    const { poseA, poseB } = this.set.problems[k];
    switch (this.measure.query) {
      case 'distance':
        return pair.distance(poseA, poseB).distance;
      case 'collide':
        return pair.collide(poseA, poseB) ? 1 : 0;
      case 'signed':
        return pair.signedDistance(poseA, poseB).distance;
      case 'growth':
        return pair.growthDistance(poseA, poseB).growth;
    }
  }
}

/** Cold distances and Boolean queries in one call. */
export function timedBatch({ shapes, problems }: StepSet, query: 'distance' | 'collide'): Timed {
  const bodies = {
    shapes: Object.freeze(problems.flatMap(({ a, b }) => [shapes[a], shapes[b]])),
    poses: Float64Array.from(problems.flatMap(({ poseA, poseB }) => [...poseA, ...poseB])),
  };
  const numbers = Uint32Array.from({ length: 2 * problems.length }, (_, k) => k);
  const results = createDistanceBatch(problems.length);
  const flags = new Uint8Array(problems.length);
  const pass = (): void => {
    if (query === 'distance') distanceBatch(bodies, numbers, undefined, results);
    else collideBatch(bodies, numbers, undefined, flags);
  };
  return warmed(new WarmUp(), passes(problems.length, pass), pass);
}

function warmed(warmUp: WarmUp, { operations, run }: Timed, pass: () => void): Timed {
  return {
    operations,
    run: (repeats) => {
      warmUp.run('', 1, pass);
      return run(repeats);
    },
  };
}
