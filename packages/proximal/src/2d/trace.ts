import type { PlaneEngine } from '../engine/2d.ts';
import { PlaneQuery, PlaneVertex } from '../engine/2d-layout.ts';
import { TRACE_FACE, TRACE_PORTAL, TRACE_SECANT, TRACE_STEP } from '../engine/layout.ts';
import { hypot } from '../math/hypot.ts';
import type { Vec2 } from '../math/vec2.ts';

/** A step of the search on the Minkowski difference of the cores, in A's frame. */
export interface TraceStep {
  /** 1 for the first step. */
  iteration: number;
  /**
   * The algorithm of the step: GJK, or if the cores overlap the expanding polygon (EPA), portals (MPR, SQP, incremental), or secants of the
   * incremental method.
   */
  phase: 'gjk' | 'epa' | 'portal' | 'secant';
  /**
   * The point nearest to the origin so far: NaN in the first step, the origin in GJK's last step for an overlap; in other phases, the
   * projection of the origin onto the line through the first vertex, orthogonal to `direction`: the line of EPA's edge or of the portal.
   */
  point: Vec2;
  /** The unit vector of the support query. In GJK's last step for an overlap it is zero, and the support point is NaN. */
  direction: Vec2;
  support: Vec2;
  /**
   * In GJK, the vertices that `point` is a combination of, before the support point is added; in EPA the ends of the nearest edge, in the portal phase
   * the portal, in the secant phase the two samples.
   */
  simplex: Vec2[];
  /** The number of vertices in `simplex`. */
  size: number;
  /** Bounds on the signed distance between the cores, or the distance, in meters; infinite if a step has proven none. */
  lower: number;
  upper: number;
  /** upper − lower. */
  gap: number;
  /**
   * The barycode of Zhang et al. by which the simplex was chosen; 0 if it was not chosen from a triangle. The triangle has the last step's
   * support point A, and the older vertex B and the newer vertex C of the last step's simplex. A bit is set if the origin's barycentric
   * coordinate is positive: 4 for A, 2 for B and 1 for C. With the barycode 7 the origin is inside the triangle.
   */
  barycode: number;
  /** The corners of EPA's polygon before the support point is added, counter-clockwise; none in other phases. */
  polygon: Vec2[];
}

const phases: Readonly<Record<number, TraceStep['phase']>> = {
  [TRACE_STEP]: 'gjk',
  [TRACE_FACE]: 'epa',
  [TRACE_PORTAL]: 'portal',
  [TRACE_SECANT]: 'secant',
};

/** Reads each step from the kernel's memory and passes it to the callback. */
export function createTracer(engine: PlaneEngine, show: (step: TraceStep) => void): (workspace: number) => void {
  let iteration = 0;
  let barycode = 0;
  return (w) => {
    iteration++;
    const phase = phases[PlaneQuery.traceKind(engine.i32, w)];
    const isSearch = phase === 'gjk';
    const step = isSearch ? readSimplex(engine, w) : readLine(engine, w, phase);
    const { simplex, support, lower, upper } = step;
    const chosenBy = isSearch ? barycode : 0;
    // Compute the barycode of the next step before the callback, which may change the arrays.
    barycode = isSearch && simplex.length === 2 ? barycodeOf(support, simplex[1], simplex[0]) : 0;
    const gap = upper - lower;
    show({ iteration, phase, ...step, size: simplex.length, gap, barycode: chosenBy });
  };
}

/**
 * The barycode in its general form (S2D, Alg. 3 of Zhang et al.) with all seven regions; the kernel distinguishes only the four that occur.
 * The sign of the sum of the three numbers σ, twice the triangle's area, is computed from two edges, because the sum cancels on slivers.
 */
function barycodeOf(a: Vec2, b: Vec2, c: Vec2): number {
  const [sigmaA, sigmaB, sigmaC] = [cross(b, c), cross(c, a), cross(a, b)];
  const isPositive = cross([b[0] - a[0], b[1] - a[1]], [c[0] - a[0], c[1] - a[1]]) > 0;
  const bit = (sigma: number, value: number): number => (sigma > 0 === isPositive ? value : 0);
  return bit(sigmaA, 4) + bit(sigmaB, 2) + bit(sigmaC, 1);
}

const cross = (p: Vec2, q: Vec2): number => p[0] * q[1] - p[1] * q[0];

type Shown = Omit<TraceStep, 'iteration' | 'phase' | 'size' | 'gap' | 'barycode'>;

function readSimplex({ f64, i32 }: PlaneEngine, w: number): Shown {
  const size = PlaneQuery.vertexCount(i32, w);
  const simplex = Array.from({ length: size }, (_, k) => vec2(f64, PlaneQuery.simplex(i32, w, k)));
  let [lower, upper] = [PlaneQuery.supportProduct(f64, w), PlaneQuery.nearestProduct(f64, w)];
  if (size === 3) return { simplex, point: [0, 0], direction: [0, 0], support: nan(), lower, upper, polygon: [] };
  const [dx, dy] = vec2(f64, w + PlaneQuery.NEAREST_DIRECTION);
  const length = hypot(dx, dy);
  const direction: Vec2 = [dx / length, dy / length];
  lower /= length;
  upper = size > 0 ? upper / length : Infinity;
  // d points from the nearest point to the origin.
  const point: Vec2 = size > 0 ? [-upper * direction[0], -upper * direction[1]] : nan();
  return {
    simplex,
    point,
    direction,
    support: vec2(f64, PlaneQuery.traceSupport(i32, w)),
    lower,
    upper,
    polygon: [],
  };
}

/** A step of EPA, of portals or of secants. */
function readLine({ f64, i32 }: PlaneEngine, w: number, phase: TraceStep['phase']): Shown {
  const support = PlaneQuery.traceSupport(i32, w);
  const direction = vec2(f64, support + PlaneVertex.DIRECTION);
  const polygon: Vec2[] = [];
  let simplex: Vec2[];
  if (phase === 'epa') {
    // Walk around the polygon from the start of the edge.
    const edge = PlaneQuery.traceEdge(i32, w);
    let at = edge;
    do {
      polygon.push(vec2(f64, at));
      at = PlaneVertex.next(i32, at);
    } while (at !== edge);
    simplex = [vec2(f64, edge), vec2(f64, PlaneVertex.next(i32, edge))];
  } else simplex = [vec2(f64, PlaneQuery.simplex(i32, w, 0)), vec2(f64, PlaneQuery.simplex(i32, w, 1))];
  const height = direction[0] * simplex[0][0] + direction[1] * simplex[0][1];
  return {
    simplex,
    point: [height * direction[0], height * direction[1]],
    direction,
    support: vec2(f64, support),
    lower: PlaneQuery.coreLower(f64, w),
    upper: PlaneQuery.coreUpper(f64, w),
    polygon,
  };
}

const nan = (): Vec2 => [Number.NaN, Number.NaN];

export function vec2(f64: Float64Array, at: number): Vec2 {
  return [f64[at], f64[at + 1]];
}
