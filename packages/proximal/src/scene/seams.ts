// Seams: places where two static surfaces meet, such as the common border of two meshes. For each surface alone, a border edge admits contacts in
// all directions beyond the edge. For both together, the edge admits only the directions n with n · d ≤ 0 for each direction d into a triangle of
// the other surface, as an edge between two triangles of one surface does.
import { SlotList } from '../broad/slot-list.ts';
import { add, dot, length, subtract, type Vec3 } from '../math/vec3.ts';
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
  private readonly offset: Vec3 = [0, 0, 0];
  private readonly local: Vec3 = [0, 0, 0];

  /** @param tolerance two surfaces meet at a place if the place is within this distance of both, in meters */
  constructor(private readonly tolerance: number) {}

  /**
   * Whether another surface that meets `host` at a place rises there along the unit vector `outward`; both in world coordinates. False if
   * `host` is not one of the static surfaces.
   */
  covers(host: Posed, place: Vec3, outward: Vec3): boolean {
    const { surfaces } = this;
    return surfaces.includes(host) && surfaces.some((other) => other !== host && this.rises(other, place, outward));
  }

  /**
   * Whether a triangle of `host` lies along the direction in which it touches a part, and another triangle at this place, of `host` or of a surface
   * that meets it, faces the direction or its opposite. The part then touches the other triangle, and is not in front of the plane of the first.
   * Vectors are in world coordinates.
   * @param outward the direction to the part
   * @param normal of the triangle
   * @param size of the part, in meters
   */
  hides(host: Posed, place: Vec3, outward: Vec3, normal: Vec3, size: number): boolean {
    if (!isAlong(outward, normal)) return false;
    const { surfaces, tolerance } = this;
    const faces = (other: Posed): boolean => {
      const direction = rotateBackInto(other.current, outward);
      return this.someTriangle(
        other,
        place,
        tolerance + relativeError * size,
        ({ normal: own }) => Math.abs(dot(own, direction)) > minFacingCosine,
      );
    };
    return faces(host) || (surfaces.includes(host) && surfaces.some((other) => other !== host && faces(other)));
  }

  /**
   * A part touches a triangle of `host` and has the depth `depth` behind it. Whether another triangle, of `host` or of a surface that meets `host`,
   * faces the direction of this contact, and the part has a smaller depth behind that triangle. The direction of contact with a triangle that lies
   * along it may lead over an edge inside of a flat face, so the facing triangle may be at a distance of up to `depth` from the place.
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
    const isShallowerBehind = (other: Posed): boolean => {
      const { current } = other;
      const direction = rotateBackInto(current, outward);
      return this.someTriangle(other, place, depth, ({ corners, normal: own }) => {
        if (!(dot(own, direction) > minFacingCosine)) return false;
        const point = add(rotateInto(current, corners[0]), [current[0], current[1], current[2]]);
        return depthBehind(rotateInto(current, own), point) < depth;
      });
    };
    if (isShallowerBehind(host)) return true;
    return surfaces.includes(host) && surfaces.some((other) => other !== host && isShallowerBehind(other));
  }

  private rises(other: Posed, place: Vec3, outward: Vec3): boolean {
    const direction = rotateBackInto(other.current, outward);
    return this.someTriangle(other, place, this.tolerance, ({ corners }, local, height) =>
      corners.some((corner) => {
        const spoke = subtract(corner, local);
        return dot(direction, spoke) > 2 * levelTolerance * length(spoke) + height;
      }),
    );
  }

  /**
   * Whether `accepts` returns true for one of the triangles of a surface that contain a place, up to a tolerance. Its arguments are the triangle,
   * the place in body coordinates, and the distance of the place from the triangle's plane.
   */
  private someTriangle(
    { volume, current }: Posed,
    place: Vec3,
    tolerance: number,
    accepts: (facet: Facet, local: Vec3, height: number) => boolean,
  ): boolean {
    const { near, box, offset, local } = this;
    const surface = volume.assembly as Surface;
    for (let axis = 0; axis < 3; axis++) offset[axis] = place[axis] - current[axis];
    rotateBackInto(current, offset, local);
    box.set(local);
    box.set(local, 3);
    near.clear();
    surface.collect(box, tolerance, near);
    const facets = surface.facets(false);
    for (let k = 0; k < near.count; k++) {
      const facet = facets.at(near.slots[k]);
      if (!facet) continue;
      const { corners, normal, edges } = facet;
      const height = Math.abs(heightOver(normal, corners[0], local));
      let isInside = height <= tolerance;
      for (let edge = 0; edge < 3 && isInside; edge++)
        isInside = !(heightOver(edges[edge].inward[0], corners[edge], local) < -tolerance);
      if (isInside && accepts(facet, local, height)) return true;
    }
    return false;
  }
}

/** The height of a point over the plane with this normal through `origin`. */
function heightOver(normal: Vec3, origin: Vec3, point: Vec3): number {
  return normal[0] * (point[0] - origin[0]) + normal[1] * (point[1] - origin[1]) + normal[2] * (point[2] - origin[2]);
}
