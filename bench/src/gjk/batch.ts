// What a batch costs on top of the kernel. The public interface has no way to the kernel alone, so the JavaScript of `distanceBatch`
// is repeated on plain arrays and taken off.
import { createDistanceBatch, type DistanceBatch, distanceBatch, type Shape } from 'proximal';
import { Rng } from 'proximal/math';
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

/** What `distanceBatch` does in JavaScript for each pair: the check of its indices, 16 numbers in, 22 numbers out. */
function copier(poses: Float64Array, pairs: Uint32Array, count: number): () => void {
  const memory = new Float64Array(rowsInMemory * numbersPerRow);
  const rows = new Uint8Array(count);
  const out = createDistanceBatch(count);
  return () => {
    checkPairs(pairs, poses.length / 7, rows);
    for (let row = 0; row < count; row++) {
      const at = numbersPerRow * (row % rowsInMemory);
      writeRow(memory, at, pairs, row, rows, poses);
      readRow(memory, at, out, row);
    }
  };
}

const rowsInMemory = 64;
const numbersPerRow = 32;

function checkPairs(pairs: Uint32Array, bodyCount: number, rows: Uint8Array): void {
  for (let k = 0; k < pairs.length; k += 2) {
    if (pairs[k] >= bodyCount || pairs[k + 1] >= bodyCount) throw new RangeError(`pair ${k / 2} names no body`);
    rows[k / 2] = 1;
  }
}

function writeRow(
  memory: Float64Array,
  at: number,
  pairs: Uint32Array,
  row: number,
  rows: Uint8Array,
  poses: Float64Array,
): void {
  const [a, b] = [pairs[2 * row], pairs[2 * row + 1]];
  memory[at] = a;
  memory[at + 15] = b;
  for (let k = 0; k < 7; k++) {
    memory[at + 1 + k] = rows[row] === 1 ? poses[7 * a + k] : 0;
    memory[at + 8 + k] = rows[row] === 1 ? poses[7 * b + k] : 0;
  }
}

function readRow(memory: Float64Array, at: number, out: DistanceBatch, row: number): void {
  out.distance[row] = memory[at];
  out.lower[row] = memory[at + 1];
  out.upper[row] = memory[at + 2];
  const points = 3 * row;
  for (let k = 0; k < 3; k++) {
    out.pointA[points + k] = memory[at + 3 + k];
    out.pointB[points + k] = memory[at + 6 + k];
    out.normal[points + k] = memory[at + 9 + k];
    out.localA[points + k] = memory[at + 12 + k];
    out.localB[points + k] = memory[at + 15 + k];
  }
  out.iterations[row] = memory[at + 18];
  out.supportCalls[row] = memory[at + 19];
  out.status[row] = memory[at + 20];
  out.termination[row] = memory[at + 21];
}
