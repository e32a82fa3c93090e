// Many pairs in one go: a few hundred for each call into the kernel.
import { outOfRange, wrongType } from '../check/argument.ts';
import type { Engine } from '../engine/engine.ts';
import { BODY_POSE, BODY_SIZE, RESULT_NUMBERS, RESULT_ROW } from '../engine/layout.ts';
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

/** Pairs for each kernel call: what is copied in and out for them fits into a small cache. */
const chunk = 256;

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
  const count = checkPairs(where, bodies, pairs);
  const batch = out ?? createDistanceBatch(count);
  if (typeof batch !== 'object' || batch === null || batch.distance?.length !== count || batch.count !== count) {
    throw wrongType(where, 'out', out, `give createDistanceBatch(${count}), or leave it out`);
  }
  run(bodies, pairs, settings, ({ engine, workspace, table, list, answers }, from, count) => {
    engine.kernel.distanceMany(workspace, table, list, count, answers, chunk);
    copyAnswers(engine, answers, batch, from, count);
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
  const count = checkPairs(where, bodies, pairs);
  const answers = out ?? new Uint8Array(count);
  if (!(answers instanceof Uint8Array) || answers.length !== count) {
    throw wrongType(where, 'out', out, `give a Uint8Array of length ${count}, or leave it out`);
  }
  run(bodies, pairs, settings, ({ engine, workspace, table, list, answers: room }, from, count) => {
    engine.kernel.collideMany(workspace, table, list, count, room, settings.margin);
    // −1, for a pose that is none, becomes 255.
    answers.set(engine.i32.subarray(2 * room, 2 * room + count), from);
  });
  return answers;
}

/** Checks everything but the poses' values, before anything is written. Returns how many pairs there are. */
function checkPairs(where: string, bodies: Bodies, pairs: Uint32Array): number {
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
  for (let k = 0; k < pairs.length; k++) {
    if (pairs[k] >= shapes.length)
      throw outOfRange(where, `pairs[${k}]`, pairs[k], `there are ${shapes.length} bodies`);
  }
  if (shapes.some((shape) => !shape.isBounded)) checkHalfspaces(where, shapes, pairs);
  return pairs.length / 2;
}

function checkHalfspaces(where: string, shapes: readonly Shape[], pairs: Uint32Array): void {
  for (let k = 0; k < pairs.length; k += 2) {
    if (!shapes[pairs[k]].isBounded && !shapes[pairs[k + 1]].isBounded) {
      throw outOfRange(where, `pairs[${k}]`, pairs[k], 'both bodies are half-spaces: give one bounded shape');
    }
  }
}

/** Where a batch under way has everything: the table of bodies, the list of a chunk's pairs, and the room for its answers. */
interface Run {
  readonly engine: Engine;
  readonly workspace: number;
  readonly table: number;
  readonly list: number;
  readonly answers: number;
}

function run(
  { shapes, poses }: Bodies,
  pairs: Uint32Array,
  settings: Settings,
  answer: (run: Run, from: number, count: number) => void,
): void {
  const records = shapes.map((shape) => shape.record);
  const engine = activeEngine();
  const level = engine.enter();
  try {
    const addresses = engine.placeAll(level, records);
    const list = engine.placeTable(level, chunk + chunk * RESULT_ROW + BODY_SIZE * shapes.length);
    const answers = list + chunk;
    const table = answers + chunk * RESULT_ROW;
    writeSettings(engine, level, settings);
    writeBodies(engine, table, addresses, poses);
    const state = { engine, workspace: level.workspace, table, list, answers };
    for (let from = 0; 2 * from < pairs.length; from += chunk) {
      const some = pairs.subarray(2 * from, 2 * (from + chunk));
      engine.i32.set(some, 2 * list);
      answer(state, from, some.length / 2);
    }
  } finally {
    engine.leave();
  }
}

function writeBodies({ f64, i32 }: Engine, table: number, addresses: Int32Array, poses: Float64Array): void {
  for (let body = 0; body < addresses.length; body++) {
    const at = table + BODY_SIZE * body;
    i32[2 * at] = addresses[body];
    for (let k = 0; k < 7; k++) f64[at + BODY_POSE + k] = poses[7 * body + k];
  }
}

/** The fields stand one after the other, each with room for a whole chunk: see kernel/batch.ts. */
function copyAnswers({ f64, i32 }: Engine, answers: number, batch: DistanceBatch, from: number, count: number): void {
  const { distance, lower, upper, pointA, pointB, normal, localA, localB } = batch;
  let at = answers;
  for (const field of [distance, lower, upper]) {
    field.set(f64.subarray(at, at + count), from);
    at += chunk;
  }
  for (const field of [pointA, pointB, normal, localA, localB]) {
    field.set(f64.subarray(at, at + 3 * count), 3 * from);
    at += 3 * chunk;
  }
  at = 2 * (answers + RESULT_NUMBERS * chunk);
  for (const field of [batch.iterations, batch.supportCalls, batch.status, batch.termination]) {
    field.set(i32.subarray(at, at + count), from);
    at += chunk;
  }
}
