// The contact manifold of two convex shapes: the overlap of their support features (faces or edges) in the contact plane, which the kernel finds
// (kernel/manifold/patch.ts), reduced to a few points.

import { SlotList } from '../../broad/slot-list.ts';
import { manifoldKernel, patchSize, placeFigures } from '../../engine/manifold.ts';
import { PatchWorkspace } from '../../engine/manifold-layout.ts';
import { activeEngine } from '../../engine/target.ts';
import type { Shape } from '../../shapes/shape.ts';
import type { ContactBuffer } from '../contact-buffer.ts';
import * as Row from '../contact-row.ts';
import type { ContactMeasure } from '../growth-contact.ts';
import { FlatFeature, Plane } from './feature.ts';
import { Patch } from './polygon.ts';
import { reduce } from './reduce.ts';

export interface PosedShape {
  readonly shape: Shape;
  readonly pose: Float64Array;
}

/** The id of the nearest points if they are not a corner of the patch. */
const nearestId = 0;
/** The id of a point over the plane of a triangle that a body may reach in the next step. All other ids are 32-bit numbers. */
export const aheadId = 2 ** 32;

/** Finds contact points, in arrays that are reused. */
export class PatchFinder {
  private readonly plane = new Plane();
  private readonly featureA = new FlatFeature();
  private readonly featureB = new FlatFeature();
  private readonly patch = new Patch();
  private readonly chosen = new SlotList();

  /**
   * Appends the contact points of two shapes: the points of the patch with a gap of at most `margin`, and the nearest points (at any distance) if no
   * point of the patch is as deep, unless `measure.isPatch`. They are reduced to at most `maxPoints`, 1 to 4 or `Infinity`.
   */
  addPoints(
    a: PosedShape,
    b: PosedShape,
    measure: ContactMeasure,
    margin: number,
    maxPoints: number,
    out: ContactBuffer,
  ): void {
    const { plane, patch, chosen } = this;
    const { distance } = measure;
    const size = Math.min(a.shape.boundingRadius, b.shape.boundingRadius);
    const uncertainty = measure.upper - measure.lower;
    plane.set(measure.normal, measure.pointA, measure.pointB);
    this.findPatch(a, b, distance / 2, size);
    // The tolerance keeps the points of a resting body within the margin although the body jitters by rounding.
    const deepest = this.chooseWithin(margin + 1e-8 * size + uncertainty);
    // Crossing edges and curved faces touch in a point that is not a corner of the patch.
    if (!measure.isPatch && !(deepest <= distance + (1e-9 * size + uncertainty))) {
      const at = patch.add(0, 0, nearestId);
      patch.lift(at, -(distance / 2), distance / 2);
      patch.gaps[at] = distance;
      chosen.push(at);
    }
    reduce(patch, maxPoints, chosen);
    for (let k = 0; k < chosen.count; k++) this.write(chosen.slots[k], out);
  }

  /** Chooses the points of the patch whose gap is at most `upTo`. @returns the smallest gap */
  private chooseWithin(upTo: number): number {
    const { patch, chosen } = this;
    let least = Infinity;
    chosen.clear();
    for (let k = 0; k < patch.count; k++) {
      if (!(patch.gaps[k] <= upTo)) continue;
      chosen.push(k);
      least = Math.min(least, patch.gaps[k]);
    }
    return least;
  }

  private write(k: number, out: ContactBuffer): void {
    const { plane, patch } = this;
    const at = out.add(patch.labels[k], patch.gaps[k]);
    plane.write(patch, k, patch.heightsA, out.rows, at + Row.POINT_A);
    plane.write(patch, k, patch.heightsB, out.rows, at + Row.POINT_B);
  }

  private findPatch(a: PosedShape, b: PosedShape, half: number, extent: number): void {
    const { plane, featureA, featureB, patch } = this;
    featureA.project(a, plane, 1);
    featureB.project(b, plane, -1);
    // An overlap has at most the corners of both figures.
    const capacity = featureA.count + featureB.count;
    const engine = activeEngine();
    const frame = engine.enter();
    try {
      const p = engine.memory.placeTable(frame, patchSize(capacity));
      placeFigures(engine, p, capacity);
      featureA.writeTo(engine, PatchWorkspace.featureA(engine.i32, p));
      featureB.writeTo(engine, PatchWorkspace.featureB(engine.i32, p));
      manifoldKernel(engine).patchOf(p, half, extent, Number(!a.shape.isBounded), Number(!b.shape.isBounded));
      patch.readFrom(engine, PatchWorkspace.patch(engine.i32, p));
    } finally {
      engine.leave();
    }
  }
}
