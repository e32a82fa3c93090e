// The triangles of every kind of geometry.
import { describe, expect, it } from 'vitest';
import { type Triangulation, triangulate } from '../../src/draw/index.ts';
import { box, capsule, halfspace, point, rounded, type Shape, signedDistance, sphere } from '../../src/index.ts';
import { fromAxisAngle, transformPoint, type Vec3 } from '../../src/math/index.ts';
import { assemblyFromJSON, compound, heightField, Scene, triangleMesh } from '../../src/scene/index.ts';
import { samples } from '../shapes/samples.ts';

const difference = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

function vertexOf({ vertices }: Triangulation, k: number): Vec3 {
  return [vertices[3 * k], vertices[3 * k + 1], vertices[3 * k + 2]];
}

/** The corners of each triangle. */
function cornersOf(surface: Triangulation): [Vec3, Vec3, Vec3][] {
  const { triangles } = surface;
  return Array.from({ length: triangles.length / 3 }, (_, k) => {
    const [a, b, c] = triangles.subarray(3 * k, 3 * k + 3);
    return [vertexOf(surface, a), vertexOf(surface, b), vertexOf(surface, c)];
  });
}

/** Directed edges without their reverse, and edges that occur more than once: none in a closed surface. */
function openEdges({ triangles }: Triangulation): string[] {
  const counts = new Map<string, number>();
  for (let k = 0; k < triangles.length; k += 3) {
    const corners = triangles.subarray(k, k + 3);
    for (let side = 0; side < 3; side++) {
      const key = `${corners[side]} ${corners[(side + 1) % 3]}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return [...counts]
    .filter(([key, count]) => count !== 1 || !counts.has(key.split(' ').reverse().join(' ')))
    .map(([key]) => key);
}

function measure(surface: Triangulation): { volume: number; area: number } {
  let [volume, area] = [0, 0];
  for (const [a, b, c] of cornersOf(surface)) {
    const normal = cross(difference(b, a), difference(c, a));
    volume += dot(a, normal) / 6;
    area += Math.sqrt(dot(normal, normal)) / 2;
  }
  return { volume, area };
}

function sizeOf(shape: Shape): number {
  return Math.max(...shape.orientedBoundingBox().halfExtents);
}

/** The largest height of the shape beyond the plane of a triangle. */
function largestExcess(shape: Shape, surface: Triangulation): number {
  let greatest = 0;
  for (const [a, b, c] of cornersOf(surface)) {
    const across = cross(difference(b, a), difference(c, a));
    const size = Math.sqrt(dot(across, across));
    const normal: Vec3 = [across[0] / size, across[1] / size, across[2] / size];
    greatest = Math.max(greatest, dot(normal, difference(shape.support(normal), a)));
  }
  return greatest;
}

describe('convex shapes', () => {
  it.each(Object.entries(samples))('%s: a closed surface on the shape', (name, shape) => {
    const size = sizeOf(shape);
    const tolerance = 0.01 * size;
    const surface = triangulate(shape, ...(size > 0 ? [{ tolerance }] : []));
    const { vertices, triangles } = surface;
    expect(openEdges(surface)).toEqual([]);
    const count = vertices.length / 3;
    for (const k of [0, 1, 7, 31, 97].filter((each) => each < count)) {
      const { distance } = signedDistance(shape, {}, point(), { position: vertexOf(surface, k) });
      expect(Math.abs(distance)).toBeLessThan(1e-6 * (1 + size));
    }
    if (triangles.length === 0) {
      expect(shape.volume).toBe(0);
      return;
    }
    // Euler's formula for a sphere: V − E + F = 2.
    expect(count - triangles.length / 6).toBe(2);
    expect(largestExcess(shape, surface)).toBeLessThan(tolerance + 1e-9 * size);
    const { volume, area } = measure(surface);
    expect(volume).toBeGreaterThanOrEqual(-1e-12 * size ** 3);
    // The volume of a shape made from a custom one is not known.
    if (name.includes('custom') && shape.kind !== 'custom') return;
    expect(volume).toBeLessThan(shape.volume * (1 + 2e-6) + 1e-12 * size ** 3);
    expect(shape.volume - volume).toBeLessThan(1.2 * tolerance * area);
  });

  it('that are polytopes keep their corners', () => {
    const { vertices, triangles } = triangulate(box(1, 2, 3));
    expect(vertices.length).toBe(24);
    expect(triangles.length).toBe(36);
    expect(measure({ vertices, triangles }).volume).toBeCloseTo(48, 12);
  });

  it('have about as many vertices as the tolerance requires', () => {
    // An equilateral triangle at most t below a sphere of radius r has the circumradius √(2 r t) and the area 3√3/2 r t. The sphere's area
    // of 4π r² takes 4.8 r/t triangles and 2.4 r/t vertices.
    for (const tolerance of [0.1, 0.01, 0.001]) {
      const { vertices } = triangulate(sphere(1), { tolerance });
      expect(vertices.length / 3).toBeGreaterThan(2.4 / tolerance);
      expect(vertices.length / 3).toBeLessThan(12 / tolerance);
    }
  });

  it('have a default tolerance that suits their smallest extent', () => {
    const wire = triangulate(capsule(0.01, 0.3));
    expect(largestExcess(capsule(0.01, 0.3), wire)).toBeLessThan(1e-4);
    expect(wire.vertices.length / 3).toBeLessThan(3000);
  });
});

describe('other geometries', () => {
  it('a compound has the surfaces of its parts at their poses', () => {
    const pose = fromAxisAngle([1, 2, 3], 0.7, [0, 0, 3]);
    const pair = compound([{ shape: box(1, 1, 1) }, { shape: box(0.5, 1, 2), pose }]);
    const surface = triangulate(pair);
    expect(openEdges(surface)).toEqual([]);
    expect(measure(surface).volume).toBeCloseTo(16, 10);
    const corner = transformPoint(pose, vertexOf(triangulate(box(0.5, 1, 2)), 3));
    expect([...vertexOf(surface, 11)]).toEqual([...corner]);
  });

  it('a mesh has its own triangles, as copies', () => {
    const surface = triangulate(box(1, 1, 1));
    const mesh = triangleMesh(surface.vertices, surface.triangles);
    const found = triangulate(mesh);
    expect(found).toEqual(surface);
    found.vertices.fill(0);
    expect(triangulate(mesh)).toEqual(surface);
  });

  it('a height field has the triangles that rays hit, seen from above', () => {
    const heights = Float64Array.from({ length: 12 }, (_, k) => Math.sin(3 * k));
    const field = heightField(heights, { columns: 4, rows: 3, spacing: 0.5 });
    const surface = triangulate(field);
    expect(surface.vertices.length).toBe(36);
    const scene = new Scene();
    scene.add(assemblyFromJSON(field.toJSON()), {}, { static: true });
    for (const [a, b, c] of cornersOf(surface)) {
      expect(cross(difference(b, a), difference(c, a))[2]).toBeGreaterThan(0);
      const middle = a.map((_, axis) => (a[axis] + b[axis] + c[axis]) / 3) as Vec3;
      const hit = scene.rayCast([middle[0], middle[1], 10], [0, 0, -1]);
      expect(hit?.distance).toBeCloseTo(10 - middle[2], 10);
    }
  });

  it('a half-space is a square', () => {
    const { vertices, triangles } = triangulate(rounded(halfspace(), 0.5), { extent: 3 });
    expect([...vertices]).toEqual([-3, -3, 0.5, 3, -3, 0.5, 3, 3, 0.5, -3, 3, 0.5]);
    expect([...triangles]).toEqual([0, 1, 2, 0, 2, 3]);
    expect(triangulate(halfspace()).vertices[0]).toBe(-10);
  });
});

describe('wrong arguments', () => {
  it.each([
    [() => triangulate({} as Shape), 'triangulate: geometry is'],
    [() => triangulate(box(1, 1, 1), { tolerance: 0 }), 'triangulate: options.tolerance is 0'],
    [
      () => triangulate(sphere(1), { tolerance: 1e-6 }),
      'triangulate: options.tolerance is 0.000001; give at least 0.00001',
    ],
    [() => triangulate(halfspace(), { extent: Infinity }), 'triangulate: options.extent is Infinity'],
    [() => triangulate(sphere(1), { size: 1 } as object), 'triangulate: options.size'],
  ])('%s', (call, message) => {
    expect(call).toThrow(message);
  });
});
