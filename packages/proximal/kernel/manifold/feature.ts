// The feature of a polytope (face, edge or corner) in a contact, projected to the contact plane. `src/scene/patch/feature.ts` projects
// the features of all shapes, also of those without a table, for contacts outside of batches.
import * as ShapeBlock from '../blocks/shape-block.ts';
import { ld, ldi, st } from '../port/memory.ts';
import * as FeatureTable from './blocks/feature-table.ts';
import * as Figure from './blocks/figure.ts';
import * as FigurePoint from './blocks/figure-point.ts';
import * as PatchWorkspace from './blocks/patch-workspace.ts';
import { labelOf, uOf, vOf } from './figure.ts';
import { dot, toBody, toWorld } from './vector.ts';

/** Faces and edges perpendicular to the contact normal within this angle, in radians, count as support features. */
const TOLERANCE: f64 = 0.2;

/** Finds the feature of the polytope `table` that is farthest along `side` times the plane's normal, and writes its projection to `f`. */
export function project(p: i32, f: i32, table: i32, record: i32, pose: i32, side: f64): void {
  const d: i32 = p + PatchWorkspace.DIRECTION;
  toBody(pose, p + PatchWorkspace.NORMAL, d);
  for (let k: i32 = 0; k < 3; k += 1) st(d + k, ld(d + k) * side);
  const corner: i32 = farthest(table, d);
  const face: i32 = flattestFace(table, corner, d);
  if (face < 0) setEdge(f, table, corner, d);
  else setFace(f, table, face);
  // A rounded face is offset by the radius along its own normal; an edge or corner, along the contact normal.
  const outward: i32 = face < 0 ? d : normalOf(table, face);
  const radius: f64 = ShapeBlock.radius(record);
  writeAlong(p, f, table, p + PatchWorkspace.U, pose, outward, radius, f + Figure.POINTS + FigurePoint.U);
  writeAlong(p, f, table, p + PatchWorkspace.V, pose, outward, radius, f + Figure.POINTS + FigurePoint.V);
  writeAlong(p, f, table, p + PatchWorkspace.NORMAL, pose, outward, radius, f + Figure.POINTS + FigurePoint.HEIGHT);
  Figure.setIsFace(f, face < 0 ? 0 : 1);
  if (face < 0) return;
  // The face's plane t·x = t·x₀, solved for the height.
  const tilt: i32 = p + PatchWorkspace.LOCAL;
  toWorld(pose, outward, tilt);
  const rise: f64 = dot(tilt, p + PatchWorkspace.NORMAL);
  Figure.setSlopeU(f, dot(tilt, p + PatchWorkspace.U) / rise);
  Figure.setSlopeV(f, dot(tilt, p + PatchWorkspace.V) / rise);
}

/** The height over (u, v) of the face's plane, the edge's line, or the point. */
export function heightAt(f: i32, u: f64, v: f64): f64 {
  const du: f64 = u - uOf(f, 0);
  const dv: f64 = v - vOf(f, 0);
  const first: f64 = FigurePoint.height(Figure.points(f, 0));
  if (Figure.isFace(f) === 1) return first - Figure.slopeU(f) * du - Figure.slopeV(f) * dv;
  if (Figure.count(f) === 1) return first;
  const eu: f64 = uOf(f, 1) - uOf(f, 0);
  const ev: f64 = vOf(f, 1) - vOf(f, 0);
  const squared: f64 = eu * eu + ev * ev;
  return (
    first + (FigurePoint.height(Figure.points(f, 1)) - first) * (squared > 0.0 ? (du * eu + dv * ev) / squared : 0.0)
  );
}

// @inline
function normalOf(table: i32, face: i32): i32 {
  return table + FeatureTable.normals(table) + 3 * face;
}

function farthest(table: i32, d: i32): i32 {
  const dx: f64 = ld(d);
  const dy: f64 = ld(d + 1);
  const dz: f64 = ld(d + 2);
  const count: i32 = FeatureTable.cornerCount(table);
  let best: i32 = 0;
  let largestHeight: f64 = -1.0 / 0.0;
  for (let k: i32 = 0; k < count; k += 1) {
    const at: i32 = table + FeatureTable.POINTS + 3 * k;
    const height: f64 = dx * ld(at) + dy * ld(at + 1) + dz * ld(at + 2);
    if (height <= largestHeight) continue;
    largestHeight = height;
    best = k;
  }
  return best;
}

/** The face at a corner whose normal is nearest to `d`; −1 if none is within the tolerance. */
function flattestFace(table: i32, corner: i32, d: i32): i32 {
  const starts: i32 = 2 * table + FeatureTable.faceStarts(table) + corner;
  const faces: i32 = 2 * table + FeatureTable.faces(table);
  const end: i32 = ldi(starts + 1);
  let best: i32 = -1;
  let largestCosine: f64 = 1.0 - 0.5 * TOLERANCE * TOLERANCE;
  for (let k: i32 = ldi(starts); k < end; k += 1) {
    const face: i32 = ldi(faces + k);
    const cosine: f64 = dot(normalOf(table, face), d);
    if (cosine < largestCosine) continue;
    largestCosine = cosine;
    best = face;
  }
  return best;
}

function setFace(f: i32, table: i32, face: i32): void {
  const starts: i32 = 2 * table + FeatureTable.loopStarts(table) + face;
  const first: i32 = ldi(starts);
  const count: i32 = ldi(starts + 1) - first;
  const loops: i32 = 2 * table + FeatureTable.loops(table) + first;
  Figure.setCount(f, count);
  for (let k: i32 = 0; k < count; k += 1) FigurePoint.setLabel(Figure.points(f, k), ldi(loops + k));
}

/** Sets the figure to the edge at a corner that is most nearly perpendicular to `d`, or to the corner alone if no edge is within the tolerance. */
function setEdge(f: i32, table: i32, corner: i32, d: i32): void {
  const starts: i32 = 2 * table + FeatureTable.edgeStarts(table) + corner;
  const end: i32 = ldi(starts + 1);
  let best: i32 = -1;
  let least: f64 = TOLERANCE;
  for (let k: i32 = ldi(starts); k < end; k += 1) {
    const edge: i32 = table + FeatureTable.edgeVectors(table) + 4 * k;
    const slope: f64 = Math.abs(dot(d, edge)) / ld(edge + 3);
    if (!(slope <= least)) continue;
    least = slope;
    best = k;
  }
  Figure.setCount(f, best < 0 ? 1 : 2);
  FigurePoint.setLabel(Figure.points(f, 0), corner);
  if (best < 0) return;
  const edges: i32 = 2 * table + FeatureTable.edges(table) + 2 * best;
  FigurePoint.setLabel(Figure.points(f, 0), ldi(edges));
  FigurePoint.setLabel(Figure.points(f, 1), ldi(edges + 1));
}

/** Writes the coordinates of the feature's corners, offset by the radius along `outward`, along an axis of the contact plane, to its points. */
function writeAlong(p: i32, f: i32, table: i32, axis: i32, pose: i32, outward: i32, radius: f64, out: i32): void {
  // The axis is rotated into the body's frame, so that the corners need no rotation.
  const local: i32 = p + PatchWorkspace.LOCAL;
  toBody(pose, axis, local);
  let offset: f64 = 0.0;
  let lift: f64 = 0.0;
  for (let k: i32 = 0; k < 3; k += 1) {
    offset += (ld(pose + k) - PatchWorkspace.origin(p, k)) * ld(axis + k);
    lift += ld(outward + k) * radius * ld(local + k);
  }
  offset += lift;
  const lx: f64 = ld(local);
  const ly: f64 = ld(local + 1);
  const lz: f64 = ld(local + 2);
  const count: i32 = Figure.count(f);
  for (let k: i32 = 0; k < count; k += 1) {
    const at: i32 = table + FeatureTable.POINTS + 3 * labelOf(f, k);
    st(out + FigurePoint.SIZE * k, ld(at) * lx + ld(at + 1) * ly + ld(at + 2) * lz + offset);
  }
}
