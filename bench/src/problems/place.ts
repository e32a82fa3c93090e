// Random pairs at a given signed distance.
import { distance, type Shape } from 'proximal';
import { compose, type Pose, type Rng, transformPoint } from 'proximal/math';

export interface Placement {
  readonly poseA: Pose;
  readonly poseB: Pose;
}

/** Orientations that are tried for an overlap. */
const maxTrials = 1000;

/**
 * Both bodies in random orientations, A at the origin and B in a random direction, moved along the normal to the given distance. Moving
 * along the normal keeps the nearest points, so positive distances are exact. For an overlap, B moves beyond contact by the given depth,
 * which is an upper bound of the penetration depth.
 * @param signedDistance in meters, negative for an overlap
 */
export function placeAtDistance(rng: Rng, a: Shape, b: Shape, signedDistance: number): Placement {
  for (let trial = 0; trial < maxTrials; trial++) {
    const placement = moveAlongNormal(a, b, placeApart(rng, a, b), signedDistance);
    // From a corner, B may move past a thin body without an overlap.
    if (signedDistance >= 0 || isOverlapping(a, b, placement)) return placement;
  }
  throw new RangeError(`No overlap of ${-signedDistance} m was found in ${maxTrials} random orientations.`);
}

/** The distance between the bounding balls is the smaller radius, which is enough for an accurate normal. */
function placeApart(rng: Rng, a: Shape, b: Shape): Placement {
  const poseA = compose({ rotation: rng.rotation() }, {});
  const poseB = compose({ rotation: rng.rotation() }, {});
  const centerA = transformPoint(poseA, a.center);
  const centerB = transformPoint(poseB, b.center);
  const centerDistance = a.boundingRadius + b.boundingRadius + Math.min(a.boundingRadius, b.boundingRadius);
  const direction = rng.direction();
  for (let k = 0; k < 3; k++) poseB[k] += centerA[k] - centerB[k] + centerDistance * direction[k];
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
