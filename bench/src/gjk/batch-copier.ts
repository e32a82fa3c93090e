// The JavaScript of `distanceBatch`, on plain arrays: the public interface has no way to the kernel alone.
import { createDistanceBatch, type DistanceBatch } from 'proximal';

/** Pairs for each kernel call, and the numbers and integers of one answer. */
const chunk = 256;
const numbers = 18;
const integers = 4;
/** A body in the table: its record and its pose. */
const bodySize = 8;

/** Checks the indices, writes the table of bodies, and for each chunk its pairs in and the fields of its answers out. */
export function copier(poses: Float64Array, pairs: Uint32Array, count: number): () => void {
  const bodyCount = poses.length / 7;
  const f64 = new Float64Array(chunk + chunk * (numbers + integers) + bodySize * bodyCount);
  const i32 = new Int32Array(f64.buffer);
  const out = createDistanceBatch(count);
  return () => {
    checkPairs(pairs, bodyCount);
    writeBodies(f64, chunk + chunk * (numbers + integers), poses);
    for (let from = 0; from < count; from += chunk) {
      const some = pairs.subarray(2 * from, 2 * (from + chunk));
      i32.set(some, 0);
      copyAnswers(f64, i32, out, from, some.length / 2);
    }
  };
}

function checkPairs(pairs: Uint32Array, bodyCount: number): void {
  for (let k = 0; k < pairs.length; k++) {
    if (pairs[k] >= bodyCount) throw new RangeError(`pairs[${k}] names no body`);
  }
}

function writeBodies(f64: Float64Array, table: number, poses: Float64Array): void {
  for (let body = 0; 7 * body < poses.length; body++) {
    const at = table + bodySize * body;
    f64[at] = body;
    for (let k = 0; k < 7; k++) f64[at + 1 + k] = poses[7 * body + k];
  }
}

function copyAnswers(f64: Float64Array, i32: Int32Array, batch: DistanceBatch, from: number, count: number): void {
  let at = chunk;
  for (const field of [batch.distance, batch.lower, batch.upper]) {
    field.set(f64.subarray(at, at + count), from);
    at += chunk;
  }
  for (const field of [batch.pointA, batch.pointB, batch.normal, batch.localA, batch.localB]) {
    field.set(f64.subarray(at, at + 3 * count), 3 * from);
    at += 3 * chunk;
  }
  at *= 2;
  for (const field of [batch.iterations, batch.supportCalls, batch.status, batch.termination]) {
    field.set(i32.subarray(at, at + count), from);
    at += chunk;
  }
}
