// The sides of cores with straight edges: segments, boxes and hulls. A corner does not bend; where an edge or a face is farthest,
// its points are free along it.
import { RECORD_COUNT_INT, RECORD_DATA } from '../layout.ts';
import { ld, ldi, st, sti } from '../port/memory.ts';
import { farthestOfPairs } from '../port/scan.ts';
import { cellOf, firstPairOf } from '../support/convex.ts';
import {
  SIDE_DIRECTION,
  SIDE_FREE,
  SIDE_FREE_COUNT_INT,
  SIDE_LOOSE,
  SIDE_POINT,
  SIDE_REGULAR_INT,
  SIDE_SCRATCH,
  SIDE_TIGHT,
} from './layout.ts';
import { BORDER, isTied, setFree } from './side.ts';
import { dot } from './tangent.ts';

/** A triangle of less height than this share of its longest edge, squared, counts as an edge. */
const FLAT: f64 = 1.0e-12;

/** Data: half the length, along z. */
export function segmentSide(record: i32, side: i32): void {
  freeAxis(side, 2, ld(record + RECORD_DATA));
}

/** Data: the three half extents. */
export function boxSide(record: i32, side: i32): void {
  for (let axis: i32 = 0; axis < 3; axis += 1) freeAxis(side, axis, ld(record + RECORD_DATA + axis));
}

/** An edge along a coordinate axis, from −half to +half. */
function freeAxis(side: i32, axis: i32, half: f64): void {
  const isInside: bool = Math.abs(ld(side + SIDE_POINT + axis)) < half * (1.0 - BORDER);
  if (!(half > 0.0) || !isTied(side, Math.abs(ld(side + SIDE_DIRECTION + axis)), isInside)) return;
  const count: i32 = ldi(2 * side + SIDE_FREE_COUNT_INT);
  // Of a unit vector no three coordinates are small.
  if (count === 2) return;
  setFree(side, count, axis === 0 ? 1.0 : 0.0, axis === 1 ? 1.0 : 0.0, axis === 2 ? 1.0 : 0.0);
  if (!isInside) sti(2 * side + SIDE_REGULAR_INT, 0);
}

/** A hull: the vertices that are as far as the farthest are among the candidates of its cell. */
export function convexSide(record: i32, side: i32): void {
  const x: f64 = ld(side + SIDE_DIRECTION);
  const y: f64 = ld(side + SIDE_DIRECTION + 1);
  const z: f64 = ld(side + SIDE_DIRECTION + 2);
  const hasMap: bool = ldi(2 * (record + RECORD_DATA)) > 0;
  const cell: i32 = hasMap ? cellOf(record, x, y, z) : 0;
  const first: i32 = hasMap ? firstPairOf(record, cell) : record + RECORD_DATA + 1;
  const pairs: i32 = hasMap ? ldi(2 * cell + 1) : (ldi(2 * record + RECORD_COUNT_INT) + 1) >> 1;
  const top: i32 = farthestOfPairs(first, pairs, x, y, z);
  if (isFree(side, first, pairs, top, ld(side + SIDE_LOOSE))) return;
  isFree(side, first, pairs, top, ld(side + SIDE_TIGHT));
}

/** Finds the edge or face of the vertices that are farthest within `angle`. False if they are none with the point inside. */
function isFree(side: i32, first: i32, pairs: i32, top: i32, angle: f64): bool {
  sti(2 * side + SIDE_FREE_COUNT_INT, 0);
  sti(2 * side + SIDE_REGULAR_INT, 1);
  const longest: i32 = farthestTied(side, first, pairs, top, angle, 0);
  if (longest === top) return false;
  setFree(side, 0, ld(longest) - ld(top), ld(longest + 2) - ld(top + 2), ld(longest + 4) - ld(top + 4));
  const widest: i32 = farthestTied(side, first, pairs, top, angle, 1);
  if (widest !== top) {
    acrossFree(side, widest, top);
    const scratch: i32 = side + SIDE_SCRATCH;
    setFree(side, 1, ld(scratch), ld(scratch + 1), ld(scratch + 2));
  }
  const isInside: bool = widest === top ? isOnEdge(side, top) : isOnFace(side, first, pairs, top, angle);
  if (!isInside) sti(2 * side + SIDE_REGULAR_INT, 0);
  return isInside;
}

/** Of the vertices that are as far as `top`, the one farthest from it; or, with `place` 1, from the line of the free vector. */
function farthestTied(side: i32, first: i32, pairs: i32, top: i32, angle: f64, place: i32): i32 {
  const free: i32 = side + SIDE_FREE;
  let best: i32 = top;
  let most: f64 = place === 0 ? 0.0 : FLAT * dot(free, ld(free), ld(free + 1), ld(free + 2));
  for (let pair: i32 = 0; pair < pairs; pair += 1) {
    for (let at: i32 = first + 6 * pair; at < first + 6 * pair + 2; at += 1) {
      if (isAsFar(side, at, top, angle)) {
        acrossFree(side, at, top);
        const scratch: i32 = side + SIDE_SCRATCH;
        const x: f64 = place === 0 ? ld(at) - ld(top) : ld(scratch);
        const y: f64 = place === 0 ? ld(at + 2) - ld(top + 2) : ld(scratch + 1);
        const z: f64 = place === 0 ? ld(at + 4) - ld(top + 4) : ld(scratch + 2);
        const squared: f64 = x * x + y * y + z * z;
        if (squared > most) {
          most = squared;
          best = at;
        }
      }
    }
  }
  return best;
}

/** The way from `top` to the vertex is perpendicular to the direction within `angle`. */
function isAsFar(side: i32, at: i32, top: i32, angle: f64): bool {
  const x: f64 = ld(at) - ld(top);
  const y: f64 = ld(at + 2) - ld(top + 2);
  const z: f64 = ld(at + 4) - ld(top + 4);
  return -dot(side + SIDE_DIRECTION, x, y, z) <= angle * Math.sqrt(x * x + y * y + z * z);
}

/** The way from `top` to a vertex without its part along the free vector, to the scratch room. */
function acrossFree(side: i32, at: i32, top: i32): void {
  const free: i32 = side + SIDE_FREE;
  const x: f64 = ld(at) - ld(top);
  const y: f64 = ld(at + 2) - ld(top + 2);
  const z: f64 = ld(at + 4) - ld(top + 4);
  const share: f64 = dot(free, x, y, z) / dot(free, ld(free), ld(free + 1), ld(free + 2));
  const out: i32 = side + SIDE_SCRATCH;
  st(out, x - share * ld(free));
  st(out + 1, y - share * ld(free + 1));
  st(out + 2, z - share * ld(free + 2));
}

/** The free vector is the whole edge, from `top`. */
function isOnEdge(side: i32, top: i32): bool {
  const free: i32 = side + SIDE_FREE;
  const p: i32 = side + SIDE_POINT;
  const share: f64 =
    dot(free, ld(p) - ld(top), ld(p + 1) - ld(top + 2), ld(p + 2) - ld(top + 4)) /
    dot(free, ld(free), ld(free + 1), ld(free + 2));
  return share > BORDER && share < 1.0 - BORDER;
}

/**
 * Inside a convex polygon the line through the point and any corner has corners strictly on both sides. Other than the number of
 * pairs suggests this takes little more than one look at each corner, since both sides are mostly found at once.
 */
function isOnFace(side: i32, first: i32, pairs: i32, top: i32, angle: f64): bool {
  for (let pair: i32 = 0; pair < pairs; pair += 1) {
    for (let at: i32 = first + 6 * pair; at < first + 6 * pair + 2; at += 1) {
      if (isAsFar(side, at, top, angle) && !hasBothSides(side, first, pairs, top, angle, at)) return false;
    }
  }
  return true;
}

function hasBothSides(side: i32, first: i32, pairs: i32, top: i32, angle: f64, corner: i32): bool {
  const d: i32 = side + SIDE_DIRECTION;
  const p: i32 = side + SIDE_POINT;
  const free: i32 = side + SIDE_FREE;
  const least: f64 = BORDER * dot(free, ld(free), ld(free + 1), ld(free + 2));
  const x: f64 = ld(corner) - ld(p);
  const y: f64 = ld(corner + 2) - ld(p + 1);
  const z: f64 = ld(corner + 4) - ld(p + 2);
  // d × (corner − point): positive on the left of that line.
  const nx: f64 = ld(d + 1) * z - ld(d + 2) * y;
  const ny: f64 = ld(d + 2) * x - ld(d) * z;
  const nz: f64 = ld(d) * y - ld(d + 1) * x;
  let isLeft: bool = false;
  let isRight: bool = false;
  for (let pair: i32 = 0; pair < pairs; pair += 1) {
    for (let at: i32 = first + 6 * pair; at < first + 6 * pair + 2; at += 1) {
      if (isAsFar(side, at, top, angle)) {
        const height: f64 = nx * (ld(at) - ld(p)) + ny * (ld(at + 2) - ld(p + 1)) + nz * (ld(at + 4) - ld(p + 2));
        if (height > least) isLeft = true;
        if (height < -least) isRight = true;
        if (isLeft && isRight) return true;
      }
    }
  }
  return false;
}
