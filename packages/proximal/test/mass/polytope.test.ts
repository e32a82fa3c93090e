import { describe, expect, it } from 'vitest';
import {
  boxMass,
  capsuleMass,
  type MassProperties,
  numericMass,
  type PolytopeFaces,
  polytopeMass,
  roundedPolytopeMass,
  sphereMass,
  transformMass,
} from '../../src/mass/index.ts';
import { Rng } from '../../src/math/index.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import { forAll } from '../for-all.ts';
import * as bodies from './bodies.ts';
import { expectMass, expectMonteCarlo } from './bodies.ts';

const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1];
const moved = (mass: MassProperties, by: Vec3): MassProperties => transformMass(mass, identity, by);

function boxPolytope(hx: number, hy: number, hz: number): PolytopeFaces {
  return bodies.polytope(bodies.boxCorners(hx, hy, hz), bodies.boxFaces);
}

function image(body: PolytopeFaces, m: readonly number[], by: Vec3): PolytopeFaces {
  const vertices = body.vertices.slice();
  for (let k = 0; k < vertices.length; k += 3) {
    const [x, y, z] = body.vertices.subarray(k, k + 3);
    for (let c = 0; c < 3; c++) vertices[k + c] = m[3 * c] * x + m[3 * c + 1] * y + m[3 * c + 2] * z + by[c];
  }
  return { ...body, vertices };
}

/** A box grown by r, summed over its pieces with the closed-form moments of a quarter disc and an eighth of a ball. */
function roundedBoxMass(h: Vec3, r: number): MassProperties {
  const [x, y, z] = h;
  const volume =
    8 * x * y * z + 8 * r * (x * y + y * z + z * x) + 2 * Math.PI * r * r * (x + y + z) + (4 / 3) * Math.PI * r ** 3;
  const second = (a: number, b: number, c: number): number => {
    // ∫ (a + s)² over a quarter disc of radius r is π/4 r²a² + 2/3 r³a + π/16 r⁴; over an eighth of a ball
    // π/6 r³a² + π/8 r⁴a + π/30 r⁵.
    const core = (8 * a ** 3 * b * c) / 3;
    const sides = (8 / 3) * a ** 3 * r * (b + c);
    const ends = 8 * b * c * (((a + r) ** 3 - a ** 3) / 3);
    const along = ((2 * a ** 3) / 3) * Math.PI * r * r;
    const quarter = (Math.PI / 4) * r * r * a * a + (2 / 3) * r ** 3 * a + (Math.PI / 16) * r ** 4;
    const eighth = (Math.PI / 6) * r ** 3 * a * a + (Math.PI / 8) * r ** 4 * a + (Math.PI / 30) * r ** 5;
    return core + sides + ends + along + 8 * (b + c) * quarter + 8 * eighth;
  };
  const [xx, yy, zz] = [second(x, y, z), second(y, z, x), second(z, x, y)];
  return { volume, centerOfMass: [0, 0, 0], inertia: [yy + zz, 0, 0, 0, xx + zz, 0, 0, 0, xx + yy], error: 0 };
}

/** A random tetrahedron, its faces counter-clockwise from outside. */
function tetrahedron(rng: Rng): { points: Vec3[]; faces: number[][] } {
  const points = Array.from({ length: 4 }, () => [rng.normal(), rng.normal(), rng.normal()] as Vec3);
  const [a, b, c] = [1, 2, 3].map((k) => points[k].map((x, i) => x - points[0][i]));
  const determinant =
    a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  if (determinant < 0) [points[0], points[1]] = [points[1], points[0]];
  return {
    points,
    faces: [
      [0, 2, 1],
      [0, 1, 3],
      [0, 3, 2],
      [1, 2, 3],
    ],
  };
}

describe('polytopes', () => {
  it('have the mass of boxes, anywhere', () => {
    const corners = bodies.boxCorners(1, 2, 3);
    const index = bodies.triangles(bodies.boxFaces);
    const rng = new Rng(5);
    expectMass(polytopeMass(Float64Array.from(corners.flat()), index), boxMass(1, 2, 3), 1e-15);
    // These coordinates are integers below 2⁵³, which are exact, so no digits may be lost.
    for (const far of [
      [2 ** 20, -(2 ** 20), 2 ** 20],
      [2 ** 40, 0, -(2 ** 40)],
    ] as Vec3[]) {
      const body = image(boxPolytope(1, 2, 3), identity, far);
      expectMass(polytopeMass(body.vertices, index), moved(boxMass(1, 2, 3), far), 1e-15);
      expectMass(roundedPolytopeMass(body, 0.5), moved(roundedBoxMass([1, 2, 3], 0.5), far), 3e-15);
    }
    for (const s of [1e-6, 1, 1e6]) {
      const rotation = bodies.randomRotation(rng);
      const body = image(boxPolytope(s, 2 * s, 3 * s), rotation, [s, 5 * s, -s]);
      const expected = transformMass(boxMass(s, 2 * s, 3 * s), rotation, [s, 5 * s, -s]);
      expectMass(polytopeMass(body.vertices, index), expected, 1e-14);
    }
  });

  it('have the mass of tetrahedra', () => {
    // The tetrahedron of the origin and the unit vectors: V = 1/6, center 1/4, ∫x² = 1/60, ∫xy = 1/120.
    const points: Vec3[] = [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ];
    const mass = polytopeMass(Float64Array.from(points.flat()), Uint32Array.of(0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3));
    const [square, mixed] = [1 / 60 - 1 / 96, 1 / 120 - 1 / 96];
    const inertia = [0, 1, 2].flatMap((r) => [0, 1, 2].map((c) => (r === c ? 2 * square : -mixed)));
    expectMass(mass, { volume: 1 / 6, centerOfMass: [0.25, 0.25, 0.25], inertia, error: 0 }, 1e-15);
  });

  it('have a center when they are flat', () => {
    const square: Vec3[] = [
      [0, 0, 5],
      [2, 0, 5],
      [2, 1, 5],
      [0, 1, 5],
    ];
    const body = bodies.polytope(square, [
      [0, 1, 2, 3],
      [3, 2, 1, 0],
    ]);
    for (const mass of [
      roundedPolytopeMass(body, 0),
      polytopeMass(
        body.vertices,
        bodies.triangles([
          [0, 1, 2, 3],
          [3, 2, 1, 0],
        ]),
      ),
    ]) {
      expect(mass).toEqual({ volume: 0, centerOfMass: [1, 0.5, 5], inertia: new Array(9).fill(0), error: 0 });
    }
    const rotation = bodies.randomRotation(new Rng(8));
    const tilted = roundedPolytopeMass(image(body, rotation, [100, 200, 300]), 0);
    expect(tilted.volume).toBe(0);
    const center = transformMass(roundedPolytopeMass(body, 0), rotation, [100, 200, 300]).centerOfMass;
    for (let k = 0; k < 3; k++) expect(tilted.centerOfMass[k]).toBeCloseTo(center[k], 10);
  });
});

describe('rounded polytopes', () => {
  it('are exact for boxes, sheets, needles and everything between', () => {
    const rng = new Rng(11);
    for (const h of [
      [1, 2, 3],
      [1, 1, 1e-6],
      [1, 1e-6, 1e-6],
      [1e-3, 1, 1e3],
    ] as Vec3[]) {
      for (const r of [1e-6, 0.1, 1, 100]) {
        const expected = roundedBoxMass(h, r);
        const body = boxPolytope(...h);
        expectMass(roundedPolytopeMass(body, r), expected, 1e-14);
        // Rounding moves the rotated vertices by up to 4e-16 of their size, which changes the mass of thin bodies.
        const rotation = bodies.randomRotation(rng);
        const thickness = (Math.min(...h) + r) / Math.max(...h, 4);
        const rotated = roundedPolytopeMass(image(body, rotation, [1, 2, 3]), r);
        expectMass(rotated, transformMass(expected, rotation, [1, 2, 3]), 1e-14 + 2e-15 / thickness);
      }
    }
    expectMass(roundedPolytopeMass(boxPolytope(1, 2, 3), 0), boxMass(1, 2, 3), 2e-15);
  });

  it('are exact for sheets of no thickness', () => {
    const corners: Vec3[] = [
      [-1, -2, 0],
      [1, -2, 0],
      [1, 2, 0],
      [-1, 2, 0],
    ];
    const sheet = bodies.polytope(corners, [
      [0, 1, 2, 3],
      [3, 2, 1, 0],
    ]);
    const rotation = bodies.randomRotation(new Rng(2));
    for (const r of [1e-3, 0.5, 10]) {
      const expected = roundedBoxMass([1, 2, 0], r);
      expectMass(roundedPolytopeMass(sheet, r), expected, 5e-15);
      expectMass(
        roundedPolytopeMass(image(sheet, rotation, [3, 2, 1]), r),
        transformMass(expected, rotation, [3, 2, 1]),
        1e-13,
      );
    }
  });

  it('equal the masses of spheres and capsules for points and segments', () => {
    const rotation = bodies.randomRotation(new Rng(4));
    expectMass(roundedPolytopeMass(bodies.polytope([[1, 2, 3]], []), 0.5), moved(sphereMass(0.5), [1, 2, 3]), 1e-15);
    const line = bodies.polytope(
      [
        [0, 0, -2],
        [0, 0, 1],
        [0, 0, 2],
        [0, 0, 2],
      ],
      [],
    );
    for (const r of [1e-5, 0.5, 1e5]) {
      const expected = transformMass(capsuleMass(r, 2), rotation, [5, 6, 7]);
      expectMass(roundedPolytopeMass(image(line, rotation, [5, 6, 7]), r), expected, 1e-14);
    }
    const point = roundedPolytopeMass(bodies.polytope([[1, 2, 3]], []), 0);
    expect(point).toEqual({ volume: 0, centerOfMass: [1, 2, 3], inertia: new Array(9).fill(0), error: 0 });
    expect(roundedPolytopeMass(line, 0).volume).toBe(0);
  });

  it("satisfy Steiner's formula and agree with integration from support points", () => {
    forAll({ seed: 6, cases: 4 }, (rng) => {
      const { points, faces } = tetrahedron(rng);
      const body = bodies.polytope(points, faces);
      const volumes = [0, 1, 2, 3, 4].map((r) => roundedPolytopeMass(body, r).volume);
      // The fourth difference of a cubic vanishes, and the third is 6·4π/3.
      const third = volumes[3] - 3 * volumes[2] + 3 * volumes[1] - volumes[0];
      const fourth = volumes[4] - 4 * volumes[3] + 6 * volumes[2] - 4 * volumes[1] + volumes[0];
      expect(third).toBeCloseTo(8 * Math.PI, 10);
      expect(fourth).toBeCloseTo(0, 9);
      const numeric = numericMass(bodies.batch(bodies.sum(bodies.hull(points), bodies.ball(0.5))));
      expect(numeric.error).toBeLessThanOrEqual(1e-6);
      expectMass(numeric, roundedPolytopeMass(body, 0.5), numeric.error);
    });
  });

  it('are independent of the subdivision of faces', () => {
    const body = boxPolytope(1, 2, 3);
    const index = bodies.triangles(bodies.boxFaces);
    const starts = Uint32Array.from({ length: index.length / 3 + 1 }, (_, k) => 3 * k);
    const pieces = { vertices: body.vertices, loop: index, faceStart: starts };
    expectMass(roundedPolytopeMass(pieces, 0.5), roundedPolytopeMass(body, 0.5), 1e-14);
  });

  it('agree with random points', () => {
    const inside = (x: number, y: number, z: number): boolean =>
      Math.hypot(Math.max(Math.abs(x) - 1, 0), Math.max(Math.abs(y) - 0.5, 0), Math.max(Math.abs(z) - 0.2, 0)) <= 0.3;
    expectMonteCarlo(roundedPolytopeMass(boxPolytope(1, 0.5, 0.2), 0.3), inside, [1.3, 0.8, 0.5], 12);
  });

  it('refuse a surface that is not closed', () => {
    const body = bodies.polytope(bodies.boxCorners(1, 1, 1), bodies.boxFaces.slice(1));
    expect(() => roundedPolytopeMass(body, 1)).toThrow(
      /polytope.loop has 4 edges that are not in two faces.*closed surface/,
    );
  });
});
