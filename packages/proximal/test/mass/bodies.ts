// Support functions, polytopes and references for the tests of masses; nothing here uses src/mass beyond its types.
import { expect } from 'vitest';
import type { BatchSupport, MassProperties, PolytopeFaces } from '../../src/mass/index.ts';
import { Rng } from '../../src/math/index.ts';
import type { Vec3 } from '../../src/math/vec3.ts';

export type Support = (x: number, y: number, z: number) => Vec3;

export function batch(support: Support): BatchSupport {
  return (directions, out) => {
    for (let k = 0; k < directions.length; k += 3) {
      const [x, y, z] = support(directions[k], directions[k + 1], directions[k + 2]);
      out[k] = x;
      out[k + 1] = y;
      out[k + 2] = z;
    }
  };
}

export const ellipsoid =
  (a: number, b: number, c: number): Support =>
  (x, y, z) => {
    const s = 1 / Math.sqrt((a * x) ** 2 + (b * y) ** 2 + (c * z) ** 2);
    return [a * a * x * s, b * b * y * s, c * c * z * s];
  };

export const ball = (r: number): Support => ellipsoid(r, r, r);

export const box =
  (a: number, b: number, c: number): Support =>
  (x, y, z) => [x < 0 ? -a : a, y < 0 ? -b : b, z < 0 ? -c : c];

/** A frustum along z; a cylinder if the radii are equal, a cone if the upper one is zero. */
export const frustum =
  (bottom: number, top: number, l: number): Support =>
  (x, y, z) => {
    const across = Math.sqrt(x * x + y * y);
    const up = top * across + l * z > bottom * across - l * z;
    const s = across > 0 ? (up ? top : bottom) / across : 0;
    return [x * s, y * s, up ? l : -l];
  };

export const at =
  (p: Vec3): Support =>
  () =>
    p;

export const hull =
  (points: readonly Vec3[]): Support =>
  (x, y, z) =>
    points.reduce((best, p) => (x * (p[0] - best[0]) + y * (p[1] - best[1]) + z * (p[2] - best[2]) > 0 ? p : best));

export function sum(...parts: readonly Support[]): Support {
  return (x, y, z) => {
    const out: Vec3 = [0, 0, 0];
    for (const part of parts) {
      const p = part(x, y, z);
      for (let k = 0; k < 3; k++) out[k] += p[k];
    }
    return out;
  };
}

/** The image under a row-major matrix. */
export const linear =
  (m: readonly number[], support: Support): Support =>
  (x, y, z) => {
    const p = support(m[0] * x + m[3] * y + m[6] * z, m[1] * x + m[4] * y + m[7] * z, m[2] * x + m[5] * y + m[8] * z);
    return [
      m[0] * p[0] + m[1] * p[1] + m[2] * p[2],
      m[3] * p[0] + m[4] * p[1] + m[5] * p[2],
      m[6] * p[0] + m[7] * p[1] + m[8] * p[2],
    ];
  };

/** h(n) = (Σ max(0, n·v)^p)^(1/p). */
export const smoothHull =
  (points: readonly Vec3[], p: number): Support =>
  (x, y, z) => {
    const heights = points.map((v) => Math.max(0, v[0] * x + v[1] * y + v[2] * z));
    const greatest = Math.max(...heights);
    let total = 0;
    const out: Vec3 = [0, 0, 0];
    points.forEach((v, k) => {
      const weight = (heights[k] / greatest) ** (p - 1);
      total += (weight * heights[k]) / greatest;
      for (let c = 0; c < 3; c++) out[c] += weight * v[c];
    });
    return out.map((value) => value * total ** (1 / p - 1)) as Vec3;
  };

export function randomRotation(rng: Rng): number[] {
  const [x, y, z, w] = rng.rotation();
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
    [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
    [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
  ].flat();
}

export const boxFaces = [
  [0, 2, 3, 1],
  [4, 5, 7, 6],
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 4, 6, 2],
  [1, 3, 7, 5],
];

export function boxCorners(hx: number, hy: number, hz: number): Vec3[] {
  return Array.from({ length: 8 }, (_, k) => [k & 1 ? hx : -hx, k & 2 ? hy : -hy, k & 4 ? hz : -hz]);
}

export function polytope(points: readonly Vec3[], faces: readonly (readonly number[])[]): PolytopeFaces {
  const starts = [0];
  for (const face of faces) starts.push(starts[starts.length - 1] + face.length);
  return {
    vertices: Float64Array.from(points.flat()),
    faceStart: Uint32Array.from(faces.length > 0 ? starts : [0]),
    loop: Uint32Array.from(faces.flat()),
  };
}

export function triangles(faces: readonly (readonly number[])[]): Uint32Array {
  return Uint32Array.from(faces.flatMap((f) => f.slice(2).flatMap((_, k) => [f[0], f[k + 1], f[k + 2]])));
}

/** The mass of a solid of revolution about z from its profile, a list of smooth curves (ρ, z) from bottom to top. */
export function revolved(curves: readonly ((s: number) => [number, number])[]): MassProperties {
  const [count, sums] = [2000, [0, 0, 0, 0]];
  for (const curve of curves) {
    for (let k = 0; k < count; k++) {
      // Gauss–Legendre quadrature with three points on each of `count` steps.
      const nodes = [0.1127016653792583, 0.5, 0.8872983346207417];
      const [, z0] = curve(k / count);
      const [, zm] = curve((k + 0.5) / count);
      const [, z1] = curve((k + 1) / count);
      nodes.forEach((node, i) => {
        const [rho, z] = curve((k + node) / count);
        // dz/ds of the quadratic through the heights at the ends and the middle of the step.
        const slope = z1 - z0 + (2 * node - 1) * 2 * (z0 - 2 * zm + z1);
        const weight = (i === 1 ? 8 / 18 : 5 / 18) * slope * Math.PI;
        [1, z, z * z].forEach((power, j) => {
          sums[j] += weight * power * rho * rho;
        });
        sums[3] += (weight * rho ** 4) / 4;
      });
    }
  }
  const [volume, first, second, across] = sums;
  const along = second - (first * first) / volume;
  return {
    volume,
    centerOfMass: [0, 0, first / volume],
    inertia: [across + along, 0, 0, 0, across + along, 0, 0, 0, 2 * across],
    error: 0,
  };
}

/** A frustum grown by r: two arcs and the slanted line between them, whose normal is (cos, sin) of the angle `tilt`. */
export function roundedFrustum(bottom: number, top: number, l: number, r: number): MassProperties {
  const tilt = Math.atan2(bottom - top, 2 * l);
  const arc =
    (radius: number, z: number, from: number, to: number) =>
    (s: number): [number, number] => {
      const angle = from + (to - from) * s;
      return [radius + r * Math.cos(angle), z + r * Math.sin(angle)];
    };
  const [low, high] = [arc(bottom, -l, -Math.PI / 2, tilt), arc(top, l, tilt, Math.PI / 2)];
  const [start, end] = [low(1), high(0)];
  const line = (s: number): [number, number] => [
    start[0] + s * (end[0] - start[0]),
    start[1] + s * (end[1] - start[1]),
  ];
  return revolved([low, line, high]);
}

/**
 * The largest difference of two masses: of volumes, of centers divided by the radius of gyration, and of moments divided by the largest. For nearly
 * round bodies this is the measure of `MassProperties.error`.
 */
export function massDistance(actual: MassProperties, expected: MassProperties): number {
  const size = Math.max(...expected.inertia.map(Math.abs));
  const gyration = Math.sqrt(size / expected.volume);
  return Math.max(
    Math.abs(actual.volume / expected.volume - 1),
    ...expected.centerOfMass.map((x, k) => Math.abs(actual.centerOfMass[k] - x) / gyration),
    ...expected.inertia.map((x, k) => Math.abs(actual.inertia[k] - x) / size),
  );
}

export function expectMass(actual: MassProperties, expected: MassProperties, tolerance: number): void {
  expect(massDistance(actual, expected)).toBeLessThanOrEqual(tolerance);
}

/**
 * Compares the volume, its first moments and the inertia tensor about the expected center with sums over seeded random points, each within five
 * standard errors.
 */
export function expectMonteCarlo(
  mass: MassProperties,
  inside: (x: number, y: number, z: number) => boolean,
  half: Vec3,
  seed: number,
  count = 200_000,
): void {
  const rng = new Rng(seed);
  const whole = 8 * half[0] * half[1] * half[2];
  const [ix, xy, xz, , iy, yz, , , iz] = mass.inertia;
  const expected = [mass.volume, ...mass.centerOfMass.map((c) => c * mass.volume), ix, xy, xz, iy, yz, iz];
  const [cx, cy, cz] = mass.centerOfMass;
  const sums = expected.map(() => 0);
  const squares = expected.map(() => 0);
  for (let n = 0; n < count; n++) {
    const [x, y, z] = half.map((h) => rng.uniform(-h, h));
    if (!inside(x, y, z)) continue;
    const [u, v, w] = [x - cx, y - cy, z - cz];
    const values = [1, x, y, z, v * v + w * w, -u * v, -u * w, u * u + w * w, -v * w, u * u + v * v];
    values.forEach((value, k) => {
      sums[k] += value;
      squares[k] += value * value;
    });
  }
  expected.forEach((value, k) => {
    const mean = sums[k] / count;
    const deviation = Math.sqrt(Math.max(squares[k] / count - mean * mean, 0) / count);
    expect(Math.abs(whole * mean - value)).toBeLessThanOrEqual(5 * whole * deviation + 1e-12);
  });
}
