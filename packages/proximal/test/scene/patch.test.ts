// The parts of a contact patch: the overlap of two polygons, and its reduction to few points.
import { describe, expect, it } from 'vitest';
import { SlotList } from '../../src/broad/slot-list.ts';
import { convex } from '../../src/index.ts';
import { overlap } from '../../src/scene/patch/clip.ts';
import { Patch, PatchPolygon } from '../../src/scene/patch/polygon.ts';
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

describe('overlap', () => {
  it('of random polygons is exactly their intersection', () => {
    forAll({ seed: 12, cases: 60 }, (rng) => {
      const polygon = (): Place[] => {
        const n = 3 + rng.index(5);
        const [u, v] = [rng.uniform(-1, 1), rng.uniform(-1, 1)];
        return Array.from({ length: n }, (_, k) => {
          const angle = (2 * Math.PI * (k + rng.uniform(0, 0.8))) / n;
          return [u + Math.cos(angle), v + Math.sin(angle)] as const;
        });
      };
      const [a, b] = [polygon(), polygon()];
      const common = new PatchPolygon();
      overlap(polygonOf(a), polygonOf(b), 1, common);
      const both = Array.from({ length: common.count }, (_, k) => [common.u[k], common.v[k]] as const);
      for (let k = 0; k < 200; k++) {
        const place = [rng.uniform(-2, 2), rng.uniform(-2, 2)] as const;
        const expected = isInside(place, a) && isInside(place, b);
        expect(both.length > 2 && isInside(place, both)).toBe(expected);
      }
    });
  });
});

type Place = readonly [number, number];

function polygonOf(points: readonly Place[]): PatchPolygon {
  const polygon = new PatchPolygon();
  points.forEach(([u, v], k) => void polygon.add(u, v, k));
  return polygon;
}

function patchOf(points: readonly { u: number; v: number; gap: number; id: number }[]): Patch {
  const patch = new Patch();
  for (const { u, v, gap, id } of points) patch.lift(patch.add(u, v, id), 0, gap);
  return patch;
}

function isInside([x, y]: Place, polygon: readonly Place[]): boolean {
  return polygon.every(([u, v], k) => {
    const [s, t] = polygon[(k + 1) % polygon.length];
    return (s - u) * (y - v) - (t - v) * (x - u) >= 0;
  });
}

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
