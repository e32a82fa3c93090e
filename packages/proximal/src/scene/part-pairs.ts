// The parts of two bodies that are near each other.

import { SlotList } from '../broad/slot-list.ts';
import { composeInto, inverseInto } from '../math/pose.ts';
import { dot, type Vec3 } from '../math/vec3.ts';
import type { Shape } from '../shapes/shape.ts';
import { rotatedZ } from './axis.ts';
import { boundsAt } from './bounds-at.ts';
import type { PosedShape } from './patch/manifold.ts';
import type { Volume } from './volume.ts';

/** A geometry at a pose, in a query of two bodies by their parts. A `Body` is one. */
export interface Posed {
  readonly volume: Pick<Volume, 'bounds' | 'assembly'> & Partial<Pick<Volume, 'filter'>>;
  /** The pose, as seven numbers. */
  readonly current: Float64Array;
}

/** A convex part of a body, and its pose in the world. */
export class PosedPart implements PosedShape {
  shape!: Shape;
  pose!: Float64Array;
  /** The memory of `pose` for parts with a pose in the body's frame. */
  private readonly composed = new Float64Array(7);

  /** Sets the shape and the pose of part `index` of a body. */
  set({ volume: { bounds, assembly }, current }: Posed, index: number): void {
    const local = assembly ? assembly.partPose(index) : null;
    this.shape = assembly ? assembly.part(index) : bounds;
    if (local) composeInto(current, local, this.composed);
    this.pose = local ? this.composed : current;
  }
}

/** Part `index` of a body. */
export function partOf(body: Posed, index: number): PosedShape {
  const part = new PosedPart();
  part.set(body, index);
  return part;
}

/** The parts of two bodies that are near each other, in lists that are reused. */
export class NearParts {
  private readonly ofA = new SlotList();
  private readonly ofB = new SlotList();
  private readonly part = new PosedPart();

  /**
   * Calls `visit` with every pair of parts whose boxes, in the axes of one of the bodies, come within `maxDistance`, as `listNear` finds them. A
   * convex body has one part, 0; the parts of two convex bodies are visited at any distance.
   */
  forEachPair(a: Posed, b: Posed, maxDistance: number, visit: (partA: number, partB: number) => void): void {
    const { ofA, ofB, part } = this;
    listNear(a, b.volume.bounds, b.current, maxDistance, ofA);
    for (let k = 0; k < ofA.count; k++) {
      part.set(a, ofA.slots[k]);
      listNear(b, part.shape, part.pose, maxDistance, ofB);
      for (let m = 0; m < ofB.count; m++) visit(ofA.slots[k], ofB.slots[m]);
    }
  }
}

/** Calls `visit` with every pair of parts that are near each other, as `NearParts` does, in lists of its own. */
export function forEachPartPair(
  a: Posed,
  b: Posed,
  maxDistance: number,
  visit: (partA: number, partB: number) => void,
): void {
  if (a.volume.assembly || b.volume.assembly) new NearParts().forEachPair(a, b, maxDistance, visit);
  else visit(0, 0);
}

/** The plane of a half-space, rounded or not: its outward unit normal, and its height over the origin along the normal. */
export function planeOf({ radius }: Shape, pose: Float64Array): { normal: Vec3; height: number } {
  const normal = rotatedZ(pose);
  return { normal, height: dot(normal, [pose[0], pose[1], pose[2]]) + radius };
}

const box = /* @__PURE__ */ new Float64Array(6);
const relative = /* @__PURE__ */ new Float64Array(7);

/**
 * Lists the parts of a body whose boxes come within `maxDistance` of a shape's box, both in the body's axes, in order. For a half-space: the parts
 * with a point within `maxDistance` of it, and possibly others. The only part of a convex body, 0, is listed at any distance.
 */
export function listNear(
  { volume: { assembly }, current }: Posed,
  shape: Shape,
  pose: Float64Array,
  maxDistance: number,
  out: SlotList,
): void {
  out.clear();
  if (!assembly) {
    out.push(0);
    return;
  }
  inverseInto(current, relative);
  composeInto(relative, pose, relative);
  if (shape.isBounded) {
    boundsAt(shape, relative, box);
    assembly.collect(box, maxDistance, out);
  } else {
    const { normal, height } = planeOf(shape, relative);
    assembly.collectBelow(normal, height + maxDistance + 1e-12 * Math.abs(height), out);
  }
  out.sort();
}
