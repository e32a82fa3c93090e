// Distances, nearest bodies and collisions of scenes, and the lifetime of pairs.
import { describe, expect, it } from 'vitest';
import { box, distance, halfspace, signedDistance, sphere } from '../../src/index.ts';
import { Rng } from '../../src/math/index.ts';
import { type Body, Scene } from '../../src/scene/index.ts';
import { forAll } from '../for-all.ts';
import { anyShape, poseWithin } from './random.ts';

function randomScene(rng: Rng, count: number, margin: number): Scene {
  const scene = new Scene({ margin });
  for (let k = 0; k < count; k++) scene.add(anyShape(rng), poseWithin(rng, 2.5));
  return scene;
}

/** The signed distance of two convex bodies. */
function apart(a: Body, b: Body): number {
  return signedDistance(a.shape as ReturnType<typeof box>, a.pose, b.shape as ReturnType<typeof box>, b.pose).distance;
}

describe('distances()', () => {
  it.each([0, 0.2, 1])('equal the distances of all pairs, within the scene’s margin or beyond it, upTo %s', (upTo) => {
    forAll({ seed: 1, cases: 5, tries: 300 }, (rng) => {
      const scene = randomScene(rng, 25, 0.2);
      const { bodies } = scene;
      const expected = bodies.flatMap((a) =>
        bodies.filter((b) => b.id > a.id && apart(a, b) <= upTo).map((b) => `${a.id}-${b.id}`),
      );
      const found = scene.distances({ upTo });
      expect(found.map(({ a, b }) => `${a.id}-${b.id}`)).toEqual(expected);
      for (const { a, b, distance, result, local } of found) {
        expect(distance).toBeCloseTo(apart(a, b), 8);
        expect([result.distance, local]).toEqual([distance, false]);
      }
    });
  });

  it('decide which pairs collide at a margin', () => {
    const scene = new Scene();
    scene.add(sphere(1), {});
    scene.add(sphere(1), { position: [2.5, 0, 0] });
    expect(scene.distances()).toEqual([]);
    expect(scene.distances({ upTo: 1 }).map(({ distance, collides }) => [distance, collides])).toEqual([[0.5, false]]);
    expect(scene.distances({ upTo: 1, margin: 0.5 })[0].collides).toBe(true);
  });
});

describe('nearest()', () => {
  it('is the least signed distance of all', () => {
    forAll({ seed: 2, cases: 8, tries: 300 }, (rng, index) => {
      const scene = randomScene(rng, index < 4 ? 8 : 30, 0);
      for (const body of scene.bodies) {
        const others = scene.bodies.filter((other) => other !== body);
        const smallest = Math.min(
          ...others.map((other) => (body.id < other.id ? apart(body, other) : apart(other, body))),
        );
        expect(scene.nearest(body)?.distance).toBeCloseTo(smallest, 8);
        if (smallest > 0.1) expect(scene.nearest(body, { upTo: smallest - 0.05 })).toBeNull();
      }
    });
  });

  it('finds a body that is far away, and half-spaces', () => {
    const scene = new Scene();
    const a = scene.add(sphere(1), { position: [0, 0, 1000] });
    expect(scene.nearest(a)).toBeNull();
    scene.add(halfspace(), {});
    expect(scene.nearest(a)?.distance).toBe(999);
    const b = scene.add(sphere(1), { position: [500, 0, 1000] });
    expect([scene.nearest(a)?.b, scene.nearest(a)?.other, scene.nearest(b)?.other]).toEqual([b, b, a]);
  });
});

describe('collides()', () => {
  it('is true as soon as anything collides', () => {
    const scene = new Scene();
    expect(scene.collides()).toBe(false);
    const a = scene.add(box(1, 1, 1), {});
    const b = scene.add(box(1, 1, 1), { position: [2.1, 0, 0] });
    expect([scene.collides(), scene.collides(a), scene.collides(b)]).toEqual([false, false, false]);
    expect([scene.collides(undefined, { margin: 0.2 }), scene.collides(b, { margin: 0.2 })]).toEqual([true, true]);
    // Touching is collision.
    b.setPose({ position: [2, 0, 0] });
    expect([scene.collides(), scene.collides(a), scene.collisions().length]).toEqual([true, true, 1]);
    a.remove();
    expect([scene.collides(), scene.collides(b)]).toEqual([false, false]);
  });

  it('agrees with distance() for bodies that rest, move apart and come back', () => {
    const rng = new Rng(7);
    const scene = randomScene(new Rng(8), 30, 0.1);
    for (let step = 0; step < 15; step++) {
      for (const body of scene.bodies) {
        const { pose } = body;
        for (let k = 0; k < 3; k++) pose[k] += rng.uniform(-0.1, 0.1);
        body.setPose(pose);
      }
      const found = new Set(scene.collisions().map(({ a, b }) => `${a.id}-${b.id}`));
      for (const a of scene.bodies) {
        for (const b of scene.bodies) {
          if (a.id >= b.id) continue;
          const between = distance(
            a.shape as ReturnType<typeof box>,
            a.pose,
            b.shape as ReturnType<typeof box>,
            b.pose,
          );
          const label = `seeds 7 and 8, step ${step}, bodies ${a.id} and ${b.id}`;
          if (between.distance > 1e-9) expect(found.has(`${a.id}-${b.id}`), label).toBe(false);
          if (between.status === 'overlapping') expect(found.has(`${a.id}-${b.id}`), label).toBe(true);
        }
      }
    }
  });
});

describe('the filter', () => {
  it('is called once while bodies stay near, for all queries', () => {
    const filtered: string[] = [];
    const scene = new Scene({
      margin: 0.1,
      filter: (a, b) => {
        filtered.push(`${a.id}-${b.id}`);
        return b.id === 1;
      },
    });
    const a = scene.add(sphere(1), {});
    scene.add(sphere(1), { position: [2, 0, 0] });
    scene.add(sphere(1), { position: [-2, 0, 0] });
    for (let step = 0; step < 3; step++) {
      a.setPose({ position: [0, 0.01 * step, 0] });
      expect(scene.pairs().length).toBe(1);
      expect([scene.collides(a, { margin: 0.2 }), scene.nearest(a)?.other.id]).toEqual([true, 1]);
      expect(scene.collisions({ margin: 1 }).map(({ b }) => b.id)).toEqual([1]);
    }
    expect(filtered.sort()).toEqual(['0-1', '0-2']);
  });
});

describe('the warm start of a pair', () => {
  it('is kept exactly as long as the bodies stay near', () => {
    const scene = new Scene({ margin: 0.1 });
    const a = scene.add(box(1, 1, 1), {});
    const b = scene.add(sphere(1), { position: [2.05, 0, 0] });
    const [first] = scene.pairs();
    const { pair } = first;
    expect([first.a, first.b, pair?.a, pair?.b]).toEqual([a, b, a.shape, b.shape]);
    b.setPose({ position: [2.02, 0.1, 0] });
    expect(scene.pairs()[0]).toBe(first);
    expect(first.pair).toBe(pair);
    b.setPose({ position: [5, 0, 0] });
    expect([scene.pairs().length, first.isNear]).toEqual([0, false]);
    b.setPose({ position: [2.05, 0, 0] });
    const [again] = scene.pairs();
    expect([again === first, again.isNear]).toEqual([false, true]);
    expect(again.pair).not.toBe(pair);
  });

  it('is dropped when a shape changes, and belongs to no other pair', () => {
    const scene = new Scene({ margin: 0.1 });
    scene.add(box(1, 1, 1), {});
    const b = scene.add(sphere(1), { position: [2, 0, 0] });
    const [first] = scene.pairs();
    b.setShape(sphere(1.05));
    const [second] = scene.pairs();
    expect([first.isNear, second.isNear, second.pair?.b]).toEqual([false, true, b.shape]);
    b.remove();
    // The slot of a removed body is reused; nothing of the old pair may be left.
    scene.update();
    const c = scene.add(sphere(1), { position: [2, 0, 0] });
    const [third] = scene.pairs();
    expect([c.slot, third.b, third === second, second.isNear]).toEqual([b.slot, c, false, false]);
  });

  it('is removed from the pair table with a body', () => {
    const scene = new Scene({ margin: 1 });
    scene.add(box(1, 1, 1), {});
    for (let k = 0; k < 20; k++) {
      const body = scene.add(box(1, 1, 1), { position: [2.5 * (k % 2 === 0 ? 1 : -1), 0, 0] });
      expect(scene.collisions()).toEqual([]);
      const { table } = scene.bodyIndex;
      expect(table.nearCount).toBe(1);
      body.remove();
      scene.update();
      expect([table.count, table.bodyPairs.length]).toEqual([0, 0]);
    }
  });
});

describe('poses', () => {
  it('that are invalid are rejected without changing state', () => {
    const scene = new Scene();
    const body = scene.add(sphere(1), { position: [1, 2, 3] });
    const before = body.pose;
    const broken = [
      { position: [0, Number.NaN, 0] },
      { position: [0, 0, 1], rotation: [0, 0, 0, 0] },
      Float64Array.of(0, 0, Number.POSITIVE_INFINITY, 0, 0, 0, 1),
      Float64Array.of(0, 0, 0, Number.NaN, 0, 0, 1),
    ];
    for (const pose of broken) {
      expect(() => body.setPose(pose)).toThrow(/Body\.setPose: pose/);
      expect(() => scene.add(sphere(1), pose)).toThrow(/Scene\.add: pose/);
      expect(body.pose).toEqual(before);
    }
    expect(scene.bodies).toEqual([body]);
  });

  it('of removed bodies can be set, without effect', () => {
    const scene = new Scene();
    const body = scene.add(sphere(1), {});
    body.remove();
    body.remove();
    body.setPose({ position: [1, 0, 0] });
    expect([scene.pairs(), scene.bodies, body.scene]).toEqual([[], [], null]);
    expect(() => scene.nearest(body)).toThrow('Scene.nearest: body is a Body; give a body that scene.add() returned');
    expect(() => body.setShape(sphere(2))).toThrow('Body.setShape: body 0 was removed');
  });
});
