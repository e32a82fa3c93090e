// A polytope of triangles with adjacency, to which vertices are added one at a time. Its faces are in a priority queue, the nearest to
// the origin first.
//
// The horizon is found by a flood fill: from one face that is visible from the new vertex to its visible neighbors. A face is
// visible from a vertex that is above it by more than a threshold well over rounding. So the vertex is off the plane of every
// removed face, hence off the line of every edge of the horizon, and each new face has an area; faces coplanar with the vertex
// stay.
import { ld, st } from '../port/memory.ts';
import * as Polytope from './blocks/polytope.ts';
import * as PolytopeCorner from './blocks/polytope-corner.ts';
import * as PolytopeFace from './blocks/polytope-face.ts';
import { FACE_CURRENT, FACE_REMOVED, FACE_VISIBLE } from './constants.ts';
import { side } from './mpr.ts';
import { push } from './queue.ts';

const INFINITE: f64 = 1.0e308 * 10.0;
/** At a corner with a larger squared sine the normal keeps nearly all digits. */
const BLUNT: f64 = 0.01;
/** The squared ratio of height to longest edge below which a triangle counts as a sliver. */
const SLIVER: f64 = 1.0e-6;

export function corner(p: i32, number: i32): i32 {
  return Polytope.corners(p, number);
}

export function clearPolytope(p: i32): void {
  Polytope.setVerticesUsed(p, 0);
  Polytope.setFacesUsed(p, 0);
  Polytope.setFreeFace(p, 0);
  Polytope.setQueueUsed(p, 0);
  Polytope.setRound(p, 0);
}

/** The height of `vertex` above the plane of `face`. */
export function heightAbove(face: i32, vertex: i32): f64 {
  return (
    ld(face) * ld(vertex) + ld(face + 1) * ld(vertex + 1) + ld(face + 2) * ld(vertex + 2) - PolytopeFace.distance(face)
  );
}

/**
 * Whether the vertex is a corner already, although it is above a face: the normal of a sliver is inaccurate, and the vertex cannot
 * improve the polytope.
 */
export function isKnownCorner(p: i32, vertex: i32): bool {
  const x: f64 = ld(vertex);
  for (let other: i32 = Polytope.corners(p, 0); other < vertex; other += PolytopeCorner.SIZE) {
    if (ld(other) === x && ld(other + 1) === ld(vertex + 1) && ld(other + 2) === ld(vertex + 2)) return true;
  }
  return false;
}

/** The tetrahedron of the first four corners, of any orientation but not flat. Its faces are queued if they are nearer than `queueLimit`. */
export function startFaces(p: i32, queueLimit: f64): void {
  const a: i32 = corner(p, 0);
  let b: i32 = corner(p, 1);
  let c: i32 = corner(p, 2);
  const d: i32 = corner(p, 3);
  Polytope.setVerticesUsed(p, 4);
  for (let k: i32 = 0; k < 4; k += 1) PolytopeCorner.setRound(corner(p, k), 0);
  // Counter-clockwise from outside: the fourth corner must be below the first face.
  if (signedVolume(a, b, c, d) > 0.0) {
    const other: i32 = b;
    b = c;
    c = other;
  }
  const bottom: i32 = addFace(p, a, b, c, queueLimit);
  const ab: i32 = addFace(p, b, a, d, queueLimit);
  const bc: i32 = addFace(p, c, b, d, queueLimit);
  const ca: i32 = addFace(p, a, c, d, queueLimit);
  connect(bottom, 0, ab, 0);
  connect(bottom, 1, bc, 0);
  connect(bottom, 2, ca, 0);
  connect(ab, 1, ca, 2);
  connect(bc, 1, ab, 2);
  connect(ca, 1, bc, 2);
}

/** The signed volume of the parallelepiped with the edges ab, ac and ad. */
export function signedVolume(a: i32, b: i32, c: i32, d: i32): f64 {
  const ux: f64 = ld(b) - ld(a);
  const uy: f64 = ld(b + 1) - ld(a + 1);
  const uz: f64 = ld(b + 2) - ld(a + 2);
  const vx: f64 = ld(c) - ld(a);
  const vy: f64 = ld(c + 1) - ld(a + 1);
  const vz: f64 = ld(c + 2) - ld(a + 2);
  const wx: f64 = ld(d) - ld(a);
  const wy: f64 = ld(d + 1) - ld(a + 1);
  const wz: f64 = ld(d + 2) - ld(a + 2);
  return wx * (uy * vz - uz * vy) + wy * (uz * vx - ux * vz) + wz * (ux * vy - uy * vx);
}

function connect(one: i32, edge: i32, other: i32, otherEdge: i32): void {
  PolytopeFace.setNeighbor(one, edge, 4 * other + otherEdge);
  PolytopeFace.setNeighbor(other, otherEdge, 4 * one + edge);
}

/** A face with its plane, queued if it is nearer than `queueLimit`. */
function addFace(p: i32, a: i32, b: i32, c: i32, queueLimit: f64): i32 {
  let face: i32 = Polytope.freeFace(p);
  if (face !== 0) {
    Polytope.setFreeFace(p, PolytopeFace.free(face));
  } else {
    const used: i32 = Polytope.facesUsed(p);
    face = Polytope.faces(p, used);
    Polytope.setFacesUsed(p, used + 1);
  }
  PolytopeFace.setCorner(face, 0, a);
  PolytopeFace.setCorner(face, 1, b);
  PolytopeFace.setCorner(face, 2, c);
  PolytopeFace.setState(face, FACE_CURRENT);
  setPlane(face, a, b, c);
  if (PolytopeFace.distance(face) < queueLimit) push(p, face);
  return face;
}

/**
 * Sets the normal, from the two edges at corner c unless they are nearly parallel, and the smallest of the corners' distances along the normal,
 * which is a valid lower bound. A face without area has no normal and is never nearest.
 */
function setPlane(face: i32, a: i32, b: i32, c: i32): void {
  const cx: f64 = ld(c);
  const cy: f64 = ld(c + 1);
  const cz: f64 = ld(c + 2);
  const ux: f64 = ld(a) - cx;
  const uy: f64 = ld(a + 1) - cy;
  const uz: f64 = ld(a + 2) - cz;
  const vx: f64 = ld(b) - cx;
  const vy: f64 = ld(b + 1) - cy;
  const vz: f64 = ld(b + 2) - cz;
  const nx: f64 = uy * vz - uz * vy;
  const ny: f64 = uz * vx - ux * vz;
  const nz: f64 = ux * vy - uy * vx;
  const squared: f64 = nx * nx + ny * ny + nz * nz;
  if (squared > BLUNT * (ux * ux + uy * uy + uz * uz) * (vx * vx + vy * vy + vz * vz)) {
    placePlane(face, a, b, c, nx, ny, nz, squared);
  } else setThinPlane(face, a, b, c);
}

/** Sets the plane of a thin face from its two shorter edges, which lose the fewest digits. */
function setThinPlane(face: i32, a: i32, b: i32, c: i32): void {
  const ux: f64 = ld(b) - ld(a);
  const uy: f64 = ld(b + 1) - ld(a + 1);
  const uz: f64 = ld(b + 2) - ld(a + 2);
  const vx: f64 = ld(c) - ld(b);
  const vy: f64 = ld(c + 1) - ld(b + 1);
  const vz: f64 = ld(c + 2) - ld(b + 2);
  const wx: f64 = ld(a) - ld(c);
  const wy: f64 = ld(a + 1) - ld(c + 1);
  const wz: f64 = ld(a + 2) - ld(c + 2);
  const uu: f64 = ux * ux + uy * uy + uz * uz;
  const vv: f64 = vx * vx + vy * vy + vz * vz;
  const ww: f64 = wx * wx + wy * wy + wz * wz;
  const skipsU: bool = uu >= vv && uu >= ww;
  const skipsV: bool = !skipsU && vv >= ww;
  // u × v, v × w and w × u point the same way: the longest edge is left out.
  const ex: f64 = skipsU ? vx : skipsV ? wx : ux;
  const ey: f64 = skipsU ? vy : skipsV ? wy : uy;
  const ez: f64 = skipsU ? vz : skipsV ? wz : uz;
  const fx: f64 = skipsU ? wx : skipsV ? ux : vx;
  const fy: f64 = skipsU ? wy : skipsV ? uy : vy;
  const fz: f64 = skipsU ? wz : skipsV ? uz : vz;
  let nx: f64 = ey * fz - ez * fy;
  let ny: f64 = ez * fx - ex * fz;
  let nz: f64 = ex * fy - ey * fx;
  const squaredLongest: f64 = Math.max(uu, Math.max(vv, ww));
  if (nx * nx + ny * ny + nz * nz < SLIVER * squaredLongest * squaredLongest) {
    // The longest edge amplifies errors of the normal: the normal is made orthogonal to it, to rounding.
    const gx: f64 = skipsU ? ux : skipsV ? vx : wx;
    const gy: f64 = skipsU ? uy : skipsV ? vy : wy;
    const gz: f64 = skipsU ? uz : skipsV ? vz : wz;
    const tilt: f64 = (nx * gx + ny * gy + nz * gz) / squaredLongest;
    nx -= tilt * gx;
    ny -= tilt * gy;
    nz -= tilt * gz;
  }
  placePlane(face, a, b, c, nx, ny, nz, nx * nx + ny * ny + nz * nz);
}

/** Writes the unit normal along (nx, ny, nz) and the plane's distance. */
function placePlane(face: i32, a: i32, b: i32, c: i32, nx: f64, ny: f64, nz: f64, squared: f64): void {
  if (!(squared > 0.0)) {
    st(face, 0.0);
    st(face + 1, 0.0);
    st(face + 2, 0.0);
    PolytopeFace.setDistance(face, INFINITE);
    return;
  }
  const scale: f64 = 1.0 / Math.sqrt(squared);
  const x: f64 = scale * nx;
  const y: f64 = scale * ny;
  const z: f64 = scale * nz;
  st(face, x);
  st(face + 1, y);
  st(face + 2, z);
  const ofA: f64 = x * ld(a) + y * ld(a + 1) + z * ld(a + 2);
  const ofB: f64 = x * ld(b) + y * ld(b + 1) + z * ld(b + 2);
  const ofC: f64 = x * ld(c) + y * ld(c + 1) + z * ld(c + 2);
  PolytopeFace.setDistance(face, Math.min(Math.min(ofA, ofB), ofC));
}

/**
 * Adds the next vertex, from which `face` is visible: visible faces are removed, and new ones join it to the horizon. Returns
 * false, without changes, if the horizon is not a single loop, or if the origin would be outside a new face by more than the
 * volume `noise`.
 */
export function addVertex(p: i32, face: i32, vertex: i32, threshold: f64, queueLimit: f64, noise: f64): bool {
  const visibleCount: i32 = flood(p, face, vertex, threshold);
  if (!isOneLoop(p) || !isAround(p, vertex, noise)) {
    for (let k: i32 = 0; k < visibleCount; k += 1) PolytopeFace.setState(Polytope.visible(p, k), FACE_CURRENT);
    return false;
  }
  for (let k: i32 = 0; k < visibleCount; k += 1) {
    const removed: i32 = Polytope.visible(p, k);
    PolytopeFace.setState(removed, FACE_REMOVED);
    PolytopeFace.setFree(removed, Polytope.freeFace(p));
    Polytope.setFreeFace(p, removed);
  }
  PolytopeCorner.setRound(vertex, 0);
  Polytope.setVerticesUsed(p, Polytope.verticesUsed(p) + 1);
  closeHorizon(p, vertex, queueLimit);
  return true;
}

/** Marks the connected faces visible from the vertex, and lists the edges around them. Returns the number of visible faces. */
function flood(p: i32, face: i32, vertex: i32, threshold: f64): i32 {
  let found: i32 = 1;
  let edges: i32 = 0;
  Polytope.setVisible(p, 0, face);
  PolytopeFace.setState(face, FACE_VISIBLE);
  for (let done: i32 = 0; done < found; done += 1) {
    const from: i32 = Polytope.visible(p, done);
    for (let edge: i32 = 0; edge < 3; edge += 1) {
      const neighbor: i32 = PolytopeFace.neighbor(from, edge);
      const otherFace: i32 = neighbor >> 2;
      if (PolytopeFace.state(otherFace) === FACE_CURRENT) {
        if (heightAbove(otherFace, vertex) > threshold) {
          PolytopeFace.setState(otherFace, FACE_VISIBLE);
          Polytope.setVisible(p, found, otherFace);
          found += 1;
        } else {
          Polytope.setHorizon(p, edges, neighbor);
          edges += 1;
        }
      }
    }
  }
  Polytope.setHorizonUsed(p, edges);
  return found;
}

/** Follows the horizon from corner to corner: each corner must start exactly one edge, and all edges must form one cycle. */
function isOneLoop(p: i32): bool {
  const edges: i32 = Polytope.horizonUsed(p);
  const round: i32 = Polytope.round(p) + 1;
  Polytope.setRound(p, round);
  for (let k: i32 = 0; k < edges; k += 1) {
    const from: i32 = startOf(Polytope.horizon(p, k));
    if (PolytopeCorner.round(from) === round) return false;
    PolytopeCorner.setRound(from, round);
    PolytopeCorner.setFace(from, k);
  }
  let at: i32 = 0;
  for (let k: i32 = 0; k < edges; k += 1) {
    const to: i32 = endOf(Polytope.horizon(p, at));
    if (PolytopeCorner.round(to) !== round) return false;
    at = PolytopeCorner.face(to);
    if (at === 0) return k === edges - 1;
  }
  return false;
}

/** Whether the origin is inside of every face that the vertex makes with the horizon, up to the volume `noise`. */
function isAround(p: i32, vertex: i32, noise: f64): bool {
  const x: f64 = ld(vertex);
  const y: f64 = ld(vertex + 1);
  const z: f64 = ld(vertex + 2);
  const edges: i32 = Polytope.horizonUsed(p);
  for (let k: i32 = 0; k < edges; k += 1) {
    const horizonEdge: i32 = Polytope.horizon(p, k);
    if (side(startOf(horizonEdge), endOf(horizonEdge), x, y, z) < -noise) return false;
  }
  return true;
}

/** The corners of a horizon edge in the orientation of the removed face, opposite to the orientation of the face beyond. */
function startOf(neighbor: i32): i32 {
  const edge: i32 = neighbor & 3;
  return PolytopeFace.corner(neighbor >> 2, edge === 2 ? 0 : edge + 1);
}

function endOf(neighbor: i32): i32 {
  return PolytopeFace.corner(neighbor >> 2, neighbor & 3);
}

/** Joins every edge of the horizon to the vertex. */
function closeHorizon(p: i32, vertex: i32, queueLimit: f64): void {
  const edges: i32 = Polytope.horizonUsed(p);
  for (let k: i32 = 0; k < edges; k += 1) {
    const horizonEdge: i32 = Polytope.horizon(p, k);
    const from: i32 = startOf(horizonEdge);
    const face: i32 = addFace(p, from, endOf(horizonEdge), vertex, queueLimit);
    connect(face, 0, horizonEdge >> 2, horizonEdge & 3);
    PolytopeCorner.setFace(from, face);
  }
  for (let k: i32 = 0; k < edges; k += 1) {
    const horizonEdge: i32 = Polytope.horizon(p, k);
    const face: i32 = PolytopeCorner.face(startOf(horizonEdge));
    connect(face, 1, PolytopeCorner.face(endOf(horizonEdge)), 2);
  }
}

/** The face between the vertex that was added last and edge k of the horizon. */
export function newFace(p: i32, k: i32): i32 {
  return PolytopeCorner.face(startOf(Polytope.horizon(p, k)));
}
