// Many pairs in one go: a few hundred for each call into the kernel.
import { outOfRange, wrongType } from '../check/argument.ts';
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
import type { Engine } from '../engine/engine.ts';
import { RESULT_ROW } from '../engine/layout.ts';
import { activeEngine } from '../engine/target.ts';
import { checkShape, type Shape } from '../shapes/shape.ts';
import { type DistanceOptions, readSettings, type Settings } from './options.ts';
import { writeSettings } from './query.ts';

export { batchStatuses, batchTerminations, type DistanceBatch } from '../engine/batch.ts';

/** Bodies by their shapes and poses: seven numbers each, x y z qx qy qz qw, the quaternion of any length from 1e-100 to 1e100. */
export interface Bodies {
  readonly shapes: readonly Shape[];
  readonly poses: Float64Array;
}

/**
 * Pairs for each kernel call: few enough that what is copied in and out for them fits into a cache, and many enough that a call and
 * a copy of each column cost little.
 */
const chunk = 1024;

/**
 * Arrays for the results of `count` pairs, to be reused.
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
  const shapes = checkBodies(where, bodies, pairs);
  const count = pairs.length / 2;
  const batch = out ?? createDistanceBatch(count);
  checkBatch(where, batch, count, 3);
  run(
    where,
    shapes,
    bodies.poses,
    pairs,
    settings,
    ({ engine, workspace, records, places, list, answers }, from, count) => {
      engine.kernel.distanceMany(workspace, records, places, list, count, answers, chunk);
      copyColumns(engine, answers, chunk, batch, from, count, 3);
    },
  );
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
  const shapes = checkBodies(where, bodies, pairs);
  const count = pairs.length / 2;
  const answers = out ?? new Uint8Array(count);
  if (!(answers instanceof Uint8Array) || answers.length !== count) {
    throw wrongType(where, 'out', out, `give a Uint8Array of length ${count}, or leave it out`);
  }
  run(
    where,
    shapes,
    bodies.poses,
    pairs,
    settings,
    ({ engine, workspace, records, places, list, answers: room }, from, count) => {
      engine.kernel.collideMany(workspace, records, places, list, count, room, settings.margin);
      // −1, for an invalid pose, becomes 255.
      answers.set(engine.i32.subarray(2 * room, 2 * room + count), from);
    },
  );
  return answers;
}

const lists: KnownLists = /* @__PURE__ */ new WeakMap();

/** Checks everything but the poses' values, before anything is written. */
function checkBodies(where: string, bodies: Bodies, pairs: Uint32Array): BatchShapes {
  const shapes = readShapes(where, lists, bodies?.shapes, checkShape);
  checkPairs(where, shapes, bodies.poses, 7, pairs, 'half-spaces');
  return shapes;
}

/** Addresses of a batch in progress: records and poses of its bodies, the list of a chunk's pairs, and the memory for their results. */
interface Run {
  readonly engine: Engine;
  readonly workspace: number;
  readonly records: number;
  readonly places: number;
  readonly list: number;
  readonly answers: number;
}

function run(
  where: string,
  shapes: BatchShapes,
  poses: Float64Array,
  pairs: Uint32Array,
  settings: Settings,
  answer: (run: Run, from: number, count: number) => void,
): void {
  if (settings.trace)
    throw outOfRange(where, 'options.trace', settings.trace, 'a batch has no single steps: ask distance() to see them');
  // A custom shape could change the list while it is worked through.
  const list = shapes.hasHosts ? pairs.slice() : pairs;
  const engine = activeEngine();
  const frame = engine.enter();
  try {
    const addresses = shapes.place(engine, frame);
    const size = chunk * (1 + RESULT_ROW) + poses.length + addresses.length;
    const rows = engine.placeTable(frame, size);
    const answers = rows + chunk;
    const places = answers + chunk * RESULT_ROW;
    const records = places + poses.length;
    writeSettings(engine, frame, settings);
    engine.f64.set(poses, places);
    engine.i32.set(addresses, 2 * records);
    const state = { engine, workspace: frame.workspace, records, places, list: rows, answers };
    for (let from = 0; 2 * from < list.length; from += chunk) {
      const some = list.length <= 2 * chunk ? list : list.subarray(2 * from, 2 * (from + chunk));
      // As unsigned numbers, like the list: that is copied in one piece.
      new Uint32Array(engine.f64.buffer, 8 * rows, some.length).set(some);
      answer(state, from, some.length / 2);
    }
  } finally {
    engine.leave();
  }
}
