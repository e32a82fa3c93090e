// Scenes in the plane, compared with queries of every body.
import { describe, expect, it } from 'vitest';
import {
  type Body,
  box,
  certifySceneImpact,
  circle,
  collide,
  distance,
  halfplane,
  rayCast,
  Scene,
  timeOfImpact,
} from '../../src/2d/index.ts';
import type { Rng } from '../../src/math/index.ts';
import { forAll } from '../for-all.ts';
import { randomShape } from './random.ts';

const randomPlace = (rng: Rng, size: number): Float64Array => {
  const angle = rng.uniform(0, 2 * Math.PI);
  return Float64Array.of(rng.uniform(-size, size), rng.uniform(-size, size), Math.cos(angle), Math.sin(angle));
};

/** A scene after random additions, moves and removals. */
function randomScene(rng: Rng): Scene {
  const scene = new Scene();
  const count = 2 + rng.index(60);
  for (let k = 0; k < count; k++) {
    scene.add(rng.uniform() < 0.03 ? halfplane() : randomShape(rng, 0.5), randomPlace(rng, 6), {
      static: rng.uniform() < 0.2,
      group: 1 << rng.index(3),
    });
    if (rng.uniform() < 0.2) scene.collides({ shape: circle(1), pose: randomPlace(rng, 6) });
    const { bodies } = scene;
    if (rng.uniform() < 0.2) bodies[rng.index(bodies.length)].remove();
    if (bodies.length > 0 && rng.uniform() < 0.3) bodies[rng.index(bodies.length)].setPose(randomPlace(rng, 6));
  }
  return scene;
}

/** Two half-planes are not compared. */
const isComparable = (a: { shape: { isBounded: boolean } }, b: Body): boolean => a.shape.isBounded || b.shape.isBounded;

describe('Scene', () => {
  it('finds the same collisions as a comparison of all pairs', () => {
    let total = 0;
    forAll({ seed: 21, cases: 60 }, (rng) => {
      const scene = randomScene(rng);
      const margin = rng.uniform() < 0.5 ? 0 : rng.uniform(0, 0.5);
      const { bodies } = scene;
      const expected = bodies.flatMap((a, k) =>
        bodies
          .slice(k + 1)
          .filter((b) => isComparable(a, b) && !(a.static && b.static))
          .filter((b) => collide(a.shape, a.pose, b.shape, b.pose, { margin }))
          .map((b) => [a.id, b.id]),
      );
      expect(scene.collisions({ margin }).map(([a, b]) => [a.id, b.id])).toEqual(expected);
      total += expected.length;
    });
    expect(total).toBeGreaterThan(500);
  });

  it('answers collides, nearest and rayCast like queries of every body', () => {
    forAll({ seed: 22, cases: 150 }, (rng) => {
      const scene = randomScene(rng);
      const placed = { shape: randomShape(rng, 0.5), pose: randomPlace(rng, 8) };
      const mask = rng.uniform() < 0.5 ? 0xffffffff : 1 + rng.index(7);
      const chosen = scene.bodies.filter(({ group }) => (group & mask) !== 0);
      const touches = chosen.some((body) => collide(placed.shape, placed.pose, body.shape, body.pose));
      expect(scene.collides(placed, { mask })).toBe(touches);
      const distances = chosen.map((body) => distance(placed.shape, placed.pose, body.shape, body.pose).distance);
      const least = Math.min(...distances);
      const nearest = scene.nearest(placed, { mask });
      if (chosen.length === 0) expect(nearest).toBeNull();
      else expect(nearest?.distance).toBeCloseTo(least, 7);
      if (least > 0.1 && least < 1e6) expect(scene.nearest(placed, { mask, upTo: 0.9 * least })).toBeNull();
      const [origin, direction] = [randomPlace(rng, 6).subarray(0, 2), randomPlace(rng, 1).subarray(0, 2)];
      const entries = chosen.map((body) => rayCast(body.shape, body.pose, origin, direction).distance);
      const hit = scene.rayCast(origin, direction, { mask });
      if (hit) expect(Math.abs(hit.distance - Math.min(...entries))).toBeLessThan(1e-7);
      else expect(Math.min(...entries, Infinity)).toBe(Infinity);
    });
  });

  it('finds the first impact of a moving shape, with a proof for all bodies', () => {
    const counts = { hits: 0, free: 0 };
    forAll({ seed: 23, cases: 300 }, (rng) => {
      const scene = randomScene(rng);
      const placed = { shape: randomShape(rng, 0.3), pose: randomPlace(rng, 6) };
      const motion = {
        linear: [rng.uniform(-3, 3), rng.uniform(-3, 3)],
        angular: rng.uniform(-5, 5),
        axes: rng.uniform() < 0.5 ? ('body' as const) : ('world' as const),
      };
      const impact = scene.timeOfImpact(placed, motion);
      const times = scene.bodies.map((body) => timeOfImpact(placed, motion, body, {}).time);
      expect(Math.abs(impact.time - Math.min(1, ...times))).toBeLessThan(1e-6);
      expect(certifySceneImpact(scene, placed, motion, impact).valid).toBe(true);
      if (impact.hit) counts.hits++;
      else counts.free++;
      if (impact.time === 0) return;
      // The proof is refused after a body is added where the shape starts, which the proof does not cover, and also if the entries
      // for the bodies near the motion are left out.
      const added = scene.add(placed.shape, placed.pose);
      expect(certifySceneImpact(scene, placed, motion, impact).valid).toBe(false);
      added.remove();
      expect(certifySceneImpact(scene, placed, motion, { ...impact, proofs: [] }).valid).toBe(
        impact.proofs.length === 0,
      );
    });
    expect(Math.min(counts.hits, counts.free)).toBeGreaterThan(50);
  });

  it('keeps bodies by ids, and removes them everywhere', () => {
    const scene = new Scene();
    const first = scene.add(box(1, 1), {}, { name: 'first', userData: 7 });
    const second = scene.add(box(1, 1), { position: [1, 0] });
    expect([first.name, first.userData, scene.body(1)]).toEqual(['first', 7, second]);
    expect(scene.collides(first)).toBe(true);
    expect(scene.nearest(first)?.body).toBe(second);
    second.remove();
    second.remove();
    expect([scene.collides(first), scene.nearest(first), scene.bodies.length, second.scene]).toEqual([
      false,
      null,
      1,
      null,
    ]);
    const third = scene.add(circle(1), { position: [5, 0] });
    expect([third.id, scene.nearest(first)?.distance]).toEqual([2, expect.closeTo(3, 9)]);
    third.setPose({ position: [2, 0] });
    expect(scene.collisions()).toEqual([[first, third]]);
    expect(() => scene.collides(second)).toThrow('Scene.collides: placed is');
  });
});
