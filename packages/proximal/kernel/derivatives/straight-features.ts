// The sides of cores with straight edges: segments, boxes and hulls. A corner does not bend; where an edge or a face is farthest,
// its points are free along it.
import * as HullBlock from '../blocks/hull-block.ts';
import * as MapCell from '../blocks/map-cell.ts';
import * as ShapeBlock from '../blocks/shape-block.ts';
import { ld, ldi, st, sti } from '../port/memory.ts';
import { farthestOfPairs } from '../port/scan.ts';
import { cellOf, firstPairOf } from '../support/convex.ts';
import * as Side from './blocks/side.ts';
import * as SideRoom from './blocks/side-room.ts';
import { BORDER, isTied, setFree } from './side.ts';
import { dot, dotAt } from './tangent.ts';

/** A triangle of less height than this share of its longest edge, squared, counts as an edge. */
const FLAT: f64 = 1.0e-12;

/** Data: half the length, along z. */
export function segmentSide(record: i32, side: i32): void {
  freeAxis(side, 2, ShapeBlock.data(record, 0));
}

/** Data: the three half extents. */
export function boxSide(record: i32, side: i32): void {
  for (let axis: i32 = 0; axis < 3; axis += 1) freeAxis(side, axis, ShapeBlock.data(record, axis));
}

/** An edge along a coordinate axis, from −half to +half. */
function freeAxis(side: i32, axis: i32, half: f64): void {
  const isInside: bool = Math.abs(Side.point(side, axis)) < half * (1.0 - BORDER);
  if (!(half > 0.0) || !isTied(side, Math.abs(Side.direction(side, axis)), isInside)) return;
  const count: i32 = Side.freeCount(side);
  // Of a unit vector no three coordinates are small.
  if (count === 2) return;
  setFree(side, count, axis === 0 ? 1.0 : 0.0, axis === 1 ? 1.0 : 0.0, axis === 2 ? 1.0 : 0.0);
  if (!isInside) Side.setRegular(side, 0);
}

/** A hull: the vertices that are as far as the farthest are among the candidates of its cell. */
export function convexSide(record: i32, side: i32): void {
  const x: f64 = Side.direction(side, 0);
  const y: f64 = Side.direction(side, 1);
  const z: f64 = Side.direction(side, 2);
  const hasMap: bool = HullBlock.cells(record) > 0;
  const cell: i32 = hasMap ? cellOf(record, x, y, z) : 0;
  const first: i32 = hasMap ? firstPairOf(record, cell) : record + HullBlock.TABLE;
  const pairs: i32 = hasMap ? MapCell.count(cell) : (ShapeBlock.count(record) + 1) >> 1;
  const top: i32 = farthestOfPairs(first, pairs, x, y, z);
  if (isFree(side, first, pairs, top, Side.loose(side))) return;
  // A corner, or an edge or face that the point is not inside of: that must be perpendicular beyond doubt.
  if (Side.freeCount(side) > 0) isFree(side, first, pairs, top, Side.tight(side));
}

/**
 * Finds the edge or face of the vertices that are farthest within `angle`, and lists them behind the side. False if they are none
 * with the point inside.
 */
function isFree(side: i32, first: i32, pairs: i32, top: i32, angle: f64): bool {
  Side.setFreeCount(side, 0);
  Side.setRegular(side, 1);
  const list: i32 = 2 * (side + Side.SIZE);
  const count: i32 = listTied(side, first, pairs, top, angle, list);
  if (count === 0) return false;
  let longest: i32 = top;
  let most: f64 = 0.0;
  for (let k: i32 = 0; k < count; k += 1) {
    const squared: f64 = squaredWay(ldi(list + k), top);
    if (squared > most) {
      most = squared;
      longest = ldi(list + k);
    }
  }
  setFree(side, 0, ld(longest) - ld(top), ld(longest + 2) - ld(top + 2), ld(longest + 4) - ld(top + 4));
  let widest: i32 = top;
  let wide: f64 = FLAT * most;
  for (let k: i32 = 0; k < count; k += 1) {
    const squared: f64 = squaredAcross(side, ldi(list + k), top);
    if (squared > wide) {
      wide = squared;
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

/** Lists the vertices other than `top` to which the way from there is perpendicular to the direction within `angle`. */
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
      // An odd vertex stands beside its copy.
      if (
        squared > 0.0 &&
        count < SideRoom.LISTED_COUNT - 1 &&
        (drop >= 0.0 || drop * drop <= squaredAngle * squared)
      ) {
        sti(list + count, at);
        count += 1;
      }
    }
  }
  return count;
}

function squaredWay(at: i32, top: i32): f64 {
  const x: f64 = ld(at) - ld(top);
  const y: f64 = ld(at + 2) - ld(top + 2);
  const z: f64 = ld(at + 4) - ld(top + 4);
  return x * x + y * y + z * z;
}

/** The same without the part along the free vector, which is left in the scratch room. */
function squaredAcross(side: i32, at: i32, top: i32): f64 {
  const free: i32 = side + Side.FREE;
  const x: f64 = ld(at) - ld(top);
  const y: f64 = ld(at + 2) - ld(top + 2);
  const z: f64 = ld(at + 4) - ld(top + 4);
  const share: f64 = dot(free, x, y, z) / dotAt(free, free);
  const out: i32 = side + Side.SCRATCH;
  st(out, x - share * ld(free));
  st(out + 1, y - share * ld(free + 1));
  st(out + 2, z - share * ld(free + 2));
  return dotAt(out, out);
}

/** The free vector is the whole edge, from `top`. */
function isOnEdge(side: i32, top: i32): bool {
  const free: i32 = side + Side.FREE;
  const p: i32 = side + Side.POINT;
  const along: f64 = dot(free, ld(p) - ld(top), ld(p + 1) - ld(top + 2), ld(p + 2) - ld(top + 4));
  const share: f64 = along / dotAt(free, free);
  return share > BORDER && share < 1.0 - BORDER;
}

/**
 * Inside a convex polygon the line through the point and any corner has corners strictly on both sides. Other than the number of
 * pairs suggests this takes little more than one look at each corner, since both sides are mostly found at once.
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
