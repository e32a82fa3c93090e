// The ball that the camera frames, from the drawn points.
import { Box3, type Object3D, Sphere, Vector3 } from 'three';
import type { Ball } from './stage.ts';

/** The drawn size of a shape, in meters, with fixed values for half-spaces and points. */
export function sizeOf({ boundingRadius }: { readonly boundingRadius: number }): number {
  return Number.isFinite(boundingRadius) && boundingRadius > 0 ? boundingRadius : 2;
}

/** A ball around points, three numbers each, and the origin. */
export function ballAround(points: ArrayLike<number>): Ball {
  const box = new Box3(new Vector3(), new Vector3());
  for (let k = 0; k < points.length; k += 3) box.expandByPoint(new Vector3(points[k], points[k + 1], points[k + 2]));
  return ballOf(box);
}

/** A ball around an object as drawn, and its lowest z. */
export function ballAroundObject(object: Object3D): Ball & { readonly bottom: number } {
  const box = new Box3().setFromObject(object);
  if (box.isEmpty()) box.setFromCenterAndSize(new Vector3(), new Vector3(2, 2, 2));
  return { ...ballOf(box), bottom: box.min.z };
}

function ballOf(box: Box3): Ball {
  const { center, radius } = box.getBoundingSphere(new Sphere());
  return { center: center.toArray(), radius };
}
