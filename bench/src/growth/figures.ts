// Fig. 4, Fig. 5, growth distances in 2D, and the comparison with the signed distance.
import { convex, type GrowthOptions, growthDistance, Pair, signedDistance } from 'proximal';
import {
  box as box2,
  circle,
  ellipse,
  type Shape as PlaneShape,
  growthDistance as planeGrowth,
  polygon,
} from 'proximal/2d';
import { log, Rng } from 'proximal/math';
import { nanosecondsOf, quantile, takeTurns } from '../harness/timer.ts';
import { type GrowthContender, timePath } from './growth.ts';
import { cloud, type GrowthSet, type MovingPair, movingPair } from './sets.ts';

/** The largest number of vertices for the interior-point method, which takes seconds for more. */
export const maxConicVertices = 250;

/** Nanoseconds per call by method. */
export interface VertexRow {
  readonly vertices: number;
  readonly times: Readonly<Record<string, { readonly median: number; readonly least: number; readonly most: number }>>;
}

/** Fig. 4: vertices on an ellipsoid of aspect 10, with the support map and without it, and the interior-point method. */
export function timeByVertices(
  seed: number,
  counts: readonly number[],
  pairs: number,
  contenders: readonly GrowthContender[],
): VertexRow[] {
  const chosen = ['ray', 'conic'].flatMap((name) => contenders.filter((each) => each.name === name));
  return counts.map((count) => {
    const rng = new Rng(seed);
    const times: Record<string, number[]> = {};
    for (let k = 0; k < pairs; k++) {
      const [pointsA, pointsB] = [cloud(rng, count), cloud(rng, count)];
      const [a, b] = [convex(pointsA), convex(pointsB)];
      const path = movingPair(rng, a, b, 6);
      const methods = chosen.filter(({ name }) => name === 'ray' || count <= maxConicVertices);
      const samples = timePath(path, methods, 4);
      for (let m = 0; m < methods.length; m++) push(times, methods[m].name, samples[m].time);
      const scanned = { ...path, a: convex(pointsA, { supportMap: false }), b: convex(pointsB, { supportMap: false }) };
      push(times, 'ray, all vertices scanned', timePath(scanned, chosen.slice(0, 1), 4)[0].time);
    }
    return {
      vertices: count,
      times: Object.fromEntries(Object.entries(times).map(([name, all]) => [name, spread(all)])),
    };
  });
}

function push(lists: Record<string, number[]>, name: string, value: number): void {
  lists[name] ??= [];
  lists[name].push(value);
}

function spread(all: readonly number[]): { median: number; least: number; most: number } {
  return { median: quantile(all, 0.5), least: Math.min(...all), most: Math.max(...all) };
}

export interface Convergence {
  readonly set: string;
  readonly accelerate: boolean;
  readonly gaps: ReturnType<typeof convergence>;
}

/** Fig. 5: log₁₀ of the relative gap after each iteration, the median and the worst over many pairs, and the share of pairs that need it. */
export function convergence(set: GrowthSet, seed: number, pairs: number, accelerate: boolean) {
  const rng = new Rng(seed);
  const gaps: number[][] = [];
  for (let k = 0; k < pairs; k++) {
    const { a, b, poses } = movingPair(rng, set.make(rng), set.make(rng), 1);
    let iteration = 0;
    const trace: GrowthOptions['trace'] = ({ lower, upper }) => {
      gaps[iteration] ??= [];
      gaps[iteration++].push(upper / lower - 1);
    };
    growthDistance(a, poses[0][0], b, poses[0][1], { expert: { accelerate }, trace });
  }
  const exponentOf = (gap: number): number => log(Math.max(gap, 1e-16)) / Math.LN10;
  // Pairs that have converged have a gap below the tolerance √ε ≈ 1e-8, and a median of −8 means that they are the majority.
  return gaps.map((all) => ({
    unconverged: all.length / pairs,
    median: all.length > pairs / 2 ? Math.max(-8, exponentOf(quantile(all, 1 - pairs / (2 * all.length)))) : -8,
    worst: exponentOf(Math.max(...all)),
  }));
}

/** Mean iterations in 2D. */
export function planeIterations(seed: number, pairs: number): number {
  const rng = new Rng(seed);
  const length = (): number => rng.uniform(0.05, 0.25);
  const shapes: readonly (() => PlaneShape)[] = [
    () => circle(length()),
    () => ellipse(length(), length()),
    () => box2(length(), length()),
    () => polygon(Array.from({ length: 12 }, (_, k) => [0.2 * Math.cos(0.5 * k) * length(), 0.2 * Math.sin(0.5 * k)])),
  ];
  let sum = 0;
  for (let k = 0; k < pairs; k++) {
    const [a, b] = [shapes[rng.index(shapes.length)](), shapes[rng.index(shapes.length)]()];
    const angle = rng.uniform(0, 2 * Math.PI);
    const pose = { position: [rng.uniform(-0.6, 0.6), rng.uniform(-0.6, 0.6)], angle };
    sum += planeGrowth(a, {}, b, pose).iterations;
  }
  return sum / pairs;
}

/** Nanoseconds per call. */
export interface SignedRow {
  readonly set: string;
  readonly growth: number;
  readonly signed: number;
}

/** Growth against signed distance (GJK and EPA; a closed form for boxes), nanoseconds per call from the centers, on pairs that overlap. */
export function againstSigned(set: GrowthSet, seed: number, pairs: number): { growth: number; signed: number } {
  const rng = new Rng(seed);
  const times: { growth: number[]; signed: number[] } = { growth: [], signed: [] };
  while (times.growth.length < pairs) {
    const path = movingPair(rng, set.make(rng), set.make(rng), 6, rng.uniform(0, 0.5));
    if (!path.poses.every(([poseA, poseB]) => signedDistance(path.a, poseA, path.b, poseB).distance < 0)) continue;
    const { growth, signed } = timeBoth(path);
    times.growth.push(growth);
    times.signed.push(signed);
  }
  return { growth: quantile(times.growth, 0.5), signed: quantile(times.signed, 0.5) };
}

function timeBoth({ a, b, poses }: MovingPair): { growth: number; signed: number } {
  const pair = new Pair(a, b);
  pair.setGrowth({ warmStart: 'none' });
  pair.setPenetration({ direction: 'centers' });
  const best = { growth: Infinity, signed: Infinity };
  const names = ['growth', 'signed'] as const;
  takeTurns(6, names.length, (k) => {
    const time = nanosecondsOf(() => {
      for (const [poseA, poseB] of poses) {
        if (names[k] === 'growth') pair.growthDistance(poseA, poseB);
        else pair.signedDistance(poseA, poseB);
      }
    });
    best[names[k]] = Math.min(best[names[k]], time / poses.length);
  });
  return best;
}
