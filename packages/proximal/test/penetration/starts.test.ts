// EPA from every simplex that GJK can end with: a point, a segment, a triangle, a tetrahedron, and a flat tetrahedron.
import { describe, expect, it } from 'vitest';
import { box, certify, convex, penetration, point, type Shape, type Vec3 } from '../../src/index.ts';
import { exactDepth } from './minkowski.ts';

const cube = box(1, 1, 1);
const bipyramid: Vec3[] = [
  [1, 0, 0],
  [-0.5, 0.75, 0],
  [-0.5, -0.75, 0],
  [0, 0, 1],
  [0, 0, -1],
];
const wedge: Vec3[] = [
  [1, 0, 0],
  [-1, 0.3, 0],
  [-1, -0.3, 0.2],
  [0, 0, 1.1],
];
/** A tetrahedron about 1e-9 thick, so that the last tetrahedron of GJK may be flat up to rounding. */
const sheet: Vec3[] = [
  [1, 0, 1e-9],
  [-1, 1, -1e-9],
  [-1, -1, 0],
  [2, 2, 1e-9],
];

/** The depth by EPA, and the number of vertices of GJK's last simplex. */
function runEpa(a: Shape, b: Shape, position: Vec3, direction: Vec3) {
  let [vertexCount, steps] = [0, 0];
  const result = penetration(
    a,
    {},
    b,
    { position },
    {
      algorithm: 'epa',
      direction,
      keepProof: true,
      trace: ({ phase, size }) => {
        if (phase === 'gjk') vertexCount = size;
        else steps++;
      },
    },
  );
  return { result, vertexCount, steps };
}

describe('EPA', () => {
  it.each<[number, string, Shape, Shape, Vec3, Vec3, number]>([
    // The origin is a corner of the difference, and the plane of that corner gives depth zero.
    [1, 'a corner in contact', cube, cube, [2, 2, 2], [1, 1, 1], 0],
    [2, 'the middle of an edge', convex(bipyramid), point(), [0.25, 0.375, 0], [1, 0, 0], 0],
    [2, 'the middle of a diagonal', cube, cube, [0, 0, 0], [1, 0.9, 0.8], 2],
    [3, 'a triangle inside', convex(bipyramid), point(), [0, 0, 0], [1, 0, 0], exactDepth(bipyramid, [[0, 0, 0]], {})],
    [
      4,
      'a tetrahedron',
      cube,
      convex(wedge),
      [0.3, 0.2, 0.1],
      [1, 0, 0],
      exactDepth(cornersOf(1, 1, 1), wedge, { position: [0.3, 0.2, 0.1] }),
    ],
  ])('starts from %d vertices: %s', (wanted, _name, a, b, position, direction, depth) => {
    const { result, vertexCount, steps } = runEpa(a, b, position, direction);
    expect(vertexCount).toBe(wanted);
    expect(result.converged).toBe(true);
    expect(result.depth).toBeCloseTo(depth, 12);
    if (depth > 0) expect(steps).toBeGreaterThan(0);
    expect(certify(a, {}, b, { position }, result)).toMatchObject({ valid: true });
  });

  it('starts from a simplex that is flat up to rounding', () => {
    const [a, b] = [convex(sheet), convex(sheet)];
    for (const position of [[0, 0, 0] as Vec3, [0.1, 0.05, 0] as Vec3, [0, 0, 1e-9] as Vec3]) {
      const { result } = runEpa(a, b, position, [1, 0, 0]);
      expect(result.depth).toBeLessThan(1e-8);
      expect(certify(a, {}, b, { position }, result)).toMatchObject({ valid: true });
    }
  });

  it('stops at maxIterations with valid bounds', () => {
    const a = convex(bipyramid);
    const result = penetration(a, {}, cube, { position: [0.2, 0.1, 0.3] }, { maxIterations: 4, keepProof: true });
    expect(result).toMatchObject({ converged: false, termination: 'limit' });
    expect(result.lower).toBeLessThan(result.upper);
    expect(certify(a, {}, cube, { position: [0.2, 0.1, 0.3] }, result)).toMatchObject({ valid: true });
  });
});

function cornersOf(x: number, y: number, z: number): Vec3[] {
  return Array.from({ length: 8 }, (_, k) => [k & 1 ? x : -x, k & 2 ? y : -y, k & 4 ? z : -z]);
}
