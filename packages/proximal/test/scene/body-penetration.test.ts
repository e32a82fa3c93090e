// Depths of solids: closed forms, brute force over translations, and proofs that must be refused.
import { describe, expect, it } from 'vitest';
import { triangulate } from '../../src/draw/index.ts';
import { box, capsule, distance, type Shape, setTarget, signedDistance, sphere, target } from '../../src/index.ts';
import { compose, inverse, type Pose, type PoseLike, Rng, transformPoint, type Vec3 } from '../../src/math/index.ts';
import {
  type BodyPenetration,
  bodyPenetration,
  certifyBodyPenetration,
  compound,
  type Geometry,
  type TriangleMesh,
  triangleMesh,
} from '../../src/scene/index.ts';
import { forAll } from '../for-all.ts';
import { sameBits } from '../same-bits.ts';

interface Placed {
  readonly shape: Geometry;
  readonly pose: PoseLike;
}

function meshOf(shape: Shape, tolerance = 0.01): TriangleMesh {
  const { vertices, triangles } = triangulate(shape, { tolerance });
  return triangleMesh(vertices, triangles);
}

function torus(ring: number, tube: number, n: number, m: number): TriangleMesh {
  const [vertices, triangles]: [number[], number[]] = [[], []];
  const at = (i: number, j: number): number => (i % n) * m + (j % m);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < m; j++) {
      const [a, b] = [(2 * Math.PI * i) / n, (2 * Math.PI * j) / m];
      const far = ring + tube * Math.cos(b);
      vertices.push(far * Math.cos(a), far * Math.sin(a), tube * Math.sin(b));
      triangles.push(at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j), at(i + 1, j + 1), at(i, j + 1));
    }
  }
  return triangleMesh(vertices, triangles);
}

/** A box from which a smaller one is cut out: the shell of the cavity faces inward. */
function hollowBox(outer: number, inner: number): TriangleMesh {
  const [p, q] = [triangulate(box(outer, outer, outer)), triangulate(box(inner, inner, inner))];
  const first = p.vertices.length / 3;
  const turned = Array.from(q.triangles, (_, k) => first + q.triangles[k % 3 === 0 ? k : k % 3 === 1 ? k + 1 : k - 1]);
  return triangleMesh([...p.vertices, ...q.vertices], [...p.triangles, ...turned]);
}

/** A square in the plane z = 0: an open mesh. */
function sheet(half: number): TriangleMesh {
  return triangleMesh([-half, -half, 0, half, -half, 0, half, half, 0, -half, half, 0], [0, 1, 2, 0, 2, 3]);
}

const upright: [number, number, number, number] = [Math.SQRT1_2, 0, 0, Math.SQRT1_2];

function readPose({ pose }: Placed): Pose {
  return compose(pose, {});
}

/**
 * Whether two bodies have a common point: by all pairs of parts, and by whether a point of the first or last part of one body is inside the other,
 * if that is a closed mesh. These are points of all shells: each mesh here has one shell, or a shell and a cavity.
 */
function meetByForce(a: Placed, b: Placed): boolean {
  const relative = compose(inverse(a.pose), b.pose);
  const parts = partsOf(a, {});
  for (const q of partsOf(b, relative)) {
    for (const p of parts) {
      const [x, y, z] = p.center.map((each, k) => each - q.center[k]);
      if (Math.hypot(x, y, z) > p.shape.boundingRadius + q.shape.boundingRadius + 1e-9) continue;
      if (distance(p.shape, p.pose, q.shape, q.pose, { upTo: 1e-12 }).distance <= 0) return true;
    }
  }
  return isInside(a, b, relative) || isInside(b, a, inverse(relative));
}

interface PosedPart {
  readonly shape: Shape;
  readonly pose: Pose;
  readonly center: Vec3;
}

function partsOf({ shape }: Placed, pose: PoseLike): PosedPart[] {
  const at = (part: Shape, own: PoseLike): PosedPart => {
    const posed = compose(pose, own);
    return { shape: part, pose: posed, center: transformPoint(posed, part.center) };
  };
  if (!('partCount' in shape)) return [at(shape, {})];
  return Array.from({ length: shape.partCount }, (_, k) => at(shape.part(k), shape.partPose(k) ?? {}));
}

function isInside({ shape: host }: Placed, { shape: guest }: Placed, pose: Pose): boolean {
  if (!('isClosed' in host) || !(host as TriangleMesh).isClosed) return false;
  const some = 'partCount' in guest ? [0, guest.partCount - 1].map((k) => guest.part(k)) : [guest];
  return some.some(
    (part) => (host as TriangleMesh).signedDistance(transformPoint(pose, part.support([1, 0, 0]))).inside,
  );
}

/** B moved by a vector in world coordinates. */
function moved(b: Placed, direction: Vec3, length: number): Placed {
  const pose = readPose(b);
  for (let axis = 0; axis < 3; axis++) pose[axis] += length * direction[axis];
  return { shape: b.shape, pose };
}

/** Checks both bounds by brute force: B is separated after the translation, and by no shorter one along random directions. */
function expectBounds(a: Placed, b: Placed, result: BodyPenetration, directions: number): void {
  const { lower, upper, direction, status } = result;
  expect(status).toBe('overlapping');
  expect(lower).toBeGreaterThanOrEqual(0);
  expect(lower).toBeLessThanOrEqual(upper);
  expect(Math.hypot(...direction)).toBeCloseTo(1, 12);
  expect(meetByForce(a, b)).toBe(true);
  expect(meetByForce(a, moved(b, direction, upper))).toBe(false);
  const rng = new Rng(1);
  for (let k = 0; k < directions; k++) {
    const motion = k === 0 ? direction : rng.direction();
    expect(meetByForce(a, moved(b, motion, 0.999 * lower * (k % 2 === 0 ? 1 : rng.uniform())))).toBe(true);
  }
  expect(certifyBodyPenetration(a, b, result)).toMatchObject({ valid: true, upper });
}

const cube = meshOf(box(1, 1, 1));
const wheel = torus(1, 0.25, 16, 8);

describe('the depth of solids with a closed form', () => {
  const cases: [string, Geometry, PoseLike, Geometry, PoseLike, number][] = [
    ['a box in a box mesh', cube, {}, box(1, 1, 1), { position: [1.5, 0.2, 0] }, 0.5],
    ['a box mesh in a box', box(1, 1, 1), {}, cube, { position: [0, -1.8, 0.3] }, 0.2],
    ['two box meshes', cube, {}, cube, { position: [0.1, 0.2, 1.25] }, 0.75],
    ['two box meshes in one place', cube, {}, cube, {}, 2],
    ['a ball that touches no triangle inside a box mesh', cube, {}, sphere(0.2), { position: [0.3, 0, 0] }, 0.9],
    ['a box mesh inside a box', box(2, 2, 2), {}, cube, { position: [0.3, 0, 0] }, 2.7],
    ['a box mesh inside a box mesh', meshOf(box(2, 2, 2)), {}, cube, { position: [0, 0.5, 0] }, 2.5],
    ['thin boxes that cross', meshOf(box(1, 1, 1e-4)), {}, meshOf(box(1, 1, 1e-4)), { rotation: upright }, 1.0001],
    ['thin parallel boxes', meshOf(box(1, 1, 1e-4)), {}, meshOf(box(1, 1, 1e-4)), { position: [0, 0, 1e-4] }, 1e-4],
    ['a sheet in a box mesh', cube, {}, sheet(0.5), { position: [0, 0, 0.6] }, 0.4],
    ['a sheet in a ball', sphere(1), {}, sheet(0.1), { position: [0, 0, 0.9] }, 0.1],
    ['a compound and a box mesh', compound([{ shape: box(1, 1, 1) }]), {}, cube, { position: [1.75, 0, 0] }, 0.25],
  ];
  for (const [name, shapeA, poseA, shapeB, poseB, depth] of cases) {
    it(name, () => {
      const [a, b] = [
        { shape: shapeA, pose: poseA },
        { shape: shapeB, pose: poseB },
      ];
      const result = bodyPenetration(a, b);
      expect(result.lower).toBeLessThanOrEqual(depth * (1 + 1e-9));
      expect(result.upper).toBeGreaterThanOrEqual(depth * (1 - 1e-9));
      expect(result.lower).toBeGreaterThan(0.99 * depth);
      expect(result.upper).toBeLessThan(1.01 * depth);
      expectBounds(a, b, result, 12);
    });
  }

  it('boxes of any size in any pose, as meshes, have the depth of convex boxes', () => {
    forAll({ seed: 5, cases: 25, tries: 60 }, (rng, index) => {
      const half = (): Vec3 => [rng.uniform(0.3, 1), rng.uniform(0.3, 1), rng.uniform(0.3, 1)];
      const [p, q] = [box(...half()), box(...half())];
      const pose = Float64Array.of(...rng.direction().map((x) => rng.uniform(0, 1) * x), ...rng.rotation());
      const exact = signedDistance(p, {}, q, pose).distance;
      if (!(exact < -1e-3)) return;
      const b = { shape: index % 2 === 0 ? q : meshOf(q), pose };
      const result = bodyPenetration({ shape: meshOf(p), pose: {} }, b);
      expect(result.lower).toBeLessThanOrEqual(-exact * (1 + 1e-9));
      expect(result.upper).toBeGreaterThanOrEqual(-exact * (1 - 1e-9));
      expect(result.upper).toBeLessThan(-1.02 * exact);
      expect(certifyBodyPenetration({ shape: meshOf(p), pose: {} }, b, result).valid).toBe(true);
    });
  });
});

describe('the depth of solids without a closed form', () => {
  const cases: [string, Geometry, PoseLike, Geometry, PoseLike][] = [
    ['linked tori that meet', wheel, {}, wheel, { position: [0.3, 0, 0], rotation: upright }],
    ['a capsule through a torus', wheel, {}, capsule(0.3, 1), { position: [0.55, 0, 0] }],
    ['a torus around a box mesh', wheel, {}, meshOf(box(0.6, 0.6, 0.1)), { position: [0.2, 0, 0] }],
    ['a ball mesh in a torus', wheel, {}, meshOf(sphere(0.3), 0.02), { position: [0.9, 0.1, 0] }],
    ['two sheets that cross', sheet(1), {}, sheet(0.5), { position: [0.3, 0.2, 0.1], rotation: upright }],
    ['a box in the wall of a hollow box', hollowBox(1, 0.8), {}, box(0.3, 0.3, 0.3), { position: [0.55, 0.1, 0] }],
  ];
  for (const [name, shapeA, poseA, shapeB, poseB] of cases) {
    it(name, () => {
      const [a, b] = [
        { shape: shapeA, pose: poseA },
        { shape: shapeB, pose: poseB },
      ];
      expectBounds(a, b, bodyPenetration(a, b), 10);
    });
  }

  it('a box that overlaps the wall of a hollow box from inside is pushed into the cavity', () => {
    const a = { shape: hollowBox(1, 0.8), pose: {} };
    const b = { shape: box(0.3, 0.3, 0.3), pose: { position: [0.52, 0.1, 0] } };
    const { upper, direction } = bodyPenetration(a, b);
    expect(upper).toBeCloseTo(0.02, 6);
    expect(direction[0]).toBeCloseTo(-1, 6);
  });

  it('bounds random meshes in random poses, and the proofs hold', () => {
    forAll({ seed: 3, cases: 8, tries: 20 }, (rng) => {
      const a = { shape: torus(rng.uniform(0.6, 1), rng.uniform(0.1, 0.3), 14, 8), pose: { position: [3, 1, 2] } };
      const pose = Float64Array.of(
        ...rng.direction().map((x, k) => [3, 1, 2][k] + rng.uniform(0, 1) * x),
        ...rng.rotation(),
      );
      const b = { shape: torus(rng.uniform(0.4, 1), rng.uniform(0.1, 0.3), 14, 8), pose };
      const result = bodyPenetration(a, b);
      if (result.status === 'overlapping') expectBounds(a, b, result, 3);
      else expect(meetByForce(a, b)).toBe(false);
    });
  });
});

describe('separated solids', () => {
  const separated = { status: 'separated', lower: 0, upper: 0, direction: [0, 0, 0], proof: null };

  it('linked tori, and a body in a cavity, are separated', () => {
    const linked = [
      { shape: wheel, pose: {} },
      { shape: wheel, pose: { position: [1, 0, 0], rotation: upright } },
    ] as const;
    expect(bodyPenetration(...linked)).toEqual(separated);
    expect(certifyBodyPenetration(...linked, bodyPenetration(...linked)).valid).toBe(true);
    const inside = [
      { shape: hollowBox(1, 0.8), pose: {} },
      { shape: meshOf(sphere(0.5)), pose: {} },
    ] as const;
    expect(bodyPenetration(...inside)).toEqual(separated);
  });

  it('a claim that overlapping bodies are separated is refused', () => {
    const b = { shape: sphere(0.2), pose: {} };
    expect(certifyBodyPenetration({ shape: cube, pose: {} }, b, separated as never).valid).toBe(false);
  });
});

describe('scales and poses', () => {
  it.each([1e-3, 1e3])('lengths scale by %f', (scale) => {
    const a = { shape: meshOf(box(scale, scale, scale), 0.01 * scale), pose: {} };
    const ball = meshOf(sphere(0.4 * scale), 0.01 * scale);
    const b = { shape: ball, pose: { position: [0.9 * scale, 0.1 * scale, 0] } };
    const { lower, upper } = bodyPenetration(a, b);
    expect(lower / scale).toBeGreaterThan(0.48);
    expect(upper / scale).toBeLessThan(0.501);
    expect(lower).toBeLessThanOrEqual(upper);
  });

  it('far from the origin, the translation still separates the bodies in world coordinates', () => {
    const far = Float64Array.of(1e5, -2e5, 3e5, ...new Rng(4).rotation());
    const a = { shape: cube, pose: far };
    const b = { shape: meshOf(box(0.5, 0.5, 0.5)), pose: compose(far, { position: [1.2, 0.3, 0.1] }) };
    const result = bodyPenetration(a, b);
    expect(result.lower).toBeCloseTo(0.3, 6);
    expect(result.upper).toBeCloseTo(0.3, 6);
    expectBounds(a, b, result, 4);
  });

  it('has the same bits on both targets', () => {
    const a = { shape: wheel, pose: {} };
    const before = target();
    try {
      for (const shape of [capsule(0.3, 1), meshOf(sphere(0.4), 0.02)]) {
        const b = { shape, pose: { position: [0.8, 0.2, 0.1] } };
        setTarget('js');
        const first = bodyPenetration(a, b);
        setTarget('wasm');
        expect(sameBits(bodyPenetration(a, b), first)).toBe(true);
      }
    } finally {
      setTarget(before);
    }
  });
});

describe('warm starts and proofs', () => {
  const a = { shape: wheel, pose: {} };
  const at = (x: number): Placed => ({ shape: meshOf(sphere(0.4), 0.02), pose: { position: [x, 0.1, 0.05] } });

  it('bounds hold after any warm start', () => {
    let last: BodyPenetration | undefined;
    for (const x of [0.6, 0.62, 0.66, 1.2, 0.9]) {
      last = bodyPenetration(a, at(x), last);
      expectBounds(a, at(x), last, 3);
    }
  });

  it('refuses false bounds, directions and pieces', () => {
    const b = at(0.8);
    const result = bodyPenetration(a, b);
    const isValid = (change: object): boolean => certifyBodyPenetration(a, b, { ...result, ...change }).valid;
    expect(isValid({})).toBe(true);
    expect(isValid({ lower: 1.01 * result.lower })).toBe(false);
    expect(isValid({ upper: 0.9 * result.lower, lower: 0.5 * result.lower })).toBe(false);
    expect(isValid({ direction: result.direction.map((x) => -x) })).toBe(false);
    expect(isValid({ direction: result.direction.map((x) => 2 * x) })).toBe(false);
    expect(isValid({ upper: Number.NaN })).toBe(false);
    expect(isValid({ status: 'separated', lower: 0, upper: 0 })).toBe(false);
    const ball = { kind: 'ball', center: [1, 0, 0], radius: 0.4 };
    expect(isValid({ proof: { ...result.proof, pieceA: ball } })).toBe(false);
    // Larger than the solid, with planes that no longer exclude its triangles.
    const vertices = Float64Array.of(3, 0, 0, -3, 0, 0, 0, 3, 0, 0, 0, 3);
    const forged = { kind: 'polytope', vertices, planes: Float64Array.of(1, 0, 0, 10) };
    expect(isValid({ proof: { ...result.proof, pieceB: forged }, lower: result.upper })).toBe(false);
    expect(isValid({ proof: { ...result.proof, pieceA: { kind: 'part', part: -1 } } })).toBe(false);
    expect(isValid({ proof: null })).toBe(false);
  });
});
