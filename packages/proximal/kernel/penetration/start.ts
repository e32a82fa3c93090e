// The initial tetrahedron of EPA, from GJK's final simplex: a point, a segment, a triangle, or a tetrahedron that
// may be flat. If its dimension is too low, support points perpendicular to it add the missing corners.
import * as Query from '../blocks/query.ts';
import * as Vertex from '../blocks/vertex.ts';
import { copyVertex, supportVertex } from '../minkowski.ts';
import { ld, st } from '../port/memory.ts';
import { clearPolytope, corner, signedVolume } from './polytope.ts';

/** A corner nearer than this to the line or plane of the others, relative to the width, gives an inaccurate next normal. */
const SLENDER: f64 = 0.01;
/**
 * A tetrahedron is solid if its squared volume, relative to the product of the squared edges at one corner, is larger than this.
 */
const SOLID: f64 = 0.0025;
/**
 * Scratch in the places of corners that are not used yet: a candidate; the unit vector perpendicular to the corners found; the vector
 * from the line of two corners to the third.
 */
const CANDIDATE: i32 = 4;
const ACROSS: i32 = 5;
const FOOT: i32 = 6;

/**
 * Writes four corners that are not coplanar, if they exist, and returns the dimension of the difference: 3, or less if it is flat
 * to rounding. A unit vector perpendicular to a flat difference is then at `acrossOf`.
 */
export function startCorners(w: i32, p: i32): i32 {
  clearPolytope(p);
  let count: i32 = Query.vertexCount(w);
  for (let k: i32 = 0; k < count; k += 1) copyVertex(Query.simplex(w, k), corner(p, k));
  if (count === 4 && isSolid(p)) return 3;
  for (let rank: i32 = 1; rank < 4; rank += 1) {
    setAcross(p, rank);
    let height: f64 = 0.0;
    for (let k: i32 = rank; k < count; k += 1) {
      const other: f64 = heightOver(p, rank, corner(p, k));
      if (other > height) {
        height = other;
        swapCorners(corner(p, rank), corner(p, k));
      }
    }
    if (!(height > Math.max(Query.gap(w), SLENDER * widthOf(p, rank)))) {
      height = searchAcross(w, p, rank, height);
      count = rank + 1;
    }
    // Half a floor: the error of two coordinates of the difference.
    if (!(height > 0.5 * Query.floor(w))) return rank - 1;
  }
  return 3;
}

/** Whether the tetrahedron is clearly not flat, as most are: each edge at the first corner is far off the plane of the other two. */
function isSolid(p: i32): bool {
  const a: i32 = corner(p, 0);
  const b: i32 = corner(p, 1);
  const c: i32 = corner(p, 2);
  const d: i32 = corner(p, 3);
  const volume: f64 = signedVolume(a, b, c, d);
  return volume * volume > SOLID * squaredEdge(a, b) * squaredEdge(a, c) * squaredEdge(a, d);
}

function squaredEdge(a: i32, b: i32): f64 {
  const x: f64 = ld(b) - ld(a);
  const y: f64 = ld(b + 1) - ld(a + 1);
  const z: f64 = ld(b + 2) - ld(a + 2);
  return x * x + y * y + z * z;
}

export function acrossOf(p: i32): i32 {
  return corner(p, ACROSS);
}

/** Sets the unit vector perpendicular to the first `rank` corners: the normal of three, a perpendicular of two, the x axis for one. */
function setAcross(p: i32, rank: i32): void {
  const a: i32 = corner(p, 0);
  const across: i32 = corner(p, ACROSS);
  if (rank === 1) {
    setUnit(across, 1.0, 0.0, 0.0);
    return;
  }
  const b: i32 = corner(p, 1);
  const ux: f64 = ld(b) - ld(a);
  const uy: f64 = ld(b + 1) - ld(a + 1);
  const uz: f64 = ld(b + 2) - ld(a + 2);
  if (rank === 2) {
    const isX: bool = Math.abs(ux) <= Math.abs(uy) && Math.abs(ux) <= Math.abs(uz);
    const isY: bool = !isX && Math.abs(uy) <= Math.abs(uz);
    // u × the coordinate axis along which u is smallest.
    if (isX) setUnit(across, 0.0, uz, -uy);
    else if (isY) setUnit(across, -uz, 0.0, ux);
    else setUnit(across, uy, -ux, 0.0);
    return;
  }
  setFoot(p, corner(p, 2));
  const foot: i32 = corner(p, FOOT);
  const vx: f64 = ld(foot);
  const vy: f64 = ld(foot + 1);
  const vz: f64 = ld(foot + 2);
  setUnit(across, uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx);
}

/** The length of the first edge, if there is one. */
function widthOf(p: i32, rank: i32): f64 {
  return rank === 1 ? 0.0 : Math.sqrt(squaredEdge(corner(p, 0), corner(p, 1)));
}

function setUnit(out: i32, x: f64, y: f64, z: f64): void {
  const scale: f64 = 1.0 / Math.sqrt(x * x + y * y + z * z);
  st(out, scale * x);
  st(out + 1, scale * y);
  st(out + 2, scale * z);
}

/** Distance from the first corner, from the line of two, from the plane of three. */
function heightOver(p: i32, rank: i32, vertex: i32): f64 {
  const a: i32 = corner(p, 0);
  const x: f64 = ld(vertex) - ld(a);
  const y: f64 = ld(vertex + 1) - ld(a + 1);
  const z: f64 = ld(vertex + 2) - ld(a + 2);
  if (rank === 1) return Math.sqrt(x * x + y * y + z * z);
  if (rank === 3) {
    const across: i32 = corner(p, ACROSS);
    return Math.abs(x * ld(across) + y * ld(across + 1) + z * ld(across + 2));
  }
  setFoot(p, vertex);
  const foot: i32 = corner(p, FOOT);
  return Math.sqrt(ld(foot) * ld(foot) + ld(foot + 1) * ld(foot + 1) + ld(foot + 2) * ld(foot + 2));
}

/**
 * The vector from the line of the first two corners to the vertex. It is projected twice, because a cross product would lose all
 * digits for a vertex close to a long edge.
 */
function setFoot(p: i32, vertex: i32): void {
  const a: i32 = corner(p, 0);
  const b: i32 = corner(p, 1);
  const ux: f64 = ld(b) - ld(a);
  const uy: f64 = ld(b + 1) - ld(a + 1);
  const uz: f64 = ld(b + 2) - ld(a + 2);
  const inverse: f64 = 1.0 / (ux * ux + uy * uy + uz * uz);
  let x: f64 = ld(vertex) - ld(a);
  let y: f64 = ld(vertex + 1) - ld(a + 1);
  let z: f64 = ld(vertex + 2) - ld(a + 2);
  for (let round: i32 = 0; round < 2; round += 1) {
    const factor: f64 = inverse * (x * ux + y * uy + z * uz);
    x -= factor * ux;
    y -= factor * uy;
    z -= factor * uz;
  }
  const foot: i32 = corner(p, FOOT);
  st(foot, x);
  st(foot + 1, y);
  st(foot + 2, z);
}

function swapCorners(one: i32, other: i32): void {
  for (let k: i32 = 0; k < Vertex.SIZE; k += 1) {
    const x: f64 = ld(one + k);
    st(one + k, ld(other + k));
    st(other + k, x);
  }
}

/**
 * Tries support points along the perpendicular vector and, with fewer than three corners, along vectors perpendicular to it; the
 * highest becomes the next corner if it is higher than `start`. Returns the corner's height.
 */
function searchAcross(w: i32, p: i32, rank: i32, start: f64): f64 {
  const across: i32 = corner(p, ACROSS);
  const x: f64 = ld(across);
  const y: f64 = ld(across + 1);
  const z: f64 = ld(across + 2);
  let height: f64 = start;
  height = tryBoth(w, p, rank, x, y, z, height);
  if (rank === 1) {
    height = tryBoth(w, p, rank, 0.0, 1.0, 0.0, height);
    height = tryBoth(w, p, rank, 0.0, 0.0, 1.0, height);
  } else if (rank === 2) {
    const a: i32 = corner(p, 0);
    const b: i32 = corner(p, 1);
    const ux: f64 = ld(b) - ld(a);
    const uy: f64 = ld(b + 1) - ld(a + 1);
    const uz: f64 = ld(b + 2) - ld(a + 2);
    height = tryBoth(w, p, rank, uy * z - uz * y, uz * x - ux * z, ux * y - uy * x, height);
  }
  return height;
}

function tryBoth(w: i32, p: i32, rank: i32, x: f64, y: f64, z: f64, height: f64): f64 {
  return tryOne(w, p, rank, -x, -y, -z, tryOne(w, p, rank, x, y, z, height));
}

function tryOne(w: i32, p: i32, rank: i32, x: f64, y: f64, z: f64, height: f64): f64 {
  const candidate: i32 = corner(p, CANDIDATE);
  supportVertex(w, candidate, x, y, z);
  const other: f64 = heightOver(p, rank, candidate);
  if (!(other > height)) return height;
  copyVertex(candidate, corner(p, rank));
  return other;
}
