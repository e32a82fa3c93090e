// The pair at its pose: normal and points from the query's result, and the local geometry of both shapes along the normal.
import * as Query from '../blocks/query.ts';
import * as ShapeBlock from '../blocks/shape-block.ts';
import { smallerSize } from '../minkowski.ts';
import { ld, st } from '../port/memory.ts';
import { rotate, rotateBack } from '../rotation.ts';
import * as Derivative from './blocks/derivative.ts';
import * as Side from './blocks/side.ts';
import { shapeSide } from './feature.ts';
import { writeAcross } from './tangent.ts';

/** The count of saved numbers, from the normal on. */
const STATE_SIZE: i32 = Derivative.NORMAL_BY_MOTION - Derivative.NORMAL;
/** The angle, in radians, within which an edge or a face counts as perpendicular to the normal. */
const TIGHT: f64 = 1.0e-8;
/** The angle if the point is inside the edge or face: larger, because the normal of a curved body is less accurate than the normal of a flat one. */
const LOOSE: f64 = 1.0e-6;
/** The largest values of both if the query's normal is inaccurate. */
const MOST_TIGHT: f64 = 1.0e-4;
const MOST_LOOSE: f64 = 1.0e-3;

/** Reads normal, signed distance and points from the result in workspace `w`. False if it has no normal or no finite distance. */
export function readResult(w: i32, g: i32): bool {
  const x: f64 = Query.localNormal(w, 0);
  const y: f64 = Query.localNormal(w, 1);
  const z: f64 = Query.localNormal(w, 2);
  const length: f64 = Math.sqrt(x * x + y * y + z * z);
  if (!(length > 0.5)) return false;
  setAxis(w, g, x / length, y / length, z / length);
  Derivative.setSignedDistance(g, Query.distance(w));
  for (let k: i32 = 0; k < 3; k += 1) Derivative.setPointA(g, k, Query.localA(w, k));
  rotate(w + Query.ROTATION, Query.localB(w, 0), Query.localB(w, 1), Query.localB(w, 2), g + Derivative.POINT_B);
  for (let k: i32 = 0; k < 3; k += 1) {
    Derivative.setPointInB(g, k, Query.localB(w, k));
    Derivative.setPointB(g, k, Derivative.pointB(g, k) + Query.translation(w, k));
  }
  return Derivative.signedDistance(g) - Derivative.signedDistance(g) === 0.0;
}

export function setAxis(w: i32, g: i32, x: f64, y: f64, z: f64): void {
  Derivative.setNormal(g, 0, x);
  Derivative.setNormal(g, 1, y);
  Derivative.setNormal(g, 2, z);
  writeAcross(g + Derivative.NORMAL, g + Derivative.TANGENTS);
  rotateBack(w + Query.ROTATION, x, y, z, g + Derivative.NORMAL_IN_B);
}

/** `setAxis` for a vector of any length. */
export function setUnitAxis(w: i32, g: i32, x: f64, y: f64, z: f64): void {
  const length: f64 = Math.sqrt(x * x + y * y + z * z);
  setAxis(w, g, x / length, y / length, z / length);
}

/** Saves the normal, the tangents, the distance and the points, also those in B's frame. */
export function saveState(g: i32): void {
  for (let k: i32 = 0; k < STATE_SIZE; k += 1) st(Derivative.saved(g) + k, ld(g + Derivative.NORMAL + k));
}

export function restoreState(g: i32): void {
  for (let k: i32 = 0; k < STATE_SIZE; k += 1) st(g + Derivative.NORMAL + k, ld(Derivative.saved(g) + k));
}

/** Fills both sides with the exact local geometry along the normal. */
export function fillSides(w: i32, g: i32): void {
  setSideDirections(w, g);
  const cores: f64 = Derivative.signedDistance(g) + Query.radii(w);
  // The normal of cores that are hardly apart is a quotient of rounding errors.
  const rounding: f64 = cores > 0.0 ? (16.0 * Query.floor(w)) / cores : 0.0;
  const tight: f64 = Math.max(TIGHT, Math.min(MOST_TIGHT, rounding));
  // An error of angle θ in the normal changes the distance by about θ² times the size of the smaller body.
  const normalError: f64 =
    2.0 * Math.sqrt(Math.max(0.0, Query.upper(w) - Query.lower(w)) / smallerSize(Query.recordA(w), Query.recordB(w)));
  const loose: f64 = Math.max(Math.max(LOOSE, tight), Math.min(MOST_LOOSE, normalError));
  setAngles(Derivative.sideA(g), tight, loose);
  setAngles(Derivative.sideB(g), tight, loose);
  shapeSide(Query.recordA(w), Derivative.sideA(g));
  shapeSide(Query.recordB(w), Derivative.sideB(g));
}

export function setAngles(side: i32, tight: f64, loose: f64): void {
  Side.setTight(side, tight);
  Side.setLoose(side, loose);
}

/**
 * The direction of A's side is the normal, that of B's side is the opposite of the normal, in B's frame. Both use the same two tangent
 * vectors.
 */
function setSideDirections(w: i32, g: i32): void {
  const a: i32 = Derivative.sideA(g);
  const b: i32 = Derivative.sideB(g);
  const radiusA: f64 = ShapeBlock.radius(Query.recordA(w));
  const radiusB: f64 = ShapeBlock.radius(Query.recordB(w));
  const e: i32 = g + Derivative.TANGENTS;
  for (let k: i32 = 0; k < 3; k += 1) {
    Side.setDirection(a, k, ld(g + Derivative.NORMAL + k));
    Side.setFirst(a, k, ld(e + k));
    Side.setSecond(a, k, ld(e + 3 + k));
    Side.setPoint(a, k, Derivative.pointA(g, k) - radiusA * Derivative.normal(g, k));
    Side.setDirection(b, k, -Derivative.normalInB(g, k));
    Side.setPoint(b, k, Derivative.pointInB(g, k) + radiusB * Derivative.normalInB(g, k));
  }
  rotateBack(w + Query.ROTATION, ld(e), ld(e + 1), ld(e + 2), b + Side.FIRST);
  rotateBack(w + Query.ROTATION, ld(e + 3), ld(e + 4), ld(e + 5), b + Side.SECOND);
}
