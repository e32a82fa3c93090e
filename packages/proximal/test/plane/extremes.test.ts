// Lengths at the ends of the numbers, in the plane: a status that says something comes with a valid certificate.
import { describe, expect, it } from 'vitest';
import {
  box,
  capsule,
  certify,
  certifyGrowth,
  circle,
  collide,
  distance,
  ellipse,
  growthDistance,
  halfplane,
  point,
  polygon,
  rounded,
  type Shape,
  segment,
  signedDistance,
} from '../../src/plane/index.ts';

const makers: Record<string, (size: number) => Shape> = {
  point: () => point(),
  segment,
  circle,
  box: (s) => box(s, s / 2),
  capsule: (s) => capsule(s / 2, s),
  ellipse: (s) => ellipse(s, s / 2),
  polygon: (s) => polygon([s, 0, -s, s, -s, -s]),
  rounded: (s) => rounded(box(s, s), s / 10),
  halfplane: () => halfplane(),
  thickHalfplane: (s) => rounded(halfplane(), s),
};

const sizes = [
  5e-324, 1e-323, 1e-310, 1e-300, 1e-200, 1e-155, 1e-100, 1e-60, 1e-30, 1e-26, 1, 1e20, 1e26, 1e31, 1e60, 1e100, 1e155,
  1e200, 1e300, 1.7e308,
];

/** A shape of the size, or null where it is refused: its measures would be infinite. */
function make(kind: string, size: number): Shape | null {
  try {
    return makers[kind](size);
  } catch (error) {
    expect(error).toBeInstanceOf(RangeError);
    return null;
  }
}

/** Growth is refused to half-planes and where neither body is thicker than rounding. */
function canGrow(a: Shape, b: Shape): boolean {
  try {
    growthDistance(a, {}, b, {});
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(RangeError);
    return false;
  }
}

const kinds = Object.keys(makers);

describe.each(kinds)('%s', (kind) => {
  it.each(sizes)('of %s m', (size) => {
    const a = make(kind, size);
    if (!a) return;
    for (const other of kinds) {
      if (other.endsWith('alfplane') && kind.endsWith('alfplane')) continue;
      for (const scale of [size, 1]) {
        const b = make(other, scale);
        if (!b) continue;
        for (const shift of [0, 0.3, 1.5, 5]) {
          const position: [number, number] = [0.1 * shift * size, shift * size];
          if (!position.every(Number.isFinite)) continue;
          const what = `${kind} ${size} and ${other} ${scale} at ${position}`;
          const results: { status: string }[] = [
            distance(a, {}, b, { position }),
            signedDistance(a, {}, b, { position }),
          ];
          if (canGrow(a, b)) results.push(growthDistance(a, {}, b, { position }));
          results.forEach((result, k) => {
            if (result.status === 'unknown') return;
            const check = 'growth' in result ? certifyGrowth : certify;
            const { valid } = check(a, {}, b, { position }, result as never);
            expect(valid, `${what}, query ${k}: ${result.status}`).toBe(true);
          });
          // False only with a proof.
          if (!collide(a, {}, b, { position })) expect(results[0].status, what).toMatch(/separated|unknown/);
        }
      }
    }
  });
});
