// Needles and sheets in general orientation, against exact integer arithmetic.
import { describe, expect, it } from 'vitest';
import { convexHull } from '../../src/hull/hull.ts';
import { type PolytopeFaces, polytopeMass, roundedPolytopeMass } from '../../src/mass/index.ts';
import type { Rng } from '../../src/math/index.ts';
import { forAll } from '../for-all.ts';
import * as bodies from './bodies.ts';

/** Coordinates as multiples of 2⁻²⁰⁰: exact for all coordinates of these bodies. */
const fractionBits = 200n;

function toFixedPoint(x: number): bigint {
  const scaled = x * 2 ** 52;
  const upper = Math.trunc(scaled);
  return (BigInt(upper) << (fractionBits - 52n)) + BigInt(Math.trunc((scaled - upper) * 2 ** 148));
}

/** A quotient of integers, truncated to a multiple of 2⁻⁴⁰⁰ and rounded to a double. */
function quotient(a: bigint, b: bigint): number {
  return Number((a << 400n) / b) * 2 ** -400;
}

function fan({ faceStart, loop }: PolytopeFaces): number[][] {
  const out: number[][] = [];
  for (let f = 0; f + 1 < faceStart.length; f++) {
    const [first, ...others] = loop.subarray(faceStart[f], faceStart[f + 1]);
    for (let k = 1; k < others.length; k++) out.push([first, others[k - 1], others[k]]);
  }
  return out;
}

function exactVolume({ vertices }: PolytopeFaces, triangles: readonly number[][]): number {
  const xyz = Array.from(vertices, toFixedPoint);
  let sum = 0n;
  for (const triangle of triangles) {
    const [[a, b, c], [d, e, f], [g, h, i]] = triangle.map((v) => xyz.slice(3 * v, 3 * v + 3));
    sum += a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  }
  return quotient(sum, 6n << (3n * fractionBits));
}

/** Points in a box with half-lengths `half`, with a random rotation and a translation of up to `maxShift` along each axis. */
function cloud(rng: Rng, half: readonly number[], count: number, maxShift: number): Float64Array {
  const [w, x, y, z] = [rng.normal(), rng.normal(), rng.normal(), rng.normal()];
  const s = 2 / (w * w + x * x + y * y + z * z);
  const rows = [
    [1 - s * (y * y + z * z), s * (x * y - z * w), s * (x * z + y * w)],
    [s * (x * y + z * w), 1 - s * (x * x + z * z), s * (y * z - x * w)],
    [s * (x * z - y * w), s * (y * z + x * w), 1 - s * (x * x + y * y)],
  ];
  const shift = rows.map(() => rng.uniform(-maxShift, maxShift));
  return Float64Array.from({ length: count }).reduce<Float64Array>(
    (out, _, k) => {
      const p = half.map((h) => rng.uniform(-h, h));
      rows.forEach((row, axis) => {
        out[3 * k + axis] = row[0] * p[0] + row[1] * p[1] + row[2] * p[2] + shift[axis];
      });
      return out;
    },
    new Float64Array(3 * count),
  );
}

describe('needles and sheets in general orientation', () => {
  const thin = Array.from({ length: 12 }, (_, k) => 10 ** -(k + 3));
  it.each(
    thin.flatMap((w) => [
      { w, half: [w, w, 1], volumeScale: w * w },
      { w, half: [w, 1, 1], volumeScale: w },
      { w, half: [w, Math.sqrt(w), 1], volumeScale: w * Math.sqrt(w) },
    ]),
  )('have the volume that their faces enclose: half sizes $half', ({ w, half, volumeScale }) => {
    forAll({ seed: 1, cases: 8, tries: 500 }, (rng, index) => {
      const hull = convexHull(cloud(rng, half, 300, index % 2));
      if (hull.dimension < 3) return;
      const triangles = fan(hull);
      const expected = exactVolume(hull, triangles);
      // Double-double arithmetic: the relative error is far below ε/w, the error caused by rounding the vertices.
      const allowed = 2e-15 + 2e-31 / volumeScale;
      for (const { volume, error } of [
        roundedPolytopeMass(hull, 0),
        polytopeMass(hull.vertices, Uint32Array.from(triangles.flat())),
      ]) {
        expect(Math.abs(volume / expected - 1)).toBeLessThanOrEqual(allowed);
        if (w <= 1e-5) expect(error).toBeGreaterThan(1e-16 / w);
        expect(error).toBeLessThan(1e-13 / w);
      }
    });
  });

  it('have an error estimate that covers the rounding of their vertices', () => {
    forAll({ seed: 2, cases: 60 }, (rng, index) => {
      const w = 10 ** rng.uniform(-13, -4);
      const hull = convexHull(cloud(rng, index % 3 ? [w, w, 1] : [w, 1, 1], 60, 1));
      if (hull.dimension < 3) return;
      const mass = roundedPolytopeMass(hull, 0);
      // Each coordinate is moved by at most half a unit in the last place of the largest.
      const moved = { ...hull, vertices: hull.vertices.map((x) => x + rng.uniform(-1, 1) * 2 ** -53) };
      const other = exactVolume(moved, fan(hull));
      expect(Math.abs(other / mass.volume - 1)).toBeLessThanOrEqual(mass.error + 1e-12);
    });
  });
});

describe('thick boxes', () => {
  it('have an error estimate of zero', () => {
    expect(roundedPolytopeMass(bodies.polytope(bodies.boxCorners(1, 2, 3), bodies.boxFaces), 0).error).toBe(0);
    expect(roundedPolytopeMass(bodies.polytope(bodies.boxCorners(1, 2, 3), bodies.boxFaces), 1e-9).error).toBe(0);
  });
});

describe('huge and tiny bodies', () => {
  it.each([1e-150, 1e-100, 1e-60, 1e60, 1e100, 1e120, 1e300])(
    'of size %d overflow only where the exact result does',
    (size) => {
      for (const radius of [0, size / 4]) {
        const body = (scale: number): PolytopeFaces =>
          bodies.polytope(bodies.boxCorners(scale, 2 * scale, 3 * scale), bodies.boxFaces);
        const [mass, one] = [roundedPolytopeMass(body(size), radius), roundedPolytopeMass(body(1), radius / size)];
        const expected = (value: number, power: number): number =>
          Array.from({ length: power }).reduce<number>((product) => product * size, value);
        const expectNear = (actual: number, value: number): void => {
          if (Number.isFinite(value) && Math.abs(value) > 1e-290) expect(actual / value).toBeCloseTo(1, 12);
          else if (value === Infinity) expect(actual).toBe(value);
          else expect(Math.abs(actual)).not.toBeNaN();
        };
        expectNear(mass.volume, expected(one.volume, 3));
        for (const k of [0, 4, 8]) expectNear(mass.inertia[k], expected(one.inertia[k], 5));
        expect([mass.error, ...mass.centerOfMass, ...mass.inertia].some(Number.isNaN)).toBe(false);
        expect(Math.max(...mass.centerOfMass.map(Math.abs))).toBeLessThanOrEqual(1e-15 * size);
      }
    },
  );
});
