// certifyBodyPenetration accepted polytopes that are not inside the mesh: planes with the normal 0, which exclude no point; flat polytopes
// in the plane of a face, of which only the center was on the mesh; and polytopes outside of a face by less than the clearance.
import { describe, expect, it } from 'vitest';
import { triangulate } from '../../src/draw/index.ts';
import { box, sphere } from '../../src/index.ts';
import {
  type BodyPenetration,
  type BodyPenetrationProof,
  bodyPenetration,
  certifyBodyPenetration,
  triangleMesh,
} from '../../src/scene/index.ts';

const { vertices, triangles } = triangulate(box(0.5, 0.5, 0.5));
const crate = { shape: triangleMesh(vertices, triangles), pose: {} };
/** It enters the crate by 0.2 m. */
const ball = { shape: sphere(5), pose: { position: [0, 5.3, 0] } } as const;
const result = bodyPenetration(crate, ball);

type Piece = BodyPenetrationProof['pieceA'];

/** A result whose proof refers to a false piece of the crate. */
function forged(pieceA: unknown): BodyPenetration {
  const proof = { pieceA: pieceA as Piece, pieceB: { kind: 'part', part: 0 }, deepPoint: null } as const;
  return { ...result, lower: 4, upper: 12, direction: [0, 1, 0], proof };
}

function polytope(corners: readonly number[], planes: readonly number[]): unknown {
  return { kind: 'polytope', vertices: Float64Array.from(corners), planes: Float64Array.from(planes) };
}

const large = [-9, 9].flatMap((x) => [-9, 9].flatMap((y) => [-9, 9].flatMap((z) => [x, y, z])));
/** A square at the side x = 0.5 of the crate, much larger than it. */
const square = (outside: number): number[] =>
  [-9, 9].flatMap((y) => [-9, 9].flatMap((z) => [0.5 + outside, Math.sign(z) * y, z]));

describe('certifyBodyPenetration', () => {
  it.each([
    ['planes without a normal', polytope(large, [0, 0, 0, 0])],
    ['normals that underflow', polytope(large, [1e-323, 0, 0, 0])],
    ['a flat set in the plane of a face', polytope(square(0), [-1, 0, 0, -0.5])],
    ['a flat set outside of a face', polytope(square(2e-10), [-1, 0, 0, -0.5])],
    ['planes that are not numbers', polytope(large, [Number.NaN, 0, 0, 0])],
    ['a polytope without planes', { kind: 'polytope', vertices: Float64Array.from(large) }],
    ['a ball around no point', { kind: 'ball', center: [Number.NaN, 0, 0], radius: 1 }],
    ['no piece', null],
  ])('refuses %s', (_, piece) => {
    expect(result.upper).toBeLessThan(0.21);
    const { valid, lower } = certifyBodyPenetration(crate, ball, forged(piece));
    expect(valid).toBe(false);
    expect(lower).toBe(0);
  });

  it('still accepts the polytopes of the search', () => {
    const other = { shape: crate.shape, pose: { position: [0.7, 0.1, 0.2], rotation: [0.2, 0.1, 0.3, 0.9] } } as const;
    const found = bodyPenetration(crate, other);
    expect(found.proof?.pieceA.kind).toBe('polytope');
    const checked = certifyBodyPenetration(crate, other, found);
    expect(checked.valid).toBe(true);
    expect(checked.lower).toBeGreaterThan(0.98 * found.upper);
  });
});
