// Alg. 1: the first inner approximation, or what the last query of a pair has left of one (Sec. III-F.3).
import { ld, ldi, sti } from '../port/memory.ts';
import { innerTriangle, moveVertex } from './difference.ts';
import {
  GROWTH_BASIS_INT,
  GROWTH_DIRECTION,
  GROWTH_HAS_LAST_INT,
  GROWTH_PRIMAL,
  GROWTH_START_INT,
  GROWTH_VERTEX_INNER_INT,
  GROWTH_VERTEX_STRIDE,
  GROWTH_VERTICES,
} from './layout.ts';
import { acrossBasis, enterBasis, isAroundRay, isFlat, weighBasis } from './triangle.ts';

/**
 * Makes the first triangle that the ray passes through, and returns how far along the ray. From here on the block holds nothing for a
 * warm start, until the query has ended well.
 */
export function startTriangle(w: i32, g: i32): f64 {
  const at: i32 = 2 * g + GROWTH_BASIS_INT;
  const hasLast: bool = ldi(2 * g + GROWTH_HAS_LAST_INT) === 1;
  sti(2 * g + GROWTH_HAS_LAST_INT, 0);
  if (!hasLast || ldi(2 * g + GROWTH_START_INT) !== GROWTH_PRIMAL) return startAfresh(g);
  const a: i32 = ldi(at);
  const b: i32 = ldi(at + 1);
  const c: i32 = ldi(at + 2);
  moveVertex(w, g, a);
  moveVertex(w, g, b);
  moveVertex(w, g, c);
  if (isAroundRay(a, b, c) && !isFlat(g)) {
    const reached: f64 = weighBasis(g);
    // A triangle that the bodies' motion has left behind the origin is none.
    if (reached > 0.0) return reached;
  }
  return enterKept(w, g, a, b, c);
}

/** The triangle that every cold query starts with. */
export function startAfresh(g: i32): f64 {
  const first: i32 = g + GROWTH_VERTICES;
  sti(2 * g + GROWTH_BASIS_INT + 3, first + 3 * GROWTH_VERTEX_STRIDE);
  return startInside(g, first, first + GROWTH_VERTEX_STRIDE, first + 2 * GROWTH_VERTEX_STRIDE);
}

/** The basis is the first triangle (17), inside the ball. */
function startInside(g: i32, a: i32, b: i32, c: i32): f64 {
  innerTriangle(g, a, b, c);
  sti(2 * g + GROWTH_BASIS_INT, a);
  sti(2 * g + GROWTH_BASIS_INT + 1, b);
  sti(2 * g + GROWTH_BASIS_INT + 2, c);
  return weighBasis(g);
}

/** The kept vertices enter a triangle inside one by one, as support points would, as far as they are ahead of it. */
function enterKept(w: i32, g: i32, a: i32, b: i32, c: i32): f64 {
  const at: i32 = 2 * g + GROWTH_BASIS_INT;
  // The four places that are not kept: three for the triangle, one for the next vertex.
  let place: i32 = g + GROWTH_VERTICES;
  for (let k: i32 = 0; k < 4; k += 1) {
    while (place === a || place === b || place === c) place += GROWTH_VERTEX_STRIDE;
    sti(at + k, place);
    place += GROWTH_VERTEX_STRIDE;
  }
  const free: i32 = ldi(at + 3);
  let inner: f64 = startInside(g, ldi(at), ldi(at + 1), ldi(at + 2));
  inner = enterVertex(w, g, a, inner);
  inner = enterVertex(w, g, b, inner);
  inner = enterVertex(w, g, c, inner);
  sti(at + 3, free);
  return inner;
}

function enterVertex(w: i32, g: i32, vertex: i32, inner: f64): f64 {
  const isPoint: bool = ldi(2 * vertex + GROWTH_VERTEX_INNER_INT) === 0;
  if (!isPoint || !acrossBasis(g)) return inner;
  const d: i32 = g + GROWTH_DIRECTION;
  const plane: f64 = ld(d) * ld(vertex) + ld(d + 1) * ld(vertex + 1) + ld(d + 2) * ld(vertex + 2);
  if (!(plane > inner)) return inner;
  sti(2 * g + GROWTH_BASIS_INT + 3, vertex);
  return Math.max(inner, enterBasis(w, g, false));
}
