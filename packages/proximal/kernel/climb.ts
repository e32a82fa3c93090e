// The support function of a hull by hill climbing, from vertex to vertex along the edges, as in the library of Montaut et al.
// A `ClimbBlock` follows the points of such a hull.

import * as ClimbBlock from './blocks/climb-block.ts';
import * as HullBlock from './blocks/hull-block.ts';
import * as Reserved from './blocks/reserved.ts';
import * as ShapeBlock from './blocks/shape-block.ts';
import { EPSILON } from './constants.ts';
import { ld, ldi, st, sti } from './port/memory.ts';

/** Starts a query: every hull then climbs from its first vertex, so that an answer does not depend on earlier queries. */
export function restartClimbs(): void {
  st(Reserved.QUERIES, ld(Reserved.QUERIES) + 1.0);
}

/**
 * The farthest vertex along (dx, dy, dz): the last vertex of an ascent, each time to the farthest neighbor, until no neighbor is farther.
 * The last two support vertices are kept, because the two bodies of a pair may be the same hull, queried along opposite directions; the
 * ascent starts from the farther one. A local maximum on a convex body is global up to rounding; `farthestNear` makes the result a function
 * of the direction alone, which proofs need.
 */
export function supportClimb(record: i32, dx: f64, dy: f64, dz: f64, out: i32): void {
  const points: i32 = record + HullBlock.TABLE;
  const climb: i32 = points + 6 * ((ShapeBlock.count(record) + 1) >> 1);
  if (ClimbBlock.query(climb) !== ld(Reserved.QUERIES)) {
    ClimbBlock.setQuery(climb, ld(Reserved.QUERIES));
    ClimbBlock.setFirst(climb, 0);
    ClimbBlock.setSecond(climb, 0);
  }
  let at: i32 = ClimbBlock.first(climb);
  const other: i32 = ClimbBlock.second(climb);
  let largest: f64 = height(points, at, dx, dy, dz);
  const otherHeight: f64 = height(points, other, dx, dy, dz);
  const isSecond: bool = otherHeight > largest;
  if (isSecond) {
    at = other;
    largest = otherHeight;
  }
  const starts: i32 = 2 * (climb + ClimbBlock.LISTS);
  const neighbors: i32 = starts + ShapeBlock.count(record) + 1;
  let from: i32 = -1;
  while (from !== at) {
    from = at;
    const end: i32 = neighbors + ldi(starts + from + 1);
    for (let k: i32 = neighbors + ldi(starts + from); k < end; k += 1) {
      const value: f64 = height(points, ldi(k), dx, dy, dz);
      if (value > largest) {
        largest = value;
        at = ldi(k);
      }
    }
  }
  at = farthestNear(record, points, starts, neighbors, at, largest, dx, dy, dz);
  if (isSecond) ClimbBlock.setSecond(climb, at);
  else ClimbBlock.setFirst(climb, at);
  const point: i32 = addressOf(points, at);
  st(out, ld(point));
  st(out + 1, ld(point + 2));
  st(out + 2, ld(point + 4));
}

/**
 * The farthest of the vertices that are as far as `at` up to rounding; of equally far ones the vertex with the lowest index. All vertices
 * beyond a plane are connected by edges, so a flood fill from `at` finds these vertices.
 */
function farthestNear(
  record: i32,
  points: i32,
  starts: i32,
  neighbors: i32,
  at: i32,
  largest: f64,
  dx: f64,
  dy: f64,
  dz: f64,
): i32 {
  const count: i32 = ShapeBlock.count(record);
  const size: f64 = Math.abs(dx) + Math.abs(dy) + Math.abs(dz);
  const least: f64 = largest - 64.0 * EPSILON * size * ShapeBlock.radiusAboutOrigin(record);
  const stack: i32 = neighbors + ldi(starts + count);
  const marks: i32 = stack + count;
  let best: i32 = at;
  let farthest: f64 = largest;
  let found: i32 = 1;
  sti(stack, at);
  sti(marks + at, 1);
  for (let next: i32 = 0; next < found; next += 1) {
    const from: i32 = ldi(stack + next);
    const end: i32 = neighbors + ldi(starts + from + 1);
    for (let k: i32 = neighbors + ldi(starts + from); k < end; k += 1) {
      const vertex: i32 = ldi(k);
      const value: f64 = height(points, vertex, dx, dy, dz);
      if (ldi(marks + vertex) === 0 && value >= least) {
        sti(marks + vertex, 1);
        sti(stack + found, vertex);
        found += 1;
        if (value > farthest || (value === farthest && vertex < best)) {
          farthest = value;
          best = vertex;
        }
      }
    }
  }
  for (let k: i32 = 0; k < found; k += 1) sti(marks + ldi(stack + k), 0);
  return best;
}

/** The address of the x of a vertex; y and z are 2 and 4 further. */
// @inline
function addressOf(points: i32, vertex: i32): i32 {
  return points + 6 * (vertex >> 1) + (vertex & 1);
}

// @inline
function height(points: i32, vertex: i32, dx: f64, dy: f64, dz: f64): f64 {
  const point: i32 = addressOf(points, vertex);
  return dx * ld(point) + dy * ld(point + 2) + dz * ld(point + 4);
}
