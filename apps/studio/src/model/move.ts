// A pair at another distance.
import { signedDistance } from 'proximal';
import type { Pair } from './document.ts';

/** The same pair with B moved along the normal, until the signed distance is the wanted one, in metres. */
export function atDistance({ a, poseA, b, poseB }: Pair, wanted: number): Pair {
  const { distance, normal } = signedDistance(a, poseA, b, poseB);
  const pose = poseB.map((value, k) => (k < 3 ? value + (wanted - distance) * normal[k] : value));
  return { a, poseA, b, poseB: pose };
}
