// Many pairs in one go: a few dozen for each call into the kernel.
import { outOfRange, wrongType } from '../check/argument.ts';
import type { Engine, Level } from '../engine/engine.ts';
import { BATCH_ROW, GUESS, GUESS_DIRECTION, GUESS_INT, RESULT_NUMBERS, RESULT_ROW } from '../engine/layout.ts';
import { activeEngine } from '../engine/target.ts';
import { checkShape, type Shape } from '../shapes/shape.ts';
import { type DistanceOptions, readSettings, type Settings } from './options.ts';
import { writeSettings } from './query.ts';
import { statuses, terminations } from './result.ts';

/** Bodies by their shapes and poses: seven numbers each, x y z qx qy qz qw. */
export interface Bodies {
  readonly shapes: readonly Shape[];
  readonly poses: Float64Array;
}

/**
 * The answers of `distanceBatch`: one typed array per field, one row per pair; fields of points have three numbers a row.
 * See `DistanceResult` for what they mean.
 */
export interface DistanceBatch {
  readonly count: number;
  readonly distance: Float64Array;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  readonly pointA: Float64Array;
  readonly pointB: Float64Array;
  readonly normal: Float64Array;
  readonly localA: Float64Array;
  readonly localB: Float64Array;
  readonly iterations: Int32Array;
  readonly supportCalls: Int32Array;
  /** Numbers into `batchStatuses`. */
  readonly status: Uint8Array;
  /** Numbers into `batchTerminations`. */
  readonly termination: Uint8Array;
}

/**
 * The statuses of a batch's rows by their numbers: those of a single query, and `'invalid'` for a pose that is no pose.
 * @example
 * ```ts
 * batchStatuses[batch.status[0]]; // 'separated'
 * ```
 */
export const batchStatuses = /* @__PURE__ */ Object.freeze([...statuses, 'invalid'] as const);
/**
 * The terminations of a batch's rows by their numbers.
 * @example
 * ```ts
 * batchTerminations[batch.termination[0]]; // 'converged'
 * ```
 */
export const batchTerminations: typeof terminations = terminations;

const invalid = 4;
const stalled = 2;
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
  if (!Number.isInteger(count) || count < 0)
    throw outOfRange('createDistanceBatch', 'count', count, 'give a whole number of pairs');
  const numbers = (each: number): Float64Array => new Float64Array(each * count);
  return {
    count,
    distance: numbers(1),
    lower: numbers(1),
    upper: numbers(1),
    pointA: numbers(3),
    pointB: numbers(3),
    normal: numbers(3),
    localA: numbers(3),
    localB: numbers(3),
    iterations: new Int32Array(count),
    supportCalls: new Int32Array(count),
    status: new Uint8Array(count),
    termination: new Uint8Array(count),
  };
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
  if (
    typeof batch !== 'object' ||
    batch === null ||
    batch.distance?.length !== rows.length ||
    batch.count !== rows.length
  ) {
    throw wrongType(where, 'out', out, `give createDistanceBatch(${rows.length}), or leave it out`);
  }
  for (let row = 0; row < rows.length; row++) if (rows[row] === 0) markInvalid(batch, row);
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
  const engine = activeEngine();
  const level = engine.enter();
  try {
    const addresses = engine.placeAll(level, records);
    writeSettings(engine, level, settings);
    engine.i32[2 * level.workspace + GUESS_INT] = GUESS_DIRECTION;
    engine.f64.set(settings.guess, level.workspace + GUESS);
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

function markInvalid(batch: DistanceBatch, row: number): void {
  for (const field of [batch.distance, batch.lower, batch.upper]) field[row] = Number.NaN;
  for (const field of [batch.pointA, batch.pointB, batch.normal, batch.localA, batch.localB])
    field.fill(Number.NaN, 3 * row, 3 * row + 3);
  batch.iterations[row] = 0;
  batch.supportCalls[row] = 0;
  batch.status[row] = invalid;
  batch.termination[row] = stalled;
}
