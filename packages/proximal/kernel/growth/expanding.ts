// Internal expanding (IE), after the ray-shooting procedure of Zheng, Yamane et al.: a polytope inside D̃ with the origin in it grows
// across the facet through which the ray leaves it. The plane of that facet bounds β |p| from below, the support plane along its normal
// from above. The support point is added to the polytope: facets visible from it are removed, and new ones join it to the horizon. So
// unlike the ray method, which keeps three points, it keeps a list of facets with their adjacency: EPA's polytope, without its queue. D̃,
// the ray along p, and β are defined in growth.ts: β |p| is the distance from the origin at which the ray leaves D̃.

import * as Query from '../blocks/query.ts';
import { EPSILON, TERMINATION_CONVERGED, TERMINATION_LIMIT, TERMINATION_STALLED } from '../constants.ts';
import * as Polytope from '../penetration/blocks/polytope.ts';
import * as PolytopeCorner from '../penetration/blocks/polytope-corner.ts';
import * as PolytopeFace from '../penetration/blocks/polytope-face.ts';
import { addVertex, clearPolytope, corner, heightAbove, newFace, startFaces } from '../penetration/polytope.ts';
import { hostTrace, ld, quotient, st } from '../port/memory.ts';
import { setNormal } from '../witness.ts';
import * as Growth from './blocks/growth.ts';
import * as GrowthVertex from './blocks/growth-vertex.ts';
import { combineBasis, innerTriangle, innerVertex, supportGrowth } from './difference.ts';
import { refineWeights, setBasisWeights } from './triangle.ts';

const INFINITE: f64 = 1.0e308 * 10.0;
const CONTINUE: i32 = -1;
/** The weights are refined until the result is at most this far from the ray, in units of the rounding floor (`Query.floor`). */
const ALLOWED: f64 = 0.125;
/** How far the first tetrahedron's fourth corner is behind the origin, in units of the radius of the ball inside D̃. */
const BEHIND: f64 = 0.85;
/** How many leading numbers of a growth vertex are copied to its corner: three of the point, two perpendicular to the ray. */
const CORNER_NUMBERS: i32 = 5;
/**
 * Let h be the height of the support point above the facet that the ray passes through. Another facet counts as visible if the
 * point is above it by more than VISIBLE_FRACTION · h and by more than half the rounding floor.
 */
const VISIBLE_FRACTION: f64 = 0.0009765625;

/**
 * Finds where the ray leaves D̃, and returns the termination. `polytope` is memory for EPA's polytope, followed by a growth vertex for
 * each of its corners.
 */
export function expandInside(w: i32, g: i32, polytope: i32): i32 {
  const mostIterations: i32 = Query.maxIterations(w);
  const tolerance: f64 = Math.max(Query.relativeTolerance(w), 4.0 * EPSILON);
  const floor: f64 = Query.floor(w);
  let face: i32 = startTetrahedron(g, polytope);
  let inner: f64 = 0.0;
  let outer: f64 = INFINITE;
  let iterations: i32 = Query.iterations(w);
  let termination: i32 = CONTINUE;
  while (termination === CONTINUE) {
    const ahead: f64 = aheadOf(g, face);
    if (!(ahead > 0.0)) {
      termination = TERMINATION_STALLED;
      break;
    }
    iterations += 1;
    const used: i32 = Polytope.verticesUsed(polytope);
    supportGrowth(w, g, vertexAt(polytope, used), ld(face), ld(face + 1), ld(face + 2));
    const vertex: i32 = placeCorner(polytope, used);
    const above: f64 = heightAbove(face, vertex);
    inner = Math.max(inner, PolytopeFace.distance(face) / ahead);
    const plane: f64 = (PolytopeFace.distance(face) + above) / ahead;
    if (plane < outer) {
      outer = plane;
      setNormal(w, ld(face), ld(face + 1), ld(face + 2));
    }
    if (Growth.trace(g) === 1) traceStep(w, g, polytope, face, used, inner, outer);
    if (!(above - above === 0.0)) termination = TERMINATION_STALLED;
    else if (outer - inner <= tolerance * inner || above <= floor) termination = TERMINATION_CONVERGED;
    else if (iterations >= mostIterations || used + 1 >= Polytope.CORNERS_COUNT) termination = TERMINATION_LIMIT;
    // No face is queued: none is nearer than −∞.
    else if (addVertex(polytope, face, vertex, Math.max(0.5 * floor, VISIBLE_FRACTION * above), -INFINITE, INFINITE))
      face = faceAround(polytope, vertex);
    else termination = TERMINATION_STALLED;
  }
  setBasisFromFace(g, polytope, face);
  Growth.setOuter(g, outer);
  Growth.setInner(g, refineWeights(g, setBasisWeights(g), ALLOWED * floor));
  combineBasis(w, g);
  Query.setIterations(w, iterations);
  return termination;
}

function vertexAt(polytope: i32, number: i32): i32 {
  return polytope + Polytope.SIZE + number * GrowthVertex.SIZE;
}

/** Writes a corner of the polytope: the vertex's point, followed by its coordinates perpendicular to the ray. */
function placeCorner(polytope: i32, number: i32): i32 {
  const to: i32 = corner(polytope, number);
  const from: i32 = vertexAt(polytope, number);
  for (let k: i32 = 0; k < CORNER_NUMBERS; k += 1) st(to + k, ld(from + k));
  return to;
}

/**
 * Four points in the ball around the origin inside D̃: three around the ray and ahead of the origin, one behind it. Returns the
 * face ahead.
 */
function startTetrahedron(g: i32, polytope: i32): i32 {
  clearPolytope(polytope);
  innerTriangle(g, vertexAt(polytope, 0), vertexAt(polytope, 1), vertexAt(polytope, 2));
  innerVertex(g, vertexAt(polytope, 3), -BEHIND, 0.0, 0.0);
  for (let k: i32 = 0; k < 4; k += 1) placeCorner(polytope, k);
  startFaces(polytope, -INFINITE);
  return Polytope.faces(polytope, 0);
}

/** The component of a face's normal along the ray. */
function aheadOf(g: i32, face: i32): f64 {
  const u: i32 = g + Growth.RAY;
  return ld(face) * ld(u) + ld(face + 1) * ld(u + 1) + ld(face + 2) * ld(u + 2);
}

/** The new face, from a horizon edge to the new corner, that the ray passes through: the ray is to the left of all its sides. */
function faceAround(polytope: i32, vertex: i32): i32 {
  const count: i32 = Polytope.horizonUsed(polytope);
  let best: i32 = 0;
  let largestArea: f64 = -INFINITE;
  for (let k: i32 = 0; k < count; k += 1) {
    const face: i32 = newFace(polytope, k);
    const from: i32 = PolytopeFace.corner(face, 0);
    const to: i32 = PolytopeFace.corner(face, 1);
    const least: f64 = Math.min(areaAt(from, to), Math.min(areaAt(to, vertex), areaAt(vertex, from)));
    // If the ray misses all faces by rounding, the face that it misses by the least is taken.
    if (least > largestArea || best === 0) {
      largestArea = least;
      best = face;
    }
  }
  return best;
}

/** Twice the area that the ray spans with an edge, seen along the ray. */
function areaAt(from: i32, to: i32): f64 {
  const a: i32 = from + GrowthVertex.ACROSS;
  const b: i32 = to + GrowthVertex.ACROSS;
  return ld(a) * ld(b + 1) - ld(a + 1) * ld(b);
}

/** The vertices of the face's corners become the basis. */
function setBasisFromFace(g: i32, polytope: i32, face: i32): void {
  for (let k: i32 = 0; k < 3; k += 1) {
    const offset: i32 = PolytopeFace.corner(face, k) - corner(polytope, 0);
    Growth.setBasis(g, k, vertexAt(polytope, quotient(offset, PolytopeCorner.SIZE)));
  }
}

/** Writes a step for the trace. */
function traceStep(w: i32, g: i32, polytope: i32, face: i32, number: i32, inner: f64, outer: f64): void {
  setBasisFromFace(g, polytope, face);
  setBasisWeights(g);
  combineBasis(w, g);
  Growth.setSupport(g, vertexAt(polytope, number));
  Growth.setAcrossBasis(g, 1);
  for (let k: i32 = 0; k < 3; k += 1) Growth.setDirection(g, k, ld(face + k));
  Growth.setInner(g, inner);
  Growth.setOuter(g, outer);
  hostTrace(w);
}
