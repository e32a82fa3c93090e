// Frank-Wolfe with line search (Montaut et al. 2024, Alg. 1), in its active-set form (Alg. 3): the same iteration as GJK, but
// of the vertices seen only their combination is kept, so each step projects the origin onto a segment.
import {
  ACTIVE_SET_INT,
  ACTIVE_SET_POINT,
  ACTIVE_SET_SIMPLEX,
  GUESS,
  ITERATIONS_INT,
  MOMENTUM_INT,
  MOMENTUM_NONE,
  NEAREST,
} from '../layout.ts';
import { ld, ldi, st, sti } from '../port/memory.ts';
import { gjk } from './gjk.ts';

/**
 * Runs Frank-Wolfe, then plain GJK from where it ended: a proof needs the answer as a combination of at most four support
 * points, and Frank-Wolfe's is one of all it has seen. Iterations and the reason for the end are Frank-Wolfe's.
 */
export function frankWolfe(w: i32): i32 {
  const momentum: i32 = ldi(2 * w + MOMENTUM_INT);
  const termination: i32 = gjk(w);
  const iterations: i32 = ldi(2 * w + ITERATIONS_INT);
  const x: f64 = ld(w + GUESS);
  const y: f64 = ld(w + GUESS + 1);
  const z: f64 = ld(w + GUESS + 2);
  for (let k: i32 = 0; k < 3; k += 1) st(w + GUESS + k, -ld(w + NEAREST + k));
  sti(2 * w + ACTIVE_SET_INT, ACTIVE_SET_SIMPLEX);
  sti(2 * w + MOMENTUM_INT, MOMENTUM_NONE);
  gjk(w);
  st(w + GUESS, x);
  st(w + GUESS + 1, y);
  st(w + GUESS + 2, z);
  sti(2 * w + ACTIVE_SET_INT, ACTIVE_SET_POINT);
  sti(2 * w + MOMENTUM_INT, momentum);
  sti(2 * w + ITERATIONS_INT, iterations);
  return termination;
}
