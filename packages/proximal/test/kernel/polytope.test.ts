// EPA's polytope against a hull by brute force, and its depth against closed forms.
import { describe, expect, it } from 'vitest';
import * as Query from '../../kernel/blocks/query.ts';
import { TERMINATION_CONVERGED } from '../../kernel/constants.ts';
import { supportDifference } from '../../kernel/minkowski.ts';
import * as Polytope from '../../kernel/penetration/blocks/polytope.ts';
import * as PolytopeFace from '../../kernel/penetration/blocks/polytope-face.ts';
import { FACE_CURRENT } from '../../kernel/penetration/constants.ts';
import { expand } from '../../kernel/penetration/epa.ts';
import {
  addVertex,
  clearPolytope,
  corner,
  heightAbove,
  newFace,
  startFaces,
} from '../../kernel/penetration/polytope.ts';
import { box, ellipsoid, point } from '../../src/index.ts';
import { Rng, type Vec3 } from '../../src/math/index.ts';
import { forAll } from '../for-all.ts';
import { claim, cross, dot, minus, queryOf, readPoint, write } from './memory.ts';

const seed = 73;
const threshold = 1e-12;

function currentFaces(p: number): number[] {
  const faces = Array.from({ length: Polytope.facesUsed(p) }, (_, k) => Polytope.faces(p, k));
  return faces.filter((face) => PolytopeFace.state(face) === FACE_CURRENT);
}

const cornersOf = (face: number): [number, number, number] => [
  PolytopeFace.corner(face, 0),
  PolytopeFace.corner(face, 1),
  PolytopeFace.corner(face, 2),
];

/** A tetrahedron as the first faces. */
function tetrahedron(points: readonly Vec3[]): number {
  const p = claim(Polytope.SIZE);
  clearPolytope(p);
  for (const [k, each] of points.entries()) write(corner(p, k), each);
  startFaces(p, Infinity);
  return p;
}

/** The faults of a face: it must share its edges with its neighbors, face outward and have no corner above it. */
function faultsOf(p: number, face: number, corners: Iterable<number>, slack: number): string[] {
  const faults: string[] = [];
  const faceCorners = cornersOf(face);
  for (let edge = 0; edge < 3; edge++) {
    const neighbor = PolytopeFace.neighbor(face, edge);
    const [other, back] = [neighbor >> 2, neighbor & 3];
    if (PolytopeFace.state(other) !== FACE_CURRENT) faults.push('its neighbor was removed');
    if (PolytopeFace.neighbor(other, back) !== 4 * face + edge) faults.push('its neighbor does not refer back to it');
    const otherCorners = cornersOf(other);
    if (otherCorners[back] !== faceCorners[(edge + 1) % 3] || otherCorners[(back + 1) % 3] !== faceCorners[edge])
      faults.push('its neighbor has another edge');
  }
  const [a, b, c] = faceCorners.map(readPoint);
  const normal = readPoint(face);
  const product = cross(minus(b, a), minus(c, a));
  if (Math.abs(dot(normal, normal) - 1) > 1e-13) faults.push('its normal is not a unit vector');
  if (!(dot(normal, product) > (1 - 1e-9) * Math.sqrt(dot(product, product)))) faults.push('its normal points inward');
  if (Math.abs(PolytopeFace.distance(face) - dot(normal, a)) > 1e-12) faults.push('its distance is wrong');
  for (const each of corners) if (heightAbove(face, each) > slack) faults.push('a corner above it');
  return faults.map((fault) => `face ${(face - Polytope.faces(p, 0)) / PolytopeFace.SIZE}: ${fault}`);
}

/** Expects a closed polytope that satisfies Euler's formula, is oriented outward and is convex up to `slack`. */
function expectPolytope(p: number, slack: number): void {
  const faces = currentFaces(p);
  const used = new Set(faces.flatMap(cornersOf));
  // V − E + F = 2 with 2 E = 3 F.
  expect(used.size - faces.length / 2).toBe(2);
  expect(faces.flatMap((face) => faultsOf(p, face, used, slack))).toEqual([]);
}

/** Adds the next corner to the polytope if it is above a face. */
function addPoint(p: number, next: Vec3): boolean {
  const vertex = corner(p, Polytope.verticesUsed(p));
  write(vertex, next);
  const visible = currentFaces(p).filter((face) => heightAbove(face, vertex) > threshold);
  if (visible.length === 0) return false;
  const before = currentFaces(p).length;
  expect(addVertex(p, visible[0], vertex, threshold, Infinity, Infinity)).toBe(true);
  const edges = Polytope.horizonUsed(p);
  // All faces visible from the vertex are removed, and each horizon edge has a new face with it.
  expect(currentFaces(p).length).toBe(before - visible.length + edges);
  const added = Array.from({ length: edges }, (_, k) => newFace(p, k));
  expect(added.every((face) => cornersOf(face).includes(vertex))).toBe(true);
  return true;
}

const key = (points: readonly Vec3[]): string =>
  points
    .map((x) => x.join())
    .sort()
    .join(' ');

/** The faces of the hull: three points with all others on one side. */
function hullByBruteForce(points: readonly Vec3[]): string[] {
  const faces: string[] = [];
  for (const [i, a] of points.entries())
    for (let j = i + 1; j < points.length; j++)
      for (let k = j + 1; k < points.length; k++) {
        const normal = cross(minus(points[j], a), minus(points[k], a));
        const heights = points.filter((_, n) => n !== i && n !== j && n !== k).map((x) => dot(normal, minus(x, a)));
        if (heights.every((x) => x < 0) || heights.every((x) => x > 0)) faces.push(key([a, points[j], points[k]]));
      }
  return faces.sort();
}

const start: Vec3[] = [
  [1, 1, 1],
  [1, -1, -1],
  [-1, 1, -1],
  [-1, -1, 1],
];

describe('a polytope', () => {
  it.each([
    ['one orientation', start],
    ['the other', [start[1], start[0], start[2], start[3]]],
  ])('starts as a tetrahedron of %s', (_name, points) => {
    const p = tetrahedron(points);
    expect(currentFaces(p).length).toBe(4);
    expectPolytope(p, 1e-14);
    for (const face of currentFaces(p)) expect(PolytopeFace.distance(face)).toBeCloseTo(1 / Math.sqrt(3), 14);
  });

  it(`is the hull of points that are added one by one (seed ${seed})`, () => {
    forAll({ seed, cases: 10 }, (rng) => {
      const points = Array.from({ length: 14 }, () => rng.direction().map((x) => x * rng.uniform(0.5, 1)) as Vec3);
      const p = tetrahedron(points.slice(0, 4));
      for (const next of points.slice(4)) if (addPoint(p, next)) expectPolytope(p, 1e-11);
      const faces = currentFaces(p).map((face) => key(cornersOf(face).map(readPoint)));
      expect(faces.sort()).toEqual(hullByBruteForce(points));
    });
  });

  it('reuses the slots of removed faces', () => {
    const p = tetrahedron(start);
    const rng = new Rng(seed);
    for (let k = 0; k < 40; k++) addPoint(p, rng.direction().map((x) => 2 * x) as Vec3);
    expectPolytope(p, 1e-11);
    expect(Polytope.facesUsed(p)).toBe(currentFaces(p).length);
  });

  it('keeps faces that are coplanar with a new corner', () => {
    const p = tetrahedron([
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, -1],
    ]);
    // In the plane z = 0 of the first three, beyond the edge between the second and the third.
    expect(addPoint(p, [1, 1, 0])).toBe(true);
    expectPolytope(p, 1e-14);
    expect(currentFaces(p).filter((face) => PolytopeFace.normal(face, 2) === 1).length).toBe(2);
  });

  it('is unchanged if the origin would be outside a new face', () => {
    const p = tetrahedron(start.map(([x, y, z]) => [x + 5, y, z]));
    const state = (): number[][] => currentFaces(p).map((face) => [face, ...cornersOf(face)]);
    const before = state();
    const vertex = corner(p, 4);
    // Between the origin and the tetrahedron.
    write(vertex, [3, 0.1, 0.2]);
    const visible = currentFaces(p).find((face) => heightAbove(face, vertex) > threshold) ?? 0;
    expect(addVertex(p, visible, vertex, threshold, Infinity, 0)).toBe(false);
    expect(state()).toEqual(before);
    expect(Polytope.verticesUsed(p)).toBe(4);
    expectPolytope(p, 1e-14);
  });
});

/** EPA from one support point. */
function depthOf(w: number, p: number): { termination: number; depth: number } {
  supportDifference(w, 0, 0.6, 0.5, 0.4);
  Query.setVertexCount(w, 1);
  for (let k = 0; k < 3; k++) Query.setNearest(w, k, readPoint(Query.simplex(w, 0))[k]);
  Query.setWeights(w, 0, 1);
  const termination = expand(w, p, 0);
  expect(Query.coreUpper(w)).toBeGreaterThanOrEqual(Query.coreLower(w));
  return { termination, depth: -Query.coreLower(w) };
}

describe('EPA', () => {
  it(`finds the depth of boxes: the least overlap along their axes (seed ${seed})`, () => {
    forAll({ seed, cases: 20 }, (rng) => {
      const sizes = Array.from({ length: 6 }, () => rng.uniform(0.2, 1));
      const [a, b] = [sizes.slice(0, 3), sizes.slice(3)];
      const position = a.map((x, k) => (x + b[k]) * rng.uniform(-0.9, 0.9)) as Vec3;
      const overlaps = a.map((x, k) => x + b[k] - Math.abs(position[k]));
      const w = queryOf(box(a[0], a[1], a[2]), box(b[0], b[1], b[2]), position);
      const p = claim(Polytope.SIZE);
      const { termination, depth } = depthOf(w, p);
      expect(termination).toBe(TERMINATION_CONVERGED);
      expect(depth).toBeCloseTo(Math.min(...overlaps), 9);
      // B is moved out along the axis of least overlap.
      const axis = overlaps.indexOf(Math.min(...overlaps));
      expect(Query.localNormal(w, axis)).toBeCloseTo(Math.sign(position[axis]), 9);
      expectPolytope(p, 1e-9);
    });
  });

  it('finds the depth of a point in a curved shape within the gap of its bounds', () => {
    const gap = 1e-4;
    // A ball as an ellipsoid: EPA does not iterate on the radius of a sphere.
    const w = queryOf(ellipsoid(1, 1, 1), point(), [0.1, 0.2, 0.3], gap);
    const p = claim(Polytope.SIZE);
    const { termination, depth } = depthOf(w, p);
    expect(termination).toBe(TERMINATION_CONVERGED);
    const exact = 1 - Math.hypot(0.1, 0.2, 0.3);
    expect(depth).toBeGreaterThanOrEqual(exact - 1e-14);
    expect(depth).toBeLessThan(exact + gap);
    expect(-Query.coreUpper(w)).toBeLessThanOrEqual(exact + 1e-14);
    expectPolytope(p, gap);
  });
});
