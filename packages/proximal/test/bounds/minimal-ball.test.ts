import { describe, expect, it } from 'vitest';
import { type MinimalBall, minimalBall } from '../../src/bounds/minimal-ball.ts';
import { Rng, type Vec3 } from '../../src/math/index.ts';
import { dot, subtract } from '../../src/math/vec3.ts';
import { forAll } from '../for-all.ts';
import { kinds, largest, makeCloud, moved, seed, subsets, triples } from './clouds.ts';

function distance(a: Vec3, b: Vec3): number {
  const [x, y, z] = subtract(a, b);
  return Math.sqrt(x * x + y * y + z * z);
}

/**
 * A lower bound on the radius R of every enclosing ball, from weights w ≥ 0 of sum 1 on some of the points p: for any center c,
 * R² ≥ Σ w |p − c|² ≥ Σ w |p − m|² with m = Σ w p. The weights of the smallest ball attain it.
 */
function dualRadius(points: readonly Vec3[], weights: readonly number[], near: Vec3): number {
  const local = points.map((point) => subtract(point, near));
  const mean: Vec3 = [0, 0, 0];
  local.forEach((point, k) => {
    for (let i = 0; i < 3; i++) mean[i] += weights[k] * point[i];
  });
  return Math.sqrt(local.reduce((sum, point, k) => sum + weights[k] * dot(point, point), 0) - dot(mean, mean));
}

/** Weights of sum 1 with Σ w (p − c) ≈ 0, by Gauss–Jordan elimination with full pivoting of these four equations; negative ones become 0. */
function weightsFor(points: readonly Vec3[], center: Vec3): number[] | undefined {
  const local = points.map((point) => subtract(point, center));
  const size = Math.max(...local.map((point) => distance(point, [0, 0, 0])), 1e-300);
  const rows = [0, 1, 2].map((i) => [...local.map((point) => point[i] / size), 0]);
  rows.push([...local.map(() => 1), 1]);
  const pivotColumns: number[] = [];
  for (let done = 0; done < local.length; done++) {
    let best = { row: done, column: 0, size: 0 };
    for (let row = done; row < 4; row++) {
      for (let column = 0; column < local.length; column++) {
        const entry = Math.abs(rows[row][column]);
        if (!pivotColumns.includes(column) && entry > best.size) best = { row, column, size: entry };
      }
    }
    if (best.size === 0) return undefined;
    [rows[done], rows[best.row]] = [rows[best.row], rows[done]];
    pivotColumns.push(best.column);
    for (let row = 0; row < 4; row++) {
      if (row === done) continue;
      const factor = rows[row][best.column] / rows[done][best.column];
      rows[row] = rows[row].map((x, k) => x - factor * rows[done][k]);
    }
  }
  const weights = local.map((_, column) => {
    const row = rows[pivotColumns.indexOf(column)];
    return Math.max(0, row[local.length] / row[column]);
  });
  const sum = weights.reduce((total, x) => total + x, 0);
  return sum > 0 ? weights.map((x) => x / sum) : undefined;
}

/** The best lower bound over all sets of at most four of the points. */
function lowerBound(points: readonly Vec3[], center: Vec3): number {
  let best = 0;
  for (const subset of subsets(points.length, 4)) {
    const chosen = subset.map((k) => points[k]);
    const weights = weightsFor(chosen, center);
    if (weights) best = Math.max(best, dualRadius(chosen, weights, center) || 0);
    if (subset.length === 2) best = Math.max(best, distance(chosen[0], chosen[1]) / 2);
  }
  return best;
}

/** The excess of the radius over the lower bound, relative to the radius plus 1 % of the largest coordinate, since coordinates are rounded. */
function gap(points: Float64Array, ball: MinimalBall): number {
  const all = triples(points);
  for (const point of all) expect(distance(point, ball.center)).toBeLessThanOrEqual(ball.radius);
  const outer = all.filter((point) => distance(point, ball.center) >= ball.radius * (1 - 1e-6));
  const candidates = (outer.length < 2 ? all : outer).slice(0, 12);
  return (ball.radius - lowerBound(candidates, ball.center)) / (ball.radius + 1e-2 * largest(points) || 1);
}

describe('minimalBall', () => {
  it('has the radius of the dual bound over all pairs, triples and quadruples of points', () => {
    for (const kind of Object.keys(kinds))
      forAll({ seed, cases: 60 }, (rng, index) => {
        const points = makeCloud(rng, kind, 1 + rng.index(8));
        const cloud =
          index % 3 === 0 ? points : moved(points, rng.rotation(), 10 ** rng.uniform(-6, 6), rng.direction());
        expect(gap(cloud, minimalBall(cloud)), kind).toBeLessThan(1e-13);
      });
  });

  it('is equivariant under rotation, scaling and translation by up to 1e8', () => {
    const shiftRatios = [0, 1, 1e8];
    for (const kind of Object.keys(kinds)) {
      forAll({ seed: seed + 1, cases: shiftRatios.length }, (rng, index) => {
        const shiftRatio = shiftRatios[index];
        const points = makeCloud(rng, kind, 100);
        const [rotation, size] = [rng.rotation(), 10 ** rng.uniform(-6, 6)];
        const shift = rng.direction().map((x) => x * shiftRatio * size) as Vec3;
        const [ball, other] = [minimalBall(points), minimalBall(moved(points, rotation, size, shift))];
        const center = moved(Float64Array.from(ball.center), rotation, size, shift);
        const rounding = 1e-15 * size * (1 + shiftRatio);
        const message = JSON.stringify({ kind, shiftRatio, size });
        expect(Math.abs(other.radius - size * ball.radius), message).toBeLessThan(
          1e-12 * size * ball.radius + rounding,
        );
        // Away from the optimum the radius may grow only quadratically, so the center is accurate only to the square root of the rounding error.
        const loose = 1e-7 * size + 4e-8 * Math.sqrt(shiftRatio) * size;
        expect(distance(other.center, center as unknown as Vec3), message).toBeLessThan(loose);
      });
    }
  });

  it('has the closed form for cubes, spheres, segments and points', () => {
    const corners = Float64Array.from([...Array(8).keys()].flatMap((k) => [k & 1, (k >> 1) & 1, k >> 2]));
    expect(minimalBall(corners)).toEqual({ center: [0.5, 0.5, 0.5], radius: Math.sqrt(0.75) });
    expect(minimalBall(Float64Array.of(1, 2, 3))).toEqual({ center: [1, 2, 3], radius: 0 });
    expect(minimalBall(Float64Array.of(1, 2, 3, 1, 2, 3, 1, 2, 3))).toEqual({ center: [1, 2, 3], radius: 0 });
    expect(minimalBall(Float64Array.of(0, 0, 0, 2, 0, 0, 1, 0.5, 0))).toEqual({ center: [1, 0, 0], radius: 1 });
    const sphere = makeCloud(new Rng(seed), 'sphere', 10_000);
    const ball = minimalBall(sphere);
    expect(Math.abs(ball.radius - 1)).toBeLessThan(1e-15);
    expect(distance(ball.center, [0, 0, 0])).toBeLessThan(1e-14);
    const shifted = minimalBall(moved(sphere, [0, 0, 0, 1], 1, [1e8, -1e8, 1e8]));
    expect(Math.abs(shifted.radius - 1)).toBeLessThan(6e-8);
  });

  it('neither over- nor underflows', () => {
    expect(minimalBall(Float64Array.of(1e308, -1e308, 0, -1e308, 1e308, 0)).radius).toBe(Math.SQRT2 * 1e308);
    expect(minimalBall(Float64Array.of(3e-310, 0, 0, -3e-310, 0, 0)).radius).toBe(3e-310);
    expect(minimalBall(Float64Array.of(1e200, 1e-200, 0, -1e200, 0, 0)).radius).toBe(1e200);
  });

  it('refuses invalid clouds', () => {
    expect(() => minimalBall(new Float64Array(0))).toThrow(TypeError);
    expect(() => minimalBall(new Float64Array(4))).toThrow('minimalBall: points is Float64Array [0, 0, 0, 0]');
    expect(() => minimalBall(Float64Array.of(0, Number.NaN, 0))).toThrow('minimalBall: points[1] is NaN');
  });
});
