// A pair with B moved along the normal.
import type { Ambient } from './body.ts';
import type { Pair } from './document.ts';

/**
 * The pair with B moved along the normal to `displacement` meters from the position in which the bodies touch. A displacement of at least 0 is also
 * the distance. A negative one moves B into A: the depth is then at most −displacement, and thin bodies may be apart on the other side.
 */
export function displacedFromContact<AnyShape>(
  { signedDistance }: Ambient<AnyShape>,
  { a, poseA, b, poseB }: Pair<AnyShape>,
  displacement: number,
): Pair<AnyShape> {
  const { distance, normal } = signedDistance(a, poseA, b, poseB);
  const pose = poseB.map((value, k) => (k < normal.length ? value + (displacement - distance) * normal[k] : value));
  return { a, poseA, b, poseB: pose };
}

interface Sized {
  readonly boundingRadius: number;
  readonly center: readonly number[];
}

/** A displacement into A that is smaller than this is not tried, in meters. */
const leastDepth = 1e-4;

/**
 * A position at which B overlaps A. B is moved into A by half of the smaller bounding radius, or by a half, a quarter, … of that if it leaves A on
 * the other side. If no displacement leads to an overlap, the center of B is placed at that of A.
 */
export function overlappingPosition<AnyShape extends Sized>(
  ambient: Ambient<AnyShape>,
  pair: Pair<AnyShape>,
): number[] {
  const { a, poseA, b, poseB } = pair;
  const axes = ambient.axes.map((_, axis) => axis);
  for (let depth = 0.5 * Math.min(a.boundingRadius, b.boundingRadius); depth >= leastDepth; depth /= 2) {
    const moved = displacedFromContact(ambient, pair, -depth).poseB;
    const pose = moved.map((value, k) => (k < axes.length ? Math.round(value * 1e4) / 1e4 : value));
    if (ambient.signedDistance(a, poseA, b, pose).distance < 0) return [...pose.subarray(0, axes.length)];
  }
  const [centerA, centerB] = [ambient.worldPoint(poseA, a.center), ambient.worldPoint(poseB, b.center)];
  return axes.map((axis) => poseB[axis] + centerA[axis] - centerB[axis]);
}
