// The parts of two bodies that are near each other.
import { compose, inverse } from '../math/pose.ts';
import { dot, type Vec3 } from '../math/vec3.ts';
import type { Shape } from '../shapes/shape.ts';
import { rotatedZ } from './axis.ts';
import type { Body } from './body.ts';
import { boundsAt } from './bounds-at.ts';
import type { Assembly } from './nonconvex/assembly.ts';
import { SlotList } from './store.ts';

/** A body in a query of its parts. */
export interface Posed {
  readonly bounds: Shape;
  readonly assembly: Assembly | null;
  readonly pose: Float64Array;
}

export function posed({ volume, current }: Body): Posed {
  return { bounds: volume.bounds, assembly: volume.assembly, pose: current };
}

/** The convex shape of part `index`, and its pose in the world. */
export function partOf({ bounds, assembly, pose }: Posed, index: number): { shape: Shape; pose: Float64Array } {
  if (!assembly) return { shape: bounds, pose };
  const local = assembly.partPose(index);
  return { shape: assembly.part(index), pose: local ? compose(pose, local) : pose };
}

/**
 * Calls `visit` with every two parts whose boxes, in the axes of one of the bodies, come within `reach`. A convex body has one
 * part, 0.
 */
export function forEachPartPair(
  a: Posed,
  b: Posed,
  reach: number,
  visit: (partA: number, partB: number) => void,
): void {
  if (!a.assembly && !b.assembly) {
    visit(0, 0);
  } else if (!b.assembly) {
    for (const part of partsNear(a, b, reach)) visit(part, 0);
  } else if (!a.assembly) {
    for (const part of partsNear(b, a, reach)) visit(0, part);
  } else {
    for (const partA of partsNear(a, b, reach)) {
      const { shape, pose } = partOf(a, partA);
      for (const partB of partsNear(b, { bounds: shape, assembly: null, pose }, reach)) visit(partA, partB);
    }
  }
}

/** The plane of a half-space: its unit normal and its height along it. */
export function planeOf({ bounds }: Posed, pose: Float64Array): { normal: Vec3; height: number } {
  const normal = rotatedZ(pose);
  return { normal, height: dot(normal, [pose[0], pose[1], pose[2]]) + bounds.radius };
}

const box = /* @__PURE__ */ new Float64Array(6);

/** The parts of an assembly that come within `reach` of the other's box, in order. */
export function partsNear({ assembly, pose }: Posed, other: Posed, reach: number): Int32Array {
  const out = new SlotList();
  const relative = compose(inverse(pose), other.pose);
  if (other.bounds.isBounded) {
    boundsAt(other.bounds, relative, box);
    assembly?.collect(box, reach, out);
  } else {
    const { normal, height } = planeOf(other, relative);
    assembly?.collectBelow(normal, height + reach + 1e-12 * Math.abs(height), out);
  }
  return out.slots.subarray(0, out.count).sort();
}
