// Lengths at the ends of the numbers: a status that says something comes with a valid certificate, and 'unknown' is the rest.
import { describe, expect, it } from 'vitest';
import {
  box,
  capsule,
  certify,
  collide,
  cone,
  convex,
  cylinder,
  distance,
  ellipsoid,
  growthDistance,
  halfspace,
  penetration,
  point,
  rounded,
  type Shape,
  segment,
  signedDistance,
  sphere,
  superellipsoid,
} from '../../src/index.ts';

const tetrahedron = [1, 1, 1, -1, -1, 1, -1, 1, -1, 1, -1, -1];

const makers: Record<string, (size: number) => Shape> = {
  point: () => point(),
  segment,
  sphere,
  box: (s) => box(s, s / 2, s / 3),
  capsule: (s) => capsule(s / 2, s),
  cylinder: (s) => cylinder(s / 2, s),
  cone: (s) => cone(s / 2, s),
  ellipsoid: (s) => ellipsoid(s, s / 2, s / 3),
  superellipsoid: (s) => superellipsoid(s, s, s, 0.5, 0.5),
  convex: (s) => convex(tetrahedron.map((x) => x * s)),
  rounded: (s) => rounded(box(s, s, s), s / 10),
  halfspace: () => halfspace(),
  thickHalfspace: (s) => rounded(halfspace(), s),
};

const sizes = [
  5e-324, 1e-323, 1e-310, 1e-300, 1e-200, 1e-155, 1e-100, 1e-80, 1e-60, 1e-30, 1, 1e30, 1e60, 1e80, 1e100, 1e154, 1e155,
  1e200, 1e300, 1.7e308,
];

/** A shape of the size, or null where there is none: its measures would be infinite, and it is refused. */
function make(kind: string, size: number): Shape | null {
  try {
    return makers[kind](size);
  } catch (error) {
    expect(error).toBeInstanceOf(RangeError);
    return null;
  }
}

/** Growth is refused to half-spaces and where neither body is thicker than rounding. */
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
      if (other === 'halfspace' && kind.endsWith('alfspace')) continue;
      if (other === 'thickHalfspace' && kind.endsWith('alfspace')) continue;
      for (const scale of [size, 1]) {
        const b = make(other, scale);
        if (!b) continue;
        for (const shift of [0, 0.3, 1.5, 5]) {
          const position = [0.1 * shift * size, 0.2 * shift * size, shift * size];
          if (!position.every(Number.isFinite)) continue;
          const what = `${kind} ${size} and ${other} ${scale} at ${position}`;
          const results = [
            distance(a, {}, b, { position }),
            signedDistance(a, {}, b, { position }),
            penetration(a, {}, b, { position }),
            penetration(a, {}, b, { position }, { keepProof: true }),
          ];
          if (canGrow(a, b)) results.push(growthDistance(a, {}, b, { position }) as never);
          results.forEach((result, k) => {
            if (result.status === 'unknown') return;
            const { valid } = certify(a, {}, b, { position }, result);
            expect(valid, `${what}, query ${k}: ${result.status}`).toBe(true);
          });
          // False only with a proof.
          if (!collide(a, {}, b, { position })) expect(results[0].status, what).toMatch(/separated|unknown/);
        }
      }
    }
  });
});
