// A surface in the search for contacts of two surfaces.

import { composeInto, inverseInto } from '../math/pose.ts';
import { dot, type Vec3 } from '../math/vec3.ts';
import { rotateInto } from './axis.ts';
import { boundsAt } from './bounds-at.ts';
import type { Surface } from './nonconvex/surface.ts';
import { TriangleMesh } from './nonconvex/triangle-mesh.ts';
import type { Posed } from './part-pairs.ts';
import { type PointOnFacet, type PosedFacet, PosedFacets } from './posed-facets.ts';

/** A surface inside a room protrudes from the room's box by at most this times its bounding radius: half of a cube protrudes by 0.58 of it. */
const maxProtrusion = 0.25;

// Scratch of `encloses`.
const relative = /* @__PURE__ */ new Float64Array(7);
const box = /* @__PURE__ */ new Float64Array(6);

/** One of the two bodies, with its triangles in world coordinates. */
export class SurfaceSide {
  readonly facets = new PosedFacets();
  body!: Posed;

  begin(body: Posed, other: Posed, maxDistance: number): void {
    this.body = body;
    const slack = Math.min(maxDistance, maxProtrusion * other.volume.bounds.boundingRadius);
    this.facets.begin(this.surface.facets(encloses(body, other, slack)), body.current);
  }

  get surface(): Surface {
    return this.body.volume.assembly as Surface;
  }

  /** Whether the edge or corner that a point of a triangle is on belongs to this triangle and not to a neighbor. */
  isOwner(facet: PosedFacet, { edge, corner }: PointOnFacet): boolean {
    return corner >= 0 ? this.facets.ownsCorner(facet, corner) : facet.facet.edges[edge].isOwned;
  }

  /** Whether the body's center is above the plane through `point` that is perpendicular to `normal`. */
  isToward(point: Vec3, normal: Vec3): boolean {
    const { volume, current } = this.body;
    const center = rotateInto(current, volume.bounds.center);
    return dot(normal, center) + dot(normal, [current[0], current[1], current[2]]) > dot(normal, point);
  }
}

/**
 * Whether a surface is inside a closed mesh, as furniture is in a room: the surface's box is inside the mesh's box enlarged by
 * `maxDistance`, and most of three points near its corners are in the mesh.
 */
function encloses({ volume: { assembly }, current }: Posed, other: Posed, maxDistance: number): boolean {
  if (!(assembly instanceof TriangleMesh) || assembly.orientation === 0) return false;
  const surface = other.volume.assembly as Surface;
  const { min, max } = assembly.boundingBox();
  inverseInto(current, relative);
  composeInto(relative, other.current, relative);
  boundsAt(other.volume.bounds, relative, box);
  for (let axis = 0; axis < 3; axis++)
    if (box[axis] < min[axis] - maxDistance || box[axis + 3] > max[axis] + maxDistance) return false;
  let count = 0;
  for (let k = 0; k < 3; k++) {
    const vertex = rotateInto(relative, surface.corners(Math.floor((k * surface.partCount) / 3))[0]);
    // A tenth of the way to the middle of the box: corners may touch the walls.
    for (let axis = 0; axis < 3; axis++)
      vertex[axis] = 0.9 * (vertex[axis] + relative[axis]) + 0.05 * (box[axis] + box[axis + 3]);
    if (assembly.containsPoint(vertex)) count++;
  }
  return count > 1;
}
