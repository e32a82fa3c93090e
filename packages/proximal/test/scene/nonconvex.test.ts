// Nonconvex bodies: compounds, meshes and height fields against queries part by part.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  box,
  collide,
  convex,
  distance,
  halfspace,
  type Shape,
  setTarget,
  signedDistance,
  sphere,
  target,
  triangle,
} from '../../src/index.ts';
import { readObj } from '../../src/io/index.ts';
import { compose, Rng, type Vec3 } from '../../src/math/index.ts';
import {
  type Assembly,
  assemblyFromJSON,
  compound,
  heightField,
  Scene,
  type TriangleMesh,
  triangleMesh,
} from '../../src/scene/index.ts';
import { vase } from '../fixtures/scans.ts';
import { forAll } from '../for-all.ts';
import { anyShape, poseWithin } from './random.ts';

/** A closed bumpy ball of triangles that face outward; with `isMessy`, with holes, reversed triangles and triangles without area. */
function ball(seed: number, isMessy = false, rings = 12): TriangleMesh {
  const rng = new Rng(seed);
  const sectors = 18;
  const vertices: number[] = [0, 0, 1];
  for (let ring = 1; ring < rings; ring++) {
    for (let sector = 0; sector < sectors; sector++) {
      const [theta, phi] = [(Math.PI * ring) / rings, (2 * Math.PI * sector) / sectors];
      const radius = 1 + 0.2 * Math.sin(3 * phi) * Math.sin(theta) + 0.05 * rng.uniform();
      vertices.push(
        radius * Math.sin(theta) * Math.cos(phi),
        radius * Math.sin(theta) * Math.sin(phi),
        radius * Math.cos(theta),
      );
    }
  }
  const southPole = vertices.length / 3;
  vertices.push(0, 0, -1);
  const vertexAt = (ring: number, sector: number): number => {
    if (ring === 0) return 0;
    return ring === rings ? southPole : 1 + (ring - 1) * sectors + (sector % sectors);
  };
  const triangles: number[] = [];
  for (let ring = 0; ring < rings; ring++) {
    for (let sector = 0; sector < sectors; sector++) {
      const [a, b] = [vertexAt(ring, sector), vertexAt(ring, sector + 1)];
      const [c, d] = [vertexAt(ring + 1, sector), vertexAt(ring + 1, sector + 1)];
      const faces = [
        [a, c, b],
        [b, c, d],
      ];
      // The triangles at a pole have one of these two faces.
      for (const face of faces.filter(([p, q, r]) => p !== q && q !== r && r !== p)) {
        if (isMessy && rng.uniform() < 0.2) continue;
        if (isMessy && rng.uniform() < 0.1) face[2] = face[1];
        triangles.push(...(isMessy && rng.uniform() < 0.5 ? face.reverse() : face));
      }
    }
  }
  return triangleMesh(vertices, triangles);
}

function parts(geometry: Assembly | Shape): { shape: Shape; pose: Float64Array | null }[] {
  if (!('partCount' in geometry)) return [{ shape: geometry, pose: null }];
  return Array.from({ length: geometry.partCount }, (_, k) => ({
    shape: geometry.part(k),
    pose: geometry.partPose(k),
  }));
}

/** The minimum of a function over all pairs of parts. */
function leastOf(
  a: Assembly | Shape,
  poseA: Float64Array,
  b: Assembly | Shape,
  poseB: Float64Array,
  measure: (a: Shape, poseA: Float64Array, b: Shape, poseB: Float64Array) => { readonly distance: number },
): number {
  let smallest = Infinity;
  for (const p of parts(a))
    for (const q of parts(b)) {
      const [x, y] = [p.pose ? compose(poseA, p.pose) : poseA, q.pose ? compose(poseB, q.pose) : poseB];
      smallest = Math.min(smallest, measure(p.shape, x, q.shape, y).distance);
    }
  return smallest;
}

function sceneOf(a: Assembly | Shape, poseA: Float64Array, b: Assembly | Shape, poseB: Float64Array): Scene {
  const scene = new Scene({ margin: 100 });
  scene.add(a, poseA);
  scene.add(b, poseB);
  return scene;
}

const dumbbell = compound([
  { shape: sphere(0.5), pose: { position: [0, 0, 1] } },
  { shape: box(0.1, 0.1, 1) },
  { shape: sphere(0.4), pose: { position: [0, 0, -1] } },
]);

describe('compounds', () => {
  it('have the signed distance of their nearest or deepest part', () => {
    forAll({ seed: 1, cases: 60 }, (rng, k) => {
      const other = k % 3 === 0 ? dumbbell : anyShape(rng);
      const [poseA, poseB] = [poseWithin(rng, 1), poseWithin(rng, 1.5)];
      const [found] = sceneOf(dumbbell, poseA, other, poseB).distances({ upTo: 50 });
      expect(found.distance).toBeCloseTo(leastOf(dumbbell, poseA, other, poseB, signedDistance), 8);
      const scene = sceneOf(dumbbell, poseA, other, poseB);
      if (Math.abs(found.distance) > 1e-6) expect(scene.collides()).toBe(found.distance <= 0);
    });
  });

  it('have the contacts of each part', () => {
    const scene = new Scene();
    scene.add(halfspace(), {});
    const feet = compound([
      { shape: box(0.1, 0.1, 0.1), pose: { position: [1, 0, 0] } },
      { shape: box(0.1, 0.1, 0.1), pose: { position: [-1, 0, 0] } },
    ]);
    scene.add(feet, { position: [0, 0, 0.1] });
    const contacts = scene.contacts();
    expect(contacts.map(({ partB, points }) => [partB, points.length])).toEqual([
      [0, 4],
      [1, 4],
    ]);
  });

  it('are hit by rays and shape casts', () => {
    const scene = new Scene();
    scene.add(dumbbell, {});
    expect(scene.rayCast([5, 0, 1], [-1, 0, 0])).toMatchObject({ distance: 4.5, part: 0 });
    expect(scene.rayCast([5, 0, 0], [-1, 0, 0])).toMatchObject({ distance: 4.9, part: 1 });
    expect(scene.rayCast([5, 0, 1.6], [-1, 0, 0])).toBeNull();
    const hit = scene.shapeCast(sphere(0.5), { position: [5, 0, -1] }, [-5, 0, 0]);
    expect([hit?.partB, hit?.time]).toEqual([2, expect.closeTo(4.1 / 5, 7)]);
  });
});

describe.each([
  ['closed', ball(1)],
  ['open, unoriented, with triangles without area', ball(2, true)],
])('a triangle mesh, %s', (name, mesh) => {
  it('is closed only without holes', () => {
    expect(mesh.isClosed).toBe(name === 'closed');
  });

  it('has the distance of its nearest triangle', () => {
    forAll({ seed: 3, cases: 25 }, (rng) => {
      const shape = anyShape(rng, 0.4);
      const [poseA, poseB] = [poseWithin(rng, 0.5), poseWithin(rng, 2)];
      const scene = sceneOf(mesh, poseA, shape, poseB);
      const [found] = scene.distances({ upTo: 50 });
      const smallest = leastOf(mesh, poseA, shape, poseB, distance);
      if (smallest > 1e-9) {
        expect(found.distance).toBeCloseTo(smallest, 8);
        expect([found.local, scene.collides(), found.result.converged]).toEqual([false, false, true]);
        expect(scene.collides(undefined, { margin: smallest + 1e-6 })).toBe(true);
        expect(scene.collides(undefined, { margin: smallest - 1e-6 })).toBe(false);
      } else {
        expect(found.distance).toBeCloseTo(leastOf(mesh, poseA, shape, poseB, signedDistance), 6);
        expect([found.local, scene.collides()]).toEqual([found.distance < 0, true]);
      }
    });
  });

  it('has the distance to another mesh, and touches it', () => {
    const other = ball(7, true, 5);
    forAll({ seed: 5, cases: 3 }, (rng, k) => {
      const [poseA, poseB] = [poseWithin(rng, 0.2), compose({ position: [2.4 - 0.5 * k, 0, 0] }, poseWithin(rng, 0.2))];
      const scene = sceneOf(mesh, poseA, other, poseB);
      const [found] = scene.distances({ upTo: 50 });
      const smallest = leastOf(mesh, poseA, other, poseB, distance);
      expect(found.distance).toBeCloseTo(smallest, 8);
      expect([found.local, scene.collides()]).toEqual([false, smallest === 0]);
      if (smallest > 0) expect(scene.collides(undefined, { margin: smallest + 1e-6 })).toBe(true);
      expect(scene.contacts({ margin: 0 }).length > 0).toBe(smallest === 0);
    });
  });

  it('is hit by rays where its nearest triangle is hit', () => {
    const rng = new Rng(4);
    const scene = new Scene();
    const pose = poseWithin(rng, 1);
    scene.add(mesh, pose);
    const lone = parts(mesh).map(({ shape }) => {
      const each = new Scene();
      each.add(shape, pose);
      return each;
    });
    for (let k = 0; k < 60; k++) {
      const origin = k % 4 === 0 ? ([pose[0], pose[1], pose[2]] as Vec3) : (rng.direction().map((x) => 4 * x) as Vec3);
      const direction = rng.direction().map((x, n) => x * (k % 4 === 0 ? 1 : 0.3) + pose[n] - origin[n]) as Vec3;
      const hits = lone.map((each) => each.rayCast(origin, direction)?.distance ?? Infinity);
      const hit = scene.rayCast(origin, direction);
      const smallest = Math.min(...hits);
      if (smallest === Infinity) expect(hit).toBeNull();
      else
        expect([hit?.distance, hits[hit?.part ?? 0]]).toEqual([
          expect.closeTo(smallest, 9),
          expect.closeTo(smallest, 9),
        ]);
    }
  });

  it('has its distance from a half-space', () => {
    const scene = sceneOf(
      halfspace(),
      Float64Array.of(0, 0, 0, 0, 0, 0, 1),
      mesh,
      Float64Array.of(0, 0, 3, 0, 0, 0, 1),
    );
    const [found] = scene.distances({ upTo: 50 });
    const lowest = Math.min(...parts(mesh).map(({ shape }) => shape.support([0, 0, -1])[2]));
    expect(found.distance).toBeCloseTo(3 + lowest, 9);
  });
});

describe('meshes on both targets', () => {
  it('give bitwise identical results', () => {
    const before = target();
    const mesh = ball(9);
    const other = ball(10, true);
    const answers = (['js', 'wasm'] as const).map((name) => {
      setTarget(name);
      const rng = new Rng(6);
      return Array.from({ length: 20 }, () => {
        const scene = new Scene({ margin: 10 });
        scene.add(mesh, poseWithin(rng, 1));
        scene.add(other, poseWithin(rng, 1));
        scene.add(anyShape(rng), poseWithin(rng, 2));
        const hit = scene.rayCast(rng.direction().map((x) => 5 * x) as Vec3, rng.direction());
        const found = scene
          .distances({ upTo: 10 })
          .map((each) => [each.distance, each.partA, each.partB, ...each.result.pointA]);
        return [hit?.distance, hit?.part, hit?.normal, found, [...scene.bodyIndex.store.boxes.subarray(0, 18)]];
      });
    });
    setTarget(before);
    expect(answers[0]).toEqual(answers[1]);
  });
});

describe('height fields', () => {
  const field = heightField([0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0], { columns: 4, rows: 3, spacing: 1 });
  it('are solid below their surface', () => {
    const at = (x: number, y: number, z: number): number | undefined => {
      const scene = new Scene();
      scene.add(field, {}, { static: true });
      scene.add(sphere(0.1), { position: [x, y, z] });
      return scene.distances({ upTo: 100 })[0]?.distance;
    };
    expect(at(1.2, -0.6, 1)).toBeCloseTo(0.9, 9);
    expect(at(-0.5, 0, 2)).toBeCloseTo(0.9, 9);
    expect(at(1.2, -0.6, 0)).toBeCloseTo(-0.1, 9);
    expect(at(-1, -0.5, -30)).toBeLessThan(0);
    expect(at(0, 0, -30)).toBeLessThan(0);
    expect(at(1.2, -0.6, -3)).toBeCloseTo(-3.1, 7);
    expect(at(4, 0, 0)).toBeCloseTo(4 - 1.5 - 0.1, 9);
  });

  it('agree with their columns, and are hit by rays', () => {
    const rng = new Rng(8);
    const rough = heightField(
      Array.from({ length: 36 }, () => rng.uniform(-0.3, 0.3)),
      { columns: 6, rows: 6, spacing: 0.5 },
    );
    const pose = poseWithin(rng, 1);
    for (let k = 0; k < 20; k++) {
      const shape = anyShape(rng, 0.4);
      const other = compose(pose, {
        position: [rng.uniform(-1.5, 1.5), rng.uniform(-1.5, 1.5), rng.uniform(-0.2, 1.5)],
      });
      const [found] = sceneOf(rough, pose, shape, other).distances({ upTo: 50 });
      const apart = leastOf(rough, pose, shape, other, distance);
      if (apart > 0) expect(found.distance).toBeCloseTo(apart, 7);
      // Depths differ from the depths in single columns, since the walls between columns are ignored.
      else expect([found.distance < 0, found.local]).toEqual([true, true]);
    }
    const scene = new Scene();
    scene.add(field, {});
    expect(scene.rayCast([1.2, -0.6, 5], [0, 0, -1])?.distance).toBeCloseTo(5, 9);
    expect(scene.rayCast([-0.5, 0, 5], [0, 0, -1])?.distance).toBeCloseTo(4, 7);
  });
});

describe('the JSON form', () => {
  it.each([dumbbell, ball(3, true), heightField([0, 1, 2, 3], { columns: 2, rows: 2, spacing: 0.5 })])(
    'of a $kind',
    (each) => {
      const again = assemblyFromJSON(JSON.parse(JSON.stringify(each)));
      expect([again.kind, again.partCount, again.boundingBox()]).toEqual([
        each.kind,
        each.partCount,
        each.boundingBox(),
      ]);
      expect(JSON.stringify(again)).toBe(JSON.stringify(each));
    },
  );
});

describe('scans', () => {
  const folder = new URL('../../../../../shared/data/ycb_raw/', import.meta.url);
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.obj')) : [];
  const generated = { name: 'a generated one (seed 24)', read: () => vase(24, 0.03) };
  const real = files.map((name) => ({ name, read: () => readFileSync(new URL(name, folder), 'utf8') }));
  it.each([generated, ...real])('$name is queried without repairs', ({ read }) => {
    const { vertices, triangles } = readObj(read())[0];
    const mesh = triangleMesh(vertices, triangles);
    const { min, max } = mesh.boundingBox();
    const middle = min.map((x, k) => (x + max[k]) / 2) as Vec3;
    const size = Math.hypot(...max.map((x, k) => x - min[k]));
    const rng = new Rng(1);
    const scene = new Scene({ margin: 1 });
    const body = scene.add(mesh, {});
    const probe = scene.add(sphere(0.01 * size), {});
    for (let k = 0; k < 15; k++) {
      const position = rng.direction().map((x, n) => middle[n] + x * size * rng.uniform(0.1, 0.8)) as Vec3;
      probe.setPose({ position });
      const found = scene.nearest(probe);
      let smallest = Infinity;
      for (let part = k; part < mesh.partCount; part += 7) {
        const corners = [0, 1, 2].map(
          (n) => [0, 1, 2].map((axis) => vertices[3 * triangles[3 * part + n] + axis]) as Vec3,
        );
        const lower = Math.hypot(...corners[0].map((x, n) => x - position[n])) - 0.05 * size;
        if (lower > smallest) continue;
        smallest = Math.min(
          smallest,
          distance(triangle(corners[0], corners[1], corners[2]), {}, sphere(0.01 * size), { position }).distance,
        );
      }
      expect(found?.distance).toBeLessThanOrEqual(smallest + 1e-9);
      const ray = scene.rayCast(position, middle.map((x, n) => x - position[n]) as Vec3, {
        filter: (each) => each === body,
      });
      if (ray) expect(collide(mesh.part(ray.part), {}, sphere(1e-6 * size), { position: ray.point })).toBe(true);
    }
    const twin = scene.add(mesh, { position: [0, 0, 1.2 * (max[2] - min[2])] });
    expect(scene.nearest(twin, { upTo: size })?.distance).toBeGreaterThan(0);
    twin.setPose({ position: [0, 0, 0.5 * (max[2] - min[2])] });
    expect(scene.collides(twin)).toBe(true);
    // The hulls of these scans contain the centers of their bounding boxes.
    const hull = convex(vertices);
    expect(collide(hull, {}, sphere(1e-9), { position: middle })).toBe(true);
  });
});
