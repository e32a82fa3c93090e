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

/** The depth to which a field is solid, as a multiple of its size. */
const depthOfSolid = 100;
/** The largest number of columns cached as shapes. */
const mostShapes = 4096;

/** The ground under a grid of heights, solid below. */
export class HeightField extends Surface {
  readonly kind = 'heightField';
  readonly isSolid = true;
  /** @internal */
  readonly orientation = 1;
  private readonly lowest: number;
  private readonly highest: number;
  private readonly bottom: number;
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
    this.highest = heights.reduce((most, height) => Math.max(most, height), -Infinity);
    const size = this.highest - this.lowest + spacing * (columns + rows);
    this.bottom = this.lowest - depthOfSolid * size;
  }

  /** Two triangular columns for each square of the grid. */
  get partCount(): number {
    return 2 * (this.columns - 1) * (this.rows - 1);
  }

  /** The column under triangle `index`. */
  part(index: number): Shape {
    checkInteger('HeightField.part', 'index', index, 0, this.partCount - 1);
    return cached(this.shapes, index, () => {
      const top = this.corners(index);
      return convex([...top, ...top.map(([x, y]): Vec3 => [x, y, this.bottom])]);
    });
  }

  /** @internal */
  protected computeMass(): never {
    throw new RangeError(
      'massProperties: a height field is unbounded below and has no mass; make it static or kinematic',
    );
  }

  /** The triangle on top of column number `index`. @internal */
  facet(index: number): Shape {
    return cached(this.tops, index, () => triangle(...this.corners(index)));
  }

  /** A corner of the triangle on top of column number `index`, counter-clockwise seen from above. @internal */
  corner(index: number, corner: number, out: Vec3 = [0, 0, 0]): Vec3 {
    const number = this.cornerNumber(index, corner);
    const column = number % this.columns;
    return this.sample(column, (number - column) / this.columns, out);
  }

  /** A square is cut along its diagonal from the first sample to the last. @internal */
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
  visitAround(corner: number, visit: (index: number) => void): void {
    const { columns, rows } = this;
    const column = corner % columns;
    const row = (corner - column) / columns;
    const visitSquare = (x: number, y: number, which: number): void => {
      if (x < 0 || y < 0 || x > columns - 2 || y > rows - 2) return;
      const index = 2 * (y * (columns - 1) + x);
      if (which !== 1) visit(index);
      if (which !== 0) visit(index + 1);
    };
    visitSquare(column, row, 2);
    visitSquare(column - 1, row, 0);
    visitSquare(column, row - 1, 1);
    visitSquare(column - 1, row - 1, 2);
  }

  partPose(): Pose | null {
    return null;
  }

  boundingBox(): Bounds {
    const [x, y] = [((this.columns - 1) * this.spacing) / 2, ((this.rows - 1) * this.spacing) / 2];
    return { min: [-x, -y, this.bottom], max: [x, y, this.highest] };
  }

  toJSON(): AssemblyJSON {
    const { columns, rows, spacing } = this;
    return { version: 1, kind: this.kind, heights: [...this.heights], columns, rows, spacing };
  }

  /** @internal */
  override enter(ray: LocalRay, most: number): PartEntry | null {
    return enterGround(this, ray, most);
  }

  /** @internal */
  override boxOf(index: number, out: Float64Array): void {
    boxOfTriangle(this.corners(index), out);
    out[2] = this.bottom;
  }

  /** @internal */
  collect(box: Float64Array, reach: number, out: PartList): void {
    const { columns, rows, spacing } = this;
    // The range of squares within reach, extended on each side by 1e-9 of a square for rounding.
    const square = (x: number, count: number): number => x / spacing + (count - 1) / 2;
    const clamp = (x: number, count: number): number => Math.max(0, Math.min(count - 2, Math.floor(x)));
    const [left, right] = [square(box[0] - reach, columns) - 1e-9, square(box[3] + reach, columns) + 1e-9];
    const [front, back] = [square(box[1] - reach, rows) - 1e-9, square(box[4] + reach, rows) + 1e-9];
    if (right < 0 || left > columns - 1 || back < 0 || front > rows - 1) return;
    for (let row = clamp(front, rows); row <= clamp(back, rows); row++) {
      for (let column = clamp(left, columns); column <= clamp(right, columns); column++) {
        const top = Math.max(
          Math.max(this.height(column, row), this.height(column + 1, row)),
          Math.max(this.height(column, row + 1), this.height(column + 1, row + 1)),
        );
        if (box[2] - top > reach) continue;
        out.push(2 * (row * (columns - 1) + column));
        out.push(2 * (row * (columns - 1) + column) + 1);
      }
    }
  }

  /** The height of the surface over a point of the grid. @internal */
  heightAt(x: number, y: number): number {
    const { columns, rows, spacing } = this;
    const u = x / spacing + (columns - 1) / 2;
    const v = y / spacing + (rows - 1) / 2;
    const column = Math.max(0, Math.min(columns - 2, Math.floor(u)));
    const row = Math.max(0, Math.min(rows - 2, Math.floor(v)));
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

function cached(shapes: Map<number, Shape>, index: number, make: () => Shape): Shape {
  const existing = shapes.get(index);
  if (existing) return existing;
  const shape = make();
  if (shapes.size >= mostShapes) shapes.clear();
  shapes.set(index, shape);
  return shape;
}

/**
 * The ground under a grid of heights, centered on the body's z axis: triangles between the samples, solid below them (to a
 * hundred times the field's size). Its parts are triangular columns, two for each square. Overlaps are resolved upward: the
 * normal is that of the triangle on top, and the depth is that of the deepest point in the column, measured from the triangle's
 * plane.
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
    throw wrongType(where, 'heights', heights, `give ${columns * rows} numbers, columns times rows`);
  const numbers = Float64Array.from(heights, (height, k) =>
    checkNumber(where, `heights[${k}]`, height, 'give finite heights in meters'),
  );
  return new HeightField(numbers, columns, rows, spacing);
}
