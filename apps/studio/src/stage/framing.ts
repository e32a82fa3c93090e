// What to look at, from the points of what is drawn.
import { Box3, type Object3D, Sphere, Vector3 } from 'three';
import type { Ball } from './stage.ts';

/** How large a shape is drawn, in meters: half-spaces have no size, and points none to speak of. */
export function sizeOf({ boundingRadius }: { readonly boundingRadius: number }): number {
  return Number.isFinite(boundingRadius) && boundingRadius > 0 ? boundingRadius : 2;
}

/** A ball around points, three numbers each, and the origin. */
export function ballAround(points: ArrayLike<number>): Ball {
  const box = new Box3(new Vector3(), new Vector3());
  for (let k = 0; k < points.length; k += 3) box.expandByPoint(new Vector3(points[k], points[k + 1], points[k + 2]));
  return ballOf(box);
}

/** A ball around everything that is drawn of an object, and how low it reaches. */
export function ballAroundObject(object: Object3D): Ball & { readonly bottom: number } {
  const box = new Box3().setFromObject(object);
  if (box.isEmpty()) box.setFromCenterAndSize(new Vector3(), new Vector3(2, 2, 2));
  return { ...ballOf(box), bottom: box.min.z };
}

function ballOf(box: Box3): Ball {
  const { center, radius } = box.getBoundingSphere(new Sphere());
  return { center: center.toArray(), radius };
}
