// Newton's method on the unit normal. GJK and EPA stop when the distance is accurate to a tolerance; the normal between curved
// bodies is then accurate only to the square root of the tolerance. Two or three steps here reduce the error to rounding, which the
// Jacobians and, still more, finite differences need.

import * as Query from '../blocks/query.ts';
import * as ShapeBlock from '../blocks/shape-block.ts';
import * as Vertex from '../blocks/vertex.ts';
import { supportVertex } from '../minkowski.ts';
import { ld, st } from '../port/memory.ts';
import { rotate, rotateBack } from '../rotation.ts';
import { KIND_CONVEX, KIND_HALFSPACE } from '../shapes/kinds.ts';
import * as Derivative from './blocks/derivative.ts';
import * as Side from './blocks/side.ts';
import {
  FREE_A_LINE,
  FREE_A_PLANE,
  FREE_B_LINE,
  FREE_B_PLANE,
  FREE_CROSSED,
  freedom,
  isDependent,
  solve,
} from './solve.ts';
import { fillSides, setAxis, setUnitAxis } from './state.ts';
import { dotAt } from './tangent.ts';

const MOST_STEPS: i32 = 8;
/** Smaller steps are rounding errors, in radians. */
const LEAST_ROTATION: f64 = 1.0e-15;
/** If the steps add up to more than this, in radians, the query's normal was too inaccurate. */
const MOST_ROTATION: f64 = 0.1;

/**
 * Whether one of the cores may be curved. Points, segments, boxes, hulls and half-spaces have no curved surface: GJK and EPA
 * find their normals exactly.
 */
export function isCurved(w: i32): bool {
  return isCurvedRecord(Query.recordA(w)) || isCurvedRecord(Query.recordB(w));
}

function isCurvedRecord(record: i32): bool {
  const kind: i32 = ShapeBlock.kind(record);
  return kind > KIND_CONVEX && kind !== KIND_HALFSPACE;
}

/**
 * Improves the normal, then signed distance and points. Distance and points stay unchanged if the nearest points are not unique, and
 * all three if the normal would rotate by more than MOST_ROTATION in total.
 */
export function polish(w: i32, g: i32, floor: f64): void {
  const x: f64 = Derivative.normal(g, 0);
  const y: f64 = Derivative.normal(g, 1);
  const z: f64 = Derivative.normal(g, 2);
  let rotated: f64 = 0.0;
  for (let step: i32 = 0; step < MOST_STEPS; step += 1) {
    fillSides(w, g);
    if (isDependent(g)) return;
    const rotation: f64 = improve(w, g, floor);
    rotated += rotation;
    if (!(rotated < MOST_ROTATION)) {
      setAxis(w, g, x, y, z);
      return;
    }
    if (rotation < LEAST_ROTATION) break;
  }
  fillSides(w, g);
  if (!isDependent(g)) writePoints(w, g, floor);
}

/** One Newton step. Returns the 1-norm of the change of the normal: up to third order, an upper bound on the rotation in radians. */
function improve(w: i32, g: i32, floor: f64): f64 {
  solve(g, floor);
  const free: i32 = freedom(g);
  const x: f64 = Derivative.normal(g, 0);
  const y: f64 = Derivative.normal(g, 1);
  const z: f64 = Derivative.normal(g, 2);
  // First the normal is made perpendicular to the free vectors.
  if (free === FREE_A_LINE || free === FREE_A_PLANE || free === FREE_CROSSED)
    projectNormal(w, g, Derivative.sideA(g), true);
  if (free === FREE_B_LINE || free === FREE_B_PLANE || free === FREE_CROSSED)
    projectNormal(w, g, Derivative.sideB(g), false);
  // Then it rotates by K (see solve.ts) times the tangential gap, the part of b − a across the normal.
  supportVertex(w, Derivative.trial(g), Derivative.normal(g, 0), Derivative.normal(g, 1), Derivative.normal(g, 2));
  const e: i32 = g + Derivative.TANGENTS;
  const r1: f64 = -dotAt(e, Derivative.trial(g));
  const r2: f64 = -dotAt(e + 3, Derivative.trial(g));
  const k: i32 = g + Derivative.NORMAL_BY_MOTION;
  const a: f64 = ld(k) * r1 + ld(k + 1) * r2;
  const b: f64 = ld(k + 2) * r1 + ld(k + 3) * r2;
  setUnitAxis(
    w,
    g,
    Derivative.normal(g, 0) + a * ld(e) + b * ld(e + 3),
    Derivative.normal(g, 1) + a * ld(e + 1) + b * ld(e + 4),
    Derivative.normal(g, 2) + a * ld(e + 2) + b * ld(e + 5),
  );
  return (
    Math.abs(Derivative.normal(g, 0) - x) +
    Math.abs(Derivative.normal(g, 1) - y) +
    Math.abs(Derivative.normal(g, 2) - z)
  );
}

/** Removes the components along a side's free vectors from the normal; the tangent vectors stay unchanged in this step. */
function projectNormal(w: i32, g: i32, side: i32, isA: bool): void {
  const count: i32 = Side.freeCount(side);
  for (let k: i32 = 0; k < count; k += 1) {
    const free: i32 = side + Side.FREE + 3 * k;
    const out: i32 = Derivative.trial(g);
    if (isA) for (let j: i32 = 0; j < 3; j += 1) st(out + j, ld(free + j));
    else rotate(w + Query.ROTATION, ld(free), ld(free + 1), ld(free + 2), out);
    const factor: f64 = dotAt(out, g + Derivative.NORMAL) / dotAt(out, out);
    for (let j: i32 = 0; j < 3; j += 1) Derivative.setNormal(g, j, Derivative.normal(g, j) - factor * ld(out + j));
  }
}

/** Computes the points of both cores that face each other along the normal, and from them the points of the whole shapes. */
function writePoints(w: i32, g: i32, floor: f64): void {
  solve(g, floor);
  const free: i32 = freedom(g);
  const trial: i32 = Derivative.trial(g);
  const n: i32 = g + Derivative.NORMAL;
  supportVertex(w, trial, ld(n), ld(n + 1), ld(n + 2));
  // `trial` is a − b. Its component along −n is the distance of the cores, those along −e₁ and −e₂ are the tangential gap.
  const cores: f64 = -dotAt(n, trial);
  const e: i32 = g + Derivative.TANGENTS;
  const r1: f64 = -dotAt(e, trial);
  const r2: f64 = -dotAt(e + 3, trial);
  let a: f64 = 0.0;
  let b: f64 = 0.0;
  if (free === FREE_A_LINE || free === FREE_A_PLANE) {
    a = r1;
    b = r2;
  } else if (free === FREE_CROSSED) {
    const s: i32 = g + Derivative.POINT_BY_MOTION;
    a = ld(s) * r1 + ld(s + 1) * r2;
    b = ld(s + 2) * r1 + ld(s + 3) * r2;
  }
  const radiusA: f64 = ShapeBlock.radius(Query.recordA(w));
  const distance: f64 = cores - Query.radii(w);
  Derivative.setSignedDistance(g, distance);
  for (let k: i32 = 0; k < 3; k += 1) {
    const at: f64 = Vertex.a(trial, k) + a * ld(e + k) + b * ld(e + 3 + k) + radiusA * ld(n + k);
    Derivative.setPointA(g, k, at);
    Derivative.setPointB(g, k, at + distance * ld(n + k));
  }
  const t: i32 = w + Query.TRANSLATION;
  rotateBack(
    w + Query.ROTATION,
    Derivative.pointB(g, 0) - ld(t),
    Derivative.pointB(g, 1) - ld(t + 1),
    Derivative.pointB(g, 2) - ld(t + 2),
    g + Derivative.POINT_IN_B,
  );
}
