// The warm starts of a scene's near pairs as numbers, so that a restored scene gives the same bits as the original. A row has the ids of the
// bodies, their parts, whether depths are certified, the count of the numbers that follow, and these numbers.
import { Tape } from '../check/tape.ts';
import type { Pair } from '../proximity/pair.ts';
import { haveGrowth, haveLength, storeWarmStarts, writeWarmStarts } from '../proximity/warm-starts.ts';
import type { Body } from './body.ts';
import { type BodyPair, stride } from './body-pair.ts';
import type { Scene } from './scene.ts';

const headLength = 6;

/** Appends the rows of all near pairs to a tape. */
export function storePairs(scene: Scene, tape: Tape): void {
  scene.update();
  const { table } = scene.bodyIndex;
  for (let row = 0; row < table.nearCount; row++) table.bodyPairs[row]?.visitWarm(storeRow, tape);
}

function storeRow(of: BodyPair, key: number, pair: Pair, tape: Tape): void {
  tape.put(of.a.id);
  tape.put(of.b.id);
  tape.put(Math.floor(key / stride));
  tape.put(key % stride);
  tape.put(of.isCertified(pair) ? 1 : 0);
  const count = tape.length;
  tape.put(0);
  storeWarmStarts(pair, tape);
  tape.numbers[count] = tape.length - count - 1;
}

/** The rows of all near pairs, ordered by ids and parts. */
export function pairRows(scene: Scene): Float64Array {
  const tape = new Tape();
  storePairs(scene, tape);
  const { numbers, length } = tape;
  const rows: Float64Array[] = [];
  for (let at = 0; at < length; at = endOfRow(numbers, at)) rows.push(numbers.subarray(at, endOfRow(numbers, at)));
  rows.sort((p, q) => p[0] - q[0] || p[1] - q[1] || p[2] - q[2] || p[3] - q[3]);
  const ordered = new Float64Array(length);
  let to = 0;
  for (const row of rows) {
    ordered.set(row, to);
    to += row.length;
  }
  return ordered;
}

/** Drops the warm starts of all pairs: results then depend on the poses alone. */
export function forgetPairs({ bodyIndex: { table } }: Scene): void {
  for (let row = 0; row < table.nearCount; row++) table.bodyPairs[row]?.dropWarmStarts();
}

/**
 * Restores the warm starts of a scene's near pairs, and drops all others. Rows of pairs that are not near are ignored.
 * @param refuse makes the error for invalid rows
 */
export function resumePairs(scene: Scene, rows: Float64Array, refuse: (why: string) => Error): void {
  scene.update();
  const { bodyIndex } = scene;
  const { table } = bodyIndex;
  for (let row = 0; row < table.nearCount; row++) table.bodyPairs[row]?.beginResume();
  for (let at = 0; at < rows.length; at = endOfRow(rows, at)) {
    const a = scene.body(rows[at]);
    const b = scene.body(rows[at + 1]);
    if (!a || !b || a.id >= b.id || !isRow(rows, at)) throw refuse('the warm starts of its pairs are incomplete');
    const partA = rows[at + 2];
    const partB = rows[at + 3];
    if (!hasPart(a, partA) || !hasPart(b, partB))
      throw refuse(`bodies ${a.id} and ${b.id} have no parts ${partA} and ${partB}`);
    const row = table.find(a.slot, b.slot);
    if (row < 0 || row >= table.nearCount) continue;
    const first = at + headLength;
    const length = rows[at + 5];
    const pair = bodyIndex.bodyPairAt(row).resume(partA, partB, rows[at + 4] === 1, haveGrowth(rows, first, length));
    writeWarmStarts(pair, rows, first, length);
  }
  for (let row = 0; row < table.nearCount; row++) table.bodyPairs[row]?.endResume();
}

function endOfRow(rows: Float64Array, at: number): number {
  return at + headLength + rows[at + 5];
}

/** Whether a row has all of its numbers, and they are finite. */
function isRow(rows: Float64Array, at: number): boolean {
  const end = endOfRow(rows, at);
  const first = at + headLength;
  if (!Number.isInteger(end) || end > rows.length || !haveLength(rows, first, end - first)) return false;
  for (let k = at; k < end; k++) if (!Number.isFinite(rows[k])) return false;
  return true;
}

function hasPart({ volume }: Body, part: number): boolean {
  return Number.isInteger(part) && part >= 0 && part < (volume.assembly?.partCount ?? 1);
}
