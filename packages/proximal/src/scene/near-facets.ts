// The triangles of two surfaces that are near each other.

import { SlotList } from '../broad/slot-list.ts';
import { composeInto, inverseInto } from '../math/pose.ts';
import type { Vec3 } from '../math/vec3.ts';
import { rotateInto } from './axis.ts';
import { boundsAt } from './bounds-at.ts';
import type { Surface } from './nonconvex/surface.ts';
import { listNear, type Posed } from './part-pairs.ts';
import type { PosedFacet } from './posed-facets.ts';
import type { SurfaceSide } from './surface-side.ts';

/** A search for near triangles. Its lists are reused. */
export class NearFacets {
  /** The triangles of the other surface near the current triangle. */
  readonly near: PosedFacet[] = [];
  private readonly listed = new SlotList();
  private readonly indices = new SlotList();
  private readonly relative = new Float64Array(7);
  private readonly box = new Float64Array(6);

  /** The number of pairs of triangles that are nearer than `range`, or a number larger than `limit`. */
  count(a: Posed, b: Posed, range: number, limit: number): number {
    const { listed, indices, relative } = this;
    const [own, other] = [a.volume.assembly as Surface, b.volume.assembly as Surface];
    listNear(a, b.volume.bounds, b.current, range, listed);
    inverseInto(b.current, relative);
    composeInto(relative, a.current, relative);
    let count = 0;
    for (let k = 0; k < listed.count && count <= limit; k++) {
      indices.clear();
      this.boundsOf(own.corners(listed.slots[k]));
      other.collect(this.box, range, indices);
      count += indices.count;
    }
    return count;
  }

  /** Calls `visit` with each triangle of a surface that is nearer than `range` to triangles of the other, after `near` was set to these. */
  forEach(
    own: SurfaceSide,
    other: SurfaceSide,
    range: number,
    mayConsider: () => boolean,
    visit: (facet: PosedFacet) => void,
  ): void {
    const { listed, indices, near, relative } = this;
    const { bounds } = other.body.volume;
    listNear(own.body, bounds, other.body.current, range, listed);
    inverseInto(other.body.current, relative);
    composeInto(relative, own.body.current, relative);
    for (let k = 0; k < listed.count; k++) {
      const facet = own.facets.at(listed.slots[k]);
      if (!facet) continue;
      indices.clear();
      this.boundsOf(facet.facet.corners);
      other.surface.collect(this.box, range, indices);
      indices.sort();
      near.length = 0;
      for (let m = 0; m < indices.count; m++) {
        const posed = mayConsider() ? other.facets.at(indices.slots[m]) : null;
        if (posed) near.push(posed);
      }
      if (near.length > 0) visit(facet);
    }
  }

  /** Writes the box of a triangle in the axes of the other body. */
  private boundsOf(corners: readonly Vec3[]): void {
    const { box, relative } = this;
    corners.forEach((corner, k) => {
      const vertex = rotateInto(relative, corner);
      for (let axis = 0; axis < 3; axis++) {
        const x = vertex[axis] + relative[axis];
        box[axis] = k === 0 ? x : Math.min(box[axis], x);
        box[axis + 3] = k === 0 ? x : Math.max(box[axis + 3], x);
      }
    });
  }
}

const box = /* @__PURE__ */ new Float64Array(6);
const otherBox = /* @__PURE__ */ new Float64Array(6);

/** The length of the shortest translation along an axis that separates the bodies' boxes, in meters; not positive if they are separated. */
export function largestDepth(a: Posed, b: Posed): number {
  boundsAt(a.volume.bounds, a.current, box);
  boundsAt(b.volume.bounds, b.current, otherBox);
  let depth = Infinity;
  for (let axis = 0; axis < 3; axis++)
    depth = Math.min(depth, box[axis + 3] - otherBox[axis], otherBox[axis + 3] - box[axis]);
  return depth;
}
