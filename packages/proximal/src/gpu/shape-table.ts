// Shapes in f32, as the shader reads them.
import {
  HullBlock,
  KIND_BOX,
  KIND_CONVEX,
  KIND_ELLIPSOID,
  KIND_FRUSTUM,
  KIND_POINT,
  KIND_SEGMENT,
  MapCell,
  ShapeBlock,
} from '../engine/layout.ts';
import type { Shape } from '../shapes/shape.ts';
import { shapeStride } from './distance-shader.ts';

/** u = 2⁻²³: the relative rounding error of f32 in any rounding mode. */
const unit = 2 ** -23;
/** The kind, in the shader, of a hull with a map of directions. */
const mapped = 16;
/** Sizes in meters whose fourth powers are normal numbers in f32. */
const smallest = 1e-6;
const largest = 1e6;
/** The largest number of vertices of a hull. */
export const maxVertices = 4096;

/** The curved kinds, and all kinds, with a support function in the shader. */
const curved = [KIND_ELLIPSOID, KIND_FRUSTUM];
const kinds = [KIND_POINT, KIND_SEGMENT, KIND_BOX, KIND_CONVEX, ...curved];

/** Whether the shader has the shape's support function, in the range of sizes in which f32 neither over- nor underflows. */
export function isOnGpu(shape: Shape): boolean {
  const { data } = shape.record;
  const integers = new Int32Array(data.buffer);
  const kind = ShapeBlock.kind(integers, 0);
  const size = ShapeBlock.radiusAboutOrigin(data, 0);
  if (!kinds.includes(kind) || !(size === 0 || (size >= smallest && size <= largest))) return false;
  if (curved.includes(kind))
    return ShapeBlock.bound(data, 0) >= smallest && Math.min(...shapeParameters(data)) >= smallest;
  return kind !== KIND_CONVEX || ShapeBlock.count(integers, 0) <= maxVertices;
}

function shapeParameters(data: Float64Array): number[] {
  // A flat end of a cone has radius zero.
  return [...data.subarray(ShapeBlock.DATA, ShapeBlock.DATA + 3)].filter((x) => x > 0);
}

/** The rows of shapes and the points and cells of all hulls. */
export interface ShapeTable {
  readonly rows: Uint32Array;
  /** Four numbers per point, for alignment. */
  readonly points: Float32Array;
  readonly cells: Int32Array;
  /** The row of each shape of the list; −1 for a shape that the shader does not support. */
  readonly rowOf: Int32Array;
  /** For each shape of the list, the point of the body that the shader takes as the origin. */
  readonly origins: Float64Array;
}

/** The table of a list of shapes; a shape that occurs several times has one row. */
export function shapeTable(shapes: readonly Shape[]): ShapeTable {
  const rows: number[] = [];
  const points: number[] = [];
  const cells: number[] = [];
  const known = new Map<Shape, number>();
  const rowOf = new Int32Array(shapes.length).fill(-1);
  const origins = new Float64Array(3 * shapes.length);
  for (const [k, shape] of shapes.entries()) {
    if (!known.has(shape)) {
      known.set(shape, isOnGpu(shape) ? rows.length / shapeStride : -1);
      if (isOnGpu(shape)) rows.push(...rowOfShape(shape.record.data, points, cells));
    }
    rowOf[k] = known.get(shape) as number;
    origins.set(originOf(shape.record.data), 3 * k);
  }
  return {
    rows: Uint32Array.from(rows),
    points: Float32Array.from(points),
    cells: Int32Array.from(cells),
    rowOf,
    origins,
  };
}

/** Hulls are moved to their centers, so that the errors of their points are relative to their size. */
function originOf(data: Float64Array): readonly number[] {
  const isHull = ShapeBlock.kind(new Int32Array(data.buffer), 0) === KIND_CONVEX;
  return [0, 1, 2].map((k) => (isHull ? ShapeBlock.center(data, 0, k) : 0));
}

function rowOfShape(data: Float64Array, points: number[], cells: number[]): number[] {
  const integers = new Int32Array(data.buffer);
  const kind = ShapeBlock.kind(integers, 0);
  const head = [kind, 0, 0, 0];
  if (kind === KIND_CONVEX) {
    const cellsPerEdge = HullBlock.cells(integers, 0);
    const cellCount = Math.max(0, HullBlock.cellCount(integers, 0));
    const firstPair = HullBlock.TABLE + cellCount;
    const firstPoint = points.length / 4;
    if (cellsPerEdge === 0) {
      head.splice(1, 2, firstPoint, addPoints(data, firstPair, (ShapeBlock.count(integers, 0) + 1) >> 1, points));
    } else {
      head.splice(0, 4, mapped, cells.length / 2, cellsPerEdge, firstPoint);
      let pairs = 0;
      for (let cell = HullBlock.TABLE; cell < firstPair; cell++) {
        const [first, count] = [MapCell.first(integers, cell), MapCell.count(integers, cell)];
        cells.push(first, count);
        pairs = Math.max(pairs, first + count);
      }
      addPoints(data, firstPair, pairs, points);
    }
  }
  const isHull = kind === KIND_CONVEX;
  const radius = ShapeBlock.radius(data, 0);
  // The core is the shape without the swept ball.
  const size = (isHull ? ShapeBlock.bound(data, 0) : ShapeBlock.radiusAboutOrigin(data, 0)) - radius;
  const parameters = isHull ? [0, 0, 0] : [0, 1, 2].map((k) => ShapeBlock.data(data, 0, k) ?? 0);
  // The errors of support points and values, in units of u times the size: see docs/internals/gpu.md.
  const [pointUnits, valueUnits] = curved.includes(kind) ? [10, 28] : [1, isHull ? 26 : 12];
  const numbers = Float32Array.of(
    ...parameters,
    radius * (1 - unit),
    radius * (1 + unit),
    size * (1 + unit),
    pointUnits * unit * size,
    valueUnits * unit * size,
  );
  return [...head.map((x) => x >>> 0), ...new Uint32Array(numbers.buffer)];
}

/** Adds the points of `pairs` pairs in the record from `at` on, relative to the hull's center; returns their number. */
function addPoints(data: Float64Array, at: number, pairs: number, points: number[]): number {
  const [x, y, z] = originOf(data);
  for (let pair = at; pair < at + 6 * pairs; pair += 6) {
    for (let side = 0; side < 2; side++)
      points.push(data[pair + side] - x, data[pair + 2 + side] - y, data[pair + 4 + side] - z, 0);
  }
  return 2 * pairs;
}
