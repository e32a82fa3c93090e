import * as HullBlock from '../blocks/hull-block.ts';
import * as MapCell from '../blocks/map-cell.ts';
import * as Reserved from '../blocks/reserved.ts';
import * as ShapeBlock from '../blocks/shape-block.ts';
import { ld, st, toFloat, toInt } from '../port/memory.ts';
import { farthestOfPairs } from '../port/scan.ts';

/** Squares along an edge of a cell that is divided. */
const DIVISION: i32 = 4;

/**
 * The hull of a list of points. Small lists are scanned. For larger ones a map tells, for each cell of the directions,
 * the few vertices that can be farthest along one of them, and only those are scanned: the cost hardly grows with the
 * hull, no search can get stuck, and no start from an earlier answer is needed. Ties go to the lowest index, since the
 * vertices of a cell stand in their order.
 *
 * Data: one number with two integers, the map's cells per edge of the cube (0: no map) and the number of all cells; then
 * without a map the points in pairs; with one, for each cell two integers in one number, its first pair of candidates and how
 * many there are, or, with a count of −1, the first of the squares that it is divided into; then all pairs. See port/scan.ts.
 */
export function supportConvex(record: i32, dx: f64, dy: f64, dz: f64, out: i32): void {
  if (HullBlock.cells(record) === 0) {
    copyFarthest(record + HullBlock.TABLE, (ShapeBlock.count(record) + 1) >> 1, dx, dy, dz, out);
    return;
  }
  const cell: i32 = cellOf(record, dx, dy, dz);
  copyFarthest(firstPairOf(record, cell), MapCell.count(cell), dx, dy, dz, out);
}

/** The cell of a direction, of a hull that has a map. Its second integer is the number of its pairs. */
// @inline
export function cellOf(record: i32, dx: f64, dy: f64, dz: f64): i32 {
  const cells: i32 = HullBlock.cells(record);
  const table: i32 = record + HullBlock.TABLE;
  // The face of the cube around the origin that the direction leaves through: 2k toward +, 2k + 1 toward − along axis k;
  // the square on it is counted along the two next axes. No branch could guess which: the three are picked by address.
  const ax: f64 = Math.abs(dx);
  const ay: f64 = Math.abs(dy);
  const az: f64 = Math.abs(dz);
  const isX: i32 = (ax >= ay ? 1 : 0) & (ax >= az ? 1 : 0);
  const isY: i32 = ay >= az ? 1 : 0;
  const axis: i32 = (2 - isY) * (1 - isX);
  st(Reserved.CYCLE, dx);
  st(Reserved.CYCLE + 1, dy);
  st(Reserved.CYCLE + 2, dz);
  st(Reserved.CYCLE + 3, dx);
  st(Reserved.CYCLE + 4, dy);
  const main: f64 = ld(Reserved.CYCLE + axis);
  const half: f64 = 0.5 * toFloat(cells);
  const scale: f64 = half / Math.abs(main);
  let x: f64 = ld(Reserved.CYCLE + 1 + axis) * scale + half;
  let y: f64 = ld(Reserved.CYCLE + 2 + axis) * scale + half;
  let column: i32 = square(cells, x);
  let row: i32 = square(cells, y);
  const face: i32 = 2 * axis + (main < 0.0 ? 1 : 0);
  let cell: i32 = table + (face * cells + row) * cells + column;
  while (MapCell.count(cell) < 0) {
    x = (x - toFloat(column)) * toFloat(DIVISION);
    y = (y - toFloat(row)) * toFloat(DIVISION);
    column = square(DIVISION, x);
    row = square(DIVISION, y);
    cell = table + MapCell.first(cell) + row * DIVISION + column;
  }
  return cell;
}

/** Where the pairs of a cell start. */
// @inline
export function firstPairOf(record: i32, cell: i32): i32 {
  return record + HullBlock.TABLE + HullBlock.cellCount(record) + 6 * MapCell.first(cell);
}

function copyFarthest(first: i32, pairs: i32, dx: f64, dy: f64, dz: f64, out: i32): void {
  const farthest: i32 = farthestOfPairs(first, pairs, dx, dy, dz);
  st(out, ld(farthest));
  st(out + 1, ld(farthest + 2));
  st(out + 2, ld(farthest + 4));
}

/** The whole part of `x`, kept within the `count` squares: also for the far edge, and for a direction of zeros or NaN. */
function square(count: i32, x: f64): i32 {
  if (!(x >= 0.0)) return 0;
  if (!(x < toFloat(count))) return count - 1;
  return toInt(x);
}
