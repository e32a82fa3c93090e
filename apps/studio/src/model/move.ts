// A pair at another distance.
import { type Shape, signedDistance } from 'proximal';
import * as flat from 'proximal/2d';
import type { Pair } from './document.ts';

type DistanceQuery<AnyShape> = (
  a: AnyShape,
  poseA: Float64Array,
  b: AnyShape,
  poseB: Float64Array,
) => { readonly distance: number; readonly normal: readonly number[] };

/** The same pair with B moved along the normal until the signed distance is `wanted`, in meters. */
function move<AnyShape>(
  { a, poseA, b, poseB }: Pair<AnyShape>,
  wanted: number,
  runQuery: DistanceQuery<AnyShape>,
): Pair<AnyShape> {
  const { distance, normal } = runQuery(a, poseA, b, poseB);
  const pose = poseB.map((value, k) => (k < normal.length ? value + (wanted - distance) * normal[k] : value));
  return { a, poseA, b, poseB: pose };
}

export function atDistance(pair: Pair<Shape>, wanted: number): Pair<Shape> {
  return move(pair, wanted, signedDistance);
}

/** The same in 2D. */
export function atPlaneDistance(pair: Pair<flat.Shape>, wanted: number): Pair<flat.Shape> {
  return move(pair, wanted, flat.signedDistance);
}
