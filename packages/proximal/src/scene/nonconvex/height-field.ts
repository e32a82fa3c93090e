import { checkInteger, checkNumber, checkOptions, wrongType } from '../../check/argument.ts';
import type { Pose } from '../../math/pose.ts';
import type { Vec3 } from '../../math/vec3.ts';
import type { AssemblyJSON, PartList } from '../../shapes/assembly.ts';
import { convex } from '../../shapes/convex.ts';
import type { LocalRay, PartEntry } from '../../shapes/local-ray.ts';
import type { Bounds, Shape } from '../../shapes/shape.ts';
import { triangle } from '../../shapes/triangle.ts';
import { boxOfTriangle } from './bounds.ts';
import { enterGround } from './height-ray.ts';
import { Surface } from './surface.ts';

/** The grid of a height field. */
export interface HeightFieldOptions {
  /** The number of samples along x, 2 or more. */
  readonly columns: number;
  /** The number of samples along y, 2 or more. */
  readonly rows: number;
  /** Distance between neighboring samples, in meters. */
  readonly spacing: number;
}

/** A field is solid to this depth below its lowest point, as a multiple of the field's size. */
const solidDepth = 100;
/** The largest number of triangular columns that are cached as shapes, and of the triangles on top of them. */
const maxCachedShapes = 4096;

/** The ground under a grid of heights, solid below. */
export class HeightField extends Surface {
  /** The name in messages, kept by minifiers. @internal */
  static override readonly name: string = 'HeightField';

  readonly kind = 'heightField';
  readonly isOneSided = true;
  /** @internal */
  readonly orientation = 1;
  private readonly lowest: number;
  private readonly highest: number;
  private readonly bottom: number;
  private readonly bounds: Bounds;
  private readonly shapes = new Map<number, Shape>();
  private readonly tops = new Map<number, Shape>();

  /** @internal */
  constructor(
    private readonly heights: Float64Array,
    readonly columns: number,
    readonly rows: number,
    readonly spacing: number,
  ) {
    super();
    this.lowest = heights.reduce((least, height) => Math.min(least, height), Infinity);
    this.highest = heights.reduce((greatest, height) => Math.max(greatest, height), -Infinity);
    const size = this.highest - this.lowest + spacing * (columns + rows);
    this.bottom = this.lowest - solidDepth * size;
    const [x, y] = [((columns - 1) * spacing) / 2, ((rows - 1) * spacing) / 2];
    this.bounds = { min: [-x, -y, this.bottom], max: [x, y, this.highest] };
  }

  /** Two triangular columns for each square of the grid. */
  get partCount(): number {
    return 2 * (this.columns - 1) * (this.rows - 1);
  }

  /** The column under triangle `index`. */
  part(index: number): Shape {
    checkInteger('HeightField.part', 'index', index, 0, this.partCount - 1);
    return this.shapes.get(index) ?? keep(this.shapes, index, this.columnUnder(index));
  }

  private columnUnder(index: number): Shape {
    const top = this.corners(index);
    return convex([...top, ...top.map(([x, y]): Vec3 => [x, y, this.bottom])]);
  }

  /** @internal */
  protected computeMass(): never {
    throw new RangeError('massProperties: a height field has no mass; make it static or kinematic');
  }

  /** The triangle on top of column number `index`. @internal */
  facet(index: number): Shape {
    return this.tops.get(index) ?? keep(this.tops, index, triangle(...this.corners(index)));
  }

  /** A corner of the triangle on top of column number `index`, counter-clockwise seen from above. @internal */
  corner(index: number, corner: number, out: Vec3 = [0, 0, 0]): Vec3 {
    const number = this.cornerNumber(index, corner);
    const column = number % this.columns;
    return this.sample(column, (number - column) / this.columns, out);
  }

  /** The index of the sample at a corner. A square is cut along its diagonal from the first sample to the last. @internal */
  cornerNumber(index: number, corner: number): number {
    const square = index >> 1;
    const column = square % (this.columns - 1);
    const first = ((square - column) / (this.columns - 1)) * this.columns + column;
    if (corner === 0) return first;
    const isLower = index % 2 === 0;
    if (corner === (isLower ? 2 : 1)) return first + this.columns + 1;
    return isLower ? first + 1 : first + this.columns;
  }

  /** Of the four squares around a sample, two have both triangles at the sample, and two have one. @internal */
  collectAround(corner: number, out: PartList): void {
    const column = corner % this.columns;
    const row = (corner - column) / this.columns;
    this.addTriangles(column, row, true, true, out);
    this.addTriangles(column - 1, row, true, false, out);
    this.addTriangles(column, row - 1, false, true, out);
    this.addTriangles(column - 1, row - 1, true, true, out);
  }

  /** Adds the first, the second or both triangles of a square of the grid to a list, if the square exists. */
  private addTriangles(column: number, row: number, first: boolean, second: boolean, out: PartList): void {
    if (column < 0 || row < 0 || column > this.columns - 2 || row > this.rows - 2) return;
    const index = 2 * (row * (this.columns - 1) + column);
    if (first) out.push(index);
    if (second) out.push(index + 1);
  }

  partPose(): Pose | null {
    return null;
  }

  boundingBox(): Bounds {
    return this.bounds;
  }

  toJSON(): AssemblyJSON {
    const { columns, rows, spacing } = this;
    return { version: 1, kind: this.kind, heights: [...this.heights], columns, rows, spacing };
  }

  /** @internal */
  override enter(ray: LocalRay, upTo: number): PartEntry | null {
    return enterGround(this, ray, upTo);
  }

  /** @internal */
  override boxOf(index: number, out: Float64Array): void {
    boxOfTriangle(this.corners(index), out);
    out[2] = this.bottom;
  }

  /** @internal */
  collect(box: Float64Array, maxDistance: number, out: PartList): void {
    const { columns, rows, spacing } = this;
    // The range of squares within the distance, extended on each side by 1e-9 of a square for rounding.
    const left = (box[0] - maxDistance) / spacing + (columns - 1) / 2 - 1e-9;
    const right = (box[3] + maxDistance) / spacing + (columns - 1) / 2 + 1e-9;
    const front = (box[1] - maxDistance) / spacing + (rows - 1) / 2 - 1e-9;
    const back = (box[4] + maxDistance) / spacing + (rows - 1) / 2 + 1e-9;
    if (right < 0 || left > columns - 1 || back < 0 || front > rows - 1) return;
    for (let row = squareAt(front, rows); row <= squareAt(back, rows); row++) {
      for (let column = squareAt(left, columns); column <= squareAt(right, columns); column++) {
        const top = Math.max(
          Math.max(this.height(column, row), this.height(column + 1, row)),
          Math.max(this.height(column, row + 1), this.height(column + 1, row + 1)),
        );
        if (box[2] - top > maxDistance) continue;
        out.push(2 * (row * (columns - 1) + column));
        out.push(2 * (row * (columns - 1) + column) + 1);
      }
    }
  }

  /** The height of the surface at x and y, which are inside the grid. @internal */
  heightAt(x: number, y: number): number {
    const { columns, rows, spacing } = this;
    const u = x / spacing + (columns - 1) / 2;
    const v = y / spacing + (rows - 1) / 2;
    const column = squareAt(u, columns);
    const row = squareAt(v, rows);
    const [s, t] = [u - column, v - row];
    const first = this.height(column, row);
    const last = this.height(column + 1, row + 1);
    // Each square is cut along its diagonal from the first sample to the last.
    const other = s >= t ? this.height(column + 1, row) : this.height(column, row + 1);
    return s >= t ? first + s * (other - first) + t * (last - other) : first + t * (other - first) + s * (last - other);
  }

  private height(column: number, row: number): number {
    return this.heights[row * this.columns + column];
  }

  private sample(column: number, row: number, out: Vec3): Vec3 {
    const { columns, rows, spacing } = this;
    out[0] = (column - (columns - 1) / 2) * spacing;
    out[1] = (row - (rows - 1) / 2) * spacing;
    out[2] = this.height(column, row);
    return out;
  }
}

/** The index of the square that contains a position, in units of the spacing; of the first or last square for a position outside of the grid. */
function squareAt(x: number, count: number): number {
  return Math.max(0, Math.min(count - 2, Math.floor(x)));
}

/** Adds a shape to a cache of at most `maxCachedShapes`. Returns the shape. */
function keep(shapes: Map<number, Shape>, index: number, shape: Shape): Shape {
  if (shapes.size >= maxCachedShapes) shapes.clear();
  shapes.set(index, shape);
  return shape;
}

/**
 * The ground under a grid of heights, centered on the body's z axis: triangles between the samples, solid below them (to a
 * hundred times the field's size). Its parts are triangular columns, two for each square. Overlaps are resolved upward: the normal is the normal
 * of the triangle on top, and the depth is the distance of the deepest point in the column from the triangle's plane.
 * @param heights z in meters, row by row along y, each from the least x to the largest
 * @example
 * ```ts
 * const hill = heightField([0, 0, 0, 0, 1, 0, 0, 0, 0], { columns: 3, rows: 3, spacing: 1 });
 * ```
 */
export function heightField(heights: ArrayLike<number>, options: HeightFieldOptions): HeightField {
  const where = 'heightField';
  checkOptions(where, 'options', options, ['columns', 'rows', 'spacing']);
  const { columns, rows, spacing } = options ?? {};
  checkInteger(where, 'options.columns', columns, 2, 1 << 15);
  checkInteger(where, 'options.rows', rows, 2, 1 << 15);
  checkNumber(where, 'options.spacing', spacing, 'give a length in meters, finite and positive', 0, true);
  if (typeof heights !== 'object' || heights === null || heights.length !== columns * rows)
    throw wrongType(where, 'heights', heights, `give columns × rows = ${columns * rows} numbers`);
  const numbers = Float64Array.from(heights, (height, k) =>
    checkNumber(where, `heights[${k}]`, height, 'give finite heights in meters'),
  );
  return new HeightField(numbers, columns, rows, spacing);
}
