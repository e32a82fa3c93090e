// The contact manifolds of many pairs of polytopes, rounded or not, and half-spaces: signed distance, and the overlap of the support faces
// in the contact plane, reduced to four points. `src/scene/patch` finds the features of all other shapes, and calls `patchOf`.

import * as Query from '../blocks/query.ts';
import * as SceneBody from '../blocks/scene-body.ts';
import { GUESS_DIRECTION, STATUS_OVERLAPPING, STATUS_TOUCHING } from '../constants.ts';
import { ld, st } from '../port/memory.ts';
import { signedDistance } from '../port/queries.ts';
import * as ContactPoint from './blocks/contact-point.ts';
import * as Figure from './blocks/figure.ts';
import * as FigurePoint from './blocks/figure-point.ts';
import * as ManifoldPair from './blocks/manifold-pair.ts';
import * as PatchWorkspace from './blocks/patch-workspace.ts';
import { project } from './feature.ts';
import { addPoint } from './figure.ts';
import { lift, patchOf } from './patch.ts';
import { numberOf, reduce } from './reduce.ts';
import { cross } from './vector.ts';

/** Added to `maxDistance`, relative to the smaller body's size, so that points of a body at rest do not drop out by rounding. */
const JITTER: f64 = 1.0e-8;
/** If the least gap of the patch exceeds the distance by more than this, relative to the smaller body's size, the nearest points are added. */
const ROUNDING: f64 = 1.0e-9;
/** The id of a contact at the nearest points, which are not a corner of the patch. */
const NEAREST_ID: i32 = 0;

/**
 * Writes the contacts of `count` pairs. `w` has the settings of the signed distance, `polytope` is EPA's workspace, `p` the workspace of
 * patches. `bodies` is the table of a scene's bodies.
 */
export function manifoldMany(w: i32, polytope: i32, p: i32, bodies: i32, pairs: i32, count: i32): void {
  for (let n: i32 = 0; n < count; n += 1) {
    const pair: i32 = pairs + ManifoldPair.SIZE * n;
    const a: i32 = bodies + SceneBody.SIZE * ManifoldPair.a(pair);
    const b: i32 = bodies + SceneBody.SIZE * ManifoldPair.b(pair);
    Query.setRecordA(w, SceneBody.record(a));
    Query.setRecordB(w, SceneBody.record(b));
    for (let k: i32 = 0; k < 7; k += 1) {
      Query.setPoseA(w, k, SceneBody.pose(a, k));
      Query.setPoseB(w, k, SceneBody.pose(b, k));
    }
    Query.setGuessKind(w, GUESS_DIRECTION);
    for (let k: i32 = 0; k < 3; k += 1) Query.setGuess(w, k, ManifoldPair.direction(pair, k));
    for (let k: i32 = 3; k < 6; k += 1) Query.setGuess(w, k, 0.0);
    // Without a previous overlap to start from, the depth must be proven to be minimal.
    Query.setWantedCertified(w, ManifoldPair.hasOverlapped(pair) === 1 ? 0 : 1);
    ManifoldPair.setCount(pair, 0);
    if (signedDistance(w, polytope) === 0) {
      ManifoldPair.setCount(pair, -1);
      continue;
    }
    for (let k: i32 = 0; k < 3; k += 1) ManifoldPair.setDirection(pair, k, Query.localNormal(w, k));
    ManifoldPair.setHasOverlapped(pair, Query.status(w) === STATUS_OVERLAPPING ? 1 : 0);
    ManifoldPair.setLower(pair, Query.lower(w));
    if (hasContacts(w, ManifoldPair.maxDistance(pair))) writeContacts(w, p, pair, a, b);
  }
}

/** Whether the bodies of the query touch or come within `maxDistance`, with a known normal. */
function hasContacts(w: i32, maxDistance: f64): bool {
  const status: i32 = Query.status(w);
  const distance: f64 = Query.distance(w);
  const isNear: bool =
    status === STATUS_TOUCHING ||
    status === STATUS_OVERLAPPING ||
    distance <= maxDistance + (Query.upper(w) - Query.lower(w));
  const isKnown: bool = Query.normal(w, 0) !== 0.0 || Query.normal(w, 1) !== 0.0 || Query.normal(w, 2) !== 0.0;
  return isNear && isKnown && distance - distance === 0.0;
}

function writeContacts(w: i32, p: i32, pair: i32, a: i32, b: i32): void {
  const distance: f64 = Query.distance(w);
  const size: f64 = ManifoldPair.extent(pair);
  const uncertainty: f64 = Query.upper(w) - Query.lower(w);
  setPlane(w, p);
  findPatch(p, pair, a, b, distance / 2.0, size);
  // The tolerance keeps all points of a resting body that jitters by rounding.
  const deepest: f64 = chooseWithin(p, ManifoldPair.maxDistance(pair) + JITTER * size + uncertainty);
  // Crossing edges and curved faces touch in a point that is not a corner of the patch.
  if (!(deepest <= distance + (ROUNDING * size + uncertainty))) {
    const at: i32 = Figure.count(PatchWorkspace.patch(p));
    addPoint(PatchWorkspace.patch(p), 0.0, 0.0, NEAREST_ID);
    lift(p, at, -(distance / 2.0), distance / 2.0);
    FigurePoint.setGap(Figure.points(PatchWorkspace.patch(p), at), distance);
    choose(p, at);
  }
  reduce(p);
  const count: i32 = PatchWorkspace.chosenCount(p);
  ManifoldPair.setCount(pair, count);
  for (let k: i32 = 0; k < count; k += 1) writeContact(w, p, PatchWorkspace.chosen(p, k), ManifoldPair.points(pair, k));
}

/** The plane halfway between the nearest points. */
function setPlane(w: i32, p: i32): void {
  for (let k: i32 = 0; k < 3; k += 1) {
    PatchWorkspace.setOrigin(p, k, (Query.pointA(w, k) + Query.pointB(w, k)) * 0.5);
    PatchWorkspace.setNormal(p, k, Query.normal(w, k));
  }
  const x: f64 = Math.abs(Query.normal(w, 0));
  const y: f64 = Math.abs(Query.normal(w, 1));
  const z: f64 = Math.abs(Query.normal(w, 2));
  const isX: bool = x <= y && x <= z;
  const isY: bool = !isX && y <= z;
  // The axis along which the normal is smallest.
  PatchWorkspace.setLocal(p, 0, isX ? 1.0 : 0.0);
  PatchWorkspace.setLocal(p, 1, isY ? 1.0 : 0.0);
  PatchWorkspace.setLocal(p, 2, isX || isY ? 0.0 : 1.0);
  const u: i32 = p + PatchWorkspace.U;
  cross(p + PatchWorkspace.NORMAL, p + PatchWorkspace.LOCAL, u);
  const factor: f64 = 1.0 / Math.sqrt(ld(u) * ld(u) + ld(u + 1) * ld(u + 1) + ld(u + 2) * ld(u + 2));
  for (let k: i32 = 0; k < 3; k += 1) st(u + k, ld(u + k) * factor);
  cross(p + PatchWorkspace.NORMAL, u, p + PatchWorkspace.V);
}

function findPatch(p: i32, pair: i32, a: i32, b: i32, half: f64, extent: f64): void {
  const tableA: i32 = ManifoldPair.featuresA(pair);
  const tableB: i32 = ManifoldPair.featuresB(pair);
  if (tableA !== 0) project(p, PatchWorkspace.featureA(p), tableA, SceneBody.record(a), a + SceneBody.POSE, 1.0);
  if (tableB !== 0) project(p, PatchWorkspace.featureB(p), tableB, SceneBody.record(b), b + SceneBody.POSE, -1.0);
  patchOf(p, half, extent, tableA === 0 ? 1 : 0, tableB === 0 ? 1 : 0);
}

function choose(p: i32, point: i32): void {
  const count: i32 = PatchWorkspace.chosenCount(p);
  PatchWorkspace.setChosen(p, count, point);
  PatchWorkspace.setChosenCount(p, count + 1);
}

/** Chooses the points of the patch whose gap is at most `limit`. Returns the least gap. */
function chooseWithin(p: i32, limit: f64): f64 {
  const patch: i32 = PatchWorkspace.patch(p);
  const count: i32 = Figure.count(patch);
  let least: f64 = 1.0 / 0.0;
  PatchWorkspace.setChosenCount(p, 0);
  for (let k: i32 = 0; k < count; k += 1) {
    const gap: f64 = FigurePoint.gap(Figure.points(patch, k));
    if (!(gap <= limit)) continue;
    choose(p, k);
    least = Math.min(least, gap);
  }
  return least;
}

function writeContact(w: i32, p: i32, index: i32, out: i32): void {
  const point: i32 = Figure.points(PatchWorkspace.patch(p), index);
  ContactPoint.setPartA(out, 0.0);
  ContactPoint.setPartB(out, 0.0);
  ContactPoint.setId(out, numberOf(FigurePoint.label(point)));
  ContactPoint.setGap(out, FigurePoint.gap(point));
  writePatchPoint(p, point, FigurePoint.height(point), out + ContactPoint.POINT_A);
  writePatchPoint(p, point, FigurePoint.heightB(point), out + ContactPoint.POINT_B);
  for (let k: i32 = 0; k < 3; k += 1) ContactPoint.setNormal(out, k, PatchWorkspace.normal(p, k));
  ContactPoint.setDistance(out, Query.distance(w));
  ContactPoint.setLocal(out, Query.local(w) === 1 ? 1.0 : 0.0);
  ContactPoint.setGrowth(out, 0.0 / 0.0);
}

/** Writes a point of the patch at its height over the plane. */
function writePatchPoint(p: i32, point: i32, height: f64, out: i32): void {
  const u: f64 = FigurePoint.u(point);
  const v: f64 = FigurePoint.v(point);
  for (let k: i32 = 0; k < 3; k += 1)
    st(
      out + k,
      PatchWorkspace.origin(p, k) +
        PatchWorkspace.u(p, k) * u +
        (PatchWorkspace.v(p, k) * v + PatchWorkspace.normal(p, k) * height),
    );
}
