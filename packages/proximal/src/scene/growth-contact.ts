// A contact by growth distance: the normal is that of the plane where both parts, scaled about their centres, meet; the distance is the
// width of the slab between the parts along it. Scaled by more than 1 a part holds itself, so the slab has the sign of α − 1.
import { add, dot, scale, type Vec3 } from '../math/vec3.ts';
import type { Pair } from '../proximity/pair.ts';
import type { DistanceResult } from '../proximity/result.ts';
import { rotateBackInto, rotateInto } from './axis.ts';
import type { PosedShape } from './patch/manifold.ts';

/** What a patch is made from. */
export type ContactMeasure = Pick<
  DistanceResult,
  'normal' | 'pointA' | 'pointB' | 'distance' | 'lower' | 'upper' | 'status' | 'local'
> & {
  /** α, where it was asked for. */
  readonly growth?: number;
};

/** Null for parts that cannot be scaled: half-spaces, and what has no inside that is known. */
export function growthContact(pair: Pair, a: PosedShape, b: PosedShape): ContactMeasure | null {
  if (!canGrow(a) || !canGrow(b)) return null;
  const { growth, contact, normal, status } = pair.growthDistance(a.pose, b.pose);
  // Equal centres have no direction between them.
  if (!normal.some((x) => x !== 0)) return null;
  const highest = reachOf(a, normal);
  const lowest = -reachOf(b, scale(normal, -1));
  const height = dot(normal, contact);
  const distance = lowest - highest;
  return {
    growth,
    normal,
    pointA: add(contact, scale(normal, highest - height)),
    pointB: add(contact, scale(normal, lowest - height)),
    distance,
    lower: distance,
    upper: distance,
    status,
    // It is a way out, but no claim that there is none shorter.
    local: distance < 0,
  };
}

function canGrow({ shape }: PosedShape): boolean {
  return shape.isBounded && shape.inradius > 0;
}

/** How far a part reaches along a unit vector of the world. */
function reachOf({ shape, pose }: PosedShape, direction: Vec3): number {
  const place = rotateInto(pose, shape.support(rotateBackInto(pose, direction)));
  return dot(direction, add(place, [pose[0], pose[1], pose[2]]));
}
