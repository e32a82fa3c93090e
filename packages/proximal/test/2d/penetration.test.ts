// Penetration depths in the plane, compared with explicit Minkowski differences of polygons, along motions of a pair, and traced.
import { afterAll, describe, expect, it } from 'vitest';
import {
  box,
  capsule,
  certify,
  circle,
  copyResult,
  ellipse,
  halfplane,
  Pair,
  type PenetrationAlgorithmName,
  penetration,
  penetrationAlgorithms,
  polygon,
  rounded,
  type Shape,
  setTarget,
  signedDistance,
  type TraceStep,
  target,
} from '../../src/2d/index.ts';
import { penetrationAlgorithms as inSpace } from '../../src/index.ts';
import { forAll } from '../for-all.ts';
import { moved, verticesOf } from './oracle.ts';
import { Rng, randomPair } from './random.ts';

const own = target();
afterAll(() => setTarget(own));

type Point = readonly [number, number];

const names: readonly PenetrationAlgorithmName[] = [
  'auto',
  ...penetrationAlgorithms().map(({ name }) => name as 'epa'),
];
const identity = Float64Array.of(0, 0, 1, 0);

function at(x: number, y = 0, angle = 0): Float64Array {
  return Float64Array.of(x, y, Math.cos(angle), Math.sin(angle));
}

/** A polygon inscribed in an ellipse. */
function oval(rng: Rng, count: number): ReturnType<typeof polygon> {
  return polygon(
    Array.from({ length: count }, () => {
      const angle = rng.uniform(0, 2 * Math.PI);
      return [Math.cos(angle), 0.6 * Math.sin(angle)];
    }),
  );
}

/** A pose of B with an overlap of shapes of size 1 about their origins. */
function overlap(rng: Rng): Float64Array {
  const around = rng.uniform(0, 2 * Math.PI);
  const distance = rng.uniform(0.05, 0.8);
  return at(distance * Math.cos(around), distance * Math.sin(around), rng.uniform(0, 2 * Math.PI));
}

/** The hull of the points, counter-clockwise, by Andrew's monotone chain. */
function hullOf(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((p, q) => p[0] - q[0] || p[1] - q[1]);
  const chain = (list: readonly Point[]): Point[] => {
    const hull: Point[] = [];
    for (const [x, y] of list) {
      for (; hull.length > 1; hull.pop()) {
        const [[px, py], [qx, qy]] = [hull[hull.length - 2], hull[hull.length - 1]];
        if ((qx - px) * (y - py) - (qy - py) * (x - px) > 1e-14) break;
      }
      hull.push([x, y]);
    }
    return hull.slice(0, -1);
  };
  return [...chain(sorted), ...chain(sorted.reverse())];
}

interface Edge {
  readonly normal: Point;
  /** The distance of its line from the origin. */
  readonly distance: number;
  readonly ends: readonly [Point, Point];
}

/** The edges of the Minkowski difference of two polygons, with A at the origin. */
function edgesOf(a: ReturnType<typeof polygon>, b: ReturnType<typeof polygon>, poseB: Float64Array): Edge[] {
  const others = moved(verticesOf(b), poseB);
  const hull = hullOf(verticesOf(a).flatMap(([x, y]) => others.map(([u, v]): Point => [x - u, y - v])));
  return hull.map((start, k) => {
    const end = hull[(k + 1) % hull.length];
    const [x, y] = [end[1] - start[1], start[0] - end[0]];
    const size = Math.hypot(x, y);
    const normal: Point = [x / size, y / size];
    return { normal, distance: normal[0] * start[0] + normal[1] * start[1], ends: [start, end] };
  });
}

/** Whether the ray along d from the origin leaves through the edge, up to rounding. */
function isLeftThrough({ ends: [p, q] }: Edge, [dx, dy]: readonly number[]): boolean {
  return p[0] * dy - p[1] * dx >= -1e-9 && q[0] * dy - q[1] * dx <= 1e-9;
}

describe('penetration in the plane', () => {
  it('has the algorithms of space', () => {
    expect(penetrationAlgorithms()).toBe(inSpace());
  });

  it.each(names)('%s agrees with the edges of the explicit Minkowski difference', (algorithm) => {
    forAll({ seed: 30, cases: 150 }, (rng) => {
      const [a, b] = [oval(rng, 3 + rng.index(30)), oval(rng, 3 + rng.index(30))];
      const pose = overlap(rng);
      const direction: [number, number] = [rng.uniform(-1, 1), rng.uniform(-1, 1)];
      const edges = edgesOf(a, b, pose);
      const exact = Math.min(...edges.map(({ distance }) => distance));
      if (!(exact >= 1e-6 && exact < Infinity)) return;
      for (const accelerate of [true, false]) {
        const result = penetration(a, identity, b, pose, { algorithm, direction, expert: { accelerate } });
        expect(result).toMatchObject({ status: 'overlapping', termination: 'converged', converged: true });
        expect(certify(a, identity, b, pose, result)).toMatchObject({ valid: true });
        expect(result.depth).toBe(result.upper);
        if (algorithm === 'epa') expect(result.depth).toBeCloseTo(exact, 9);
        if (!result.local) expect(result.depth).toBeCloseTo(exact, 8);
        expect(result.depth).toBeGreaterThanOrEqual(exact - 1e-9);
        if (algorithm === 'mpr') {
          // The edge that the ray passes through, or a nearer support line that the search has found on its way.
          const crossed = edges.find((each) => isLeftThrough(each, direction)) as Edge;
          expect(result.depth).toBeLessThanOrEqual(crossed.distance + 1e-9);
          continue;
        }
        // A local minimum: the edge contains the origin's projection.
        const { normal } = result;
        const edge = edges.find((each) => Math.hypot(each.normal[0] - normal[0], each.normal[1] - normal[1]) < 1e-6);
        expect(result.depth).toBeCloseTo(edge?.distance ?? Number.NaN, 8);
        if (edge) expect(isLeftThrough(edge, edge.normal)).toBe(true);
      }
    });
  });

  it('is minimal without a direction, and on request', () => {
    forAll({ seed: 31, cases: 60 }, (rng) => {
      const [a, b] = [oval(rng, 12), oval(rng, 12)];
      const pose = overlap(rng);
      const exact = Math.max(0, Math.min(...edgesOf(a, b, pose).map(({ distance }) => distance)));
      for (const options of [{}, { direction: [0, 1], algorithm: 'sqp', certified: true }] as const) {
        const { depth, lower, local } = penetration(a, identity, b, pose, options);
        expect(local).toBe(false);
        expect(depth).toBeCloseTo(exact, 9);
        expect(lower).toBeCloseTo(exact, 9);
      }
    });
  });

  it('agrees with the signed distance for every kind of shape', () => {
    forAll({ seed: 32, cases: 300 }, (rng) => {
      const { a, b, poseA, poseB } = randomPair(rng);
      const signed = signedDistance(a, poseA, b, poseB);
      const error =
        4e-9 * Math.min(a.boundingRadius || Infinity, b.boundingRadius || Infinity) + 1e-13 * Math.hypot(...poseB);
      for (const algorithm of names) {
        const result = penetration(a, poseA, b, poseB, { algorithm });
        expect(certify(a, poseA, b, poseB, result)).toMatchObject({ valid: true });
        expect(result.depth).toBeGreaterThanOrEqual(-signed.distance - error);
        if (!result.local) expect(Math.abs(result.depth - Math.max(0, -signed.distance))).toBeLessThanOrEqual(error);
        if (signed.distance > error) expect(result).toMatchObject({ depth: 0, status: 'separated', converged: true });
      }
    });
  });

  it('gives the same bits on both targets', () => {
    forAll({ seed: 33, cases: 60 }, (rng) => {
      const { a, b, poseA, poseB } = randomPair(rng);
      const answers = (['js', 'wasm'] as const).map((name) => {
        setTarget(name);
        const pair = new Pair(a, b);
        const warm = [0, 1, 2].map(() => copyResult(pair.penetration(poseA, poseB)));
        return JSON.stringify([warm, names.map((algorithm) => penetration(a, poseA, b, poseB, { algorithm }))]);
      });
      expect(answers[0]).toBe(answers[1]);
    });
  });

  it('measures half-planes, and swept discs around separated cores, without a local search', () => {
    const floor = penetration(halfplane(), {}, circle(1), { position: [0, 0.25] });
    expect(floor).toMatchObject({ depth: 0.75, normal: [0, 1], local: false, status: 'overlapping' });
    const discs = penetration(circle(1), {}, capsule(0.5, 1), { position: [2.25, 0] }, { algorithm: 'mpr' });
    expect(discs.depth).toBeCloseTo(0.25, 12);
    expect(discs.local).toBe(false);
    for (const [a, b, y, result] of [
      [halfplane(), circle(1), 0.25, floor],
      [circle(1), capsule(0.5, 1), 0, discs],
    ] as const)
      expect(certify(a, {}, b, { position: [y === 0 ? 2.25 : 0, y] }, result).valid).toBe(true);
  });

  it('rejects a depth that does not separate the shapes', () => {
    const [a, b, pose] = [box(1, 1), box(1, 1), { position: [1.5, 0.2] }];
    const result = copyResult(penetration(a, {}, b, pose));
    expect(certify(a, {}, b, pose, result).valid).toBe(true);
    expect(certify(a, {}, b, pose, { ...result, depth: 0.9 * result.depth }).valid).toBe(false);
    expect(certify(a, {}, b, pose, { ...result, normal: [0.6, 0.8] }).valid).toBe(false);
  });
});

const makers: readonly (readonly [string, (rng: Rng) => Shape])[] = [
  ['polygons of 8', (rng) => oval(rng, 8)],
  ['polygons of 300', (rng) => oval(rng, 300)],
  ['rounded polygons', (rng) => rounded(oval(rng, 8), 0.1)],
  ['ellipses', () => ellipse(1, 0.6)],
];

describe.each(makers)('a pair of %s', (_title, make) => {
  it('needs at most 3 support calls on average for the pose of its last query', () => {
    let [sum, count] = [0, 0];
    forAll({ seed: 34, cases: 30 }, (rng) => {
      const pair = new Pair(make(rng), make(rng));
      const pose = overlap(rng);
      const first = pair.penetration(identity, pose).depth;
      if (first < 1e-3) return;
      const second = copyResult(pair.penetration(identity, pose));
      const third = pair.penetration(identity, pose);
      expect(second.depth).toBeLessThanOrEqual(first + 1e-8);
      expect(Math.abs(third.depth - second.depth)).toBeLessThanOrEqual(1e-8);
      sum += third.supportCalls;
      count++;
    });
    expect(count).toBeGreaterThan(20);
    expect(sum / count).toBeLessThanOrEqual(3);
  });

  it('has certified depths along a motion, which are never below the minimal depth', () => {
    forAll({ seed: 35, cases: 20 }, (rng) => {
      const pair = new Pair(make(rng), make(rng));
      const [x, y, ,] = overlap(rng);
      let angle = rng.uniform(0, 6);
      for (let k = 0; k < 30; k++) {
        const pose = at(x + 0.03 * k, y, angle);
        const warm = pair.penetration(identity, pose);
        const minimal = penetration(pair.a, identity, pair.b, pose);
        expect(certify(pair.a, identity, pair.b, pose, warm)).toMatchObject({ valid: true });
        expect(warm.depth).toBeGreaterThanOrEqual(minimal.lower - 1e-9);
        if (minimal.lower > 1e-8) expect(warm.status).toBe('overlapping');
        if (minimal.depth === 0) expect(warm.depth).toBe(0);
        angle += rng.uniform(0, 0.1);
      }
    });
  });
});

describe('the warm start of a pair', () => {
  const rng = new Rng(36);
  const [a, b] = [oval(rng, 300), oval(rng, 300)];

  it('saves support calls compared with the published method, on turns of 2°', () => {
    const calls = [true, false].map((accelerate) => {
      const pair = new Pair(a, b);
      pair.setPenetration({ expert: { accelerate } });
      let sum = 0;
      for (let k = 0; k < 40; k++) sum += pair.penetration(identity, at(0.4, 0.1, 0.035 * k)).supportCalls;
      return sum;
    });
    expect(calls[0]).toBeLessThan(0.7 * calls[1]);
  });

  it('is not used after a separation, a reset or new options', () => {
    const pair = new Pair(a, b);
    const first = pair.penetration(identity, at(0.4)).supportCalls;
    expect(pair.penetration(identity, at(0.4))).toBe(pair.penetrationResult);
    expect(pair.penetrationResult).toMatchObject({ local: true });
    expect(pair.penetrationResult.supportCalls).toBeLessThan(first);
    for (const drop of [
      () => expect(pair.penetration(identity, at(5)).status).toBe('separated'),
      () => pair.reset(),
      () => pair.setPenetration({}),
    ]) {
      drop();
      expect(pair.penetration(identity, at(0.4)).local).toBe(false);
      pair.penetration(identity, at(0.4));
    }
  });

  it('does not change the results of other queries of the pair', () => {
    const [plain, mixed] = [new Pair(a, b), new Pair(a, b)];
    for (let k = 0; k < 30; k++) {
      const pose = at(0.4 + 0.08 * k, 0.1, 0.05 * k);
      mixed.penetration(identity, pose);
      expect(copyResult(mixed.signedDistance(identity, pose))).toEqual(plain.signedDistance(identity, pose));
    }
  });
});

describe('the trace of a penetration', () => {
  const phasesOf = (a: Shape, b: Shape, algorithm: PenetrationAlgorithmName): TraceStep[] => {
    const steps: TraceStep[] = [];
    const trace = (step: TraceStep): void => void steps.push(step);
    const pose = at(0.3, 0.2, 0.4);
    const result = penetration(a, identity, b, pose, { algorithm, direction: [1, 0.2], trace });
    expect(result).toEqual(penetration(a, identity, b, pose, { algorithm, direction: [1, 0.2] }));
    return steps;
  };

  it.each(['incremental', 'sqp', 'mpr'] as const)(
    'shows the portals of %s with the support point along their normal',
    (name) => {
      const steps = phasesOf(oval(new Rng(1), 20), oval(new Rng(2), 20), name).filter(
        ({ phase }) => phase === 'portal',
      );
      expect(steps.length).toBeGreaterThan(0);
      for (const { simplex, direction, support, lower, upper, polygon: corners } of steps) {
        const [[px, py], [qx, qy]] = simplex;
        expect(direction[0] * (qx - px) + direction[1] * (qy - py)).toBeCloseTo(0, 12);
        const height = direction[0] * support[0] + direction[1] * support[1];
        expect(height).toBeGreaterThanOrEqual(-lower - 1e-12);
        expect([upper, corners]).toEqual([0, []]);
      }
      expect(new Set(phasesOf(oval(new Rng(1), 20), oval(new Rng(2), 20), 'epa').map(({ phase }) => phase))).toEqual(
        new Set(['gjk', 'epa']),
      );
    },
  );

  it('shows the secants of two ellipses', () => {
    const steps = phasesOf(ellipse(1, 0.9), ellipse(1, 0.8), 'incremental');
    expect(steps.some(({ phase }) => phase === 'secant')).toBe(true);
  });
});
