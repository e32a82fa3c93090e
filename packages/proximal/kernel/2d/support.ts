// Support points in 2D. A function returns the address of the support point: a vertex in the shape's record, or
// for curved shapes the `scratch` it was written to. So the iterations keep addresses instead of copying vertices.
import * as ShapeBlock from '../blocks/shape-block.ts';
import { farthestOfEight, farthestOfFour } from '../port/corners.ts';
import { hostSupport, ld, st } from '../port/memory.ts';
import * as EightCorners from './blocks/eight-corners.ts';
import * as FourCorners from './blocks/four-corners.ts';
import * as PlaneShape from './blocks/plane-shape.ts';
import * as Polygon from './blocks/polygon.ts';
import {
  KIND_BOX,
  KIND_CROWDED,
  KIND_CUSTOM,
  KIND_EIGHT,
  KIND_ELLIPSE,
  KIND_FOUR,
  LAST_PLAIN_KIND,
} from './constants.ts';

/** The farthest point of the core along (dx, dy), which need not have unit length. */
export function supportCore(record: i32, dx: f64, dy: f64, scratch: i32): i32 {
  const kind: i32 = ShapeBlock.kind(record);
  if (kind <= LAST_PLAIN_KIND) return supportPlain(kind, record, dx, dy);
  if (kind === KIND_CROWDED) return farthestOfMany(record, dx, dy);
  supportCurved(record, kind, dx, dy, scratch);
  return scratch;
}

/**
 * The support point of polygons and boxes. Inlined into the innermost loop of all queries: in a loop with function calls, the
 * compiler keeps variables in memory instead of registers.
 */
// @inline
export function supportPlain(kind: i32, record: i32, dx: f64, dy: f64): i32 {
  if (kind === KIND_FOUR) return record + FourCorners.VERTICES + 2 * farthestOfFour(record + FourCorners.PAIRS, dx, dy);
  if (kind === KIND_EIGHT)
    return record + EightCorners.VERTICES + 2 * farthestOfEight(record + EightCorners.PAIRS, dx, dy);
  if (kind === KIND_BOX) return record + PlaneShape.PARAMETERS + (dx < 0.0 ? 2 : 0) + (dy < 0.0 ? 4 : 0);
  return farthestOfFew(record, dx, dy);
}

/** Writes the support point of an ellipse or a custom shape to `scratch`; for a half-plane, its origin. */
function supportCurved(record: i32, kind: i32, dx: f64, dy: f64, scratch: i32): void {
  if (kind === KIND_ELLIPSE) supportEllipse(record, dx, dy, scratch);
  else if (kind === KIND_CUSTOM) hostSupport(ShapeBlock.count(record), dx, dy, 0.0, scratch);
  else {
    // The support set of a half-plane is its boundary line; `heightOverLine` replaces this point by a projection.
    st(scratch, 0.0);
    st(scratch + 1, 0.0);
  }
}

/**
 * Hill climbing on ordered vertices (HCS): for each sixteenth of the circle of directions (sector), a directory gives the support
 * vertex of its first direction. From there the climb follows the edges that rise, (v' − v)·d > 0. Edge normals are sorted by angle,
 * so the rising edges of the sector come first, and their count gives the support vertex. The loop always counts over the largest
 * sector: a loop that ended with the last rising edge would have a different length for each direction, which processors mispredict.
 */
// @inline
function farthestOfFew(record: i32, dx: f64, dy: f64): i32 {
  const entry: i32 = Polygon.sectors(record, sectorOf(dx, dy));
  const start: i32 = record + Polygon.VERTICES + 2 * (entry >> 16);
  const edges: i32 = entry & 65535;
  const largestSector: i32 = Polygon.largestSector(record);
  // Two numbers for each rising edge.
  let climb: i32 = 0;
  for (let k: i32 = 0; k < largestSector; k += 1) {
    const at: i32 = start + 2 * k;
    const rise: f64 = (ld(at + 2) - ld(at)) * dx + (ld(at + 3) - ld(at + 1)) * dy;
    climb += (rise > 0.0 ? 2 : 0) & (k < edges ? 2 : 0);
  }
  return start + climb;
}

/** Like `farthestOfFew`, by bisection, or without a directory by a scan of all vertices. */
function farthestOfMany(record: i32, dx: f64, dy: f64): i32 {
  const vertices: i32 = record + Polygon.VERTICES;
  if (Polygon.largestSector(record) < 0) return scanVertices(vertices, vertices + 2 * ShapeBlock.count(record), dx, dy);
  const entry: i32 = Polygon.sectors(record, sectorOf(dx, dy));
  return bisectEdges(vertices + 2 * (entry >> 16), entry & 65535, dx, dy);
}

/** tan 22.5°: sectors are sixteenths of the circle, by the signs of x and y and three comparisons of their sizes. */
const TANGENT: f64 = 0.41421356237309503;

// @inline
export function sectorOf(dx: f64, dy: f64): i32 {
  const x: f64 = Math.abs(dx);
  const y: f64 = Math.abs(dy);
  const steep: i32 = (y > TANGENT * x ? 4 : 0) + (y > x ? 4 : 0) + (TANGENT * y > x ? 4 : 0);
  return (dx < 0.0 ? 1 : 0) + (dy < 0.0 ? 2 : 0) + steep;
}

/** The end of the last rising edge, by bisection: the rising edges come first. */
function bisectEdges(start: i32, edges: i32, dx: f64, dy: f64): i32 {
  let low: i32 = 0;
  let high: i32 = edges;
  while (low < high) {
    const middle: i32 = (low + high) >> 1;
    const at: i32 = start + 2 * middle;
    if ((ld(at + 2) - ld(at)) * dx + (ld(at + 3) - ld(at + 1)) * dy > 0.0) low = middle + 1;
    else high = middle;
  }
  return start + 2 * low;
}

function scanVertices(first: i32, end: i32, dx: f64, dy: f64): i32 {
  let farthest: i32 = first;
  let largest: f64 = dx * ld(first) + dy * ld(first + 1);
  for (let at: i32 = first + 2; at < end; at += 2) {
    const height: f64 = dx * ld(at) + dy * ld(at + 1);
    if (height > largest) {
      largest = height;
      farthest = at;
    }
  }
  return farthest;
}

/** The ellipse with semi-axes r: the farthest point is r∘r∘d / |r∘d|. */
function supportEllipse(record: i32, dx: f64, dy: f64, scratch: i32): void {
  const rx: f64 = PlaneShape.parameters(record, 0);
  const ry: f64 = PlaneShape.parameters(record, 1);
  const x: f64 = rx * dx;
  const y: f64 = ry * dy;
  const length: f64 = Math.sqrt(x * x + y * y);
  if (length > 1e-150 && length * Math.max(rx, ry) < 1e300) {
    const scale: f64 = 1.0 / length;
    st(scratch, rx * x * scale);
    st(scratch + 1, ry * y * scale);
    return;
  }
  // The squares over- or underflow; ratios to the larger one do not.
  const larger: f64 = Math.max(Math.abs(x), Math.abs(y));
  const u: f64 = larger > 0.0 ? x / larger : x;
  const v: f64 = larger > 0.0 ? y / larger : y;
  const ratio: f64 = larger > 0.0 ? 1.0 / Math.sqrt(u * u + v * v) : 0.0;
  st(scratch, rx * (u * ratio));
  st(scratch + 1, ry * (v * ratio));
}

/**
 * The squares of directions between SHORT and LONG are in the range of doubles, also if the directions are scaled by a shape's
 * size.
 */
const SHORT: f64 = 1.0e-100;
const LONG: f64 = 1.0e100;

/** Farthest points of the whole shape, swept radius included, for `count` directions in a row, of any length. */
export function supportMany(record: i32, directions: i32, count: i32, out: i32): void {
  const radius: f64 = ShapeBlock.radius(record);
  for (let k: i32 = 0; k < count; k += 1) {
    const x: f64 = ld(directions + 2 * k);
    const y: f64 = ld(directions + 2 * k + 1);
    const largest: f64 = Math.max(Math.abs(x), Math.abs(y));
    const scale: f64 = largest < SHORT ? 1.0e200 : largest > LONG ? 1.0e-200 : 1.0;
    const dx: f64 = scale * x;
    const dy: f64 = scale * y;
    const length: f64 = Math.sqrt(dx * dx + dy * dy);
    const outward: f64 = length > 0.0 ? radius / length : 0.0;
    // `out` has one number more than the results need, because a custom support function writes three.
    const scratch: i32 = out + 2 * k;
    const point: i32 = supportCore(record, dx, dy, scratch);
    st(scratch, ld(point) + outward * dx);
    st(scratch + 1, ld(point + 1) + outward * dy);
  }
}
