// The bounding spheres that the camera frames.
import { Box3, type Object3D, Sphere, Vector3 } from 'three';
import type { BoundingSphere } from './stage.ts';

/** The radius of a shape as drawn, in meters: the bounding radius, or 2 for unbounded shapes and points, which have no size. */
export function sizeOf({ boundingRadius }: { readonly boundingRadius: number }): number {
  return Number.isFinite(boundingRadius) && boundingRadius > 0 ? boundingRadius : 2;
}

/** A bounding sphere of the origin and of points, three numbers each. */
export function sphereAround(points: ArrayLike<number>): BoundingSphere {
  const box = new Box3(new Vector3(), new Vector3());
  for (let k = 0; k < points.length; k += 3) box.expandByPoint(new Vector3(points[k], points[k + 1], points[k + 2]));
  return sphereOf(box);
}

/** A bounding sphere of an object, and the lowest z of the object as `bottom`. An empty object counts as a cube of edge 2. */
export function sphereAroundObject(object: Object3D): BoundingSphere & { readonly bottom: number } {
  const box = new Box3().setFromObject(object);
  if (box.isEmpty()) box.setFromCenterAndSize(new Vector3(), new Vector3(2, 2, 2));
  return { ...sphereOf(box), bottom: box.min.z };
}

function sphereOf(box: Box3): BoundingSphere {
  const { center, radius } = box.getBoundingSphere(new Sphere());
  return { center: center.toArray(), radius };
}
