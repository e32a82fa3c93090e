// Batches of pairs in 3D and 2D: up to 1,024 pairs for each kernel call, with little work per pair on the JavaScript side.
import { outOfRange, wrongType } from '../check/argument.ts';
import type { BatchKernel, Engine, ManyQuery } from '../engine/engine.ts';
import type { QueryFrame } from '../engine/engine-memory.ts';
import { integerIndex, integersAt } from '../engine/integers.ts';
import { type BatchLayout, columnsOf, copyColumns, createBatch, type DistanceBatch, rowsSize } from './batch-result.ts';
import { type BatchShape, type BatchShapes, type CheckedLists, checkPairs, readShapes } from './batch-shapes.ts';

/** Bodies by their shapes and poses. */
interface Bodies {
  readonly shapes: readonly BatchShape[];
  readonly poses: Float64Array;
}

/** The part of a query's settings that every batch reads. */
interface Settings {
  readonly margin: number;
  readonly trace: unknown;
}

/** The parameters in which 3D and 2D batches differ. */
export interface BatchSpace<Functions extends BatchKernel, Options extends object, Given extends Settings> {
  /** The results of `distanceBatch`, or of another query with several numbers per pair. */
  readonly layout: BatchLayout;
  /** How many numbers a pose has. */
  readonly poseSize: 4 | 7;
  /** The name of shapes without bounds, in the plural. */
  readonly unbounded: string;
  /**
   * Pairs per kernel call: few enough that input and output fit into the processor's cache, and enough to amortize the call and the copy of
   * each column.
   */
  readonly chunk: number;
  readonly engine: () => Engine<Functions>;
  readonly checkShape: (where: string, argument: string, value: unknown) => void;
  readonly readSettings: (where: string, options: Options | undefined, keepsState: boolean) => Given;
  readonly writeSettings: (engine: Engine<Functions>, frame: QueryFrame, settings: Given) => void;
}

/** Finds the kernel's function of a batch, for its query frame. `bodies` is the address of the numbers that `prepare` of the query returned. */
type FindQuery<Functions> = (engine: Engine<Functions>, frame: QueryFrame, bodies: number) => ManyQuery;

/** A batch query with the columns of a layout as results. */
interface RowQuery<Functions> {
  /** Default: the layout of `distanceBatch`. */
  readonly layout?: BatchLayout;
  readonly query: FindQuery<Functions>;
  /** Checks the pairs beyond the checks of every batch, and returns further numbers of each body that the kernel reads, if any. */
  readonly prepare?: () => Float64Array | null;
}

/** A batch query with one number per pair. */
interface OneAnswer<Functions> {
  readonly query: FindQuery<Functions>;
  /** The last argument of the kernel's function. */
  readonly last: number;
  /** Reads the numbers of `count` pairs from the kernel's memory at `at`. */
  readonly answers: (engine: Engine<Functions>, at: number, count: number) => ArrayLike<number>;
}

const noNumbers: Float64Array = /* @__PURE__ */ new Float64Array(0);

/** Throws if `out` is passed instead of the options, as before version 0.2. */
export function checkOrder(where: string, options: object | undefined): void {
  if (ArrayBuffer.isView(options) || (options !== undefined && options !== null && 'count' in Object(options)))
    throw wrongType(where, 'options', options, 'give out as the last argument, after the options');
}

/** The batch queries of 3D or 2D: `distanceBatch`, `collideBatch`, and others with one number per pair. */
export class Batches<Functions extends BatchKernel, Options extends object, Given extends Settings> {
  private readonly lists: CheckedLists = new WeakMap();

  constructor(private readonly space: BatchSpace<Functions, Options, Given>) {}

  distance(bodies: Bodies, pairs: Uint32Array, options?: Options, out?: DistanceBatch): DistanceBatch {
    const where = 'distanceBatch';
    const settings = this.readSettings(where, options);
    return this.rows(where, bodies, pairs, settings, out, { query: ({ kernel }) => kernel.distanceMany });
  }

  /** Runs a query with several results per pair, into `out` or new arrays. */
  rows<Batch>(
    where: string,
    bodies: Bodies,
    pairs: Uint32Array,
    settings: Given,
    out: Batch | undefined,
    { layout = this.space.layout, query, prepare }: RowQuery<Functions>,
  ): Batch {
    const { chunk } = this.space;
    const shapes = this.check(where, bodies, pairs, settings);
    const numbers = prepare?.() ?? noNumbers;
    const count = pairs.length / 2;
    const batch = out ?? createBatch<Batch>(layout, count);
    const lists = Object.values(columnsOf(where, layout, batch, count));
    const copy = (engine: Engine<Functions>, at: number, from: number, rows: number): void =>
      copyColumns(engine, layout, at, chunk, lists, from, rows);
    this.run(shapes, bodies.poses, pairs, settings, query, chunk, rowsSize(layout, chunk), copy, numbers);
    return batch;
  }

  collide(bodies: Bodies, pairs: Uint32Array, options?: Options, out?: Uint8Array): Uint8Array {
    const where = 'collideBatch';
    const settings = this.readSettings(where, options);
    return this.answers(where, bodies, pairs, settings, out, Uint8Array, {
      query: ({ kernel }) => kernel.collideMany,
      last: settings.margin,
      // −1, for an invalid pose, becomes 255.
      answers: ({ i32 }, at, count) => integersAt(i32, at, count),
    });
  }

  /** Runs a query with one number per pair, into `out` or a new array of type `List`. */
  answers<Answers extends Uint8Array | Float64Array>(
    where: string,
    bodies: Bodies,
    pairs: Uint32Array,
    settings: Given,
    out: Answers | undefined,
    List: new (count: number) => Answers,
    { query, last, answers }: OneAnswer<Functions>,
  ): Answers {
    const shapes = this.check(where, bodies, pairs, settings);
    const count = pairs.length / 2;
    const list = out ?? new List(count);
    if (!(list instanceof List) || list.length !== count) {
      throw wrongType(where, 'out', out, `give a ${List.name} of length ${count}, or leave it out`);
    }
    const copy = (engine: Engine<Functions>, at: number, from: number, rows: number): void =>
      list.set(answers(engine, at, rows), from);
    this.run(shapes, bodies.poses, pairs, settings, query, last, this.space.chunk, copy, noNumbers);
    return list;
  }

  private readSettings(where: string, options: Options | undefined): Given {
    checkOrder(where, options);
    return this.space.readSettings(where, options, false);
  }

  /** Checks the bodies except the values of their poses, the pairs, and that there is no trace, before anything is written. */
  private check(where: string, bodies: Bodies, pairs: Uint32Array, { trace }: Given): BatchShapes {
    const { checkShape, poseSize, unbounded } = this.space;
    const shapes = readShapes(where, this.lists, bodies?.shapes, checkShape);
    checkPairs(where, shapes, bodies.poses, poseSize, pairs, unbounded);
    if (trace)
      throw outOfRange(where, 'options.trace', trace, 'a batch has no trace: use distance() or collide() for one pair');
    return shapes;
  }

  /**
   * Runs the query for all pairs, one chunk at a time.
   * @param last the last argument of the kernel's function
   * @param size the memory of the results of a chunk, in numbers of 8 bytes
   * @param copy copies the results of pairs `from` to `from` + `count` − 1 from the kernel's memory at `at`
   * @param numbers further numbers of the bodies
   */
  private run(
    shapes: BatchShapes,
    poses: Float64Array,
    pairs: Uint32Array,
    settings: Given,
    query: FindQuery<Functions>,
    last: number,
    size: number,
    copy: (engine: Engine<Functions>, at: number, from: number, count: number) => void,
    numbers: Float64Array,
  ): void {
    const { space } = this;
    const { chunk } = space;
    // Copy the list, because a custom shape could change it during the batch.
    const all = shapes.hasHosts ? pairs.slice() : pairs;
    const engine = space.engine();
    const frame = engine.enter();
    try {
      const addresses = shapes.place(engine, frame);
      const tableSize = chunk + size + poses.length + addresses.length + numbers.length;
      const pairsAt = engine.memory.placeTable(frame, tableSize);
      const outAt = pairsAt + chunk;
      const posesAt = outAt + size;
      const recordsAt = posesAt + poses.length;
      const numbersAt = recordsAt + addresses.length;
      space.writeSettings(engine, frame, settings);
      engine.f64.set(poses, posesAt);
      engine.i32.set(addresses, integerIndex(recordsAt));
      engine.f64.set(numbers, numbersAt);
      const runChunk = query(engine, frame, numbersAt);
      for (let from = 0; 2 * from < all.length; from += chunk) {
        const chunkPairs = all.length <= 2 * chunk ? all : all.subarray(2 * from, 2 * (from + chunk));
        const count = chunkPairs.length / 2;
        // A Uint32Array like `pairs`: between equal types, `set` is a single memory copy.
        new Uint32Array(engine.f64.buffer, 8 * pairsAt, chunkPairs.length).set(chunkPairs);
        runChunk(frame.workspace, recordsAt, posesAt, pairsAt, count, outAt, last);
        copy(engine, outAt, from, count);
      }
    } finally {
      engine.leave();
    }
  }
}
