// Frank-Wolfe with line search (Montaut et al. 2024, Alg. 1), in its active-set form (Alg. 3): the same iteration as GJK, but
// of the vertices seen only their combination is kept, so each step projects the origin onto a
// segment: the line search is the segment case of simplex.ts.
import {
  ACTIVE_SET_INT,
  ACTIVE_SET_SIMPLEX,
  ITERATIONS_INT,
  MOMENTUM_INT,
  MOMENTUM_NONE,
  NEAREST,
  TRACE_INT,
  TRACE_OFF,
} from '../layout.ts';
import { ld, ldi, sti } from '../port/memory.ts';
import { gjk } from './gjk.ts';

/**
 * Runs Frank-Wolfe, then plain GJK from where it ended: a proof needs the answer as a combination of at most four support
 * points, and Frank-Wolfe's is one of all it has seen. Iterations and the reason for the end are Frank-Wolfe's.
 */
export function frankWolfe(w: i32, guessX: f64, guessY: f64, guessZ: f64): i32 {
  const termination: i32 = gjk(w, guessX, guessY, guessZ);
  const iterations: i32 = ldi(2 * w + ITERATIONS_INT);
  sti(2 * w + ACTIVE_SET_INT, ACTIVE_SET_SIMPLEX);
  sti(2 * w + MOMENTUM_INT, MOMENTUM_NONE);
  sti(2 * w + TRACE_INT, TRACE_OFF);
  gjk(w, -ld(w + NEAREST), -ld(w + NEAREST + 1), -ld(w + NEAREST + 2));
  sti(2 * w + ITERATIONS_INT, iterations);
  return termination;
}
