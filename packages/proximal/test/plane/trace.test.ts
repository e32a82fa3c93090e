// What a trace shows of each step.
import { describe, expect, it } from 'vitest';
import {
  box,
  collide,
  distance,
  ellipse,
  Pair,
  polygon,
  signedDistance,
  type TraceStep,
} from '../../src/plane/index.ts';

const a = polygon([
  [0, 0],
  [2, 0],
  [2, 1],
  [0, 1],
]);
const pose = Float64Array.of(5, 3, 0.6, 0.8);

function steps(ask: (trace: (step: TraceStep) => void) => unknown): TraceStep[] {
  const list: TraceStep[] = [];
  ask((step) => list.push(structuredClone(step)));
  return list;
}

describe('trace', () => {
  it('shows bounds that close in on the distance, and its steps are the iterations', () => {
    const plain = distance(a, {}, box(1, 1), pose);
    const list = steps((trace) => {
      const traced = distance(a, {}, box(1, 1), pose, { trace });
      expect(traced.distance).toBe(plain.distance);
      expect(traced.iterations).toBe(plain.iterations);
    });
    expect(list.map(({ iteration }) => iteration)).toEqual(list.map((_, k) => k + 1));
    expect(list.length).toBe(plain.iterations);
    for (const { lower, upper, point, direction, support, size } of list) {
      expect(lower).toBeLessThanOrEqual(plain.distance + 1e-12);
      expect(upper).toBeGreaterThanOrEqual(plain.distance - 1e-12);
      expect(Math.hypot(...direction)).toBeCloseTo(1, 12);
      expect(-(direction[0] * support[0] + direction[1] * support[1])).toBeCloseTo(lower, 12);
      if (size > 0) expect(Math.hypot(...point)).toBeCloseTo(upper, 12);
    }
    const last = list[list.length - 1];
    expect(last.gap).toBeLessThan(1e-9);
  });

  it('ends an overlap with the triangle around the origin', () => {
    const tilted = { position: [1, 0.4], angle: 0.3 } as const;
    for (const ask of [distance, signedDistance]) {
      const list = steps((trace) => ask(a, {}, box(1, 1), tilted, { trace }));
      const { size, simplex, upper } = list[list.length - 1];
      expect([size, upper]).toEqual([3, 0]);
      const sides = simplex.map(([x, y], k) => x * simplex[(k + 1) % 3][1] - y * simplex[(k + 1) % 3][0]);
      expect(new Set(sides.map(Math.sign)).size).toBe(1);
    }
  });

  it('shows Boolean queries and pairs, anew each time', () => {
    expect(steps((trace) => collide(a, {}, ellipse(1, 0.5), pose, { trace })).length).toBeGreaterThan(0);
    const list: number[] = [];
    const pair = new Pair(a, box(1, 1), { trace: ({ iteration }) => list.push(iteration) });
    pair.distance({}, pose);
    pair.distance({}, pose);
    expect(list.filter((iteration) => iteration === 1).length).toBe(2);
  });
});
