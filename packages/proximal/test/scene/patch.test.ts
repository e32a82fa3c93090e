// The reduction of a contact patch to few points.
import { describe, expect, it } from 'vitest';
import { SlotList } from '../../src/broad/slot-list.ts';
import { convex } from '../../src/index.ts';
import { Patch } from '../../src/scene/patch/polygon.ts';
import { reduce } from '../../src/scene/patch/reduce.ts';
import { forAll } from '../for-all.ts';

describe('reduce', () => {
  it('keeps the deepest point and the three that span the largest area with it', () => {
    forAll({ seed: 9, cases: 50 }, (rng) => {
      const points = Array.from({ length: 9 }, (_, k) => {
        const angle = (2 * Math.PI * k) / 9 + rng.uniform(0, 0.5);
        return { u: 2 * Math.cos(angle), v: Math.sin(angle), gap: rng.uniform(), id: k };
      });
      const chosen = new SlotList();
      points.forEach((_, k) => void chosen.push(k));
      reduce(patchOf(points), 4, chosen);
      const kept = [...chosen.slots.subarray(0, chosen.count)].map((k) => points[k]);
      const deepest = points.reduce((p, q) => (q.gap < p.gap ? q : p));
      expect([kept.length, kept[0]]).toEqual([4, deepest]);
      const areaOf = (list: { u: number; v: number }[]): number => hullArea(list.map(({ u, v }) => [u, v]));
      let largestArea = 0;
      for (const p of points)
        for (const q of points) for (const r of points) largestArea = Math.max(largestArea, areaOf([deepest, p, q, r]));
      expect(areaOf(kept)).toBeCloseTo(largestArea, 9);
    });
  });
});

function patchOf(points: readonly { u: number; v: number; gap: number; id: number }[]): Patch {
  const patch = new Patch();
  for (const { u, v, gap, id } of points) patch.lift(patch.add(u, v, id), 0, gap);
  return patch;
}

type Place = readonly [number, number];

/** The area of the convex hull of points in the plane. */
function hullArea(points: Place[]): number {
  const hull = convex(points.map(([x, y]) => [x, y, 0]));
  const loop = hull.faceCount > 0 ? hull.face(0).map((k) => hull.vertex(k)) : [];
  let area = 0;
  loop.forEach(([x, y], k) => {
    const [s, t] = loop[(k + 1) % loop.length];
    area += x * t - y * s;
  });
  return Math.abs(area) / 2;
}
