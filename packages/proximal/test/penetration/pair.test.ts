// Repeated queries of a pair: the same result objects, warm starts, and distance queries after a penetration.
import { describe, expect, it } from 'vitest';
import { box, certify, convex, copyResult, Pair, penetration, signedDistance } from '../../src/index.ts';
import { forAll } from '../for-all.ts';
import { Rng } from '../random.ts';

const hull = convex(Array.from({ length: 50 }, (_, k) => new Rng(k).direction()));
/** A long box, whose center is a poor guess for the nearest point. */
const long = box(0.2, 0.3, 8);
const at = (x: number, y = 0, z = 0): Float64Array => Float64Array.of(x, y, z, 0, 0, 0, 1);

describe('Pair', () => {
  it('returns the same objects every time', () => {
    const pair = new Pair(box(1, 1, 1), hull);
    const first = pair.penetration(at(0), at(1.5));
    expect(first).toBe(pair.penetrationResult);
    const copy = copyResult(first);
    expect(pair.penetration(at(0), at(1.2))).toBe(first);
    expect(copy.depth).not.toBe(first.depth);
    expect(pair.signedDistance(at(0), at(1.2))).toBe(pair.result);
  });

  it('finds the first depth globally and the next ones from the previous normal', () => {
    const pair = new Pair(box(1, 1, 1), hull);
    expect(pair.penetration(at(0), at(1.5)).local).toBe(false);
    let calls = 0;
    for (let k = 0; k < 50; k++) {
      const pose = at(1.5 - 0.005 * k, 0.001 * k);
      const warm = pair.penetration(at(0), pose);
      const cold = penetration(pair.a, at(0), pair.b, pose);
      expect(warm.local).toBe(true);
      expect(warm.depth).toBeCloseTo(cold.depth, 8);
      expect(certify(pair.a, at(0), pair.b, pose, warm).valid).toBe(true);
      calls += cold.supportCalls - warm.supportCalls;
    }
    expect(calls).toBeGreaterThan(0);
    pair.reset();
    expect(pair.penetration(at(0), at(1.5)).local).toBe(false);
  });

  it('certifies signed distances, and depths on request', () => {
    const pair = new Pair(hull, hull);
    for (const x of [1.5, 1.4, 1.3, 2.5, 1.2]) {
      const result = pair.signedDistance(at(0), at(x));
      expect(result.local).toBe(false);
      expect(result.distance).toBeCloseTo(signedDistance(hull, at(0), hull, at(x)).distance, 8);
    }
    pair.setPenetration({ certified: true, keepProof: true });
    for (const x of [1.5, 1.4]) {
      const result = pair.penetration(at(0), at(x));
      expect(result.local).toBe(false);
      expect(result.proof.polytope).not.toBeNull();
      expect(certify(hull, at(0), hull, at(x), result)).toMatchObject({ valid: true });
    }
    // A query without keepProof does not return the proof of an earlier one.
    expect(pair.distance(at(0), at(1.5)).proof.polytope).toBeNull();
  });

  it('keeps a proof with keepProof, also when started from a known direction', () => {
    const pair = new Pair(hull, hull);
    pair.setPenetration({ keepProof: true });
    const results = [1.5, 1.4, 1.4].map((x) => copyResult(pair.penetration(at(0), at(x))));
    for (const options of [{ direction: [0, 0, 1] }, { algorithm: 'incremental' }, { algorithm: 'sqp' }] as const)
      results.push(penetration(hull, at(0), hull, at(1.4), { ...options, keepProof: true }));
    for (const [k, result] of results.entries()) {
      expect(result.local).toBe(false);
      expect(result.proof.polytope).not.toBeNull();
      const certificate = certify(hull, at(0), hull, at(k === 0 ? 1.5 : 1.4), result);
      expect(certificate.valid).toBe(true);
      expect(certificate.lower).toBeCloseTo(result.depth, 8);
    }
  });

  it.each(['previous', 'predicted'] as const)(
    'starts the distance query after an overlap from the last penetration: %s',
    (guess) => {
      let saved = 0;
      forAll({ seed: 17, cases: 40 }, (rng) => {
        const [warm, cold] = [new Pair(hull, long, { guess }), new Pair(hull, long, { guess })];
        const inside = at(...(rng.direction().map((x) => 0.9 * x) as [number, number, number]));
        const { depth, normal } = copyResult(warm.penetration(at(0), inside));
        const outside = inside.map((x, n) => (n < 3 ? x + (depth + 0.1) * normal[n] : x));
        for (const pair of [warm, cold]) expect(pair.distance(at(0), inside).status).toBe('overlapping');
        const [known, unknown] = [warm, cold].map((pair) => copyResult(pair.distance(at(0), outside)));
        expect(known.distance).toBeCloseTo(0.1, 8);
        expect(unknown.distance).toBeCloseTo(0.1, 8);
        saved += unknown.supportCalls - known.supportCalls;
      });
      expect(saved).toBeGreaterThan(0);
    },
  );
});
