// Signed distances of points from triangle meshes, against brute force: the nearest point of every triangle by another algorithm, and
// the solid angles of all triangles for the inside.
import { describe, expect, it } from 'vitest';
import { setTarget, target } from '../../src/index.ts';
import { readObj } from '../../src/io/index.ts';
import type { Rng, Vec3 } from '../../src/math/index.ts';
import { createPointDistanceBatch, type TriangleMesh, triangleMesh } from '../../src/scene/index.ts';
import { cup } from '../fixtures/scans.ts';
import { forAll } from '../for-all.ts';
import { sameBits } from '../same-bits.ts';

interface MeshData {
  readonly vertices: readonly number[];
  readonly triangles: readonly number[];
}

const cube: MeshData = {
  vertices: [0, 1, 2, 3, 4, 5, 6, 7].flatMap((k) => [k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1]),
  triangles: [
    0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5,
  ],
};

/** A torus with an uneven tube, so that nothing is symmetric. */
function torus(rng: Rng, around: number, across: number): MeshData {
  const vertices: number[] = [];
  const triangles: number[] = [];
  for (let i = 0; i < around; i++) {
    for (let k = 0; k < across; k++) {
      const [turn, roll] = [(2 * Math.PI * i) / around, (2 * Math.PI * k) / across];
      const tube = rng.uniform(0.3, 0.6);
      const out = 1 + tube * Math.cos(roll);
      vertices.push(out * Math.cos(turn), out * Math.sin(turn), tube * Math.sin(roll));
      const [next, side] = [(i + 1) % around, (k + 1) % across];
      const [a, b, c, d] = [i * across + k, next * across + k, next * across + side, i * across + side];
      triangles.push(a, b, c, a, c, d);
    }
  }
  return { vertices, triangles };
}

const corner = ({ vertices, triangles }: MeshData, k: number): Vec3 => {
  const at = 3 * triangles[k];
  return [vertices[at], vertices[at + 1], vertices[at + 2]];
};
const minus = (p: Vec3, q: Vec3): Vec3 => [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
const dot = (p: Vec3, q: Vec3): number => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
const cross = (p: Vec3, q: Vec3): Vec3 => [
  p[1] * q[2] - p[2] * q[1],
  p[2] * q[0] - p[0] * q[2],
  p[0] * q[1] - p[1] * q[0],
];
const size = (p: Vec3): number => Math.hypot(...p);

/** The distance of a point from a triangle: the plane if the foot is inside, otherwise the least of three segments. */
function distanceToTriangle(point: Vec3, corners: readonly Vec3[]): number {
  const [a, b, c] = corners;
  const normal = cross(minus(b, a), minus(c, a));
  const isFlat = !(size(normal) > 1e-12 * size(minus(b, a)) * size(minus(c, a)));
  const isInside = corners.every(
    (from, k) => dot(cross(minus(corners[(k + 1) % 3], from), minus(point, from)), normal) > 0,
  );
  const plane = isInside && !isFlat ? Math.abs(dot(minus(point, a), normal)) / size(normal) : Infinity;
  const segments = corners.map((from, k) => {
    const edge = minus(corners[(k + 1) % 3], from);
    const along = dot(edge, edge) > 0 ? Math.min(1, Math.max(0, dot(minus(point, from), edge) / dot(edge, edge))) : 0;
    return size(minus(minus(point, from), [along * edge[0], along * edge[1], along * edge[2]]));
  });
  return Math.min(plane, ...segments);
}

/** The winding number: the sum of the solid angles divided by 4π (van Oosterom and Strackee 1983). */
function solidAngles(mesh: MeshData, point: Vec3): number {
  let sum = 0;
  for (let k = 0; k < mesh.triangles.length; k += 3) {
    const [a, b, c] = [0, 1, 2].map((n) => minus(corner(mesh, k + n), point));
    const [la, lb, lc] = [size(a), size(b), size(c)];
    sum += 2 * Math.atan2(dot(a, cross(b, c)), la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
  }
  return sum / (4 * Math.PI);
}

function bruteForce(mesh: MeshData, point: Vec3): number {
  let least = Infinity;
  for (let k = 0; k < mesh.triangles.length; k += 3)
    least = Math.min(least, distanceToTriangle(point, [0, 1, 2].map((n) => corner(mesh, k + n)) as Vec3[]));
  return least;
}

/** Compares one point of a closed mesh of about the given size with brute force. */
function expectRight(data: MeshData, mesh: TriangleMesh, point: Vec3, scale: number): void {
  const answer = mesh.signedDistance(point);
  const exact = bruteForce(data, point);
  const tolerance = 1e-13 * (scale + size(point));
  expect(Math.abs(Math.abs(answer.distance) - exact)).toBeLessThan(tolerance);
  expect(answer.lower).toBeLessThanOrEqual(answer.distance);
  expect(answer.upper).toBeGreaterThanOrEqual(answer.distance);
  expect(answer.upper - answer.lower).toBeLessThan(4 * tolerance);
  expect(size(answer.gradient)).toBeCloseTo(1, 12);
  const corners = [0, 1, 2].map((n) => corner(data, 3 * answer.triangle + n)) as Vec3[];
  expect(distanceToTriangle(answer.point, corners)).toBeLessThan(tolerance);
  expect(Math.abs(size(minus(answer.point, point)) - exact)).toBeLessThan(tolerance);
  if (exact < 1e-6 * scale) return;
  const isInside = Math.abs(solidAngles(data, point)) > 0.5;
  expect(answer.inside).toBe(isInside);
  expect(Math.sign(answer.distance)).toBe(isInside ? -1 : 1);
  const away = minus(point, answer.point).map((x) => x / answer.distance);
  for (let k = 0; k < 3; k++) expect(answer.gradient[k]).toBeCloseTo(away[k], 6);
}

/** A point near the mesh, on a triangle, on an edge, at a corner, or far away. */
function anyPoint(rng: Rng, data: MeshData, reach: number): Vec3 {
  const choice = rng.index(6);
  if (choice < 2) return [rng.uniform(-reach, reach), rng.uniform(-reach, reach), rng.uniform(-reach, reach)];
  if (choice === 2) return rng.direction().map((x) => 1e4 * reach * x) as unknown as Vec3;
  const k = 3 * rng.index(data.triangles.length / 3);
  const [a, b, c] = [0, 1, 2].map((n) => corner(data, k + n));
  if (choice === 3) return a;
  const t = rng.uniform();
  const s = choice === 4 ? 0 : (1 - t) * rng.uniform();
  return [0, 1, 2].map((n) => a[n] + t * (b[n] - a[n]) + s * (c[n] - a[n])) as unknown as Vec3;
}

describe('signedDistance of points', () => {
  it('is right for points in, on and around closed meshes', () => {
    forAll({ seed: 1, cases: 60, tries: 200 }, (rng) => {
      const data = rng.index(3) === 0 ? cube : torus(rng, 3 + rng.index(8), 3 + rng.index(6));
      const mesh = triangleMesh(data.vertices, data.triangles);
      for (let k = 0; k < 12; k++) expectRight(data, mesh, anyPoint(rng, data, 1.5), 2);
    });
  });

  it('is right for a scan with thin triangles, at any size and place', () => {
    const [{ vertices, triangles }] = readObj(cup(5));
    forAll({ seed: 2, cases: 30, tries: 50 }, (rng) => {
      const scale = 10 ** rng.uniform(-6, 6);
      const shift = rng.direction().map((x) => scale * rng.uniform(0, 2) * x);
      const moved = { vertices: Array.from(vertices, (x, k) => scale * x + shift[k % 3]), triangles: [...triangles] };
      const mesh = triangleMesh(moved.vertices, moved.triangles);
      for (let k = 0; k < 3; k++) {
        const near = anyPoint(rng, { vertices: [...vertices], triangles: moved.triangles }, 0.1);
        expectRight(moved, mesh, near.map((x, n) => scale * x + shift[n]) as unknown as Vec3, 2 * scale);
      }
    });
  });

  it('gives inward meshes the same inside as outward ones, and cavities the outside', () => {
    const inward = triangleMesh(cube.vertices, [...cube.triangles].reverse());
    expect(inward.signedDistance([0, 0, 0.5])).toMatchObject({ distance: -0.5, inside: true, gradient: [0, 0, 1] });
    expect(inward.signedDistance([0.25, 0, 1]).gradient).toEqual([0, 0, 1]);
    const vertices = [...cube.vertices, ...cube.vertices.map((x) => x / 2)];
    const hollow = triangleMesh(vertices, [...cube.triangles, ...[...cube.triangles].reverse().map((k) => k + 8)]);
    expect(hollow.signedDistance([0, 0, 0.25])).toMatchObject({ distance: 0.25, inside: false });
    expect(hollow.signedDistance([0, 0, 0.625])).toMatchObject({ distance: -0.125, inside: true });
  });

  it('decides the inside on the lines through edges, corners and coplanar faces', () => {
    const mesh = triangleMesh(cube.vertices, cube.triangles);
    for (const x of [-3, -1, 0, 1, 3]) {
      for (const y of [-3, -1, 0, 1, 3]) {
        for (const z of [-3, -0.5, 0, 0.5, 3]) {
          const { inside, distance } = mesh.signedDistance([x, y, z]);
          const depth = 1 - Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
          if (depth !== 0) expect(inside).toBe(depth > 0);
          if (depth >= 0) expect(distance).toBeCloseTo(-depth, 14);
        }
      }
    }
  });

  it('gives points on the surface the normal of a triangle there', () => {
    const mesh = triangleMesh(cube.vertices, cube.triangles);
    const face = mesh.signedDistance([1, 0.25, 0.5]);
    expect(face).toMatchObject({ gradient: [1, 0, 0], triangle: 11 });
    expect(face.lower).toBeLessThanOrEqual(0);
    expect(face.upper).toBeGreaterThanOrEqual(0);
    expect(Math.max(...mesh.signedDistance([1, 1, 1]).gradient)).toBe(1);
  });

  it('accepts triangles without area, alone or in a surface, and repeated vertices', () => {
    const needle = triangleMesh([0, 0, 0, 1, 0, 0, 2, 0, 0], [0, 1, 2]);
    expect(needle.isClosed).toBe(false);
    expect(needle.signedDistance([1.5, 3, 4])).toMatchObject({ distance: 5, point: [1.5, 0, 0], inside: undefined });
    expect(size(needle.signedDistance([1.5, 0, 0]).gradient)).toBe(1);
    const spot = triangleMesh([1, 2, 3, 1, 2, 3, 1, 2, 3], [0, 1, 2]);
    expect(spot.signedDistance([1, 2, 5]).distance).toBe(2);
    // Every triangle has vertices of its own, and a triangle without area along its first edge.
    const soup = cube.triangles.flatMap((_, k) => corner(cube, k));
    const edges = cube.triangles.flatMap((_, k) => (k % 3 === 0 ? [k, k + 1, k] : []));
    const seamed = triangleMesh(soup, [...cube.triangles.map((_, k) => k), ...edges]);
    expect(seamed.isClosed).toBe(true);
    expect(seamed.signedDistance([0, 0, 0])).toMatchObject({ distance: -1, inside: true });
    expect(seamed.signedDistance([1, 1, 0]).gradient).toContain(1);
  });

  it('finds no inside of an open mesh, for example with a T-junction', () => {
    const open = triangleMesh(cube.vertices, cube.triangles.slice(3));
    expect(open.isClosed).toBe(false);
    expect(open.signedDistance([0, 0, 0])).toMatchObject({ distance: 1, inside: undefined });
    // An edge of the last triangle gets a vertex in its middle; the same edge of its neighbor does not.
    const split = triangleMesh([...cube.vertices, 1, 1, 0], [...cube.triangles.slice(0, -3), 3, 8, 5, 8, 7, 5]);
    expect(split.isClosed).toBe(false);
    expect(split.signedDistance([0, 0, 0])).toMatchObject({ distance: 1, lower: expect.any(Number) });
  });

  it('gives batches with the same bits as single points, on both targets', () => {
    const [{ vertices, triangles }] = readObj(cup(5));
    const mesh = triangleMesh(vertices, triangles);
    forAll({ seed: 3, cases: 4, tries: 20 }, (rng) => {
      const data = { vertices: [...vertices], triangles: [...triangles] };
      const points = Array.from({ length: 300 }, () => anyPoint(rng, data, 0.1));
      const batch = mesh.signedDistanceBatch(points);
      const again = createPointDistanceBatch(points.length);
      const before = target();
      setTarget(before === 'js' ? 'wasm' : 'js');
      expect(mesh.signedDistanceBatch(Float64Array.from(points.flat()), again)).toBe(again);
      setTarget(before);
      expect(sameBits(again, batch)).toBe(true);
      points.forEach((point, k) => {
        const one = mesh.signedDistance(point);
        const row = {
          distance: batch.distance[k],
          lower: batch.lower[k],
          upper: batch.upper[k],
          point: [...batch.point.subarray(3 * k, 3 * k + 3)],
          gradient: [...batch.gradient.subarray(3 * k, 3 * k + 3)],
          triangle: batch.triangle[k],
          inside: batch.inside[k] === 1,
        };
        expect(sameBits(row, one)).toBe(true);
      });
    });
  });

  it('works from 10⁻⁶⁰ to 10⁶⁰ meters, and returns NaN beyond 10⁷⁰', () => {
    for (const scale of [1e-60, 1e-12, 1e12, 1e60]) {
      const mesh = triangleMesh(
        cube.vertices.map((x) => scale * x),
        cube.triangles,
      );
      const inside = mesh.signedDistance([0, 0, 0.5 * scale]);
      expect(inside.distance / scale).toBeCloseTo(-0.5, 12);
      expect(inside.inside).toBe(true);
      expect(mesh.signedDistance([0, 0, 5 * scale]).distance / scale).toBeCloseTo(4, 12);
    }
    const mesh = triangleMesh(cube.vertices, cube.triangles);
    expect(mesh.signedDistance([0, 0, 1e60]).distance).toBe(1e60);
    const far = mesh.signedDistance([0, 0, 1e80]);
    expect(far).toMatchObject({
      distance: Number.NaN,
      lower: -Infinity,
      upper: Infinity,
      triangle: -1,
      inside: undefined,
    });
  });
});
