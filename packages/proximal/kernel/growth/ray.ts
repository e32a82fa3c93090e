// The ray method (Alg. 1 to 3): a triangle of points of D̃ that the ray passes through is the inner approximation, the best support
// plane so far the outer one. The support point along the triangle's normal replaces one of its corners.
import {
  EPSILON,
  FLOOR,
  ITERATIONS_INT,
  MAX_ITERATIONS_INT,
  RELATIVE_TOLERANCE,
  TERMINATION_CONVERGED,
  TERMINATION_LIMIT,
  TERMINATION_STALLED,
} from '../layout.ts';
import { hostTrace, ld, ldi, st, sti } from '../port/memory.ts';
import { setNormal } from '../witness.ts';
import { combineBasis, innerVertex, supportGrowth } from './difference.ts';
import {
  GROWTH_ACROSS,
  GROWTH_BASIS_INT,
  GROWTH_DIRECTION,
  GROWTH_INNER,
  GROWTH_INRADIUS_A,
  GROWTH_INRADIUS_B,
  GROWTH_OUTER,
  GROWTH_RAY,
  GROWTH_TRACE_INT,
  GROWTH_VERTEX_ACROSS,
  GROWTH_VERTEX_STRIDE,
  GROWTH_VERTICES,
  GROWTH_WEIGHTS,
} from './layout.ts';

const INFINITE: f64 = 1.0e308 * 10.0;
const GO_ON: i32 = -1;
/** The first triangle (17): this far along the ray and across it, in units of the ball's radius; inside the ball. */
const ALONG: f64 = 0.25;
const SIDE: f64 = 0.9;
const HALF_ROOT: f64 = 0.8660254037844386;

export function followRay(w: i32, g: i32): i32 {
  startTriangle(w, g);
  const most: i32 = ldi(2 * w + MAX_ITERATIONS_INT);
  const tolerance: f64 = Math.max(ld(w + RELATIVE_TOLERANCE), 4.0 * EPSILON);
  const ux: f64 = ld(g + GROWTH_RAY);
  const uy: f64 = ld(g + GROWTH_RAY + 1);
  const uz: f64 = ld(g + GROWTH_RAY + 2);
  let a: i32 = ldi(2 * g + GROWTH_BASIS_INT);
  let b: i32 = ldi(2 * g + GROWTH_BASIS_INT + 1);
  let c: i32 = ldi(2 * g + GROWTH_BASIS_INT + 2);
  let next: i32 = ldi(2 * g + GROWTH_BASIS_INT + 3);
  let inner: f64 = 0.0;
  let outer: f64 = INFINITE;
  let iterations: i32 = 0;
  let termination: i32 = GO_ON;
  while (termination === GO_ON) {
    iterations += 1;
    // λ (24), up to its length: across the triangle, along the ray.
    const px: f64 = ld(b) - ld(a);
    const py: f64 = ld(b + 1) - ld(a + 1);
    const pz: f64 = ld(b + 2) - ld(a + 2);
    const qx: f64 = ld(c) - ld(a);
    const qy: f64 = ld(c + 1) - ld(a + 1);
    const qz: f64 = ld(c + 2) - ld(a + 2);
    const x: f64 = py * qz - pz * qy;
    const y: f64 = pz * qx - px * qz;
    const z: f64 = px * qy - py * qx;
    const ahead: f64 = x * ux + y * uy + z * uz;
    if (!(ahead > 0.0)) {
      termination = TERMINATION_STALLED;
      break;
    }
    supportGrowth(w, g, next, x, y, z);
    const height: f64 = x * ld(a) + y * ld(a + 1) + z * ld(a + 2);
    const reach: f64 = x * ld(next) + y * ld(next + 1) + z * ld(next + 2);
    inner = Math.max(inner, height / ahead);
    const plane: f64 = reach / ahead;
    if (plane < outer) {
      // (22): one plane is enough of the outer approximation.
      outer = plane;
      const inverse: f64 = 1.0 / Math.sqrt(x * x + y * y + z * z);
      setNormal(w, inverse * x, inverse * y, inverse * z);
    }
    if (ldi(2 * g + GROWTH_TRACE_INT) === 1) show(w, g, a, b, c, next, x, y, z, inner, outer);
    const gap: f64 = outer - inner;
    if (!(gap === gap)) termination = TERMINATION_STALLED;
    else if (gap <= tolerance * inner) termination = TERMINATION_CONVERGED;
    else if (iterations >= most) termination = TERMINATION_LIMIT;
    else if (!((reach - height) * (reach - height) > ld(w + FLOOR) * ld(w + FLOOR) * (x * x + y * y + z * z)))
      termination = TERMINATION_CONVERGED;
    else {
      // The outgoing index (26): the ray, seen from the new corner, leaves through the edge that stays.
      const newX: f64 = ld(next + GROWTH_VERTEX_ACROSS);
      const newY: f64 = ld(next + GROWTH_VERTEX_ACROSS + 1);
      const sideA: f64 = newX * ld(a + GROWTH_VERTEX_ACROSS + 1) - newY * ld(a + GROWTH_VERTEX_ACROSS);
      const sideB: f64 = newX * ld(b + GROWTH_VERTEX_ACROSS + 1) - newY * ld(b + GROWTH_VERTEX_ACROSS);
      const sideC: f64 = newX * ld(c + GROWTH_VERTEX_ACROSS + 1) - newY * ld(c + GROWTH_VERTEX_ACROSS);
      const free: i32 = sideA >= 0.0 && sideB <= 0.0 ? c : sideB >= 0.0 && sideC <= 0.0 ? a : b;
      if (free === a) a = next;
      else if (free === b) b = next;
      else c = next;
      next = free;
    }
  }
  keepBasis(g, a, b, c, next);
  st(g + GROWTH_OUTER, outer);
  st(g + GROWTH_INNER, weigh(g, ux, uy, uz));
  combineBasis(w, g);
  sti(2 * w + ITERATIONS_INT, iterations);
  return termination;
}

/** Alg. 1: three points in the ball that D̃ holds around the origin, around the ray and ahead of the origin. */
function startTriangle(w: i32, g: i32): void {
  const radius: f64 = ld(g + GROWTH_INRADIUS_A) + ld(g + GROWTH_INRADIUS_B);
  const first: i32 = g + GROWTH_VERTICES;
  innerCorner(w, g, first, radius, 1.0, 0.0);
  innerCorner(w, g, first + GROWTH_VERTEX_STRIDE, radius, -0.5, HALF_ROOT);
  innerCorner(w, g, first + 2 * GROWTH_VERTEX_STRIDE, radius, -0.5, -HALF_ROOT);
  keepBasis(g, first, first + GROWTH_VERTEX_STRIDE, first + 2 * GROWTH_VERTEX_STRIDE, first + 3 * GROWTH_VERTEX_STRIDE);
}

function innerCorner(w: i32, g: i32, vertex: i32, radius: f64, first: f64, second: f64): void {
  const u: i32 = g + GROWTH_RAY;
  const e: i32 = g + GROWTH_ACROSS;
  const along: f64 = ALONG * radius;
  const one: f64 = SIDE * radius * first;
  const two: f64 = SIDE * radius * second;
  innerVertex(
    w,
    g,
    vertex,
    along * ld(u) + one * ld(e) + two * ld(e + 3),
    along * ld(u + 1) + one * ld(e + 1) + two * ld(e + 4),
    along * ld(u + 2) + one * ld(e + 2) + two * ld(e + 5),
  );
}

function keepBasis(g: i32, a: i32, b: i32, c: i32, next: i32): void {
  sti(2 * g + GROWTH_BASIS_INT, a);
  sti(2 * g + GROWTH_BASIS_INT + 1, b);
  sti(2 * g + GROWTH_BASIS_INT + 2, c);
  sti(2 * g + GROWTH_BASIS_INT + 3, next);
}

/** Twice the area that the ray spans with an edge, both seen along the ray: a corner's weight is that of the edge opposite it. */
function areaAcross(from: i32, to: i32): f64 {
  return (
    ld(from + GROWTH_VERTEX_ACROSS) * ld(to + GROWTH_VERTEX_ACROSS + 1) -
    ld(from + GROWTH_VERTEX_ACROSS + 1) * ld(to + GROWTH_VERTEX_ACROSS)
  );
}

/** The weights of the point where the ray passes through the triangle (Sec. III-F.2), and how far along it that is (18). */
function weigh(g: i32, ux: f64, uy: f64, uz: f64): f64 {
  const a: i32 = ldi(2 * g + GROWTH_BASIS_INT);
  const b: i32 = ldi(2 * g + GROWTH_BASIS_INT + 1);
  const c: i32 = ldi(2 * g + GROWTH_BASIS_INT + 2);
  const areaA: f64 = Math.max(0.0, areaAcross(b, c));
  const areaB: f64 = Math.max(0.0, areaAcross(c, a));
  const areaC: f64 = Math.max(0.0, areaAcross(a, b));
  const inverse: f64 = 1.0 / (areaA + areaB + areaC);
  st(g + GROWTH_WEIGHTS, inverse * areaA);
  st(g + GROWTH_WEIGHTS + 1, inverse * areaB);
  st(g + GROWTH_WEIGHTS + 2, inverse * areaC);
  return (
    inverse *
    (areaA * (ld(a) * ux + ld(a + 1) * uy + ld(a + 2) * uz) +
      areaB * (ld(b) * ux + ld(b + 1) * uy + ld(b + 2) * uz) +
      areaC * (ld(c) * ux + ld(c + 1) * uy + ld(c + 2) * uz))
  );
}

/** Leaves a step where the trace reads it. */
function show(w: i32, g: i32, a: i32, b: i32, c: i32, next: i32, x: f64, y: f64, z: f64, inner: f64, outer: f64): void {
  keepBasis(g, a, b, c, next);
  weigh(g, ld(g + GROWTH_RAY), ld(g + GROWTH_RAY + 1), ld(g + GROWTH_RAY + 2));
  st(g + GROWTH_DIRECTION, x);
  st(g + GROWTH_DIRECTION + 1, y);
  st(g + GROWTH_DIRECTION + 2, z);
  st(g + GROWTH_INNER, inner);
  st(g + GROWTH_OUTER, outer);
  hostTrace(w);
}
