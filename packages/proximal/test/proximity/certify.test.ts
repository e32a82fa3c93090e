// `certify` accepts the results of `distance`, and rejects each of them after a change.
import { describe, expect, it } from 'vitest';
import { box, capsule, certify, type DistanceResult, distance } from '../../src/index.ts';
import { fromAxisAngle } from '../../src/math/index.ts';

describe('certify', () => {
  const [a, b, poseB] = [box(1, 0.5, 0.2), capsule(0.1, 0.4), fromAxisAngle([1, 2, 3], 1, [2, 1, 0.5])];
  const computed = (): DistanceResult => distance(a, {}, b, poseB);

  it('recomputes the bounds of a result', () => {
    const result = computed();
    const { lower, upper, gap, valid } = certify(a, {}, b, poseB, result);
    expect(valid).toBe(true);
    expect(Math.abs(lower - result.lower) + Math.abs(upper - result.upper)).toBeLessThan(1e-14);
    expect(gap).toBe(upper - lower);
  });

  const changes: [string, (result: DistanceResult) => Partial<DistanceResult>][] = [
    ['a smaller distance', (r) => ({ distance: r.distance - 1e-9 })],
    ['a larger distance', (r) => ({ distance: r.distance + 1e-9 })],
    ['a better lower bound', (r) => ({ lower: r.lower + 1e-9 })],
    ['a better upper bound', (r) => ({ upper: r.upper - 1e-9 })],
    ['another witness point', (r) => ({ localA: [r.localA[0], r.localA[1] + 1e-9, r.localA[2]] })],
    ['another normal', () => ({ normal: [0, 0, 1] })],
    ['a longer normal', (r) => ({ normal: [1.001 * r.normal[0], 1.001 * r.normal[1], 1.001 * r.normal[2]] })],
    [
      'weights that do not sum to one',
      (r) => ({ proof: { ...r.proof, weights: r.proof.weights.map((x) => 1.001 * x) } }),
    ],
    ['a negative weight', (r) => ({ proof: { ...r.proof, weights: Float64Array.of(-0.5, 1.5, 0, 0) } })],
    ['other directions', (r) => ({ proof: { ...r.proof, directions: r.proof.directions.map((x) => -x) } })],
    [
      'a moved witness point, in both frames',
      (r) => ({
        localA: [r.localA[0] + 50, r.localA[1], r.localA[2]],
        pointA: [r.pointA[0] + 50, r.pointA[1], r.pointA[2]],
      }),
    ],
    ['another world point', (r) => ({ pointB: [r.pointB[0], r.pointB[1] + 1, r.pointB[2]] })],
    ['overlap, and no lower bound', () => ({ status: 'overlapping', lower: 0, distance: 0, normal: [0, 0, 0] })],
    ['touching, and no lower bound', () => ({ status: 'touching', lower: 0 })],
    ['overlap', () => ({ status: 'overlapping' })],
    ['touching', () => ({ status: 'touching' })],
    ['NaN', () => ({ distance: Number.NaN })],
  ];
  it.each(changes)('detects %s', (_name, change) => {
    const result = computed();
    expect(certify(a, {}, b, poseB, { ...result, ...change(result) }).valid).toBe(false);
  });

  it('does not accept a result for other poses', () => {
    expect(certify(a, {}, b, { position: [2, 1, 0.6] }, computed()).valid).toBe(false);
  });
});
