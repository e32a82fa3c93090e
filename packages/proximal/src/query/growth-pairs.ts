// The check of a batch of growth distances, in 3D and 2D: each growth exists.
import { outOfRange } from '../check/argument.ts';

/** The part of a shape that decides whether it can be scaled. */
interface Growing {
  readonly isBounded: boolean;
}

/** What the check needs of a body whose shape is bounded. */
interface BodyMeasure {
  /** The radius of a ball (in 2D, a circle) around the center of scaling inside the shape, in meters; 0 on the boundary. */
  readonly inradius: number;
  /** A bound on the coordinates that enter a query, in meters. */
  readonly size: number;
}

/** The reason and the remedy of the error if neither center is strictly inside its shape. */
export function noInteriorCenter(inradius: number, rounding: number, remedy: string): string {
  const beyond = inradius > 0 ? ` by more than rounding (${inradius} m, rounding ${rounding} m)` : '';
  return `neither center is strictly inside its shape${beyond}: ${remedy}`;
}

/**
 * Throws unless the growth of each pair exists: both shapes are bounded, and one center is inside its shape by more than rounding.
 * @param measure called once for each bounded body of a pair
 * @param roundingOf the rounding error of two bodies of these sizes, in meters
 */
export function checkGrowthPairs(
  where: string,
  shapes: readonly Growing[],
  pairs: Uint32Array,
  measure: (body: number) => BodyMeasure,
  roundingOf: (sizeA: number, sizeB: number) => number,
  remedy: string,
): void {
  const inside = new Float64Array(shapes.length).fill(Number.NaN);
  const sizes = new Float64Array(shapes.length);
  for (let k = 0; k < pairs.length; k++) {
    const body = pairs[k];
    if (!shapes[body].isBounded)
      throw outOfRange(where, `pairs[${k}]`, body, 'this body is unbounded and cannot be scaled: give a bounded shape');
    if (Number.isNaN(inside[body])) {
      const { inradius, size } = measure(body);
      inside[body] = inradius;
      sizes[body] = size;
    }
    if (k % 2 === 0) continue;
    const other = pairs[k - 1];
    const inradius = Math.max(inside[other], inside[body]);
    const rounding = roundingOf(sizes[other], sizes[body]);
    if (!(inradius > rounding))
      throw outOfRange(where, `pairs[${k - 1}]`, other, noInteriorCenter(inradius, rounding, remedy));
  }
}
