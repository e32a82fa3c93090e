// Trajectory optimization: the derivative of the least distance along a motion, and optimized plans with proofs.
import { describe, expect, it } from 'vitest';
import { ModelBuilder } from '../../src/dynamics/index.ts';
import { capsule, sphere } from '../../src/index.ts';
import {
  certifyMotion,
  type OptimizeProgress,
  optimize,
  type Plan,
  planMotion,
  RobotCell,
  simplify,
} from '../../src/planning/index.ts';
import { Scene } from '../../src/scene/index.ts';
import { forAll } from '../for-all.ts';
import { randomCell, randomEnds } from './random-cell.ts';
import { slotCell, slotGoal, slotStart } from './slot-cell.ts';

const step = 1e-5;

/** The configuration, with one coordinate changed. */
function moved(q: Float64Array, k: number, by: number): Float64Array {
  const out = q.slice();
  out[k] += by;
  return out;
}

/** The least distance of `count` samples of a motion. */
function leastOfSamples(cell: RobotCell, from: Float64Array, to: Float64Array, count: number): number {
  let least = Infinity;
  for (let k = 0; k <= count; k++) {
    const q = from.map((x, i) => x + (k / count) * (to[i] - x));
    least = Math.min(least, cell.clearance(q).distance);
  }
  return least;
}

describe('the least distance along a motion', () => {
  it('is the least distance of samples, and bounded from below', () => {
    forAll({ seed: 11, cases: 40, tries: 60 }, (rng) => {
      const cell = randomCell(rng, true);
      if (cell.pairs.length === 0) return;
      const [from, to] = randomEnds(rng, cell);
      const { distance, lower } = cell.sweepClearance(from, to);
      const sampled = leastOfSamples(cell, from, to, 200);
      expect(distance).toBeLessThan(sampled + 1.1e-4);
      expect(lower).toBeLessThanOrEqual(distance);
      expect(lower).toBeGreaterThan(distance - 1.1e-4);
      expect(sampled).toBeGreaterThan(lower - 1e-9);
    });
  });

  it('has derivatives that agree with differences', () => {
    const errors: number[] = [];
    const times: number[] = [];
    forAll({ seed: 12, cases: 60, tries: 80 }, (rng) => {
      const cell = randomCell(rng, true);
      if (cell.pairs.length === 0) return;
      const [from, to] = randomEnds(rng, cell);
      const { gradientFrom, gradientTo, distance, time } = cell.sweepClearance(from, to);
      // Depths are less smooth than distances.
      if (distance < 0.002) return;
      times.push(time);
      for (let k = 0; k < from.length; k++) {
        const along = (a: number, b: number): number =>
          cell.sweepClearance(moved(from, k, a), moved(to, k, b)).distance;
        errors.push(Math.abs((along(step, 0) - along(-step, 0)) / (2 * step) - gradientFrom[k]));
        errors.push(Math.abs((along(0, step) - along(0, -step)) / (2 * step) - gradientTo[k]));
      }
    });
    errors.sort((a, b) => a - b);
    expect(times.filter((time) => time > 0 && time < 1).length).toBeGreaterThan(10);
    expect(errors[errors.length - 1]).toBeLessThan(1e-5);
  });
});

/** The least distance along a plan. */
function clearanceOf({ cell, path }: Plan): number {
  return Math.min(...path.slice(1).map((q, k) => cell.sweepClearance(path[k], q).lower));
}

describe('optimized plans', () => {
  it('keep the requested distance where possible, and are proven free', () => {
    const cell = slotCell();
    const plan = simplify(planMotion(cell, { start: slotStart, goal: slotGoal, seed: 1 }));
    const progress: OptimizeProgress[] = [];
    const better = optimize(plan, { clearance: 0.04, onProgress: (each) => progress.push(each) });
    expect(better.status).toBe('solved');
    expect(certifyMotion(cell, better)).toMatchObject({ valid: true, reason: '' });
    expect(clearanceOf(plan)).toBeLessThan(0.005);
    expect(clearanceOf(better)).toBeGreaterThan(0.035);
    expect([better.path[0], better.path[better.path.length - 1]]).toEqual([slotStart, slotGoal]);
    expect(progress.map(({ clearance }) => clearance)).toContain(Math.max(...progress.map((each) => each.clearance)));
    expect(progress[progress.length - 1].clearance).toBeGreaterThan(0.035);
  });

  it('become the straight path where nothing is near', () => {
    const cell = new RobotCell({ model: slotCell().model });
    const corners = [slotStart, Float64Array.of(1, 0, 1.5), slotGoal];
    const better = optimize(planOf(cell, corners));
    const straight = Math.hypot(...slotGoal.map((x, k) => x - slotStart[k]));
    expect(better.statistics.length).toBeLessThan(1.001 * straight);
  });

  it('stay within the joint limits', () => {
    // The limits of joint 2 bend the shortest path around the ball.
    const builder = new ModelBuilder();
    for (let k = 1; k <= 2; k++) {
      builder
        .link(`link${k}`, { mass: 1, inertia: [1, 1, 1] })
        .joint(`joint${k}`, {
          kind: 'revolute',
          parent: k === 1 ? 'world' : 'link1',
          child: `link${k}`,
          placement: { position: [k === 1 ? 0 : 0.5, 0, 0] },
          ...(k === 1 ? { lower: -3, upper: 3 } : { lower: -1.8, upper: 1.8 }),
        })
        .geometry(`link${k}`, { shape: capsule(0.03, 0.2), pose: { position: [0.25, 0, 0], rotation: [0, 1, 0, 1] } });
    }
    const scene = new Scene();
    scene.add(sphere(0.08), { position: [0.72, 0.4, 0] });
    const cell = new RobotCell({ model: builder.build(), scene });
    const plan = planMotion(cell, { start: [0, 0], goal: [1.2, 0], seed: 2 });
    const better = optimize(plan, { clearance: 0.1 });
    expect(plan.status).toBe('solved');
    expect(certifyMotion(cell, better).valid).toBe(true);
    expect(Math.max(...better.path.map((q) => Math.abs(q[1])))).toBeLessThanOrEqual(1.8);
    expect(clearanceOf(better)).toBeGreaterThan(clearanceOf(plan));
  });

  it('of random cells are proven, and stay within the joint limits', () => {
    let counted = 0;
    forAll({ seed: 13, cases: 12, tries: 40 }, (rng, index) => {
      const cell = randomCell(rng, index % 3 > 0);
      const [start, goal] = randomEnds(rng, cell);
      const plan = planMotion(cell, { start, goal, seed: index, maxIterations: 200 });
      if (plan.status !== 'solved' || cell.pairs.length === 0) return;
      counted++;
      const better = optimize(plan, { maxIterations: 10, waypoints: 8 });
      expect(better.status).toBe('solved');
      expect(certifyMotion(cell, better)).toMatchObject({ valid: true, reason: '' });
      const { lower, upper } = cell.model.limits;
      for (const q of better.path)
        for (let k = 0; k < q.length; k++) expect(q[k] >= lower[k] && q[k] <= upper[k]).toBe(true);
    });
    expect(counted).toBeGreaterThan(5);
  });

  it('are failures if the cell has changed, and plans that failed stay as they are', () => {
    const scene = new Scene();
    const cell = new RobotCell({ model: slotCell().model, scene });
    const plan = planMotion(cell, { start: slotStart, goal: slotGoal });
    scene.add(sphere(0.3), { position: [1, 0.6, 0] }, { name: 'ball' });
    cell.update();
    expect(optimize(plan)).toMatchObject({ status: 'failed', failure: 'changed' });
    const failed = planMotion(cell, { start: slotStart, goal: [0.6, 0, 0] });
    expect(failed.status).toBe('failed');
    expect(optimize(failed)).toBe(failed);
  });

  it('refuse wrong arguments', () => {
    const cell = slotCell();
    const plan = planMotion(cell, { start: slotStart, goal: slotGoal, seed: 1 });
    // @ts-expect-error a cell is no plan
    expect(() => optimize(cell)).toThrow(/^optimize: plan is .*; give the result of planMotion/);
    expect(() => optimize(plan, { clearance: -1 })).toThrow(/^optimize: options\.clearance is -1; give meters/);
    expect(() => optimize(plan, { waypoints: 1 })).toThrow(/^optimize: options\.waypoints is 1; /);
    expect(() => optimize(plan, { maxIterations: 0.5 })).toThrow(/^optimize: options\.maxIterations is 0\.5; /);
    expect(() => optimize(plan, { timeLimit: Number.NaN })).toThrow(/^optimize: options\.timeLimit is NaN; /);
    expect(() => cell.sweepClearance([0, 0], slotGoal)).toThrow(/^RobotCell\.sweepClearance: from /);
    expect(() => cell.sweepClearance(slotStart, [0, 0, Number.NaN])).toThrow(/^RobotCell\.sweepClearance: to/);
  });

  it('end when the signal is aborted', () => {
    const cell = slotCell();
    const plan = planMotion(cell, { start: slotStart, goal: slotGoal, seed: 1 });
    expect(() => optimize(plan, { signal: AbortSignal.abort(new Error('enough')) })).toThrow('enough');
  });
});

/** A plan along corners, in a cell without obstacles. */
function planOf(cell: RobotCell, corners: readonly Float64Array[]): Plan {
  const plan = planMotion(cell, { start: corners[0], goal: corners[corners.length - 1] });
  const proof = corners.slice(1).flatMap((q, k) => cell.motion(corners[k], q).proof ?? []);
  return { ...plan, path: corners, proof };
}
