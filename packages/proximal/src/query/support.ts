// Support points for many directions at once, in 3D and 2D.
import { wrongType } from '../check/argument.ts';
import type { BatchKernel, Engine } from '../engine/engine.ts';
import { batchSize } from '../engine/engine-memory.ts';
import { ShapeBlock } from '../engine/layout.ts';
import type { ShapeRecord } from '../engine/record.ts';
import { powerOfTwo } from '../math/power-of-two.ts';

/** Above this radius, radius/length of a direction may overflow unless the length is 1 or more. */
const largeRadius = 1e200;

const words = { 2: 'two', 3: 'three' } as const;

/** Checks directions and `out`, and calls the kernel with a few hundred directions at a time. */
export function supportPoints(
  getEngine: () => Engine<BatchKernel>,
  shape: { readonly record: ShapeRecord; readonly isBounded: boolean },
  dimension: 2 | 3,
  directions: Float64Array,
  out: Float64Array | undefined,
): Float64Array {
  const where = 'supportBatch';
  if (!(directions instanceof Float64Array) || directions.length % dimension !== 0) {
    const remedy = `give a Float64Array of ${words[dimension]} numbers for each direction`;
    throw wrongType(where, 'directions', directions, remedy);
  }
  const points = out ?? new Float64Array(directions.length);
  if (!(points instanceof Float64Array) || points.length !== directions.length) {
    throw wrongType(where, 'out', out, `give a Float64Array of length ${directions.length}, or leave it out`);
  }
  if (!shape.isBounded) {
    throw wrongType(
      where,
      'shape',
      shape,
      'it is unbounded and has no farthest point in most directions; give a bounded shape',
    );
  }
  // Made before a query frame is entered, because the record of a custom shape calls its support function.
  const { record } = shape;
  const engine = getEngine();
  const given = ShapeBlock.radius(record.data, 0) > largeRadius ? lengthened(directions, dimension) : directions;
  const batchLength = dimension * batchSize;
  for (let from = 0; from < given.length; from += batchLength) {
    const length = Math.min(batchLength, given.length - from);
    const frame = engine.enter();
    try {
      const address = engine.memory.place(frame, 0, record);
      copy(given, from, engine.f64, frame.input, length);
      engine.kernel.supportMany(address, frame.input, length / dimension, frame.output);
      copy(engine.f64, frame.output, points, from, length);
    } finally {
      engine.leave();
    }
  }
  return points;
}

/** Copies numbers by a loop: a view of an array allocates memory, and most batches are short. */
function copy(source: Float64Array, from: number, out: Float64Array, to: number, length: number): void {
  for (let k = 0; k < length; k++) out[to + k] = source[from + k];
}

/** The directions, each scaled by a power of two such that its largest component is 1 or more. */
function lengthened(directions: Float64Array, dimension: number): Float64Array {
  return directions.map((x, k) => {
    const first = k - (k % dimension);
    const largest = directions.subarray(first, first + dimension).reduce((max, y) => Math.max(max, Math.abs(y)), 0);
    return largest > 0 ? x / powerOfTwo(largest) : x;
  });
}
