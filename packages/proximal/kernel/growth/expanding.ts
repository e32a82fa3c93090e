// Internal expanding (IE), after the ray-shooting procedure of Zheng, Yamane et al.: a polytope inside D̃ with the origin in it grows
// across the facet that the ray leaves it through. The plane of that facet bounds β |p| from below, the support plane along its
// normal from above. The support point joins the polytope: the facets that see it go, and new ones close the gap. So unlike the ray
// method, which keeps three points, it keeps a list of facets with their adjacency, here that of EPA.
import {
  EPSILON,
  FLOOR,
  ITERATIONS_INT,
  MAX_ITERATIONS_INT,
  RADII,
  RECORD_A_INT,
  RECORD_B_INT,
  RECORD_RADIUS,
  RELATIVE_TOLERANCE,
  ROTATION,
  TERMINATION_CONVERGED,
  TERMINATION_LIMIT,
  TERMINATION_STALLED,
  VERTEX_A,
  VERTEX_B,
  VERTEX_DIRECTION,
} from '../layout.ts';
import { supportVertex } from '../minkowski.ts';
import {
  FACE_CORNER_INT,
  FACE_DISTANCE,
  FACES,
  HORIZON_COUNT_INT,
  MOST_VERTICES,
  VERTICES_USED_INT,
} from '../penetration/layout.ts';
import { side } from '../penetration/mpr.ts';
import {
  clearPolytope,
  corner,
  heightAbove,
  isKnownCorner,
  newFace,
  startFaces,
  takeIn,
} from '../penetration/polytope.ts';
import { hostTrace, ld, ldi, st, sti } from '../port/memory.ts';
import { rotateBack } from '../rotation.ts';
import { setNormal } from '../witness.ts';
import { combineBasis, innerVertex, moveVertex } from './difference.ts';
import {
  GROWTH_ACROSS,
  GROWTH_ACROSS_BASIS_INT,
  GROWTH_BASIS_INT,
  GROWTH_DIRECTION,
  GROWTH_INNER,
  GROWTH_INRADIUS_A,
  GROWTH_INRADIUS_B,
  GROWTH_OUTER,
  GROWTH_RAY,
  GROWTH_SUPPORT_INT,
  GROWTH_TRACE_INT,
  GROWTH_VERTEX_A,
  GROWTH_VERTEX_B,
  GROWTH_VERTEX_INNER_INT,
  GROWTH_VERTEX_STRIDE,
  GROWTH_VERTEX_TOWARDS_A,
  GROWTH_VERTEX_TOWARDS_B,
  GROWTH_VERTICES,
} from './layout.ts';
import { refineWeights, weighBasis } from './triangle.ts';

const INFINITE: f64 = 1.0e308 * 10.0;
const GO_ON: i32 = -1;
/** The first tetrahedron, in units of the ball's radius: a triangle this far along the ray and across it, and a corner behind. */
const ALONG: f64 = 0.5;
const SIDE: f64 = 0.85;
const HALF_ROOT: f64 = 0.8660254037844386;

/** How far off the ray the answer may be, in units of what counts as zero. */
const ALLOWED: f64 = 0.125;

/** The polytope `p` is room for 256 corners. */
export function expandInside(w: i32, g: i32, p: i32): i32 {
  startTetrahedron(g, p);
  const most: i32 = ldi(2 * w + MAX_ITERATIONS_INT);
  const tolerance: f64 = Math.max(ld(w + RELATIVE_TOLERANCE), 4.0 * EPSILON);
  const floor: f64 = ld(w + FLOOR);
  const ux: f64 = ld(g + GROWTH_RAY);
  const uy: f64 = ld(g + GROWTH_RAY + 1);
  const uz: f64 = ld(g + GROWTH_RAY + 2);
  // The tetrahedron's first face is across the ray.
  let face: i32 = p + FACES;
  let inner: f64 = 0.0;
  let outer: f64 = INFINITE;
  let iterations: i32 = ldi(2 * w + ITERATIONS_INT);
  let termination: i32 = GO_ON;
  while (termination === GO_ON) {
    iterations += 1;
    const used: i32 = ldi(2 * p + VERTICES_USED_INT);
    const vertex: i32 = corner(p, used);
    const x: f64 = ld(face);
    const y: f64 = ld(face + 1);
    const z: f64 = ld(face + 2);
    const ahead: f64 = x * ux + y * uy + z * uz;
    if (!(ahead > 0.0)) {
      termination = TERMINATION_STALLED;
      break;
    }
    supportCorner(w, vertex, x, y, z);
    const above: f64 = heightAbove(face, vertex);
    const height: f64 = ld(face + FACE_DISTANCE);
    inner = Math.max(inner, height / ahead);
    if ((height + above) / ahead < outer) {
      outer = (height + above) / ahead;
      setNormal(w, x, y, z);
    }
    if (ldi(2 * g + GROWTH_TRACE_INT) === 1) show(w, g, face, vertex, inner, outer);
    if (!(above - above === 0.0)) termination = TERMINATION_STALLED;
    else if (outer - inner <= tolerance * inner || above <= floor) termination = TERMINATION_CONVERGED;
    else if (iterations >= most || used + 1 >= MOST_VERTICES) termination = TERMINATION_LIMIT;
    // Well above rounding, where the tolerance leaves room for it, and well below what is left to gain.
    else if (
      isKnownCorner(p, vertex) ||
      !takeIn(p, face, vertex, Math.max(0.5 * floor, above / 1024.0), -INFINITE, INFINITE)
    )
      termination = TERMINATION_STALLED;
    else face = newFaceAround(p, vertex, ux, uy, uz);
  }
  takeBasis(w, g, face);
  st(g + GROWTH_OUTER, outer);
  st(g + GROWTH_INNER, refineWeights(g, weighBasis(g), ALLOWED * floor));
  combineBasis(w, g);
  sti(2 * w + ITERATIONS_INT, iterations);
  return termination;
}

/** Four points in the ball around the origin that D̃ holds: three around the ray and ahead of the origin, one behind. */
function startTetrahedron(g: i32, p: i32): void {
  const radius: f64 = ld(g + GROWTH_INRADIUS_A) + ld(g + GROWTH_INRADIUS_B);
  clearPolytope(p);
  innerCorner(g, corner(p, 0), ALONG * radius, SIDE * radius, 0.0);
  innerCorner(g, corner(p, 1), ALONG * radius, -0.5 * SIDE * radius, HALF_ROOT * SIDE * radius);
  innerCorner(g, corner(p, 2), ALONG * radius, -0.5 * SIDE * radius, -HALF_ROOT * SIDE * radius);
  innerCorner(g, corner(p, 3), -SIDE * radius, 0.0, 0.0);
  // Nothing is nearer than −∞: no face waits in EPA's queue.
  startFaces(p, -INFINITE);
}

/** A corner by its coordinates along and across the ray. It has no direction. */
function innerCorner(g: i32, vertex: i32, along: f64, one: f64, two: f64): void {
  const u: i32 = g + GROWTH_RAY;
  const e: i32 = g + GROWTH_ACROSS;
  for (let k: i32 = 0; k < 3; k += 1) {
    st(vertex + k, along * ld(u + k) + one * ld(e + k) + two * ld(e + 3 + k));
    st(vertex + VERTEX_DIRECTION + k, 0.0);
  }
}

/** The support point of D̃ along a unit vector, swept radii included. */
function supportCorner(w: i32, vertex: i32, x: f64, y: f64, z: f64): void {
  supportVertex(w, vertex, x, y, z);
  const radii: f64 = ld(w + RADII);
  st(vertex, ld(vertex) + radii * x);
  st(vertex + 1, ld(vertex + 1) + radii * y);
  st(vertex + 2, ld(vertex + 2) + radii * z);
}

/** Of the new faces, from corner a to b to the new vertex each, the one that the ray passes through: where |a b u|, |b v u| and |v a u| are all positive. */
function newFaceAround(p: i32, vertex: i32, ux: f64, uy: f64, uz: f64): i32 {
  const count: i32 = ldi(2 * p + HORIZON_COUNT_INT);
  let best: i32 = newFace(p, 0);
  let most: f64 = -INFINITE;
  for (let k: i32 = 0; k < count; k += 1) {
    const face: i32 = newFace(p, k);
    const from: i32 = ldi(2 * face + FACE_CORNER_INT);
    const to: i32 = ldi(2 * face + FACE_CORNER_INT + 1);
    const least: f64 = Math.min(
      side(from, to, ux, uy, uz),
      Math.min(side(to, vertex, ux, uy, uz), side(vertex, from, ux, uy, uz)),
    );
    // Rounding may leave none: then the one that is missed by the least.
    if (least > most) {
      most = least;
      best = face;
    }
  }
  return best;
}

/** The face's corners become the basis, and the next place is free. */
function takeBasis(w: i32, g: i32, face: i32): void {
  for (let k: i32 = 0; k < 4; k += 1) {
    const vertex: i32 = g + GROWTH_VERTICES + k * GROWTH_VERTEX_STRIDE;
    sti(2 * g + GROWTH_BASIS_INT + k, vertex);
    if (k < 3) takeVertex(w, g, vertex, ldi(2 * face + FACE_CORNER_INT + k));
  }
}

function takeVertex(w: i32, g: i32, vertex: i32, from: i32): void {
  const d: i32 = from + VERTEX_DIRECTION;
  if (ld(d) === 0.0 && ld(d + 1) === 0.0 && ld(d + 2) === 0.0) {
    const scale: f64 = 1.0 / (ld(g + GROWTH_INRADIUS_A) + ld(g + GROWTH_INRADIUS_B));
    const e: i32 = g + GROWTH_ACROSS;
    innerVertex(g, vertex, scale * dot(g + GROWTH_RAY, from), scale * dot(e, from), scale * dot(e + 3, from));
  } else supportedVertex(w, g, vertex, from);
}

function dot(a: i32, b: i32): f64 {
  return ld(a) * ld(b) + ld(a + 1) * ld(b + 1) + ld(a + 2) * ld(b + 2);
}

/** A corner found along a unit vector: the points of the cores, each moved out by its own radius. */
function supportedVertex(w: i32, g: i32, vertex: i32, from: i32): void {
  const towardsA: i32 = vertex + GROWTH_VERTEX_TOWARDS_A;
  const towardsB: i32 = vertex + GROWTH_VERTEX_TOWARDS_B;
  const d: i32 = from + VERTEX_DIRECTION;
  rotateBack(w + ROTATION, -ld(d), -ld(d + 1), -ld(d + 2), towardsB);
  const radiusA: f64 = ld(ldi(2 * w + RECORD_A_INT) + RECORD_RADIUS);
  const radiusB: f64 = ld(ldi(2 * w + RECORD_B_INT) + RECORD_RADIUS);
  for (let k: i32 = 0; k < 3; k += 1) {
    st(towardsA + k, ld(d + k));
    st(vertex + GROWTH_VERTEX_A + k, ld(from + VERTEX_A + k) + radiusA * ld(d + k));
    st(vertex + GROWTH_VERTEX_B + k, ld(from + VERTEX_B + k) + radiusB * ld(towardsB + k));
  }
  sti(2 * vertex + GROWTH_VERTEX_INNER_INT, 0);
  moveVertex(w, g, vertex);
}

/** Leaves a step where the trace reads it. */
function show(w: i32, g: i32, face: i32, vertex: i32, inner: f64, outer: f64): void {
  takeBasis(w, g, face);
  weighBasis(g);
  combineBasis(w, g);
  const next: i32 = ldi(2 * g + GROWTH_BASIS_INT + 3);
  takeVertex(w, g, next, vertex);
  sti(2 * g + GROWTH_SUPPORT_INT, next);
  sti(2 * g + GROWTH_ACROSS_BASIS_INT, 1);
  for (let k: i32 = 0; k < 3; k += 1) st(g + GROWTH_DIRECTION + k, ld(face + k));
  st(g + GROWTH_INNER, inner);
  st(g + GROWTH_OUTER, outer);
  hostTrace(w);
}
