// What a batch costs on top of the kernel. The public interface has no way to the kernel alone, so the JavaScript of `distanceBatch`
// is repeated on plain arrays and taken off.
import { createDistanceBatch, distanceBatch, type Shape } from 'proximal';
import { Rng } from 'proximal/math';
import { copier } from './batch-copier.ts';
import { type HullSet, roundHull } from './hulls.ts';
import { makeProblems } from './sets.ts';
import { timeCalls } from './time.ts';

export interface BatchRow {
  readonly name: string;
  readonly pairs: number;
  /** Nanoseconds per pair: all of `distanceBatch`, and its JavaScript alone. */
  readonly total: number;
  readonly copying: number;
  /** copying / (total − copying) */
  readonly overhead: number;
}

/** `distanceBatch` against what is left of it when its JavaScript, repeated on plain arrays, is taken off. */
export function runBatch({ hulls }: HullSet, pairCount: number, seed: number): BatchRow[] {
  return [
    { name: 'hulls of the set', shapes: hulls.map(({ hull }) => hull) },
    { name: 'round hulls of 250 vertices', shapes: [roundHull(new Rng(seed), 250)] },
  ].map(({ name, shapes }) => batchRow(name, shapes, pairCount, seed));
}

function batchRow(name: string, shapes: readonly Shape[], pairs: number, seed: number): BatchRow {
  const placed = makeProblems(shapes, [-1e-3, 1e-3, 0.01, 0.1], 250, seed);
  const bodies = {
    shapes: placed.flatMap(({ a, b }) => [shapes[a], shapes[b]]),
    poses: Float64Array.from(placed.flatMap(({ poseA, poseB }) => [...poseA, ...poseB])),
  };
  const indices = Uint32Array.from({ length: 2 * pairs }, (_, k) => k % (2 * placed.length));
  const out = createDistanceBatch(pairs);
  const copy = copier(bodies.poses, indices, pairs);
  const [total, copying] = timeCalls([() => distanceBatch(bodies, indices, out), copy], 1).map(
    (microseconds) => (1000 * microseconds) / pairs,
  );
  return { name, pairs, total, copying, overhead: copying / (total - copying) };
}
