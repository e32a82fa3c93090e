// Seams: places where two static surfaces meet, such as the common border of two meshes. For each surface alone, a border edge admits contacts in all
// directions beyond it. For both together, it admits only the directions n with n · d ≤ 0 for each direction d into a triangle of the other surface, as an
// edge between two triangles of one surface does.
import { SlotList } from '../broad/slot-list.ts';
import { dot, length, subtract, type Vec3 } from '../math/vec3.ts';
import { rotateBackInto } from './axis.ts';
import type { Facet } from './nonconvex/facets.ts';
import { level, type Surface } from './nonconvex/surface.ts';
import type { Posed } from './part-pairs.ts';

export class Seams {
  /** The static surfaces near the body whose contacts are searched. */
  surfaces: readonly Posed[] = [];
  private readonly near = new SlotList();
  private readonly box = new Float64Array(6);

  /** @param tolerance surfaces meet at a place if both are within this distance of it, in meters */
  constructor(private readonly tolerance: number) {}

  /**
   * Whether a surface other than `host` that meets it at a place rises there along the unit vector `outward`; both in world coordinates. False if `host` is
   * none of the static surfaces.
   */
  covers(host: Posed, place: Vec3, outward: Vec3): boolean {
    const { surfaces } = this;
    return surfaces.includes(host) && surfaces.some((other) => other !== host && this.rises(other, place, outward));
  }

  private rises({ volume, current }: Posed, place: Vec3, outward: Vec3): boolean {
    const { near, box, tolerance } = this;
    const surface = volume.assembly as Surface;
    const local = rotateBackInto(current, subtract(place, [current[0], current[1], current[2]]));
    const direction = rotateBackInto(current, outward);
    box.set(local);
    box.set(local, 3);
    near.clear();
    surface.collect(box, tolerance, near);
    const facets = surface.facets(false);
    for (let k = 0; k < near.count; k++) {
      const facet = facets.at(near.slots[k]);
      if (facet && this.risesFrom(facet, local, direction)) return true;
    }
    return false;
  }

  /** Whether a triangle contains a place up to the tolerance, and one of its corners is higher along a direction. */
  private risesFrom({ corners, normal, edges }: Facet, place: Vec3, direction: Vec3): boolean {
    const gap = Math.abs(dot(normal, subtract(place, corners[0])));
    if (gap > this.tolerance) return false;
    const isBeside = edges.some(({ inward }, k) => dot(inward[0], subtract(place, corners[k])) < -this.tolerance);
    if (isBeside) return false;
    return corners.some((corner) => {
      const spoke = subtract(corner, place);
      return dot(direction, spoke) > 2 * level * length(spoke) + gap;
    });
  }
}
