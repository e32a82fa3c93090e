// Random pairs at a wanted signed distance.
import { distance, type Shape } from 'proximal';
import { compose, type Pose, type Rng, transformPoint } from 'proximal/math';

export interface Placement {
  readonly poseA: Pose;
  readonly poseB: Pose;
}

/** How often another orientation is tried before giving up on an overlap. */
const patience = 1000;

/**
 * Both bodies in random orientations, A at the origin and B in a random direction, moved along the normal until the gap is
 * what was asked for. Moving along the normal keeps the nearest points, so a gap is met exactly. For an overlap B goes
 * beyond contact by the wanted depth, which is then an upper bound of the penetration depth: a shorter way out may exist.
 * @param signedDistance in meters, negative for an overlap
 */
export function placeAtDistance(rng: Rng, a: Shape, b: Shape, signedDistance: number): Placement {
  for (let trial = 0; trial < patience; trial++) {
    const placement = moveAlongNormal(a, b, placeApart(rng, a, b), signedDistance);
    // The way inward from a corner may lead past a thin body: then the orientation is no good.
    if (signedDistance >= 0 || isOverlapping(a, b, placement)) return placement;
  }
  throw new RangeError(`No overlap of ${-signedDistance} m was found in ${patience} random orientations.`);
}

/** The bounding balls stand one radius of the smaller apart: far enough for a normal that is good to the last digits. */
function placeApart(rng: Rng, a: Shape, b: Shape): Placement {
  const poseA = compose({ rotation: rng.rotation() }, {});
  const poseB = compose({ rotation: rng.rotation() }, {});
  const centerA = transformPoint(poseA, a.center);
  const centerB = transformPoint(poseB, b.center);
  const reach = a.boundingRadius + b.boundingRadius + Math.min(a.boundingRadius, b.boundingRadius);
  const direction = rng.direction();
  for (let k = 0; k < 3; k++) poseB[k] += centerA[k] - centerB[k] + reach * direction[k];
  return { poseA, poseB };
}

function moveAlongNormal(a: Shape, b: Shape, { poseA, poseB }: Placement, signedDistance: number): Placement {
  const found = distance(a, poseA, b, poseB, { relativeTolerance: 1e-12 });
  const moved = poseB.slice();
  for (let k = 0; k < 3; k++) moved[k] += (signedDistance - found.distance) * found.normal[k];
  return { poseA, poseB: moved };
}

function isOverlapping(a: Shape, b: Shape, { poseA, poseB }: Placement): boolean {
  return distance(a, poseA, b, poseB).status === 'overlapping';
}
