// The queries of batches: their functions in `proximal` and `proximal/derivatives`, and the columns of their results.
import {
  type Bodies,
  collideBatch,
  createDistanceBatch,
  createGrowthBatch,
  createPenetrationBatch,
  createSignedDistanceBatch,
  distanceBatch,
  growthDistanceBatch,
  penetrationBatch,
  signedDistanceBatch,
} from 'proximal';
import { createDerivativeBatch, type DerivativeBatchOptions, differentiateBatch } from 'proximal/derivatives';
import { invalid } from '../check.ts';

/** Arrays of results, one for each column; all have the same number of rows. */
export type Columns = Readonly<Record<string, Float64Array | Int32Array | Uint8Array>>;

/** The functions of a query. */
interface BatchQuery {
  /** A batch for the results of a number of pairs. */
  create(count: number, options: object): object;
  /** The results of pairs. @throws TypeError, RangeError for wrong shapes, poses or options */
  run(bodies: Bodies, pairs: Uint32Array, options: object): object;
}

/** By the names in job files. */
export const batchQueries = {
  distance: { create: createDistanceBatch, run: distanceBatch },
  collide: {
    create: (count) => ({ answers: new Uint8Array(count) }),
    run: (bodies, pairs, options) => ({ answers: collideBatch(bodies, pairs, options) }),
  },
  signedDistance: { create: createSignedDistanceBatch, run: signedDistanceBatch },
  penetration: { create: createPenetrationBatch, run: penetrationBatch },
  growthDistance: { create: createGrowthBatch, run: growthDistanceBatch },
  differentiate: {
    create: (count, { withRespectTo }: DerivativeBatchOptions) =>
      createDerivativeBatch(count, withRespectTo === undefined ? {} : { withRespectTo }),
    run: differentiateBatch,
  },
} satisfies Record<string, BatchQuery>;

export type BatchQueryName = keyof typeof batchQueries;

/** The columns of a batch by name; those of a batch inside have its name before them: `result.distance`. */
export function columnsOf(batch: object, prefix = ''): Columns {
  const entries = Object.entries(batch).flatMap(([name, value]): [string, Columns[string]][] => {
    if (ArrayBuffer.isView(value)) return [[`${prefix}${name}`, value as Columns[string]]];
    return typeof value === 'object' && value !== null ? Object.entries(columnsOf(value, `${prefix}${name}.`)) : [];
  });
  return Object.fromEntries(entries);
}

/** New columns for a number of pairs. */
export function createColumns(query: BatchQueryName, count: number, options: object): Columns {
  return columnsOf(batchQueries[query].create(count, options));
}

/** The results of pairs, as columns. */
export function computeColumns(query: BatchQueryName, bodies: Bodies, pairs: Uint32Array, options: object): Columns {
  return columnsOf(batchQueries[query].run(bodies, pairs, options));
}

export function readQueryName(where: string, name: unknown): BatchQueryName {
  const names = Object.keys(batchQueries);
  if (names.includes(name as string)) return name as BatchQueryName;
  throw invalid(where, 'query', name, `give one of ${names.join(', ')}`);
}
