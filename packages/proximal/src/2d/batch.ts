// Many pairs in one go: many of them for each call into the kernel, and hardly any work on each here.
import { outOfRange, wrongType } from '../check/argument.ts';
import { type PlaneEngine, plane } from '../engine/2d.ts';
import { RESULT_NUMBERS } from '../engine/2d-layout.ts';
import {
  type BatchShapes,
  checkBatch,
  checkPairs,
  copyColumns,
  createBatch,
  type DistanceBatch,
  type KnownLists,
  readShapes,
} from '../engine/batch.ts';
import type { QueryFrame } from '../engine/engine.ts';
import {
  type ClearanceOptions,
  type DistanceOptions,
  readClearanceSettings,
  readSettings,
  type Settings,
} from './options.ts';
import { writeSettings } from './query.ts';
import { checkShape, type Shape } from './shapes/shape.ts';

export { batchStatuses, batchTerminations, type DistanceBatch } from '../engine/batch.ts';

/** Bodies by their shapes and poses: four numbers each, x y cos sin, the last two of any length from 1e-100 to 1e100. */
export interface Bodies {
  readonly shapes: readonly Shape[];
  readonly poses: Float64Array;
}

/** Pairs for each kernel call: what is copied in and out for them fits into a small cache. */
const chunk = 512;
/** Numbers of an answer with everything: the four integers are two of them. */
const answerSize = RESULT_NUMBERS + 2;

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
 * The distances of many pairs of bodies, with everything else. A row whose poses are not numbers is marked `'invalid'`; an index out
 * of range is an error before anything is written. Bodies in the same list as in the last batch cost least.
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
  const shapes = checkBodies(where, bodies, pairs, settings);
  const count = pairs.length / 2;
  const batch = out ?? createDistanceBatch(count);
  checkBatch(where, batch, count, 2);
  run(
    shapes,
    bodies.poses,
    pairs,
    settings,
    answerSize,
    ({ engine, frame, records, poses, list, room }, from, rows) => {
      engine.kernel.distanceMany(frame.workspace, records, poses, list, rows, room, chunk);
      copyColumns(engine, room, chunk, batch, from, rows, 2);
    },
  );
  return batch;
}

/**
 * The distances of many pairs of bodies and nothing else, NaN where a pose is no pose: up to twice as fast as `distanceBatch`. See
 * `clearance`, also for what `upTo` and the cap make of it.
 * @example
 * ```ts
 * clearanceBatch(bodies, Uint32Array.of(0, 1, 0, 2)); // Float64Array [2, 0]
 * ```
 */
export function clearanceBatch(
  bodies: Bodies,
  pairs: Uint32Array,
  out?: Float64Array,
  options?: ClearanceOptions,
): Float64Array {
  const where = 'clearanceBatch';
  const settings = readClearanceSettings(where, options);
  const shapes = checkBodies(where, bodies, pairs, settings);
  const count = pairs.length / 2;
  const answers = out ?? new Float64Array(count);
  if (!(answers instanceof Float64Array) || answers.length !== count) {
    throw wrongType(where, 'out', out, `give a Float64Array of length ${count}, or leave it out`);
  }
  run(shapes, bodies.poses, pairs, settings, 1, ({ engine, frame, records, poses, list, room }, from, rows) => {
    engine.kernel.clearanceMany(frame.workspace, records, poses, list, rows, room);
    answers.set(engine.f64.subarray(room, room + rows), from);
  });
  return answers;
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
  const shapes = checkBodies(where, bodies, pairs, settings);
  const count = pairs.length / 2;
  const answers = out ?? new Uint8Array(count);
  if (!(answers instanceof Uint8Array) || answers.length !== count) {
    throw wrongType(where, 'out', out, `give a Uint8Array of length ${count}, or leave it out`);
  }
  run(shapes, bodies.poses, pairs, settings, 1, ({ engine, frame, records, poses, list, room }, from, rows) => {
    engine.kernel.collideMany(frame.workspace, records, poses, list, rows, room, settings.margin);
    // −1, for an invalid pose, becomes 255.
    answers.set(engine.i32.subarray(2 * room, 2 * room + rows), from);
  });
  return answers;
}

const lists: KnownLists = /* @__PURE__ */ new WeakMap();

/** Checks everything but the poses' values, before anything is written. */
function checkBodies(where: string, bodies: Bodies, pairs: Uint32Array, { trace }: Settings): BatchShapes {
  const list = readShapes(where, lists, bodies?.shapes, checkShape);
  checkPairs(where, list, bodies.poses, 4, pairs, 'half-planes');
  if (trace) throw outOfRange(where, 'options.trace', trace, 'a batch has no single steps: ask distance() to see them');
  return list;
}

/** Addresses of a batch in progress: the lists of records, poses and pairs, and the memory for results. */
interface Run {
  readonly engine: PlaneEngine;
  readonly frame: QueryFrame;
  readonly records: number;
  readonly poses: number;
  readonly list: number;
  readonly room: number;
}

/** @param size numbers of room for each pair's answer */
function run(
  shapes: BatchShapes,
  poses: Float64Array,
  pairs: Uint32Array,
  settings: Settings,
  size: number,
  answer: (run: Run, from: number, count: number) => void,
): void {
  // A custom shape could change the list while it is worked through.
  const all = shapes.hasHosts ? pairs.slice() : pairs;
  const engine = plane.engine();
  const frame = engine.enter();
  try {
    const addresses = shapes.place(engine, frame);
    const list = engine.placeTable(frame, chunk * (1 + size) + poses.length + addresses.length);
    const room = list + chunk;
    const state = {
      engine,
      frame,
      list,
      room,
      poses: room + chunk * size,
      records: room + chunk * size + poses.length,
    };
    writeSettings(engine, frame, settings);
    engine.f64.set(poses, state.poses);
    engine.i32.set(addresses, 2 * state.records);
    for (let from = 0; 2 * from < all.length; from += chunk) {
      const some = all.subarray(2 * from, 2 * (from + chunk));
      // As unsigned numbers, like the list: that is copied in one piece.
      new Uint32Array(engine.f64.buffer, 8 * list, some.length).set(some);
      answer(state, from, some.length / 2);
    }
  } finally {
    engine.leave();
  }
}
