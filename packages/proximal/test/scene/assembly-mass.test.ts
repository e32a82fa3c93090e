// Mass properties of compounds and closed meshes, against closed forms.
import { describe, expect, it } from 'vitest';
import { box, capsule, convex, cylinder, type MassProperties, sphere } from '../../src/index.ts';
import { compound, decompose, heightField, triangleMesh } from '../../src/scene/index.ts';
import { ellMesh } from '../fixtures/ell-mesh.ts';
import { cup, torus } from '../fixtures/revolved.ts';
import { boxSurface } from '../fixtures/solids.ts';

function expectMass(
  got: MassProperties,
  wanted: { volume: number; center: readonly number[]; inertia: readonly number[] },
  tolerance = 1e-12,
): void {
  const size = Math.cbrt(wanted.volume);
  expect(Math.abs(got.volume / wanted.volume - 1)).toBeLessThan(tolerance);
  for (let k = 0; k < 3; k++) expect(Math.abs(got.centerOfMass[k] - wanted.center[k])).toBeLessThan(tolerance * size);
  const scale = Math.max(...wanted.inertia.map(Math.abs));
  for (let k = 0; k < 9; k++)
    expect(Math.abs(got.inertia[k] - wanted.inertia[k]), `inertia ${k}`).toBeLessThan(tolerance * scale);
}

describe('mass properties of a compound', () => {
  it('an L of two boxes', () => {
    // A bar of 2 × 1 × 1 along x with its center at the origin, and a cube of 1 on its left end.
    const shape = compound([
      { shape: box(1, 0.5, 0.5) },
      { shape: box(0.5, 0.5, 0.5), pose: { position: [-0.5, 0, 1] } },
    ]);
    const center = [-0.5 / 3, 0, 1 / 3];
    const about = (mass: number, [w, d, h]: number[], [x, z]: number[]): number[] => [
      (mass * (d * d + h * h)) / 12 + mass * z * z,
      (mass * (w * w + h * h)) / 12 + mass * (x * x + z * z),
      (mass * (w * w + d * d)) / 12 + mass * x * x,
      -mass * x * z,
    ];
    const bar = about(2, [2, 1, 1], [-center[0], -center[2]]);
    const cube = about(1, [1, 1, 1], [-0.5 - center[0], 1 - center[2]]);
    const [xx, yy, zz, xz] = bar.map((value, k) => value + cube[k]);
    expectMass(shape.massProperties(), { volume: 3, center, inertia: [xx, 0, xz, 0, yy, 0, xz, 0, zz] });
    expect(shape.volume).toBe(shape.massProperties().volume);
  });

  it('a dumbbell with a turned bar', () => {
    // Balls of radius 0.3 at x = ±1 and a cylinder of radius 0.1 between them, along x.
    const turn = { rotation: [0, Math.SQRT1_2, 0, Math.SQRT1_2] as const };
    const shape = compound([
      { shape: sphere(0.3), pose: { position: [1, 0, 0] } },
      { shape: sphere(0.3), pose: { position: [-1, 0, 0] } },
      { shape: cylinder(0.1, 0.7), pose: turn },
    ]);
    const ball = (4 / 3) * Math.PI * 0.3 ** 3;
    const bar = Math.PI * 0.01 * 1.4;
    const axial = 2 * 0.4 * ball * 0.09 + 0.5 * bar * 0.01;
    const across = 2 * (0.4 * ball * 0.09 + ball) + bar * (0.01 / 4 + 1.4 ** 2 / 12);
    expectMass(shape.massProperties(), {
      volume: 2 * ball + bar,
      center: [0, 0, 0],
      inertia: [axial, 0, 0, 0, across, 0, 0, 0, across],
    });
  });

  it('one part alone has its own mass', () => {
    const pose = { position: [1, 2, 3] } as const;
    const expected = capsule(0.2, 0.5).massProperties();
    const got = compound([{ shape: capsule(0.2, 0.5), pose }]).massProperties();
    expectMass(got, { ...expected, center: expected.centerOfMass.map((x, k) => x + pose.position[k]) });
  });
});

describe('mass properties of a closed mesh', () => {
  it('a box and a tetrahedron have the same mass properties as the convex shapes', () => {
    const { vertices, triangles } = boxSurface([1, 0.5, 0.2]);
    const expected = box(1, 0.5, 0.2).massProperties();
    expectMass(triangleMesh(vertices, triangles).massProperties(), { ...expected, center: expected.centerOfMass });
    const inward = boxSurface([1, 0.5, 0.2], true);
    expectMass(triangleMesh(inward.vertices, inward.triangles).massProperties(), {
      ...expected,
      center: expected.centerOfMass,
    });
    const hull = convex([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
    const tetrahedron = triangleMesh([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]);
    const { centerOfMass: center, ...rest } = hull.massProperties();
    expectMass(tetrahedron.massProperties(), { ...rest, center });
  });

  it('a hollow box: the cavity is empty', () => {
    const [outer, inner] = [boxSurface([1, 1, 1]), boxSurface([0.9, 0.8, 0.7], true)];
    const vertices = [...outer.vertices, ...inner.vertices];
    const mesh = triangleMesh(vertices, [...outer.triangles, ...inner.triangles.map((k) => k + 8)]);
    const [a, b] = [box(1, 1, 1).massProperties(), box(0.9, 0.8, 0.7).massProperties()];
    expectMass(mesh.massProperties(), {
      volume: a.volume - b.volume,
      center: [0, 0, 0],
      inertia: a.inertia.map((x, k) => x - b.inertia[k]),
    });
  });

  it('a torus approaches 2π²Rr², with inertia m (R² + ¾ r²) about its axis and m (½ R² + ⅝ r²) across', () => {
    const [R, r] = [1, 0.3];
    const volume = 2 * Math.PI ** 2 * R * r * r;
    const [axial, across] = [volume * (R * R + 0.75 * r * r), volume * (0.5 * R * R + 0.625 * r * r)];
    const wanted = { volume, center: [0, 0, 0], inertia: [across, 0, 0, 0, across, 0, 0, 0, axial] };
    const errorOf = (count: number): number => 1 - torus(R, r, count).massProperties().volume / volume;
    expectMass(torus(R, r, 96).massProperties(), wanted, 5e-3);
    // The error is proportional to 1/count².
    expect(errorOf(24) / errorOf(48)).toBeCloseTo(4, 1);
  });

  it('a cup is the difference of two prisms', () => {
    const area = (radius: number): number => 16 * radius * radius * Math.sin(Math.PI / 16);
    const { volume, centerOfMass } = cup(0.5, 1, 0.1, 32).massProperties();
    const [outer, inner] = [area(0.5), 0.9 * area(0.4)];
    expect(volume).toBeCloseTo(outer - inner, 12);
    expect(centerOfMass[2]).toBeCloseTo((outer * 0.5 - inner * 0.55) / (outer - inner), 12);
  });

  it('does not depend on repeated vertices', () => {
    const { vertices, triangles } = boxSurface([1, 0.5, 0.2]);
    const soup = triangles.flatMap((k) => vertices.slice(3 * k, 3 * k + 3));
    const each = triangleMesh(
      soup,
      soup.slice(0, soup.length / 3).map((_, k) => k),
    );
    expect(each.massProperties().volume).toBeCloseTo(0.8, 12);
  });

  it('an open mesh names its open edges', () => {
    const { vertices, triangles } = boxSurface([1, 1, 1]);
    expect(() => triangleMesh(vertices, triangles.slice(3)).massProperties()).toThrow(
      'massProperties: the mesh is open at 3 edges: (-1, -1, -1)–(1, 1, -1), (1, 1, -1)–(-1, 1, -1), ',
    );
    const turned = [...triangles.slice(0, 3).reverse(), ...triangles.slice(3)];
    expect(() => triangleMesh(vertices, turned).massProperties()).toThrow(/two sides of 3 edges have opposite/);
    const field = heightField([0, 0, 0, 0], { columns: 2, rows: 2, spacing: 1 });
    expect(() => field.massProperties()).toThrow(/height field has no mass/);
  });
});

it('the parts of a decomposed mesh have the mass of the mesh', () => {
  // The parts meet without overlap.
  const { vertices, triangles } = ellMesh();
  const mesh = triangleMesh(vertices, triangles).massProperties();
  expect(mesh.volume).toBeCloseTo(4, 12);
  const bars = [
    { shape: box(1, 0.5, 0.5), pose: { position: [1, 0, 0.5] as const } },
    { shape: box(0.5, 0.5, 1), pose: { position: [0.5, 0, 2] as const } },
  ];
  for (const other of [compound(bars), decompose({ vertices, triangles }).compound]) {
    const { centerOfMass: center, ...rest } = other.massProperties();
    expectMass(mesh, { ...rest, center }, 1e-9);
  }
});
