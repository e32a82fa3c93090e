// Seams: places where two static surfaces meet, such as the common border of two meshes. For each surface alone, a border edge admits contacts in
// all directions beyond the edge. For both together, the edge admits only the directions n with n · d ≤ 0 for each direction d into a triangle of
// the other surface, as an edge between two triangles of one surface does.
import { SlotList } from '../broad/slot-list.ts';
import { add, dot, length, type Vec3 } from '../math/vec3.ts';
import type { Shape } from '../shapes/shape.ts';
import { rotateBackInto, rotateInto } from './axis.ts';
import type { Facet } from './nonconvex/facets.ts';
import { levelTolerance, type Surface } from './nonconvex/surface.ts';
import type { Posed } from './part-pairs.ts';

/** A triangle faces a direction if the cosine between the direction and the triangle's normal exceeds this. */
const minFacingCosine = 0.87;
/** A triangle lies along a direction, within 30° of parallel, if the cosine between the direction and the triangle's normal is at most this. */
const maxAlongCosine = 0.5;
/** The distance of a contact point from its triangle is at most this times the size of the part. */
const relativeError = 1e-6;

/** Whether a triangle with this normal lies along the direction. */
export function isAlong(direction: Vec3, normal: Vec3): boolean {
  return Math.abs(dot(direction, normal)) <= maxAlongCosine;
}

export class Seams {
  /** The static surfaces near the body whose contacts are searched. */
  surfaces: readonly Posed[] = [];
  private readonly near = new SlotList();
  private readonly box = new Float64Array(6);
  /** The triangles that contain a place, the place in their body's frame, and the tolerance, in meters. */
  private readonly facets: Facet[] = [];
  private readonly local: Vec3 = [0, 0, 0];
  private reach = 0;
  // Scratch: vectors in the body's frame.
  private readonly offset: Vec3 = [0, 0, 0];
  private readonly direction: Vec3 = [0, 0, 0];
  private readonly spoke: Vec3 = [0, 0, 0];

  /** @param tolerance two surfaces meet at a place if the place is within this distance of both, in meters */
  constructor(private readonly tolerance: number) {}

  /**
   * Whether another surface that meets `host` at a place rises there along the unit vector `outward`; both in world coordinates. False if
   * `host` is not one of the static surfaces.
   */
  covers(host: Posed, place: Vec3, outward: Vec3): boolean {
    const { surfaces } = this;
    if (!surfaces.includes(host)) return false;
    for (const other of surfaces) if (other !== host && this.rises(other, place, outward)) return true;
    return false;
  }

  /**
   * Whether a triangle of `host` lies along the direction in which it touches a part, and another triangle at this place, of `host` or of a surface
   * that meets it, faces the direction or its opposite. The part then touches the other triangle, and is not in front of the plane of the first.
   * Vectors are in world coordinates.
   * @param outward the direction to the part
   * @param normal of the triangle
   * @param part the shape of the part
   */
  hides(host: Posed, place: Vec3, outward: Vec3, normal: Vec3, part: Shape): boolean {
    if (!isAlong(outward, normal)) return false;
    const { surfaces } = this;
    this.reach = this.tolerance + relativeError * part.boundingRadius;
    if (this.faces(host, place, outward)) return true;
    if (!surfaces.includes(host)) return false;
    for (const other of surfaces) if (other !== host && this.faces(other, place, outward)) return true;
    return false;
  }

  /**
   * For a part that touches a triangle of `host` and has the depth `depth` behind it: whether another triangle, of `host` or of a surface
   * that meets `host`, faces the direction of this contact, and the part has a smaller depth behind that triangle. The direction of contact
   * with a triangle that lies along it may lead over an edge inside of a flat face, so the facing triangle may be at a distance of up to
   * `depth` from the place.
   * @param depthBehind the depth of the part behind a plane with a unit normal through a point, both in world coordinates
   */
  isShallower(
    host: Posed,
    place: Vec3,
    outward: Vec3,
    depth: number,
    depthBehind: (normal: Vec3, point: Vec3) => number,
  ): boolean {
    const { surfaces } = this;
    this.reach = depth;
    if (this.isShallowerBehind(host, place, outward, depthBehind)) return true;
    if (!surfaces.includes(host)) return false;
    for (const other of surfaces)
      if (other !== host && this.isShallowerBehind(other, place, outward, depthBehind)) return true;
    return false;
  }

  private rises(other: Posed, place: Vec3, outward: Vec3): boolean {
    const { facets, local, direction, spoke } = this;
    this.reach = this.tolerance;
    this.listFacets(other, place);
    rotateBackInto(other.current, outward, direction);
    for (const { corners, normal } of facets) {
      const height = Math.abs(heightOver(normal, corners[0], local));
      for (let corner = 0; corner < 3; corner++) {
        for (let axis = 0; axis < 3; axis++) spoke[axis] = corners[corner][axis] - local[axis];
        if (dot(direction, spoke) > 2 * levelTolerance * length(spoke) + height) return true;
      }
    }
    return false;
  }

  /** Whether a triangle of a surface within `reach` of a place faces a direction or its opposite. */
  private faces(other: Posed, place: Vec3, outward: Vec3): boolean {
    const { facets, direction } = this;
    this.listFacets(other, place);
    rotateBackInto(other.current, outward, direction);
    for (const { normal } of facets) if (Math.abs(dot(normal, direction)) > minFacingCosine) return true;
    return false;
  }

  /** Whether a triangle of a surface within `reach` of a place faces a direction, and the part is less deep than `reach` behind it. */
  private isShallowerBehind(
    other: Posed,
    place: Vec3,
    outward: Vec3,
    depthBehind: (normal: Vec3, point: Vec3) => number,
  ): boolean {
    const { facets, direction, reach } = this;
    const { current } = other;
    this.listFacets(other, place);
    rotateBackInto(current, outward, direction);
    for (const { corners, normal } of facets) {
      if (!(dot(normal, direction) > minFacingCosine)) continue;
      const point = add(rotateInto(current, corners[0]), [current[0], current[1], current[2]]);
      if (depthBehind(rotateInto(current, normal), point) < reach) return true;
    }
    return false;
  }

  /** Lists the triangles of a surface that contain a place up to `reach`, and writes the place in body coordinates to `local`. */
  private listFacets({ volume, current }: Posed, place: Vec3): void {
    const { near, box, offset, local, reach } = this;
    const surface = volume.assembly as Surface;
    for (let axis = 0; axis < 3; axis++) offset[axis] = place[axis] - current[axis];
    rotateBackInto(current, offset, local);
    for (let axis = 0; axis < 3; axis++) box[axis] = box[axis + 3] = local[axis];
    near.clear();
    surface.collect(box, reach, near);
    this.facets.length = 0;
    const facets = surface.facets(false);
    for (let k = 0; k < near.count; k++) {
      const facet = facets.at(near.slots[k]);
      if (facet && this.contains(facet)) this.facets.push(facet);
    }
  }

  /** Whether a triangle contains the point `local` up to `reach`. */
  private contains({ corners, normal, edges }: Facet): boolean {
    const { local, reach } = this;
    if (!(Math.abs(heightOver(normal, corners[0], local)) <= reach)) return false;
    for (let edge = 0; edge < 3; edge++)
      if (heightOver(edges[edge].inward[0], corners[edge], local) < -reach) return false;
    return true;
  }
}

/** The height of a point over the plane with this normal through `origin`. */
function heightOver(normal: Vec3, origin: Vec3, point: Vec3): number {
  return normal[0] * (point[0] - origin[0]) + normal[1] * (point[1] - origin[1]) + normal[2] * (point[2] - origin[2]);
}
