// Many pairs in one go: a few hundred for each call into the kernel.
import { outOfRange, wrongType } from '../check/argument.ts';
import { checkBatch, copyColumns, createBatch, type DistanceBatch, markInvalid } from '../engine/batch.ts';
import type { Level } from '../engine/engine.ts';
import { type PlaneEngine, plane } from '../engine/plane.ts';
import { BATCH_ROW, BATCH_ROWS } from '../engine/plane-layout.ts';
import { type DistanceOptions, readSettings, type Settings } from './options.ts';
import { isPose2, isUnitPose2, writePose2 } from './pose.ts';
import { writeSettings } from './query.ts';
import { checkShape, Shape } from './shapes/shape.ts';

export { batchStatuses, batchTerminations, type DistanceBatch } from '../engine/batch.ts';

/** Bodies by their shapes and poses: four numbers each, x y cos sin. */
export interface Bodies {
  readonly shapes: readonly Shape[];
  readonly poses: Float64Array;
}

/**
 * Room for the answers of `count` pairs, to be used again and again.
 * @example
 * ```ts
 * const out = createDistanceBatch(pairs.length / 2);
 * ```
 */
export function createDistanceBatch(count: number): DistanceBatch {
  return createBatch(count, 2);
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
  checkBatch(where, batch, count, 2);
  run(bodies, poses, pairs, settings, (engine, level, from, rows) => {
    engine.kernel.distanceMany(level.workspace, level.input, rows, level.output);
    copyColumns(engine, level.output, BATCH_ROWS, batch, from, rows, 2);
  });
  if (poses !== bodies.poses)
    for (let row = 0; row < count; row++) if (!isValid(poses, pairs, row)) markInvalid(batch, row, 2);
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
  if (poses !== bodies.poses) for (let row = 0; row < count; row++) if (!isValid(poses, pairs, row)) answers[row] = 255;
  return answers;
}

/** Checks everything, and returns the poses, normalised; those that are none are NaN from the first number on. */
function checkBodies(where: string, bodies: Bodies, pairs: Uint32Array): Float64Array {
  const { shapes, poses } = bodies ?? {};
  if (!Array.isArray(shapes)) throw wrongType(where, 'bodies.shapes', shapes, 'give a list of shapes');
  let hasHalfplane = false;
  for (let k = 0; k < shapes.length; k++) {
    const shape = shapes[k];
    // The text for a message is only made where there is one.
    if (!(shape instanceof Shape)) checkShape(where, `bodies.shapes[${k}]`, shape);
    else if (!shape.isBounded) hasHalfplane = true;
  }
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
  }
  for (let at = 0; hasHalfplane && at < pairs.length; at += 2) {
    if (!shapes[pairs[at]].isBounded && !shapes[pairs[at + 1]].isBounded)
      throw outOfRange(where, `pairs[${at}]`, pairs[at], 'both bodies are half-planes: give one bounded shape');
  }
  return readPoses(poses);
}

/** The poses themselves, as long as they need no work. */
function readPoses(poses: Float64Array): Float64Array {
  let done = 0;
  while (done < poses.length && isUnitPose2(poses, done)) done += 4;
  if (done === poses.length) return poses;
  const read = poses.slice();
  for (let at = done; at < poses.length; at += 4) {
    if (isPose2(poses, at)) writePose2(poses, at, read, at);
    else read[at] = Number.NaN;
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
    f64[at + 1] = poses[4 * a];
    f64[at + 2] = poses[4 * a + 1];
    f64[at + 3] = poses[4 * a + 2];
    f64[at + 4] = poses[4 * a + 3];
    f64[at + 5] = poses[4 * b];
    f64[at + 6] = poses[4 * b + 1];
    f64[at + 7] = poses[4 * b + 2];
    f64[at + 8] = poses[4 * b + 3];
  }
}
