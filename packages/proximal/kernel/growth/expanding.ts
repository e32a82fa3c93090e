// Internal expanding (IE), after the ray-shooting procedure of Zheng, Yamane et al.: a polytope inside D̃ with the origin in it
// grows across the facet that the ray leaves it through. The plane of that facet bounds β |p| from below, the support plane along
// its normal from above. The support point is added to the polytope: facets visible from it are removed, and new ones join it to
// the horizon. So unlike the ray method, which keeps three points, it keeps a list of facets with their adjacency: EPA's
// polytope, without its queue.

import * as Query from '../blocks/query.ts';
import { EPSILON, TERMINATION_CONVERGED, TERMINATION_LIMIT, TERMINATION_STALLED } from '../constants.ts';
import * as Polytope from '../penetration/blocks/polytope.ts';
import * as PolytopeCorner from '../penetration/blocks/polytope-corner.ts';
import * as PolytopeFace from '../penetration/blocks/polytope-face.ts';
import { clearPolytope, corner, heightAbove, newFace, startFaces, takeIn } from '../penetration/polytope.ts';
import { hostTrace, ld, quotient, st } from '../port/memory.ts';
import { setNormal } from '../witness.ts';
import * as Growth from './blocks/growth.ts';
import * as GrowthVertex from './blocks/growth-vertex.ts';
import { combineBasis, innerTriangle, innerVertex, supportGrowth } from './difference.ts';
import { refineWeights, weighBasis } from './triangle.ts';

const INFINITE: f64 = 1.0e308 * 10.0;
const GO_ON: i32 = -1;
/** The largest distance of the result from the ray, in units of the rounding error. */
const ALLOWED: f64 = 0.125;
/** The distance behind the origin of the fourth corner of the first tetrahedron, in units of the ball's radius. */
const BEHIND: f64 = 0.85;
/** The numbers of a growth vertex that a corner also has: the point, then its coordinates perpendicular to the ray. */
const CORNER_NUMBERS: i32 = 5;
/**
 * A facet is visible from a vertex that is above it by more than this fraction of the gap, which is well above rounding if the
 * tolerance is.
 */
const SHARE: f64 = 0.0009765625;

/** `p` is memory for EPA's polytope followed by a growth vertex for each of its corners. */
export function expandInside(w: i32, g: i32, p: i32): i32 {
  const most: i32 = Query.maxIterations(w);
  const tolerance: f64 = Math.max(Query.relativeTolerance(w), 4.0 * EPSILON);
  const floor: f64 = Query.floor(w);
  let face: i32 = startTetrahedron(g, p);
  let inner: f64 = 0.0;
  let outer: f64 = INFINITE;
  let iterations: i32 = Query.iterations(w);
  let termination: i32 = GO_ON;
  while (termination === GO_ON) {
    const ahead: f64 = aheadOf(g, face);
    if (!(ahead > 0.0)) {
      termination = TERMINATION_STALLED;
      break;
    }
    iterations += 1;
    const used: i32 = Polytope.verticesUsed(p);
    supportGrowth(w, g, vertexAt(p, used), ld(face), ld(face + 1), ld(face + 2));
    const vertex: i32 = placeCorner(p, used);
    const above: f64 = heightAbove(face, vertex);
    inner = Math.max(inner, PolytopeFace.distance(face) / ahead);
    const plane: f64 = (PolytopeFace.distance(face) + above) / ahead;
    if (plane < outer) {
      outer = plane;
      setNormal(w, ld(face), ld(face + 1), ld(face + 2));
    }
    if (Growth.trace(g) === 1) show(w, g, p, face, used, inner, outer);
    if (!(above - above === 0.0)) termination = TERMINATION_STALLED;
    else if (outer - inner <= tolerance * inner || above <= floor) termination = TERMINATION_CONVERGED;
    else if (iterations >= most || used + 1 >= Polytope.CORNERS_COUNT) termination = TERMINATION_LIMIT;
    // No face is queued: none is nearer than −∞.
    else if (takeIn(p, face, vertex, Math.max(0.5 * floor, SHARE * above), -INFINITE, INFINITE))
      face = faceAround(p, vertex);
    else termination = TERMINATION_STALLED;
  }
  takeBasis(g, p, face);
  Growth.setOuter(g, outer);
  Growth.setInner(g, refineWeights(g, weighBasis(g), ALLOWED * floor));
  combineBasis(w, g);
  Query.setIterations(w, iterations);
  return termination;
}

function vertexAt(p: i32, number: i32): i32 {
  return p + Polytope.SIZE + number * GrowthVertex.SIZE;
}

/** Writes a corner of the polytope: the vertex's point, followed by its coordinates perpendicular to the ray. */
function placeCorner(p: i32, number: i32): i32 {
  const to: i32 = corner(p, number);
  const from: i32 = vertexAt(p, number);
  for (let k: i32 = 0; k < CORNER_NUMBERS; k += 1) st(to + k, ld(from + k));
  return to;
}

/**
 * Four points in the ball around the origin inside D̃: three around the ray and ahead of the origin, one behind it. Returns the
 * face ahead.
 */
function startTetrahedron(g: i32, p: i32): i32 {
  clearPolytope(p);
  innerTriangle(g, vertexAt(p, 0), vertexAt(p, 1), vertexAt(p, 2));
  innerVertex(g, vertexAt(p, 3), -BEHIND, 0.0, 0.0);
  for (let k: i32 = 0; k < 4; k += 1) placeCorner(p, k);
  startFaces(p, -INFINITE);
  return Polytope.faces(p, 0);
}

/** The component of a face's normal along the ray. */
function aheadOf(g: i32, face: i32): f64 {
  const u: i32 = g + Growth.RAY;
  return ld(face) * ld(u) + ld(face + 1) * ld(u + 1) + ld(face + 2) * ld(u + 2);
}

/** The new face, from a horizon edge to the new corner, that the ray passes through: the ray is to the left of all its sides. */
function faceAround(p: i32, vertex: i32): i32 {
  const count: i32 = Polytope.horizonUsed(p);
  let best: i32 = 0;
  let most: f64 = -INFINITE;
  for (let k: i32 = 0; k < count; k += 1) {
    const face: i32 = newFace(p, k);
    const from: i32 = PolytopeFace.corner(face, 0);
    const to: i32 = PolytopeFace.corner(face, 1);
    const least: f64 = Math.min(areaAt(from, to), Math.min(areaAt(to, vertex), areaAt(vertex, from)));
    // If rounding leaves none, the face that the ray misses by the least.
    if (least > most || best === 0) {
      most = least;
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
function takeBasis(g: i32, p: i32, face: i32): void {
  for (let k: i32 = 0; k < 3; k += 1) {
    const place: i32 = PolytopeFace.corner(face, k) - corner(p, 0);
    Growth.setBasis(g, k, vertexAt(p, quotient(place, PolytopeCorner.SIZE)));
  }
}

/** Writes a step for the trace. */
function show(w: i32, g: i32, p: i32, face: i32, number: i32, inner: f64, outer: f64): void {
  takeBasis(g, p, face);
  weighBasis(g);
  combineBasis(w, g);
  Growth.setSupport(g, vertexAt(p, number));
  Growth.setAcrossBasis(g, 1);
  for (let k: i32 = 0; k < 3; k += 1) Growth.setDirection(g, k, ld(face + k));
  Growth.setInner(g, inner);
  Growth.setOuter(g, outer);
  hostTrace(w);
}
