// Convex decomposition: the parts cover the mesh, and the stated error holds.
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { triangulate } from '../../src/draw/index.ts';
import { box, type Convex, capsule, collide, convex, point, setTarget, sphere, target } from '../../src/index.ts';
import { readObj } from '../../src/io/index.ts';
import { Rng, type Vec3 } from '../../src/math/index.ts';
import { certifyDecomposition, compound as compoundOf, decompose, Scene, triangleMesh } from '../../src/scene/index.ts';
import { cup } from '../fixtures/scans.ts';
import { forAll } from '../for-all.ts';

/** A closed L of two bars: its outline extruded by 1. */
const outline = [
  [0, 0],
  [3, 0],
  [3, 1],
  [1, 1],
  [1, 3],
  [0, 3],
];
const letter = {
  vertices: [0, 1].flatMap((z) => outline.flatMap(([x, y]) => [x, y, z])),
  triangles: [
    ...outline.flatMap((_, k) => [k, (k + 1) % 6, k + 6, (k + 1) % 6, ((k + 1) % 6) + 6, k + 6]),
    ...[0, 1, 3, 1, 2, 3, 0, 3, 5, 3, 4, 5].flatMap((_, k, all) =>
      k % 3 === 0 ? [all[k], all[k + 2], all[k + 1]] : [],
    ),
    ...[0, 1, 3, 1, 2, 3, 0, 3, 5, 3, 4, 5].map((k) => k + 6),
  ],
};

function expectCovered(
  vertices: ArrayLike<number>,
  triangles: ArrayLike<number>,
  parts: readonly Convex[],
  size: number,
): void {
  forAll({ seed: 2, cases: 200 }, (rng) => {
    const triangle = rng.index(triangles.length / 3);
    const [u, v] = [rng.uniform(), rng.uniform()].sort();
    const weights = [u, v - u, 1 - v];
    const position = [0, 1, 2].map((axis) =>
      weights.reduce((sum, weight, n) => sum + weight * vertices[3 * triangles[3 * triangle + n] + axis], 0),
    ) as Vec3;
    expect(parts.some((part) => collide(part, {}, sphere(1e-9 * size), { position }))).toBe(true);
  });
}

/** Checks that random points on the faces of the parts are outside the mesh by at most the error. @returns the largest distance */
function expectWithin(mesh: ReturnType<typeof triangleMesh>, parts: readonly Convex[], error: number): number {
  const rng = new Rng(3);
  const scene = new Scene();
  scene.add(mesh, {});
  let farthest = 0;
  for (const part of parts) {
    for (let k = 0; k < 60; k++) {
      // A random point of a face.
      const face = part.face(rng.index(part.faceCount)).map((n) => part.vertex(n));
      const n = 1 + rng.index(face.length - 2);
      const [u, v] = [rng.uniform(), rng.uniform()].sort();
      const position = [0, 1, 2].map(
        (axis) => u * face[0][axis] + (v - u) * face[n][axis] + (1 - v) * face[n + 1][axis],
      ) as Vec3;
      if (mesh.containsPoint(position)) continue;
      const probe = scene.add(point(), { position });
      const away = Math.abs(scene.nearest(probe)?.distance ?? Infinity);
      probe.remove();
      farthest = Math.max(farthest, away);
      expect(away).toBeLessThanOrEqual(error + 1e-9);
    }
  }
  return farthest;
}

/** The same for random points inside the parts. */
function expectFilled(mesh: ReturnType<typeof triangleMesh>, parts: readonly Convex[], error: number): number {
  const rng = new Rng(4);
  const scene = new Scene();
  scene.add(mesh, {});
  const probe = scene.add(point(), {});
  let farthest = 0;
  for (const part of parts) {
    const corners = Array.from({ length: part.vertexCount }, (_, k) => part.vertex(k));
    for (let k = 0; k < 100; k++) {
      const weights = corners.map(() => rng.uniform() ** (k % 4 === 0 ? 1 : 4));
      const sum = weights.reduce((p, q) => p + q);
      const position = [0, 1, 2].map((axis) =>
        corners.reduce((total, corner, n) => total + (weights[n] / sum) * corner[axis], 0),
      ) as Vec3;
      if (mesh.containsPoint(position)) continue;
      probe.setPose({ position });
      const away = scene.nearest(probe)?.distance ?? Infinity;
      farthest = Math.max(farthest, away);
      expect(away).toBeLessThanOrEqual(error + 1e-9);
    }
  }
  return farthest;
}

const cubeCorners = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((k) => [k & 1, (k >> 1) & 1, k >> 2]);
const cubeFaces = [
  0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5,
];

describe('decompose', () => {
  it('includes a closed cavity in the error', () => {
    // A cube of half side 1 around an inside-out cube of half side 0.8.
    const vertices = [1, 0.8].flatMap((half) => cubeCorners.map((x) => half * (2 * x - 1)));
    const inner = cubeFaces.flatMap((_, k) => (k % 3 === 0 ? [k, k + 2, k + 1].map((n) => 8 + cubeFaces[n]) : []));
    const triangles = [...cubeFaces, ...inner];
    const mesh = triangleMesh(vertices, triangles);
    const one = decompose({ vertices, triangles }, { maxParts: 1 });
    expect(one.error).toBeGreaterThanOrEqual(0.8);
    expect(one.error).toBeLessThan(0.82);
    expect(expectFilled(mesh, one.parts, one.error)).toBeGreaterThan(0.6);
    const more = decompose({ vertices, triangles }, { maxParts: 12 });
    expect(more.parts.length).toBeGreaterThan(1);
    expectCovered(vertices, triangles, more.parts, 1);
    expectFilled(mesh, more.parts, more.error);
    expect(more.error).toBeLessThan(one.error);
  });

  it('finds the two bars of an L', () => {
    const one = decompose(letter, { maxParts: 1 });
    expect(one.parts.length).toBe(1);
    // The middle of the hull's side across the notch, (2, 2), is 1 from both bars.
    expect(one.error).toBeGreaterThanOrEqual(1);
    expect(one.error).toBeLessThan(1.03);
    const fractions: number[] = [];
    const { parts, error, compound } = decompose(letter, {
      maxParts: 8,
      tolerance: 0.1,
      onProgress: ({ fraction }) => fractions.push(fraction),
    });
    expect(fractions.every((fraction) => fraction >= 0 && fraction <= 1)).toBe(true);
    expect(fractions.at(-1)).toBe(1);
    expect(error).toBeLessThanOrEqual(0.1);
    expect(parts.length).toBe(2);
    expectCovered(letter.vertices, letter.triangles, parts, 3);
    expectWithin(triangleMesh(letter.vertices, letter.triangles), parts, error);
    expectFilled(triangleMesh(letter.vertices, letter.triangles), parts, error);
    const scene = new Scene();
    scene.add(compound, {});
    const inNotch = scene.add(sphere(0.5), { position: [2, 2, 0.5] });
    expect(scene.collides(inNotch)).toBe(false);
  });

  it('is bitwise identical on both targets', () => {
    const initialTarget = target();
    const texts = (['js', 'wasm'] as const).map((name) => {
      setTarget(name);
      const { parts, error } = decompose(letter, { maxParts: 4, tolerance: 0.1 });
      return JSON.stringify({ parts, error });
    });
    setTarget(initialTarget);
    expect(texts[0]).toBe(texts[1]);
  });

  it('does not split convex and open meshes', () => {
    const { parts, error } = decompose({ vertices: cubeCorners, triangles: cubeFaces });
    expect(parts.length).toBe(1);
    expect(error).toBeLessThanOrEqual(0.01 * Math.sqrt(3));
    const open = decompose({ vertices: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], triangles: [0, 1, 2, 0, 1, 3] });
    expectWithin(triangleMesh([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], [0, 1, 2, 0, 1, 3]), open.parts, open.error);
  });

  it('has a proof, which certifyDecomposition recomputes', () => {
    const found = decompose(letter, { tolerance: 0.1 });
    const { error, uncovered } = certifyDecomposition(letter, found, { tolerance: 0.1 });
    expect(error).toBe(found.error);
    expect(uncovered).toBe(found.uncovered);
    expect(uncovered).toBeLessThan(1e-7);
    // Without one of the parts, or with a smaller part, the proof does not hold.
    const [first] = found.parts;
    expect(certifyDecomposition(letter, { ...found, parts: [first] }).uncovered).toBe(Infinity);
    const corners = Array.from({ length: first.vertexCount }, (_, k) => first.vertex(k).map((x) => 0.99 * x));
    const smaller = [convex(corners as Vec3[]), ...found.parts.slice(1)];
    expect(certifyDecomposition(letter, { ...found, parts: smaller }).uncovered).toBeGreaterThan(0.005);
    // With cuts outside the mesh's bounding box, the proof does not hold either.
    const heights = found.proof.heights.map((height, k) => (found.proof.axes[k] < 3 ? height + 100 : height));
    expect(certifyDecomposition(letter, { ...found, proof: { ...found.proof, heights } }).uncovered).toBe(Infinity);
  });

  it('limits the vertices of parts, which still cover the solid', () => {
    const mesh = readObj(cup(7))[0];
    const found = decompose(mesh, { maxParts: 24, tolerance: 0.006, maxVertices: 16 });
    expect(found.parts.length).toBeLessThanOrEqual(24);
    for (const part of found.parts) expect(part.vertexCount).toBeLessThanOrEqual(16);
    expect(found.uncovered).toBeLessThan(1e-9);
    expectFilled(triangleMesh(mesh.vertices, mesh.triangles), found.parts, found.error);
  });

  it('fills closed cavities on demand', () => {
    const vertices = [1, 0.8].flatMap((half) => cubeCorners.map((x) => half * (2 * x - 1)));
    const inner = cubeFaces.flatMap((_, k) => (k % 3 === 0 ? [k, k + 2, k + 1].map((n) => 8 + cubeFaces[n]) : []));
    const shell = { vertices, triangles: [...cubeFaces, ...inner] };
    expect(decompose(shell).parts.length).toBeGreaterThan(1);
    const { parts, error } = decompose(shell, { preserve: 'outside' });
    expect(parts.length).toBe(1);
    expect(error).toBeLessThan(0.03);
  });

  it('accepts inside-out meshes, and reports open ones in its notices', () => {
    const turned = letter.triangles.flatMap((_, k, all) => (k % 3 === 0 ? [all[k], all[k + 2], all[k + 1]] : []));
    const { parts, error, notices } = decompose({ ...letter, triangles: turned }, { tolerance: 0.1 });
    expect([parts.length, notices]).toEqual([2, ['1 shell facing inward turned over']]);
    expect(error).toBeLessThanOrEqual(0.1);
    const open = decompose({ ...letter, triangles: letter.triangles.slice(3) }, { tolerance: 0.1 });
    expect(open.notices).toEqual([expect.stringContaining('open or inconsistently oriented at 3 edges')]);
    expect(open.uncovered).toBeLessThan(1e-7);
  });

  it('ends with the reason of its signal, or with the error of onProgress', () => {
    const controller = new AbortController();
    const options = { signal: controller.signal, onProgress: () => controller.abort(new Error('enough')) };
    expect(() => decompose(letter, options)).toThrow('enough');
    expect(() =>
      decompose(letter, {
        onProgress: () => {
          throw new Error('no more');
        },
      }),
    ).toThrow('no more');
  });

  it('reports progress that never decreases, also if the search starts again, and reads the signal in every phase', () => {
    const table = triangulate(
      compoundOf([
        { shape: box(1, 0.5, 0.05), pose: { position: [0, 0, 0.7] } },
        ...[-0.9, 0.9].map((x) => ({ shape: box(0.05, 0.4, 0.36), pose: { position: [x, 0, 0.36] } })),
      ]),
    );
    const run = (stopAfter: number): number[] => {
      const fractions: number[] = [];
      const throwIfAborted = (): void => {
        if (fractions.length >= stopAfter) throw new Error('stopped');
      };
      const onProgress = ({ fraction }: { fraction: number }): void => void fractions.push(fraction);
      // Too few parts for the tolerance.
      const options = { tolerance: 0.05, maxParts: 2, signal: { throwIfAborted }, onProgress };
      if (stopAfter === Infinity) decompose(table, options);
      else expect(() => decompose(table, options)).toThrow('stopped');
      return fractions;
    };
    const all = run(Infinity);
    expect(all.every((fraction, k) => k === 0 || fraction >= all[k - 1])).toBe(true);
    expect(all.at(-1)).toBe(1);
    for (const share of [0, 0.01, 0.1, 0.5, 0.9, 1]) {
      const stop = Math.floor(share * (all.length - 1));
      expect(run(stop)).toEqual(all.slice(0, stop));
    }
  });

  const raw = new URL('../../../../../shared/data/ycb_raw/', import.meta.url);
  const scans = [
    { name: 'a generated cup', read: () => cup(7), tolerance: 0.004, maxParts: 32 },
    ...(existsSync(raw)
      ? [
          { name: '025_mug', tolerance: 0.004, maxParts: 32 },
          { name: '037_scissors', tolerance: 0.005, maxParts: 48 },
        ].map((scan) => ({ ...scan, read: () => readFileSync(new URL(`${scan.name}.obj`, raw)) }))
      : []),
  ];
  it.each(scans)('keeps cavities of $name within the tolerance', ({ name, read, tolerance, maxParts }) => {
    const [mesh] = readObj(read());
    const found = decompose(mesh, { tolerance, maxParts });
    expect(found.parts.length).toBeLessThanOrEqual(maxParts);
    expect(found.error).toBeLessThanOrEqual(tolerance);
    expect(found.uncovered).toBeLessThan(1e-9);
    expectCovered(mesh.vertices, mesh.triangles, found.parts, 0.1);
    const surface = triangleMesh(mesh.vertices, mesh.triangles);
    expect(expectWithin(surface, found.parts, found.error)).toBeGreaterThan(0);
    expectFilled(surface, found.parts, found.error);
    if (name !== '025_mug') return;
    const scene = new Scene();
    scene.add(found.compound, {});
    // A ball with a radius of 25 mm fits into the cup, and a finger through the handle.
    const ball = scene.add(sphere(0.025), { position: [-0.019, 0.0175, 0.06] });
    expect(scene.nearest(ball)?.distance).toBeGreaterThan(0.002);
    const finger = scene.add(capsule(0.005, 0.03), {
      position: [0.031, 0.0145, 0.045],
      rotation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2],
    });
    expect(scene.nearest(finger)?.distance).toBeGreaterThan(0.001);
  });
});
