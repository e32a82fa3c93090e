// The contact patch of two features in the contact plane: their overlap, with the gap at each corner.
import * as Figure from './blocks/figure.ts';
import * as FigurePoint from './blocks/figure-point.ts';
import * as PatchWorkspace from './blocks/patch-workspace.ts';
import { idOf, overlap } from './clip.ts';
import { heightAt } from './feature.ts';
import { addPoint, labelOf, uOf, vOf } from './figure.ts';

/**
 * Writes the patch of the two features, or of one of them over a half-space.
 * @param half half the distance of the shapes, in meters
 * @param extent the approximate size of the smaller shape, in meters
 * @param isPlaneA 1 if A is a half-space, otherwise 0
 */
export function patchOf(p: i32, half: f64, extent: f64, isPlaneA: i32, isPlaneB: i32): void {
  Figure.setCount(PatchWorkspace.patch(p), 0);
  if (isPlaneB === 1) addFace(p, PatchWorkspace.featureA(p), 1, half);
  else if (isPlaneA === 1) addFace(p, PatchWorkspace.featureB(p), 2, half);
  else addOverlap(p, extent);
}

/** Adds the corners of the feature of A (`kind` 1) or B (2) over a half-space. Its plane is at `half`, half the distance, from the contact plane. */
function addFace(p: i32, f: i32, kind: i32, half: f64): void {
  const count: i32 = Figure.count(f);
  for (let k: i32 = 0; k < count; k += 1) {
    addPoint(PatchWorkspace.patch(p), uOf(f, k), vOf(f, k), idOf(kind, labelOf(f, k), 0));
    if (kind === 1) lift(p, k, FigurePoint.height(Figure.points(f, k)), half);
    else lift(p, k, -half, FigurePoint.height(Figure.points(f, k)));
  }
}

/** Adds the corners of the overlap of the two features. Of corners with the same id the deepest counts. */
function addOverlap(p: i32, extent: f64): void {
  const corners: i32 = PatchWorkspace.corners(p);
  const patch: i32 = PatchWorkspace.patch(p);
  overlap(p, extent);
  const count: i32 = Figure.count(corners);
  for (let k: i32 = 0; k < count; k += 1) {
    const u: f64 = uOf(corners, k);
    const v: f64 = vOf(corners, k);
    const id: i32 = labelOf(corners, k);
    const heightA: f64 = heightAt(PatchWorkspace.featureA(p), u, v);
    const heightB: f64 = heightAt(PatchWorkspace.featureB(p), u, v);
    const patchCount: i32 = Figure.count(patch);
    let at: i32 = 0;
    while (at < patchCount && labelOf(patch, at) !== id) at += 1;
    if (at === patchCount) addPoint(patch, u, v, id);
    else if (!(heightB - heightA < FigurePoint.gap(Figure.points(patch, at)))) continue;
    FigurePoint.setU(Figure.points(patch, at), u);
    FigurePoint.setV(Figure.points(patch, at), v);
    lift(p, at, heightA, heightB);
  }
}

/** Sets the heights of a point of the patch. */
export function lift(p: i32, at: i32, heightA: f64, heightB: f64): void {
  const point: i32 = Figure.points(PatchWorkspace.patch(p), at);
  FigurePoint.setHeight(point, heightA);
  FigurePoint.setHeightB(point, heightB);
  FigurePoint.setGap(point, heightB - heightA);
}
