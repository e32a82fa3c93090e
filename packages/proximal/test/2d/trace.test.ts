// The steps of a trace: of GJK, of the expanding polygon after it, and of growth distances.
import { afterAll, describe, expect, it } from 'vitest';
import {
  box,
  circle,
  collide,
  distance,
  ellipse,
  type GrowthStep,
  growthDistance,
  Pair,
  polygon,
  rounded,
  type Shape,
  setTarget,
  signedDistance,
  supportBatch,
  type TraceStep,
  target,
  type Vec2,
} from '../../src/2d/index.ts';
import { forAll } from '../for-all.ts';
import { Rng, randomPair } from './random.ts';

const own = target();
afterAll(() => setTarget(own));

const a = polygon([
  [0, 0],
  [2, 0],
  [2, 1],
  [0, 1],
]);
const pose = Float64Array.of(5, 3, 0.6, 0.8);
const tilted = { position: [1, 0.4], angle: 0.3 } as const;

/** Copies of the steps of a query. */
function steps<Step = TraceStep>(runQuery: (trace: (step: Step) => void) => unknown): Step[] {
  const list: Step[] = [];
  runQuery((step) => list.push(structuredClone(step)));
  return list;
}

const dot = (u: Vec2, v: Vec2): number => u[0] * v[0] + u[1] * v[1];
const last = <Item>(list: readonly Item[]): Item => list[list.length - 1];
const sorted = (list: readonly number[]): number[] => [...list].sort((x, y) => x - y);

/** The support value of the difference of the whole shapes along d, in A's frame. */
function reach(a: Shape, b: Shape, poseB: { position: readonly number[]; angle: number }, d: Vec2): number {
  const [c, s] = [Math.cos(poseB.angle), Math.sin(poseB.angle)];
  const pointA = supportBatch(a, Float64Array.from(d));
  const pointB = supportBatch(b, Float64Array.of(-(c * d[0] + s * d[1]), -(c * d[1] - s * d[0])));
  const inA: Vec2 = [
    c * pointB[0] - s * pointB[1] + poseB.position[0],
    s * pointB[0] + c * pointB[1] + poseB.position[1],
  ];
  return dot(d, [pointA[0], pointA[1]]) - dot(d, inA);
}

describe('trace', () => {
  it('shows bounds that converge to the distance, one step per iteration', () => {
    const plain = distance(a, {}, box(1, 1), pose);
    const list = steps((trace) => {
      const traced = distance(a, {}, box(1, 1), pose, { trace });
      expect(traced.distance).toBe(plain.distance);
      expect(traced.iterations).toBe(plain.iterations);
    });
    expect(list.map(({ iteration }) => iteration)).toEqual(list.map((_, k) => k + 1));
    expect(list.length).toBe(plain.iterations);
    for (const { phase, polygon: corners, lower, upper, point, direction, support, size } of list) {
      expect([phase, corners]).toEqual(['gjk', []]);
      expect(lower).toBeLessThanOrEqual(plain.distance + 1e-12);
      expect(upper).toBeGreaterThanOrEqual(plain.distance - 1e-12);
      expect(Math.hypot(...direction)).toBeCloseTo(1, 12);
      expect(-dot(direction, support)).toBeCloseTo(lower, 12);
      if (size > 0) expect(Math.hypot(...point)).toBeCloseTo(upper, 12);
    }
    expect(last(list).gap).toBeLessThan(1e-9);
  });

  it('gives the barycode that chose each simplex: 4, 5, 6 or 7, never 1 to 3', () => {
    const count = new Map<number, number>();
    forAll({ seed: 7, cases: 2000 }, (rng) => {
      const { a: first, poseA, b: second, poseB } = randomPair(rng);
      const list = steps((trace) => distance(first, poseA, second, poseB, { trace }));
      list.forEach(({ barycode, simplex, size, phase }, i) => {
        count.set(barycode, (count.get(barycode) ?? 0) + 1);
        const before = list[i - 1];
        if (phase === 'epa' || before?.size !== 2) {
          expect(barycode).toBe(0);
          return;
        }
        const [newer, older] = before.simplex;
        expect([4, 5, 6, 7]).toContain(barycode);
        expect(barycode === 7).toBe(size === 3);
        // 5 drops the older end of the edge, and 6 the newer one.
        if (barycode === 5) expect(simplex).not.toContainEqual(older);
        if (barycode === 6) expect(simplex).not.toContainEqual(newer);
        if (size < 3) expect(simplex[0]).toEqual(before.support);
      });
    });
    expect([...count.keys()].sort()).toEqual([0, 4, 5, 6, 7]);
  });

  it('ends an overlap with the triangle around the origin', () => {
    for (const [runQuery, least] of [
      [distance, 0],
      [signedDistance, -Infinity],
    ] as const) {
      const list = steps((trace) => runQuery(a, {}, box(1, 1), tilted, { trace }));
      const { size, simplex, lower, upper } = last(list.filter(({ phase }) => phase === 'gjk'));
      expect([size, lower, upper]).toEqual([3, least, 0]);
      const sides = simplex.map(([x, y], k) => x * simplex[(k + 1) % 3][1] - y * simplex[(k + 1) % 3][0]);
      expect(new Set(sides.map(Math.sign)).size).toBe(1);
    }
  });

  it('traces Boolean queries and pairs, from the first step in each query', () => {
    expect(steps((trace) => collide(a, {}, ellipse(1, 0.5), pose, { trace })).length).toBeGreaterThan(0);
    const list: number[] = [];
    const pair = new Pair(a, box(1, 1), { trace: ({ iteration }) => list.push(iteration) });
    pair.distance({}, pose);
    pair.distance({}, pose);
    expect(list.filter((iteration) => iteration === 1).length).toBe(2);
    // Growth queries pass their steps only to the trace of setGrowth, other queries only to the trace of the pair.
    const shown: number[] = [];
    list.length = 0;
    pair.growthDistance({}, pose);
    pair.setGrowth({ trace: ({ iteration }) => shown.push(iteration) });
    pair.growthDistance({}, pose);
    expect(list).toEqual([]);
    expect(shown).toEqual(shown.map((_, k) => k + 1));
    expect(shown.length).toBe(pair.growthResult.iterations);
    pair.signedDistance({}, pose);
    expect([list.length > 0, shown.length]).toEqual([true, pair.growthResult.iterations]);
  });
});

describe('the steps of the expanding polygon', () => {
  const cases: [string, Shape, Shape][] = [
    ['polygons', a, box(1, 1)],
    ['ellipses', ellipse(2, 1), ellipse(1, 0.5)],
    ['rounded shapes', rounded(a, 0.2), circle(0.3)],
  ];

  it.each(cases)('of %s have monotone bounds, and end with the bounds of the answer', (_name, first, second) => {
    const answer = signedDistance(first, {}, second, tilted);
    const all = steps((trace) => expect(signedDistance(first, {}, second, tilted, { trace })).toEqual(answer));
    const radii = first.radius + second.radius;
    const list = all.filter(({ phase }) => phase === 'epa');
    expect(all.map(({ iteration }) => iteration)).toEqual(all.map((_, k) => k + 1));
    expect(list.length).toBeGreaterThan(1);
    expect(all.slice(-list.length)).toEqual(list);
    expect([last(list).lower - radii, last(list).upper - radii]).toEqual([answer.lower, answer.upper]);
    const uppers = list.map(({ upper }) => upper);
    expect(uppers).toEqual(sorted(uppers).reverse());
    // The last lower bound is from the support line of the nearest edge; it may be less than an earlier one, by at most the tolerance.
    const lowers = list.map(({ lower }) => lower).slice(0, -1);
    expect(lowers).toEqual(sorted(lowers));
    expect(last(list).lower).toBeGreaterThan(Math.max(...lowers) - 1e-8);
  });

  it.each(cases)('of %s are points of the difference', (_name, first, second) => {
    const list = steps((trace) => signedDistance(first, {}, second, tilted, { trace }));
    const radii = first.radius + second.radius;
    const grown = list.filter(({ phase }) => phase === 'epa');
    grown.forEach(({ simplex, size, direction, support, point, polygon: corners, upper }, k) => {
      expect(size).toBe(2);
      expect(dot(direction, support)).toBeCloseTo(reach(first, second, tilted, direction) - radii, 12);
      // The edge is at height −upper along the direction, and no corner of the polygon is higher.
      for (const end of simplex.slice(0, size)) expect(dot(direction, end)).toBeCloseTo(-upper, 12);
      expect(Math.hypot(...point)).toBeCloseTo(Math.abs(upper), 12);
      for (const corner of corners) expect(dot(direction, corner)).toBeLessThanOrEqual(-upper + 1e-12);
      // Points of the difference: none exceeds the support value, in 12 directions.
      for (let n = 0; n < 12; n++) {
        const d: Vec2 = [Math.cos(n / 2), Math.sin(n / 2)];
        for (const corner of [...corners, support]) {
          expect(dot(d, corner)).toBeLessThanOrEqual(reach(first, second, tilted, d) - radii + 1e-12);
        }
      }
      // Each step's support point becomes a corner of the next polygon, between the ends of the edge.
      if (k === 0) return;
      const { polygon: before, support: added, simplex: edge } = grown[k - 1];
      expect(corners.length).toBe(before.length + 1);
      const at = corners.findIndex(([x, y]) => x === added[0] && y === added[1]);
      expect(corners.at(at - 1)).toEqual(edge[0]);
      expect(corners[(at + 1) % corners.length]).toEqual(edge[1]);
    });
  });

  it('include the steps that distinguish touching from overlapping', () => {
    const touching = { position: [3, 0.5], angle: 0 } as const;
    const list = steps((trace) => expect(distance(a, {}, box(1, 1), touching, { trace }).status).toBe('touching'));
    expect(last(list).upper).toBeCloseTo(0, 12);
  });
});

describe('the steps of growth', () => {
  const cases: [string, Shape, Shape][] = [
    ['polygons', a, box(1, 1)],
    ['ellipses', ellipse(2, 1), ellipse(1, 0.5)],
    ['rounded shapes', rounded(a, 0.2), circle(0.3)],
  ];
  const poses = [tilted, { position: [5, 3], angle: 0.9 }] as const;

  it.each(cases)('of %s converge to the answer from both sides', (_name, first, second) => {
    for (const poseB of poses) {
      const answer = growthDistance(first, {}, second, poseB);
      const list = steps<GrowthStep>((trace) =>
        expect(growthDistance(first, {}, second, poseB, { trace })).toEqual(answer),
      );
      expect(list.map(({ iteration }) => iteration)).toEqual(list.map((_, k) => k + 1));
      expect(list.length).toBe(answer.iterations);
      expect([last(list).lower, last(list).upper]).toEqual([answer.lower, answer.upper]);
      const [lowers, uppers] = [list.map(({ lower }) => lower), list.map(({ upper }) => upper)];
      expect(lowers).toEqual(sorted(lowers));
      expect(uppers).toEqual(sorted(uppers).reverse());
    }
  });

  it.each(cases)(
    'of %s have a chord of the difference across the ray, and a supporting line',
    (_name, first, second) => {
      for (const poseB of poses) {
        const list = steps<GrowthStep>((trace) => growthDistance(first, {}, second, poseB, { trace }));
        // With both centers at the origin, the difference is translated by the ray.
        const around = (d: Vec2, ray: Vec2): number => reach(first, second, poseB, d) + dot(d, ray);
        for (const { ray, chord, weights, direction, support, normal, lower, upper } of list) {
          const onRay = [0, 1].map((k) => weights[0] * chord[0][k] + weights[1] * chord[1][k]) as Vec2;
          expect(weights[0] + weights[1]).toBeCloseTo(1, 14);
          expect(onRay[0] * ray[1] - onRay[1] * ray[0]).toBeCloseTo(0, 12);
          expect(Math.hypot(...ray) / Math.hypot(...onRay)).toBeCloseTo(upper, 10);
          expect(dot(direction, chord[0])).toBeCloseTo(dot(direction, chord[1]), 12);
          expect(dot(direction, support)).toBeCloseTo(around(direction, ray), 12);
          expect(dot(normal, ray) / around(normal, ray)).toBeCloseTo(lower, 10);
          for (let n = 0; n < 12; n++) {
            const d: Vec2 = [Math.cos(n / 2), Math.sin(n / 2)];
            for (const point of [...chord, support]) {
              expect(dot(d, point)).toBeLessThanOrEqual(around(d, ray) + 1e-12);
            }
          }
        }
      }
    },
  );

  it('do not exist if the centers coincide', () => {
    expect(steps<GrowthStep>((trace) => growthDistance(box(1, 1), {}, box(2, 2), {}, { trace }))).toEqual([]);
  });
});

it('traces do not change the bits of the result, and are bitwise identical on both targets', () => {
  const seed = 14;
  const rng = new Rng(seed);
  const pairs = Array.from({ length: 500 }, () => randomPair(rng));
  const shown = (['js', 'wasm'] as const).map((name) => {
    setTarget(name);
    return pairs.map(({ a: first, b: second, poseA, poseB }, k) => {
      const label = `seed ${seed}, pair ${k}`;
      const list = steps((trace) => {
        const answer = signedDistance(first, poseA, second, poseB, { trace });
        expect(answer, label).toEqual(signedDistance(first, poseA, second, poseB));
      });
      const hasArea = first.inradius > 0 || second.inradius > 0;
      if (!(first.isBounded && second.isBounded && hasArea)) return [list];
      const grown = steps<GrowthStep>((trace) => {
        const answer = growthDistance(first, poseA, second, poseB, { trace });
        expect(answer, label).toEqual(growthDistance(first, poseA, second, poseB));
      });
      return [list, grown];
    });
  });
  expect(shown[0]).toEqual(shown[1]);
  const phases = shown[0].flatMap(([list]) => (list as TraceStep[]).map(({ phase }) => phase));
  expect(phases.filter((phase) => phase === 'epa').length).toBeGreaterThan(200);
});
