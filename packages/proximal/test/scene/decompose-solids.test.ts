// Decompositions of solids with cavities and holes, and of damaged meshes: repaired, reported or refused.
import { describe, expect, it } from 'vitest';
import { box, capsule, setTarget, sphere, target } from '../../src/index.ts';
import type { Vec3 } from '../../src/math/index.ts';
import { certifyDecomposition, type Decomposition, decompose, Scene, triangleMesh } from '../../src/scene/index.ts';
import { chair, cuboid, gear, mug, type Solid, together, torus } from '../fixtures/hollow-solids.ts';

/** The distance between the parts and a shape; not positive if they touch. */
function clearance(
  { compound }: Decomposition,
  shape: Parameters<Scene['add']>[0],
  pose: Parameters<Scene['add']>[1],
): number {
  const scene = new Scene();
  scene.add(compound, {});
  return scene.nearest(scene.add(shape, pose))?.distance ?? Infinity;
}

function expectProven(solid: Solid, found: Decomposition, tolerance: number): void {
  expect(found.error).toBeLessThanOrEqual(tolerance);
  expect(found.uncovered).toBeLessThan(1e-8);
  expect(certifyDecomposition(solid, found, { tolerance })).toEqual({ error: found.error, uncovered: found.uncovered });
}

const turnedOver = ({ vertices, triangles }: Solid): Solid => ({
  vertices,
  triangles: triangles.flatMap((_, k) => (k % 3 === 0 ? [triangles[k], triangles[k + 2], triangles[k + 1]] : [])),
});

describe('a decomposition of a generated solid', () => {
  it('leaves room for a ball in a mug, and for a finger in its handle', () => {
    const found = decompose(mug(), { tolerance: 0.005, maxParts: 40 });
    expectProven(mug(), found, 0.005);
    expect(found.notices).toEqual([]);
    // The cup has a radius of 36 mm and a bottom of 5 mm, the handle has room for a radius of 10 mm.
    expect(clearance(found, sphere(0.025), { position: [0, 0, 0.05] })).toBeGreaterThan(0.005);
    const through = { position: [0.05, 0, 0.05] as Vec3, rotation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2] };
    expect(clearance(found, capsule(0.005, 0.03), through)).toBeGreaterThan(0.0005);
    // The wall, the bottom and the handle are there.
    expect(clearance(found, sphere(0.001), { position: [-0.038, 0, 0.08] })).toBeLessThanOrEqual(0);
    expect(clearance(found, sphere(0.001), { position: [0, 0, 0.0025] })).toBeLessThanOrEqual(0);
    expect(clearance(found, sphere(0.001), { position: [0.063, 0, 0.05] })).toBeLessThanOrEqual(0);
  });

  it('keeps the hole of a torus open', () => {
    const found = decompose(torus(), { tolerance: 0.005, maxParts: 32 });
    expectProven(torus(), found, 0.005);
    expect(clearance(found, capsule(0.034, 0.1), {})).toBeGreaterThan(0);
  });

  it('keeps the space below and above the seat of a chair free', () => {
    const found = decompose(chair(), { tolerance: 0.01, maxParts: 16 });
    expectProven(chair(), found, 0.01);
    // A seat, a back and four legs.
    expect(found.parts.length).toBeLessThanOrEqual(6);
    expect(clearance(found, box(0.14, 0.3, 0.19), { position: [0, 0, 0.2] })).toBeGreaterThan(0);
    expect(clearance(found, box(0.17, 0.2, 0.2), { position: [0.02, 0, 0.68] })).toBeGreaterThan(0);
  });

  it('keeps the bore of a gear and the spaces between its teeth free', () => {
    const found = decompose(gear(), { tolerance: 0.002, maxParts: 64 });
    expectProven(gear(), found, 0.002);
    expect(clearance(found, capsule(0.012, 0.1), {})).toBeGreaterThan(0);
    // Two points of each four have the smaller radius: the space is centered between them.
    const angle = (2.5 * 2 * Math.PI) / 48;
    const position: Vec3 = [0.049 * Math.cos(angle), 0.049 * Math.sin(angle), 0.005];
    expect(clearance(found, sphere(0.001), { position })).toBeGreaterThan(0);
  });

  it('is bitwise identical on both targets', () => {
    const initialTarget = target();
    const texts = (['js', 'wasm'] as const).map((name) => {
      setTarget(name);
      const { parts, error } = decompose(chair(), { tolerance: 0.01 });
      return JSON.stringify({ parts, error });
    });
    setTarget(initialTarget);
    expect(texts[0]).toBe(texts[1]);
  });
});

describe('a decomposition of a damaged mesh', () => {
  const cube = cuboid([0, 0, 0], [1, 1, 1]);
  const repaired: readonly (readonly [string, Solid, number, readonly string[]])[] = [
    ['shells that intersect', together(cube, cuboid([0.5, 0.5, 0.5], [1.5, 1.5, 1.5])), 2, []],
    ['a shell that faces inward', turnedOver(cube), 1, ['1 shell facing inward turned over']],
    [
      'one of two shells that faces inward',
      together(cube, turnedOver(cuboid([3, 0, 0], [4, 1, 1]))),
      2,
      ['1 shell facing inward turned over'],
    ],
    [
      'a triangle that faces against its neighbors',
      { ...cube, triangles: [0, 1, 2, ...cube.triangles.slice(3)] },
      1,
      ['1 triangle turned over to match the neighbors'],
    ],
    [
      'a triangle that occurs twice',
      { ...cube, triangles: [...cube.triangles, 0, 2, 1] },
      1,
      ['1 triangle that repeats others left out'],
    ],
    ['triangles with equal corners', { ...cube, triangles: [...cube.triangles, 0, 0, 1, 2, 2, 2] }, 1, []],
  ];
  it.each(repaired)('repairs %s', (_what, solid, parts, notices) => {
    const found = decompose(solid, { tolerance: 0.05 });
    expect(found.parts.length).toBe(parts);
    expect(found.notices).toEqual(notices);
    expectProven(solid, found, 0.05);
  });

  it('closes small holes', () => {
    const whole = torus(72);
    const found = decompose({ ...whole, triangles: whole.triangles.slice(6) }, { tolerance: 0.006, maxParts: 32 });
    expect(found.notices).toEqual([expect.stringMatching(/^1 hole of up to 0\.0\d+ m closed$/)]);
    // The parts cover the inside, up to the center of the tube.
    expect(clearance(found, sphere(0.001), { position: [0.06, 0, 0] })).toBeLessThanOrEqual(0);
    expect(found.error).toBeLessThanOrEqual(0.006);
  });

  it('covers the triangles of open shells beside closed ones, and says so', () => {
    const lid: Solid = { vertices: [3, 0, 0, 4, 0, 0, 3, 1, 0], triangles: [0, 1, 2] };
    const found = decompose(together(cube, lid), { tolerance: 0.05 });
    expect(found.notices).toEqual([
      expect.stringMatching(/^1 of 2 shells are open or inconsistently oriented at 3 edges/),
    ]);
    expect(found.parts.length).toBe(2);
    expect(found.parts.reduce((sum, { volume }) => sum + volume, 0)).toBeCloseTo(1, 9);
    expect(found.uncovered).toBeLessThan(1e-7);
  });

  it('fills the cavities of one shell but not a shell beside it that faces inward', () => {
    const hollow = together(cuboid([-1, -1, -1], [1, 1, 1]), turnedOver(cuboid([-0.8, -0.8, -0.8], [0.8, 0.8, 0.8])));
    const both = together(hollow, turnedOver(cuboid([3, 0, 0], [4, 1, 1])));
    const found = decompose(both, { preserve: 'outside', tolerance: 0.05 });
    expect(found.parts.map(({ volume }) => volume).sort()).toEqual([1, 8].map((volume) => expect.closeTo(volume, 6)));
  });

  it.each([
    ['no vertices', { vertices: [], triangles: [] }, 'vertices is []'],
    ['no triangles', { ...cube, triangles: [] }, 'give at least one triangle'],
    ['NaN', { ...cube, vertices: [Number.NaN, ...cube.vertices.slice(1)] }, 'vertices[0] is NaN'],
    ['a wrong index', { ...cube, triangles: [0, 1, 99] }, 'triangles[2] is 99'],
    ['a single point', { vertices: [1, 1, 1, 1, 1, 1, 1, 1, 1], triangles: [0, 1, 2] }, 'bounding box is 0 m'],
    ['huge coordinates', { ...cube, vertices: cube.vertices.map((x) => 1e300 * x) }, 'between 1e-50 and 1e+50 m'],
    ['tiny coordinates', { ...cube, vertices: cube.vertices.map((x) => 1e-300 * x) }, 'between 1e-50 and 1e+50 m'],
  ])('refuses %s', (_what, solid, message) => {
    expect(() => decompose(solid)).toThrow(message);
  });

  it('refuses more than four million triangles before it allocates memory for them', () => {
    const triangles = new Uint32Array(3 * 4_000_001).map((_, k) => k % 3);
    const mesh = triangleMesh(cube.vertices, triangles);
    expect(() => decompose(mesh)).toThrow('it has 4000001 triangles; simplify it to at most 4000000');
  });

  it('handles one triangle, a segment, and meshes far from the origin', () => {
    const flat = { vertices: [0, 0, 0, 1, 0, 0, 0, 1, 0], triangles: [0, 1, 2] };
    expect(decompose(flat).parts.length).toBe(1);
    expect(decompose({ vertices: [0, 0, 0, 1, 0, 0, 2, 0, 0], triangles: [0, 1, 2] }).parts.length).toBe(1);
    const far = decompose(cuboid([1e9, 1e9, 1e9], [1e9 + 1, 1e9 + 1, 1e9 + 1]));
    expect([far.parts.length, far.notices]).toEqual([1, []]);
    expect(far.error).toBeLessThan(0.02);
  });
});
