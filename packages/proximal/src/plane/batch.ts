// Many pairs in one go: a few hundred for each call into the kernel.
import { outOfRange, wrongType } from '../check/argument.ts';
import type { Level } from '../engine/engine.ts';
import { type PlaneEngine, plane } from '../engine/plane.ts';
import { BATCH_ROW, BATCH_ROWS, RESULT_NUMBERS } from '../engine/plane-layout.ts';
import { statuses, terminations } from '../engine/status.ts';
import { type DistanceOptions, readSettings, type Settings } from './options.ts';
import { isPose2, writePose2 } from './pose.ts';
import { writeSettings } from './query.ts';
import { checkShape, type Shape } from './shapes/shape.ts';

/** Bodies by their shapes and poses: four numbers each, x y cos sin. */
export interface Bodies {
  readonly shapes: readonly Shape[];
  readonly poses: Float64Array;
}

/**
 * The answers of `distanceBatch`: one typed array per field, one row per pair; fields of points have two numbers a row.
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
    pointA: numbers(2),
    pointB: numbers(2),
    normal: numbers(2),
    localA: numbers(2),
    localB: numbers(2),
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
 * const bodies = { shapes: [box(1, 1), circle(1)], poses: Float64Array.of(0, 0, 1, 0, 4, 0, 1, 0) };
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
  const poses = checkBodies(where, bodies, pairs);
  const count = pairs.length / 2;
  const batch = out ?? createDistanceBatch(count);
  if (typeof batch !== 'object' || batch === null || batch.distance?.length !== count || batch.count !== count) {
    throw wrongType(where, 'out', out, `give createDistanceBatch(${count}), or leave it out`);
  }
  run(bodies, poses, pairs, settings, (engine, level, from, rows) => {
    engine.kernel.distanceMany(level.workspace, level.input, rows, level.output);
    readColumns(engine, level.output, batch, from, rows);
  });
  for (let row = 0; row < count; row++) if (!isValid(poses, pairs, row)) markInvalid(batch, row);
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
  const poses = checkBodies(where, bodies, pairs);
  const count = pairs.length / 2;
  const answers = out ?? new Uint8Array(count);
  if (!(answers instanceof Uint8Array) || answers.length !== count) {
    throw wrongType(where, 'out', out, `give a Uint8Array of length ${count}, or leave it out`);
  }
  run(bodies, poses, pairs, settings, (engine, level, from, rows) => {
    engine.kernel.collideMany(level.workspace, level.input, rows, level.output, settings.margin);
    answers.set(engine.i32.subarray(2 * level.output, 2 * level.output + rows), from);
  });
  for (let row = 0; row < count; row++) if (!isValid(poses, pairs, row)) answers[row] = 255;
  return answers;
}

/** Checks everything, and returns the poses, normalised; those that are none are NaN from the first number on. */
function checkBodies(where: string, bodies: Bodies, pairs: Uint32Array): Float64Array {
  const { shapes, poses } = bodies ?? {};
  if (!Array.isArray(shapes)) throw wrongType(where, 'bodies.shapes', shapes, 'give a list of shapes');
  for (let k = 0; k < shapes.length; k++) checkShape(where, `bodies.shapes[${k}]`, shapes[k]);
  if (!(poses instanceof Float64Array) || poses.length !== 4 * shapes.length) {
    const remedy = `give a Float64Array of ${4 * shapes.length}, four numbers for each shape`;
    throw wrongType(where, 'bodies.poses', poses, remedy);
  }
  if (!(pairs instanceof Uint32Array) || pairs.length % 2 !== 0) {
    throw wrongType(where, 'pairs', pairs, 'give a Uint32Array with two body numbers for each pair');
  }
  for (let at = 0; at < pairs.length; at++) {
    if (pairs[at] >= shapes.length)
      throw outOfRange(where, `pairs[${at}]`, pairs[at], `there are ${shapes.length} bodies`);
    if (at % 2 === 1 && !shapes[pairs[at - 1]].isBounded && !shapes[pairs[at]].isBounded) {
      const remedy = 'both bodies are half-planes: give one bounded shape';
      throw outOfRange(where, `pairs[${at - 1}]`, pairs[at - 1], remedy);
    }
  }
  const read = new Float64Array(poses.length).fill(Number.NaN);
  for (let k = 0; k < shapes.length; k++) {
    if (isPose2(poses, 4 * k)) writePose2(poses, 4 * k, read, 4 * k);
  }
  return read;
}

function isValid(poses: Float64Array, pairs: Uint32Array, row: number): boolean {
  return !Number.isNaN(poses[4 * pairs[2 * row]] + poses[4 * pairs[2 * row + 1]]);
}

type Answer = (engine: PlaneEngine, level: Level, from: number, count: number) => void;

function run(bodies: Bodies, poses: Float64Array, pairs: Uint32Array, settings: Settings, answer: Answer): void {
  const records = bodies.shapes.map((shape) => shape.record);
  const engine = plane.engine();
  const level = engine.enter();
  try {
    const addresses = engine.placeAll(level, records);
    writeSettings(engine.f64, engine.i32, level.workspace, settings, settings.guess);
    const count = pairs.length / 2;
    for (let from = 0; from < count; from += BATCH_ROWS) {
      const rows = Math.min(BATCH_ROWS, count - from);
      writeRows(engine, level.input, pairs, from, rows, addresses, poses);
      answer(engine, level, from, rows);
    }
  } finally {
    engine.leave();
  }
}

/** A row without a pose asks about NaN, which the kernel answers as nonsense, and nobody reads it. */
function writeRows(
  { f64, i32 }: PlaneEngine,
  input: number,
  pairs: Uint32Array,
  from: number,
  rows: number,
  addresses: Int32Array,
  poses: Float64Array,
): void {
  for (let row = 0; row < rows; row++) {
    const at = input + row * BATCH_ROW;
    const a = pairs[2 * (from + row)];
    const b = pairs[2 * (from + row) + 1];
    i32[2 * at] = addresses[a];
    i32[2 * at + 1] = addresses[b];
    for (let k = 0; k < 4; k++) {
      f64[at + 1 + k] = poses[4 * a + k];
      f64[at + 5 + k] = poses[4 * b + k];
    }
  }
}

function readColumns(
  { f64, i32 }: PlaneEngine,
  output: number,
  batch: DistanceBatch,
  from: number,
  rows: number,
): void {
  const numbers = [batch.distance, batch.lower, batch.upper];
  numbers.forEach((field, k) => {
    const at = output + k * BATCH_ROWS;
    field.set(f64.subarray(at, at + rows), from);
  });
  const points = [batch.pointA, batch.pointB, batch.normal, batch.localA, batch.localB];
  points.forEach((field, k) => {
    const at = output + (3 + 2 * k) * BATCH_ROWS;
    field.set(f64.subarray(at, at + 2 * rows), 2 * from);
  });
  const integers = [batch.iterations, batch.supportCalls, batch.status, batch.termination];
  integers.forEach((field, k) => {
    const at = 2 * (output + RESULT_NUMBERS * BATCH_ROWS) + k * BATCH_ROWS;
    field.set(i32.subarray(at, at + rows), from);
  });
}

function markInvalid(batch: DistanceBatch, row: number): void {
  for (const field of [batch.distance, batch.lower, batch.upper]) field[row] = Number.NaN;
  for (const field of [batch.pointA, batch.pointB, batch.normal, batch.localA, batch.localB])
    field.fill(Number.NaN, 2 * row, 2 * row + 2);
  batch.iterations[row] = 0;
  batch.supportCalls[row] = 0;
  batch.status[row] = invalid;
  batch.termination[row] = stalled;
}
