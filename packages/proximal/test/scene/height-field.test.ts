// Height fields: contact normals point up, depths are measured below the surface, and rays traverse the grid.
import { describe, expect, it, vi } from 'vitest';
import { box, capsule, type Shape, sphere } from '../../src/index.ts';
import { compose, identity, type Pose, Rng, type Vec3 } from '../../src/math/index.ts';
import { compound, type HeightField, heightField, Scene } from '../../src/scene/index.ts';
import { forAll } from '../for-all.ts';
import { poseWithin } from './random.ts';

/** A height field of a plane with slope `rise` along x and y. */
function slope(rise: readonly [number, number], count = 12, spacing = 0.25): HeightField {
  const at = (k: number): number => (k - (count - 1) / 2) * spacing;
  const heights = Array.from(
    { length: count * count },
    (_, k) => rise[0] * at(k % count) + rise[1] * at(Math.floor(k / count)),
  );
  return heightField(heights, { columns: count, rows: count, spacing });
}

/** A rotation from z to the normal of the slope. */
function upright(normal: Vec3): readonly number[] {
  const [x, y, z] = normal;
  const size = Math.hypot(-y, x, 0, 1 + z);
  return [-y / size, x / size, 0, (1 + z) / size];
}

const slopes: readonly [string, readonly [number, number]][] = [
  ['flat', [0, 0]],
  ['sloped', [0.5, -0.3]],
  ['steep', [-1.5, 0.2]],
];

describe.each(slopes)('on a field that is %s', (_name, rise) => {
  const field = slope(rise);
  const size = Math.hypot(rise[0], rise[1], 1);
  const normal: Vec3 = [-rise[0] / size, -rise[1] / size, 1 / size];
  const world = poseWithin(new Rng(4), 1);
  const up = compose({ rotation: world.subarray(3) }, { position: normal });

  /** A scene of the field and a shape whose origin is `height` above a point of the plane, along the normal; the field is first or second. */
  function sceneOf(shape: Shape, place: readonly number[], height: number, isFirst: boolean, margin = 0.01): Scene {
    const scene = new Scene({ margin });
    const [x, y] = place;
    const position = [x, y, rise[0] * x + rise[1] * y].map((each, k) => each + height * normal[k]) as Vec3;
    const pose = compose(world, { position, rotation: upright(normal) });
    const bodies: [HeightField | Shape, Pose][] = [
      [field, world],
      [shape, pose],
    ];
    for (const [each, at] of isFirst ? bodies : bodies.reverse()) scene.add(each, at);
    return scene;
  }

  it.each([0.05, 0, -0.004])('a box that is %f deep has contacts along the normal, one at each corner', (depth) => {
    for (const isFirst of [true, false]) {
      for (const place of [
        [0.1, 0.05],
        [0, 0],
        [-0.24, 0.3],
      ]) {
        const manifolds = sceneOf(box(0.3, 0.4, 0.2), place, 0.2 - depth, isFirst).contacts();
        expect(manifolds.length).toBeGreaterThan(3);
        for (const manifold of manifolds) {
          const along = [0, 1, 2].map((k) => (isFirst ? 1 : -1) * manifold.normal[k] * up[k]);
          expect(along[0] + along[1] + along[2]).toBeCloseTo(1, 9);
          expect(manifold.distance).toBeCloseTo(Math.min(...manifold.points.map(({ gap }) => gap)), 9);
          expect(manifold.local).toBe(manifold.distance < 0);
          // The overlap with a column at a side of the box may be smaller than with the columns below the box.
          expect(manifold.distance).toBeGreaterThan(-depth - 1e-8);
        }
        expect(Math.min(...manifolds.map(({ distance }) => distance))).toBeCloseTo(-depth, 8);
        // The corners of the box's face are among the points.
        const points = manifolds.flatMap(({ points: each }) =>
          each.map(({ pointA, pointB }) => (isFirst ? pointB : pointA)),
        );
        const middle = compose(world, {
          position: [place[0], place[1], rise[0] * place[0] + rise[1] * place[1]].map(
            (each, k) => each - depth * normal[k],
          ) as Vec3,
          rotation: upright(normal),
        });
        for (const corner of [-1, 1].flatMap((x) => [-1, 1].map((y): Vec3 => [0.3 * x, 0.4 * y, 0]))) {
          const wanted = compose(middle, { position: corner });
          const smallest = Math.min(...points.map((p) => Math.hypot(...p.map((x, k) => x - wanted[k]))));
          expect(smallest).toBeLessThan(1e-7);
        }
      }
    }
  });

  it.each([0.02, 0.3])('a ball that is %f deep has its depth below the surface', (depth) => {
    for (const place of [
      [0.13, 0.07],
      [0, 0],
    ]) {
      const manifolds = sceneOf(sphere(0.1), place, 0.1 - depth, true).contacts();
      const deepest = manifolds.reduce((p, q) => (q.depth > p.depth ? q : p));
      expect(deepest.depth).toBeCloseTo(depth, 7);
      for (const { normal: found, local } of manifolds) {
        expect(found[0] * up[0] + found[1] * up[1] + found[2] * up[2]).toBeCloseTo(1, 9);
        expect(local).toBe(true);
      }
    }
  });
});

describe('a height field', () => {
  it('has only upward contacts with a body that penetrates a column', () => {
    const scene = new Scene({ margin: 0.05 });
    scene.add(slope([0, 0]), {});
    // Its side is 0.02 m from the wall of the next column.
    scene.add(box(0.105, 0.08, 0.1), { position: [0, 0, 0.05] });
    const manifolds = scene.contacts();
    expect(manifolds.length).toBeGreaterThan(0);
    for (const { normal } of manifolds) expect(normal).toEqual([0, 0, 1]);
  });

  it('does not overestimate the depth of a large box on a ridge', () => {
    const scene = new Scene();
    scene.add(heightField([0, 0, 0, 1, 1, 1, 0, 0, 0], { columns: 3, rows: 3, spacing: 1 }), {});
    scene.add(box(0.8, 0.8, 0.5), { position: [0, 0, 1.45] });
    const manifolds = scene.contacts();
    expect(manifolds.length).toBeGreaterThan(1);
    // 0.05 below the ridge: a flat bottom is separated straight up, between the normals of the two slopes.
    for (const { depth, normal } of manifolds) {
      expect(depth).toBeCloseTo(0.05, 7);
      expect(normal[2]).toBeCloseTo(1, 9);
    }
  });

  it('has contacts with each part of a compound', () => {
    const scene = new Scene();
    scene.add(slope([0, 0]), {});
    const feet = compound([0.4, -0.4].map((x) => ({ shape: capsule(0.1, 0.2), pose: { position: [x, 0, 0] } })));
    scene.add(feet, { position: [0, 0, 0.28] });
    for (const { normal } of scene.contacts()) expect(normal).toEqual([0, 0, 1]);
    expect(new Set(scene.contacts().map(({ partB }) => partB)).size).toBe(2);
  });

  it('has the distance of the nearest column, and no distance beyond the bound', () => {
    const random = new Rng(9);
    const heights = Array.from({ length: 30 * 20 }, () => random.uniform(0, 0.5));
    const field = heightField(heights, { columns: 30, rows: 20, spacing: 0.3 });
    const scene = new Scene();
    scene.add(field, {});
    const probe = scene.add(sphere(0.05), {});
    forAll({ seed: 9, cases: 12, tries: 200 }, (rng) => {
      const place: Vec3 = [rng.uniform(-6, 6), rng.uniform(-4, 4), rng.uniform(0.6, 3)];
      probe.setPose({ position: place });
      const smallest = scene.nearest(probe)?.distance ?? Number.NaN;
      const each = new Scene();
      for (let part = 0; part < field.partCount; part++) each.add(field.part(part), {}, { mask: 2 });
      const alone = each.add(sphere(0.05), { position: place }, { group: 2 });
      expect(smallest).toBeCloseTo(each.nearest(alone)?.distance ?? -1, 8);
      expect(scene.nearest(probe, { upTo: smallest - 1e-6 })).toBeNull();
      expect(scene.collides(probe, { margin: smallest + 1e-6 })).toBe(true);
      expect(scene.collides(probe, { margin: smallest - 1e-6 })).toBe(false);
    });
  });
});

describe('rays against a height field', () => {
  const random = new Rng(12);
  const heights = Array.from({ length: 9 * 7 }, () => random.uniform(-0.4, 0.6));
  const field = heightField(heights, { columns: 9, rows: 7, spacing: 0.5 });
  const pose = poseWithin(random, 1);
  const scene = new Scene();
  scene.add(field, pose);

  it('hit where the nearest column is hit', () => {
    const columns = Array.from({ length: field.partCount }, (_, k) => {
      const lone = new Scene();
      lone.add(field.part(k), pose);
      return lone;
    });
    let hits = 0;
    forAll({ seed: 12, cases: 60 }, (rng, index) => {
      const from: Vec3 = [rng.uniform(-3, 3), rng.uniform(-3, 3), index % 5 === 0 ? 2 : rng.uniform(-1, 2)];
      const motion = index % 5 === 0 ? [0, 0, -1] : rng.direction();
      const origin = [...compose(pose, { position: from }).subarray(0, 3)] as Vec3;
      const turned = compose({ rotation: pose.subarray(3) }, { position: motion as Vec3 });
      const direction: Vec3 = [turned[0], turned[1], turned[2]];
      const hit = scene.rayCast(origin, direction);
      const each = columns.map((lone) => lone.rayCast(origin, direction)?.distance ?? Infinity);
      const smallest = Math.min(...each);
      if (smallest === Infinity) {
        expect(hit).toBeNull();
        return;
      }
      hits++;
      expect(hit?.distance).toBeCloseTo(smallest, 6);
      expect(each[hit?.part ?? 0]).toBeCloseTo(smallest, 6);
      expect(hit?.status).toBe(smallest === 0 ? 'overlapping' : 'touching');
    });
    expect(hits).toBeGreaterThan(20);
  });

  it('visit only the grid cells along their path', () => {
    const large = heightField(new Float64Array(1000 * 1000), { columns: 1000, rows: 1000, spacing: 0.1 });
    const wide = new Scene();
    wide.add(large, identity());
    const part = vi.spyOn(large, 'part');
    forAll({ seed: 13, cases: 200 }, (rng) => {
      const hit = wide.rayCast([rng.uniform(-40, 40), rng.uniform(-40, 40), 1], [rng.uniform(-5, 5), 3, -1]);
      expect(hit?.normal[2]).toBeCloseTo(1, 15);
      expect(hit?.point[2]).toBeCloseTo(0, 12);
    });
    expect(wide.rayCast([0, 0, 1], [1, 2, 0.01])).toBeNull();
    // A ray that hits a wall from outside, and one that starts in the ground.
    expect(wide.rayCast([60, 0, -1], [-1, 0, 0])).toMatchObject({ normal: [1, 0, 0], status: 'touching' });
    expect(wide.rayCast([6, 0, -1], [-1, 0, 0])).toMatchObject({
      distance: 0,
      normal: [1, 0, 0],
      status: 'overlapping',
    });
    // No shape was built for a column.
    expect(part).not.toHaveBeenCalled();
  });
});
