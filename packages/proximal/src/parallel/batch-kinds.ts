// The batches of a pool, by the names of their functions on one core: their columns, their checks, and the call for a part of the pairs.
import { outOfRange } from '../check/argument.ts';
import {
  type DerivativeBatch,
  derivativeBatchLayout,
  differentiateBatch,
  readDerivativeBatch,
} from '../derivatives/derivative-batch.ts';
import { readDerivativeSettings } from '../derivatives/derivative-options.ts';
import {
  type Bodies,
  collideBatch,
  type DistanceBatch,
  distanceBatch,
  distanceBatchLayout,
} from '../proximity/batch.ts';
import {
  type PenetrationBatch,
  penetrationBatch,
  penetrationBatchLayout,
  readDepthBatch,
  type SignedDistanceBatch,
  signedBatchLayout,
  signedDistanceBatch,
} from '../proximity/depth-batch.ts';
import { type GrowthBatch, growthBatchLayout, growthDistanceBatch, readCenters } from '../proximity/growth-batch.ts';
import { readBatchGrowth } from '../proximity/growth-options.ts';
import { type DistanceOptions, readSettings } from '../proximity/options.ts';
import { type BatchLayout, batchOf, type Columns } from '../query/batch-result.ts';

interface BatchKind {
  readonly layout: (options: object) => BatchLayout;
  /** Checks the options, and the pairs beyond the checks of every batch. */
  readonly check: (where: string, options: object, bodies: Bodies, pairs: Uint32Array) => void;
  /** Answers pairs into arrays of the layout. */
  readonly run: (bodies: Bodies, pairs: Uint32Array, options: object, columns: Columns) => void;
}

/** A kind whose function takes a batch as `out`. */
function rows<Batch>(
  layout: (options: object) => BatchLayout,
  check: BatchKind['check'],
  run: (bodies: Bodies, pairs: Uint32Array, options: object, out: Batch) => Batch,
): BatchKind {
  return {
    layout,
    check,
    run: (bodies, pairs, options, columns) =>
      void run(bodies, pairs, options, batchOf<Batch>(pairs.length / 2, columns)),
  };
}

function checkDistance(where: string, options: DistanceOptions): void {
  const { trace } = readSettings(where, options, false);
  if (trace) throw noTrace(where, trace);
}

function checkDepth(where: string, options: object): void {
  const { trace } = readDepthBatch(where, options, true);
  if (trace) throw noTrace(where, trace);
}

function noTrace(where: string, trace: unknown): RangeError {
  return outOfRange(where, 'options.trace', trace, 'a batch has no trace: use the query of one pair');
}

export const batchKinds = {
  collideBatch: {
    layout: () => ({ create: 'Uint8Array', numbers: [], integers: ['answers'] }),
    check: checkDistance,
    run: (bodies, pairs, options, { answers }) => void collideBatch(bodies, pairs, options, answers as Uint8Array),
  },
  distanceBatch: rows<DistanceBatch>(() => distanceBatchLayout, checkDistance, distanceBatch),
  signedDistanceBatch: rows<SignedDistanceBatch>(() => signedBatchLayout, checkDepth, signedDistanceBatch),
  penetrationBatch: rows<PenetrationBatch>(() => penetrationBatchLayout, checkDepth, penetrationBatch),
  growthDistanceBatch: rows<GrowthBatch>(
    () => growthBatchLayout,
    (where, options, bodies, pairs) => {
      readBatchGrowth(where, options);
      readCenters(where, bodies, pairs);
    },
    growthDistanceBatch,
  ),
  differentiateBatch: rows<DerivativeBatch>(
    (options) => derivativeBatchLayout(readDerivativeSettings('differentiateBatch', options).columns),
    readDerivativeBatch,
    differentiateBatch,
  ),
} satisfies Record<string, BatchKind>;

/** The name of a batch of a pool. */
export type BatchName = keyof typeof batchKinds;
