// A contact by growth distance. Scaled by α about their centers, both parts touch in a plane, whose normal is the contact normal. The distance is
// the width of the slab between the unscaled parts along this normal. A part scaled by more than 1 contains the
// original, so the width has the sign of α − 1.
import { add, dot, scale, subtract, type Vec3 } from '../math/vec3.ts';
import { growthRounding, growthSize } from '../proximity/growth-options.ts';
import type { Pair } from '../proximity/pair.ts';
import type { DistanceResult } from '../proximity/result.ts';
import { rotateBackInto, rotateInto } from './axis.ts';
import type { PosedShape } from './patch/manifold.ts';

/** Edges and faces count as support features if they are perpendicular to the normal within this angle, in radians. */
const flatAngle = 1e-6;

/** The normal, the nearest points and the distance from which a contact patch is found. */
export type ContactMeasure = Pick<
  DistanceResult,
  'normal' | 'pointA' | 'pointB' | 'distance' | 'lower' | 'upper' | 'status' | 'local'
> & {
  /** α, for contacts by growth distance. */
  readonly growth?: number;
  /** Whether the manifold consists of the patch only, without the nearest points. */
  readonly isPatch?: boolean;
};

/** The contact of two parts that can be scaled. Null if their centers coincide. */
export function growthContact(pair: Pair, a: PosedShape, b: PosedShape): ContactMeasure | null {
  const { growth, contact: found, normal, status, proof } = pair.growthDistance(a.pose, b.pose);
  // Equal centers have no direction between them.
  if (!normal.some((x) => x !== 0)) return null;
  const contact =
    scaledTip(b, scale(normal, -1), growth, proof.centerB) ?? scaledTip(a, normal, growth, proof.centerA) ?? found;
  const highest = supportValue(a, normal);
  const lowest = -supportValue(b, scale(normal, -1));
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
    // −distance is an upper bound of the depth, and not proven to be the smallest.
    local: distance < 0,
  };
}

/**
 * The support point of the scaled part along a unit vector; null if it is not unique, and for polytopes without rounding. It is exact
 * in the contact plane, whereas the point of the search is accurate only to the square root of its tolerance.
 */
function scaledTip({ shape, pose }: PosedShape, direction: Vec3, growth: number, center: Vec3): Vec3 | null {
  if (!(shape.radius > 0) && shape.corePolytope()) return null;
  const along = rotateBackInto(pose, direction);
  const tips = shape.coreFace(along, flatAngle);
  if (tips.length !== 1) return null;
  const arm = subtract(add(tips[0], scale(along, shape.radius)), center);
  const tip = rotateInto(pose, add(center, scale(arm, growth)));
  return add(tip, [pose[0], pose[1], pose[2]]);
}

/** Whether both parts can be scaled: both are bounded with an inradius above 0, and the larger inradius exceeds the rounding error of the pair. */
export function canGrow({ shape: a }: PosedShape, { shape: b }: PosedShape): boolean {
  if (!a.isBounded || !b.isBounded) return false;
  const [smaller, larger] = [Math.min(a.inradius, b.inradius), Math.max(a.inradius, b.inradius)];
  return smaller > 0 && larger > growthRounding(growthSize(a, a.center), growthSize(b, b.center));
}

/** The support value of a part along a unit vector of the world. */
function supportValue({ shape, pose }: PosedShape, direction: Vec3): number {
  const tip = rotateInto(pose, shape.support(rotateBackInto(pose, direction)));
  return dot(direction, add(tip, [pose[0], pose[1], pose[2]]));
}
