import * as HullBlock from '../blocks/hull-block.ts';
import * as MapCell from '../blocks/map-cell.ts';
import * as Reserved from '../blocks/reserved.ts';
import * as ShapeBlock from '../blocks/shape-block.ts';
import { supportClimb } from '../climb.ts';
import * as Side from '../derivatives/blocks/side.ts';
import * as SideWorkspace from '../derivatives/blocks/side-workspace.ts';
import { BORDER, setFree } from '../derivatives/side.ts';
import { dot, dotAt } from '../derivatives/tangent.ts';
import { ld, ldi, st, sti, toFloat, toInt } from '../port/memory.ts';
import { farthestOfPairs } from '../port/scan.ts';

/** A triangle whose squared height is below this fraction of its squared longest edge counts as an edge. */
const FLAT: f64 = 1.0e-12;

/** Squares along an edge of a divided cell. */
const DIVISION: i32 = 4;

/**
 * The hull of a list of points. Small lists are scanned. For larger ones a map lists, for each cell of the directions, the few
 * vertices that can be farthest along one of them, and only those are scanned: the cost hardly grows with the number of vertices,
 * no search can get stuck, and no warm start is needed. Ties go to the lowest index, because the vertices of a cell are in ascending
 * order. On request, large hulls use hill climbing instead of the map (climb.ts).
 *
 * Data: one number with two integers, the map's cells per edge of the cube (0: no map) and the number of all cells. Without a map the
 * points follow in pairs; a hull with hill climbing (climb.ts) has its neighbors behind them, and a negative number of cells. With a map, each
 * cell follows as one number with two integers: its first pair of candidates and the number of pairs, or, if it is divided, its first
 * square and −1. Then follow all pairs. See port/scan.ts.
 */
export function supportConvex(record: i32, dx: f64, dy: f64, dz: f64, out: i32): void {
  if (HullBlock.cells(record) === 0) {
    if (HullBlock.cellCount(record) < 0) supportClimb(record, dx, dy, dz, out);
    else copyFarthest(record + HullBlock.TABLE, (ShapeBlock.count(record) + 1) >> 1, dx, dy, dz, out);
    return;
  }
  const cell: i32 = cellOf(record, dx, dy, dz);
  copyFarthest(firstPairOf(record, cell), MapCell.count(cell), dx, dy, dz, out);
}

/** The address of the undivided cell that contains a direction, in the map of a hull that has one. */
// @inline
export function cellOf(record: i32, dx: f64, dy: f64, dz: f64): i32 {
  const cells: i32 = HullBlock.cells(record);
  const table: i32 = record + HullBlock.TABLE;
  // The face of the cube around the origin through which the direction leaves: 2k toward +, 2k + 1 toward − along axis k. Squares on the
  // face are counted along the two next axes. A branch would be unpredictable, so the three coordinates are selected by address.
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

/** The address of the first pair of a cell. */
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

/** Fills a side of a hull. All vertices that are as far as the farthest one are among the candidates of the direction's cell. */
export function fillConvexSide(record: i32, side: i32): void {
  const x: f64 = Side.direction(side, 0);
  const y: f64 = Side.direction(side, 1);
  const z: f64 = Side.direction(side, 2);
  const hasMap: bool = HullBlock.cells(record) > 0;
  const cell: i32 = hasMap ? cellOf(record, x, y, z) : 0;
  const first: i32 = hasMap ? firstPairOf(record, cell) : record + HullBlock.TABLE;
  const pairs: i32 = hasMap ? MapCell.count(cell) : (ShapeBlock.count(record) + 1) >> 1;
  const top: i32 = farthestOfPairs(first, pairs, x, y, z);
  if (findFree(side, first, pairs, top, Side.loose(side))) return;
  // The point is a corner, or it is not inside the edge or face. In the second case only features count that are perpendicular to the
  // direction within the smaller angle.
  if (Side.freeCount(side) > 0) findFree(side, first, pairs, top, Side.tight(side));
}

/**
 * Finds the edge or face of the vertices that are farthest within `angle`, and lists these vertices behind the side. False if there is
 * no edge or face with the point inside.
 */
function findFree(side: i32, first: i32, pairs: i32, top: i32, angle: f64): bool {
  Side.setFreeCount(side, 0);
  Side.setRegular(side, 1);
  const list: i32 = 2 * (side + Side.SIZE);
  const count: i32 = listTied(side, first, pairs, top, angle, list);
  if (count === 0) return false;
  let longest: i32 = top;
  let longestSquared: f64 = 0.0;
  for (let k: i32 = 0; k < count; k += 1) {
    const squared: f64 = squaredDistance(ldi(list + k), top);
    if (squared > longestSquared) {
      longestSquared = squared;
      longest = ldi(list + k);
    }
  }
  setFree(side, 0, ld(longest) - ld(top), ld(longest + 2) - ld(top + 2), ld(longest + 4) - ld(top + 4));
  let widest: i32 = top;
  let widestSquared: f64 = FLAT * longestSquared;
  for (let k: i32 = 0; k < count; k += 1) {
    const squared: f64 = squaredAcross(side, ldi(list + k), top);
    if (squared > widestSquared) {
      widestSquared = squared;
      widest = ldi(list + k);
    }
  }
  if (widest !== top) {
    squaredAcross(side, widest, top);
    const scratch: i32 = side + Side.SCRATCH;
    setFree(side, 1, ld(scratch), ld(scratch + 1), ld(scratch + 2));
  }
  sti(list + count, top);
  const isInside: bool = widest === top ? isOnEdge(side, top) : isOnFace(side, list, count + 1);
  if (!isInside) Side.setRegular(side, 0);
  return isInside;
}

/** Lists the vertices v other than `top` for which v − top is perpendicular to the direction within `angle`. */
function listTied(side: i32, first: i32, pairs: i32, top: i32, angle: f64, list: i32): i32 {
  const x: f64 = Side.direction(side, 0);
  const y: f64 = Side.direction(side, 1);
  const z: f64 = Side.direction(side, 2);
  const tx: f64 = ld(top);
  const ty: f64 = ld(top + 2);
  const tz: f64 = ld(top + 4);
  const squaredAngle: f64 = angle * angle;
  let count: i32 = 0;
  for (let pair: i32 = 0; pair < pairs; pair += 1) {
    for (let at: i32 = first + 6 * pair; at < first + 6 * pair + 2; at += 1) {
      const dx: f64 = ld(at) - tx;
      const dy: f64 = ld(at + 2) - ty;
      const dz: f64 = ld(at + 4) - tz;
      const drop: f64 = x * dx + y * dy + z * dz;
      const squared: f64 = dx * dx + dy * dy + dz * dz;
      // The last of an odd number of vertices is stored twice.
      if (
        squared > 0.0 &&
        count < SideWorkspace.LISTED_COUNT - 1 &&
        (drop >= 0.0 || drop * drop <= squaredAngle * squared)
      ) {
        sti(list + count, at);
        count += 1;
      }
    }
  }
  return count;
}

function squaredDistance(at: i32, top: i32): f64 {
  const x: f64 = ld(at) - ld(top);
  const y: f64 = ld(at + 2) - ld(top + 2);
  const z: f64 = ld(at + 4) - ld(top + 4);
  return x * x + y * y + z * z;
}

/** Writes the vector from `top` to `at`, without its component along the free vector, to the scratch memory. Returns its squared length. */
function squaredAcross(side: i32, at: i32, top: i32): f64 {
  const free: i32 = side + Side.FREE;
  const x: f64 = ld(at) - ld(top);
  const y: f64 = ld(at + 2) - ld(top + 2);
  const z: f64 = ld(at + 4) - ld(top + 4);
  const factor: f64 = dot(free, x, y, z) / dotAt(free, free);
  const out: i32 = side + Side.SCRATCH;
  st(out, x - factor * ld(free));
  st(out + 1, y - factor * ld(free + 1));
  st(out + 2, z - factor * ld(free + 2));
  return dotAt(out, out);
}

/** Whether the point is inside the edge. The free vector is the whole edge, from `top`. */
function isOnEdge(side: i32, top: i32): bool {
  const free: i32 = side + Side.FREE;
  const p: i32 = side + Side.POINT;
  const along: f64 = dot(free, ld(p) - ld(top), ld(p + 1) - ld(top + 2), ld(p + 2) - ld(top + 4));
  const parameter: f64 = along / dotAt(free, free);
  return parameter > BORDER && parameter < 1.0 - BORDER;
}

/**
 * Whether the point is inside the face: then the line through the point and any corner has corners strictly on both sides. Despite the
 * number of pairs this takes little more than one test per corner, because corners on both sides are usually found at once.
 */
function isOnFace(side: i32, list: i32, count: i32): bool {
  for (let k: i32 = 0; k < count; k += 1) if (!hasBothSides(side, list, count, ldi(list + k))) return false;
  return true;
}

function hasBothSides(side: i32, list: i32, count: i32, corner: i32): bool {
  const d: i32 = side + Side.DIRECTION;
  const p: i32 = side + Side.POINT;
  const free: i32 = side + Side.FREE;
  const least: f64 = BORDER * dotAt(free, free);
  const x: f64 = ld(corner) - ld(p);
  const y: f64 = ld(corner + 2) - ld(p + 1);
  const z: f64 = ld(corner + 4) - ld(p + 2);
  // d × (corner − point): positive on the left of that line.
  const nx: f64 = ld(d + 1) * z - ld(d + 2) * y;
  const ny: f64 = ld(d + 2) * x - ld(d) * z;
  const nz: f64 = ld(d) * y - ld(d + 1) * x;
  let isLeft: bool = false;
  let isRight: bool = false;
  for (let k: i32 = 0; k < count; k += 1) {
    const at: i32 = ldi(list + k);
    const height: f64 = nx * (ld(at) - ld(p)) + ny * (ld(at + 2) - ld(p + 1)) + nz * (ld(at + 4) - ld(p + 2));
    if (height > least) isLeft = true;
    if (height < -least) isRight = true;
    if (isLeft && isRight) return true;
  }
  return false;
}
