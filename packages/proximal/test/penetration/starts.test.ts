// EPA from every simplex that GJK can end with: a point, a segment, a triangle, a tetrahedron, and one that is flat.
import { describe, expect, it } from 'vitest';
import { VERTEX_COUNT_INT } from '../../src/engine/layout.ts';
import { activeEngine } from '../../src/engine/target.ts';
import { box, certify, convex, distance, penetration, type Shape, triangle } from '../../src/index.ts';

/** How many vertices GJK's simplex has where it finds the origin inside. */
function rankOf(a: Shape, b: Shape, position: readonly number[]): number {
  distance(a, {}, b, { position }, { guess: 'bounds', algorithm: 'gjk' });
  const engine = activeEngine();
  const { workspace } = engine.enter();
  const { directions, weights } = distance(a, {}, b, { position }, { algorithm: 'gjk' }).proof;
  engine.leave();
  expect(directions.length).toBe(12);
  expect(workspace + VERTEX_COUNT_INT).toBeGreaterThan(0);
  return weights.filter((weight) => weight > 0).length;
}

const cube = box(1, 1, 1);

describe('EPA starts from', () => {
  it.each([
    // Touching corner to corner, the origin is a vertex of the difference.
    [1, cube, cube, [2, 2, 2], 0],
    // Concentric, it is in the middle of a diagonal.
    [2, cube, cube, [0, 0, 0], 2],
    [
      4,
      cube,
      convex([
        [1, 0, 0],
        [-1, 0.3, 0],
        [-1, -0.3, 0.2],
        [0, 0, 1.1],
      ]),
      [0.3, 0.2, 0.1],
      undefined,
    ],
  ] as const)('%d vertices', (rank, a, b, position, depth) => {
    expect(rankOf(a, b, position)).toBe(rank);
    const result = penetration(a, {}, b, { position }, { keepProof: true });
    expect(result.converged).toBe(true);
    expect(certify(a, {}, b, { position }, result)).toMatchObject({ valid: true });
    if (depth !== undefined) expect(result.depth).toBeCloseTo(depth, 12);
  });

  it('three vertices', () => {
    // The origin on a triangle of support points that is not a face: whichever GJK stops at, its rank is three at most.
    const a = convex([
      [1, 0, 0],
      [-0.5, 0.75, 0],
      [-0.5, -0.75, 0],
      [0, 0, 1],
      [0, 0, -1],
    ]);
    const b = triangle([1e-3, 0, 0], [-1e-3, 1e-3, 0], [-1e-3, -1e-3, 0]);
    expect(rankOf(a, b, [0, 0, 0])).toBeLessThan(4);
    const result = penetration(a, {}, b, {}, { keepProof: true });
    expect(certify(a, {}, b, {}, result)).toMatchObject({ valid: true });
    expect(result).toMatchObject({ converged: true, status: 'overlapping' });
  });

  it('stops at its cap with the bounds that it has', () => {
    const a = convex([
      [1, 0, 0],
      [-0.5, 0.75, 0],
      [-0.5, -0.75, 0],
      [0, 0, 1],
      [0, 0, -1],
    ]);
    const result = penetration(a, {}, cube, { position: [0.2, 0.1, 0.3] }, { maxIterations: 4, keepProof: true });
    expect(result).toMatchObject({ converged: false, termination: 'limit' });
    expect(result.lower).toBeLessThan(result.upper);
    expect(certify(a, {}, cube, { position: [0.2, 0.1, 0.3] }, result)).toMatchObject({ valid: true });
  });
});
