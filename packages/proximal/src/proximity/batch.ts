// Many pairs in one go: a few dozen for each call into the kernel.
import { outOfRange, wrongType } from '../check/argument.ts';
import { checkBatch, createBatch, type DistanceBatch, markInvalid } from '../engine/batch.ts';
import type { Engine, Level } from '../engine/engine.ts';
import { BATCH_ROW, RESULT_NUMBERS, RESULT_ROW } from '../engine/layout.ts';
import { activeEngine } from '../engine/target.ts';
import { checkShape, type Shape } from '../shapes/shape.ts';
import { type DistanceOptions, readSettings, type Settings } from './options.ts';
import { writeSettings } from './query.ts';

export { batchStatuses, batchTerminations, type DistanceBatch } from '../engine/batch.ts';

/** Bodies by their shapes and poses: seven numbers each, x y z qx qy qz qw. */
export interface Bodies {
  readonly shapes: readonly Shape[];
  readonly poses: Float64Array;
}

/** Pairs for each kernel call: their rows fit into the level's areas. */
const chunk = 64;

/**
 * Room for the answers of `count` pairs, to be used again and again.
 * @example
 * ```ts
 * const out = createDistanceBatch(pairs.length / 2);
 * ```
 */
export function createDistanceBatch(count: number): DistanceBatch {
  return createBatch(count, 3);
}

/**
 * The distances of many pairs of bodies. A row whose poses are not numbers is marked `'invalid'`; an index out of range is
 * an error before anything is written.
 * @param pairs two body numbers for each pair
 * @param out is filled and returned; made if left out
 * @example
 * ```ts
 * const bodies = { shapes: [box(1, 1, 1), sphere(1)], poses: Float64Array.of(0, 0, 0, 0, 0, 0, 1, 4, 0, 0, 0, 0, 0, 1) };
 * distanceBatch(bodies, Uint32Array.of(0, 1)).distance; // Float64Array [2]
 * ```
 */
export function distanceBatch(
  bodies: Bodies,
  pairs: Uint32Array,
  out?: DistanceBatch,
  options?: DistanceOptions,
): DistanceBatch {
  const where = 'distanceBatch';
  const settings = readSettings(where, options, false);
  const rows = checkRows(where, bodies, pairs);
  const batch = out ?? createDistanceBatch(rows.length);
  checkBatch(where, batch, rows.length);
  for (let row = 0; row < rows.length; row++) if (rows[row] === 0) markInvalid(batch, row, 3);
  run(bodies, pairs, rows, settings, (engine, level, from, count) => {
    engine.kernel.distanceMany(level.workspace, level.input, count, level.output);
    for (let k = 0; k < count; k++)
      if (rows[from + k] === 1) readRow(engine, level.output + k * RESULT_ROW, batch, from + k);
  });
  return batch;
}

/**
 * Whether each of many pairs of bodies collides: 1, 0, or 255 where a pose is no pose. See `collide`.
 * @example
 * ```ts
 * collideBatch(bodies, Uint32Array.of(0, 1, 0, 2)); // Uint8Array [0, 1]
 * ```
 */
export function collideBatch(
  bodies: Bodies,
  pairs: Uint32Array,
  out?: Uint8Array,
  options?: DistanceOptions,
): Uint8Array {
  const where = 'collideBatch';
  const settings = readSettings(where, options, false);
  const rows = checkRows(where, bodies, pairs);
  const answers = out ?? new Uint8Array(rows.length);
  if (!(answers instanceof Uint8Array) || answers.length !== rows.length) {
    throw wrongType(where, 'out', out, `give a Uint8Array of length ${rows.length}, or leave it out`);
  }
  run(bodies, pairs, rows, settings, (engine, level, from, count) => {
    engine.kernel.collideMany(level.workspace, level.input, count, level.output, settings.margin);
    for (let k = 0; k < count; k++) answers[from + k] = rows[from + k] === 1 ? engine.i32[2 * level.output + k] : 255;
  });
  return answers;
}

/** Checks everything but the poses' values, and tells for each pair whether those are poses: 1 or 0. */
function checkRows(where: string, bodies: Bodies, pairs: Uint32Array): Uint8Array {
  const { shapes, poses } = bodies ?? {};
  if (!Array.isArray(shapes)) throw wrongType(where, 'bodies.shapes', shapes, 'give a list of shapes');
  shapes.forEach((shape, k) => {
    checkShape(where, `bodies.shapes[${k}]`, shape);
  });
  if (!(poses instanceof Float64Array) || poses.length !== 7 * shapes.length) {
    throw wrongType(
      where,
      'bodies.poses',
      poses,
      `give a Float64Array of ${7 * shapes.length}, seven numbers for each shape`,
    );
  }
  if (!(pairs instanceof Uint32Array) || pairs.length % 2 !== 0) {
    throw wrongType(where, 'pairs', pairs, 'give a Uint32Array with two body numbers for each pair');
  }
  const isPose = Uint8Array.from(shapes, (_, k) => (hasPose(poses, 7 * k) ? 1 : 0));
  const rows = new Uint8Array(pairs.length / 2);
  for (let k = 0; k < pairs.length; k += 2) {
    for (const at of [k, k + 1]) {
      if (pairs[at] >= shapes.length)
        throw outOfRange(where, `pairs[${at}]`, pairs[at], `there are ${shapes.length} bodies`);
    }
    if (!shapes[pairs[k]].isBounded && !shapes[pairs[k + 1]].isBounded) {
      throw outOfRange(where, `pairs[${k}]`, pairs[k], 'both bodies are half-spaces: give one bounded shape');
    }
    rows[k / 2] = isPose[pairs[k]] & isPose[pairs[k + 1]];
  }
  return rows;
}

function hasPose(poses: Float64Array, at: number): boolean {
  let hasNumbers = true;
  for (let k = 0; k < 7; k++) hasNumbers &&= Number.isFinite(poses[at + k]);
  const [x, y, z, w] = poses.subarray(at + 3, at + 7);
  const squared = x * x + y * y + z * z + w * w;
  return hasNumbers && squared > 1e-200 && squared < 1e200;
}

type Answer = (engine: Engine, level: Level, from: number, count: number) => void;

function run(
  { shapes, poses }: Bodies,
  pairs: Uint32Array,
  rows: Uint8Array,
  settings: Settings,
  answer: Answer,
): void {
  const records = shapes.map((shape) => shape.record);
  const isStrict = shapes.every((shape) => shape.isStrictlyConvex);
  const engine = activeEngine();
  const level = engine.enter();
  try {
    const addresses = engine.placeAll(level, records);
    writeSettings(engine, level, settings, settings.guess, isStrict);
    for (let from = 0; from < rows.length; from += chunk) {
      const count = Math.min(chunk, rows.length - from);
      for (let k = 0; k < count; k++)
        writeRow(engine, level.input + k * BATCH_ROW, pairs, from + k, rows, addresses, poses);
      answer(engine, level, from, count);
    }
  } finally {
    engine.leave();
  }
}

/** An invalid row asks about its bodies at the origin, and nobody reads the answer. */
function writeRow(
  { f64, i32 }: Engine,
  at: number,
  pairs: Uint32Array,
  row: number,
  rows: Uint8Array,
  addresses: Int32Array,
  poses: Float64Array,
): void {
  const [a, b] = [pairs[2 * row], pairs[2 * row + 1]];
  i32[2 * at] = addresses[a];
  i32[2 * at + 1] = addresses[b];
  for (let k = 0; k < 7; k++) {
    f64[at + 1 + k] = rows[row] === 1 ? poses[7 * a + k] : Number(k === 6);
    f64[at + 8 + k] = rows[row] === 1 ? poses[7 * b + k] : Number(k === 6);
  }
}

function readRow({ f64, i32 }: Engine, at: number, batch: DistanceBatch, row: number): void {
  batch.distance[row] = f64[at];
  batch.lower[row] = f64[at + 1];
  batch.upper[row] = f64[at + 2];
  const points = 3 * row;
  for (let k = 0; k < 3; k++) {
    batch.pointA[points + k] = f64[at + 3 + k];
    batch.pointB[points + k] = f64[at + 6 + k];
    batch.normal[points + k] = f64[at + 9 + k];
    batch.localA[points + k] = f64[at + 12 + k];
    batch.localB[points + k] = f64[at + 15 + k];
  }
  const integers = 2 * (at + RESULT_NUMBERS);
  batch.iterations[row] = i32[integers];
  batch.supportCalls[row] = i32[integers + 1];
  batch.status[row] = i32[integers + 2];
  batch.termination[row] = i32[integers + 3];
}
