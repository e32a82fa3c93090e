// Fastest motions along paths: closed forms, limits on a fine grid, and a search of the phase plane.
import { describe, expect, it } from 'vitest';
import { inverseDynamics, type Model, ModelBuilder, randomConfiguration } from '../../src/dynamics/index.ts';
import { planMotion, smooth, type Trajectory, timeParametrize } from '../../src/planning/index.ts';
import { IntervalProgram } from '../../src/planning/interval-program.ts';
import { forAll } from '../for-all.ts';
import { randomRobot } from './random-cell.ts';
import { slotCell, slotGoal, slotStart } from './slot-cell.ts';
import { straightPlan } from './straight-plan.ts';

/** Sliders along given axes, one on the other. */
function sliders(mass: number, ...axes: [number, number, number][]): Model {
  const builder = new ModelBuilder();
  for (const [k, axis] of axes.entries()) {
    builder
      .link(`link${k}`, { mass: k === axes.length - 1 ? mass : 0, inertia: [1, 1, 1] })
      .joint(`joint${k}`, { kind: 'prismatic', parent: k === 0 ? 'world' : `link${k - 1}`, child: `link${k}`, axis });
  }
  return builder.build();
}

/** An arm with a heavy end that swings in the plane of x and z. The angle is zero when it hangs. */
function pendulum(mass: number, length: number): Model {
  return new ModelBuilder()
    .link('arm', { mass, centerOfMass: [0, 0, -length], inertia: [0.1, 0.1, 0.1] })
    .joint('hinge', { kind: 'revolute', parent: 'world', child: 'arm', axis: [0, 1, 0], lower: -10, upper: 10 })
    .build();
}

function arm(links: number): Model {
  const builder = new ModelBuilder();
  for (let k = 0; k < links; k++) {
    builder.link(`link${k}`, { mass: 1, centerOfMass: [0.2, 0, 0], inertia: [0.01, 0.02, 0.02] }).joint(`joint${k}`, {
      kind: 'revolute',
      parent: k === 0 ? 'world' : `link${k - 1}`,
      child: `link${k}`,
      placement: { position: [k === 0 ? 0 : 0.4, 0, 0] },
      axis: k % 2 === 0 ? [0, 0, 1] : [0, 1, 0],
      lower: -3,
      upper: 3,
    });
  }
  return builder.build();
}

function solved(result: ReturnType<typeof timeParametrize>): Trajectory {
  expect(result).toMatchObject({ status: 'solved', reason: '' });
  return result.trajectory as Trajectory;
}

describe('closed forms', () => {
  it('accelerates and brakes a slider', () => {
    const model = sliders(1, [1, 0, 0]);
    const plan = straightPlan(model, [0], [3]);
    const fast = solved(timeParametrize(plan, { acceleration: 2 }));
    expect(fast.duration).toBeCloseTo(2 * Math.sqrt(3 / 2), 5);
    expect(fast.sample(0.5).q[0]).toBeCloseTo(0.25, 5);
    expect(fast.sample(0.5).v[0]).toBeCloseTo(1, 5);
    expect(fast.sample(0.5).a[0]).toBeCloseTo(2, 5);
    expect(fast.sample(-1)).toMatchObject({ time: -1, q: Float64Array.of(0), v: Float64Array.of(0) });
    expect(fast.sample(100).q[0]).toBeCloseTo(3, 12);
    const limited = solved(timeParametrize(plan, { acceleration: 2, velocity: 1 }));
    expect(limited.duration).toBeCloseTo(3 / 1 + 1 / 2, 3);
    expect(limited.use).toMatchObject({ torque: 0 });
    expect(limited.use.velocity).toBeCloseTo(1, 6);
  });

  it('lifts a mass by a limited force', () => {
    const [mass, force, height, g] = [2, 30, 1.5, 9.81];
    const [up, down] = [force / mass - g, force / mass + g];
    const peak = Math.sqrt((2 * height) / (1 / up + 1 / down));
    const model = sliders(mass, [0, 0, 1]);
    const { duration, use } = solved(timeParametrize(straightPlan(model, [0], [height]), { torque: force }));
    expect(duration).toBeCloseTo(peak / up + peak / down, 4);
    expect(use.torque).toBeCloseTo(1, 6);
  });

  it('swings a pendulum by a limited torque', () => {
    const [mass, length, torque, g] = [1.5, 0.8, 13, 9.81];
    const [inertia, weight] = [mass * length ** 2 + 0.1, mass * g * length];
    const [first, last] = [0.3, 2.5];
    // Energy: ½ I θ̇² = T (θ − θ₀) + m g l (cos θ − cos θ₀) while accelerating, and with −T from the other end while braking.
    const rising = (s: number): number =>
      (2 / inertia) * (torque * (s - first) + weight * (Math.cos(s) - Math.cos(first)));
    const falling = (s: number): number =>
      (2 / inertia) * (torque * (last - s) + weight * (Math.cos(s) - Math.cos(last)));
    const turning = (first + last) / 2 + (weight * (Math.cos(first) - Math.cos(last))) / (2 * torque);
    expect(rising(turning)).toBeCloseTo(falling(turning), 9);
    // ∫ dθ / θ̇ with θ = end ± r², so that the integrand is finite at rest.
    const time = (from: number, to: number, x: (s: number) => number): number => {
      const [n, r] = [20_000, Math.sqrt(Math.abs(to - from))];
      let sum = 0;
      for (let k = 0; k < n; k++) {
        const h = (r * (k + 0.5)) / n;
        sum += ((r / n) * 2 * h) / Math.sqrt(x(from + Math.sign(to - from) * h * h));
      }
      return sum;
    };
    const expected = time(first, turning, rising) + time(last, turning, falling);
    const model = pendulum(mass, length);
    const plan = straightPlan(model, [first], [last]);
    const error = (gridSize: number): number =>
      solved(timeParametrize(plan, { torque, gridSize })).duration / expected - 1;
    // The torque limit exceeds the largest torque of the weight by only 10 %, so that the time is sensitive to it.
    expect(error(400)).toBeGreaterThan(0);
    expect(error(400)).toBeLessThan(2e-3);
    expect(error(4000)).toBeLessThan(2e-4);
  });

  it('stops at a corner, and runs through a curve', () => {
    const model = sliders(1, [1, 0, 0], [0, 1, 0]);
    const corner = straightPlan(model, [0, 0], [2, 0], [2, 2]);
    const stopped = solved(timeParametrize(corner, { acceleration: 1 }));
    expect(stopped.duration).toBeCloseTo(4 * Math.sqrt(2), 4);
    const { v } = stopped.sample(stopped.duration / 2);
    expect(Math.hypot(...v)).toBeLessThan(1e-6);
    const through = solved(timeParametrize(smooth(corner), { acceleration: 1 }));
    expect(through.duration).toBeLessThan(0.8 * stopped.duration);
  });

  it('does not stop at a vertex on a straight line, and stays if start and goal are equal', () => {
    const model = sliders(1, [1, 0, 0]);
    const { duration } = solved(timeParametrize(straightPlan(model, [0], [1], [1], [4]), { acceleration: 1 }));
    expect(duration).toBeCloseTo(4, 4);
    const still = solved(timeParametrize(straightPlan(model, [2], [2]), { acceleration: 1 }));
    expect(still.duration).toBe(0);
    expect(still.sample(0)).toMatchObject({ q: Float64Array.of(2), v: Float64Array.of(0), a: Float64Array.of(0) });
  });
});

/** Checks limits and derivatives of a trajectory at many times, by public functions. */
function checkTrajectory(
  model: Model,
  trajectory: Trajectory,
  limits: { velocity: number; acceleration: number; torque: Float64Array },
): void {
  const data = model.createData();
  const { duration } = trajectory;
  let [largestRatio, difference] = [0, 0];
  for (let k = 0; k <= 3000; k++) {
    const { q, v, a, tau } = trajectory.sample((duration * k) / 3000);
    const torque = inverseDynamics(model, data, q, v, a);
    for (let j = 0; j < model.nv; j++) {
      const ratios = [v[j] / limits.velocity, a[j] / limits.acceleration, tau[j] / limits.torque[j]];
      for (const ratio of ratios) largestRatio = Math.max(largestRatio, Math.abs(ratio));
      difference = Math.max(difference, Math.abs(torque[j] - tau[j]) / (1 + Math.abs(tau[j])));
    }
  }
  expect(largestRatio).toBeLessThanOrEqual(1 + 1e-6);
  expect(difference).toBeLessThan(1e-9);
  const h = 1e-5 * duration;
  for (let k = 1; k < 50; k++) {
    const t = (duration * k) / 50;
    const [before, now, after] = [t - h, t, t + h].map((time) => trajectory.sample(time));
    for (let j = 0; j < model.nv; j++)
      expect(Math.abs((after.q[j] - before.q[j]) / (2 * h) - now.v[j])).toBeLessThan(1e-3 * (1 + Math.abs(now.v[j])));
  }
}

describe('random arms', () => {
  it('never exceed a limit on a fine grid', () => {
    let count = 0;
    forAll({ seed: 41, cases: 12, tries: 10 }, (rng) => {
      const model = arm(2 + rng.index(5));
      const corners = Array.from({ length: 2 + rng.index(3) }, () => [...randomConfiguration(model, rng)]);
      const plan = smooth(straightPlan(model, ...corners));
      const torque = Float64Array.from({ length: model.nv }, () => rng.uniform(15, 80));
      const limits = { velocity: rng.uniform(1, 4), acceleration: rng.uniform(3, 20), torque };
      const { trajectory, reason } = timeParametrize(plan, limits);
      if (!trajectory) {
        expect(reason).toMatch(/needs [\d.]+ N m or N to hold the robot, and its limit is/);
        return;
      }
      count++;
      checkTrajectory(model, trajectory, limits);
      // Somewhere a limit is reached.
      expect(Math.max(...Object.values(trajectory.use))).toBeGreaterThan(0.995);
    });
    expect(count).toBeGreaterThan(5);
  });

  it('covers all kinds of joints, with stops at corners', () => {
    forAll({ seed: 42, cases: 15, tries: 10 }, (rng) => {
      const model = randomRobot(rng, 3, false);
      const plan = straightPlan(model, ...[0, 1, 2].map(() => [...randomConfiguration(model, rng)]));
      const { use, duration } = solved(timeParametrize(plan, { velocity: 2, acceleration: 5, gridSize: 50 }));
      expect(duration).toBeGreaterThan(0);
      expect(Math.max(use.velocity, use.acceleration)).toBeLessThanOrEqual(1 + 1e-6);
    });
  });
});

/** The least time between rest and rest by dynamic programming over a lattice of path positions s and squared path speeds x. */
function latticeTime(trajectory: Trajectory, model: Model, torque: number, length: number): number {
  const [intervals, levels] = [50, 240];
  const delta = length / intervals;
  const direction = trajectory.plan.path[1].map((x, k) => (x - trajectory.plan.path[0][k]) / length);
  const data = model.createData();
  const fastest = Math.max(
    ...Array.from({ length: 200 }, (_, k) => sizeOf(trajectory.sample((trajectory.duration * k) / 200).v)),
  );
  const level = (m: number): number => ((1.1 * fastest * m) / (levels - 1)) ** 2;
  const torqueAt = (s: number, x: number, u: number): Float64Array =>
    inverseDynamics(
      model,
      data,
      trajectory.plan.path[0].map((q, k) => q + s * direction[k]),
      direction.map((d) => d * Math.sqrt(x)),
      direction.map((d) => d * u),
    ).slice();
  let times = new Float64Array(levels).fill(Infinity);
  times[0] = 0;
  for (let i = 0; i < intervals; i++) {
    // On a straight path, τ = a u + b x + c with the path acceleration u: three evaluations at each end give a, b and c.
    const ends = [i * delta, (i + 1) * delta].map((s) => {
      const c = torqueAt(s, 0, 0);
      return { c, a: torqueAt(s, 0, 1).map((t, k) => t - c[k]), b: torqueAt(s, 1, 0).map((t, k) => t - c[k]) };
    });
    const next = new Float64Array(levels).fill(Infinity);
    for (let m = 0; m < levels; m++) {
      if (times[m] === Infinity) continue;
      for (let n = 0; n < levels; n++) {
        const [x, y] = [level(m), level(n)];
        if (x + y === 0) continue;
        const u = (y - x) / (2 * delta);
        const isAllowed = ends.every(({ a, b, c }, e) =>
          c.every((t, k) => Math.abs(t + a[k] * u + b[k] * (e ? y : x)) <= torque),
        );
        if (isAllowed) next[n] = Math.min(next[n], times[m] + (2 * delta) / (Math.sqrt(x) + Math.sqrt(y)));
      }
    }
    times = next;
  }
  return times[0];
}

const sizeOf = (v: Float64Array): number => Math.hypot(...v);

describe('optimality', () => {
  it('is as fast as the best motion on a lattice of the phase plane', () => {
    forAll({ seed: 43, cases: 4, tries: 3 }, (rng) => {
      const model = arm(2);
      const [from, to] = [rng, rng].map((each) => [each.uniform(-1.5, 1.5), each.uniform(-1.2, 1.2)]);
      const length = Math.hypot(from[0] - to[0], from[1] - to[1]);
      if (length < 0.3) return;
      const torque = 12;
      const trajectory = solved(timeParametrize(straightPlan(model, from, to), { torque }));
      const best = latticeTime(trajectory, model, torque, length);
      expect(trajectory.duration).toBeLessThan(1.002 * best);
      expect(trajectory.duration).toBeGreaterThan(0.9 * best);
    });
  });

  it('solves linear programs in two variables at a vertex', () => {
    const program = new IntervalProgram();
    forAll({ seed: 44, cases: 300, tries: 100 }, (rng) => {
      const rows = Array.from({ length: 2 + rng.index(8) }, () => [
        rng.normal(),
        rng.uniform() < 0.2 ? 0 : rng.normal(),
        rng.uniform(-0.5, 2),
      ]);
      rows.push([0, 1, 10], [1, 0, 50], [-1, 0, 50]);
      program.clear();
      for (const [a, b, c] of rows) program.add(a, b, c);
      const all = [...rows, [0, -1, 0]];
      const xs: number[] = [];
      for (let i = 0; i < all.length; i++)
        for (let j = 0; j < i; j++) {
          const det = all[i][0] * all[j][1] - all[j][0] * all[i][1];
          if (Math.abs(det) < 1e-12) continue;
          const u = (all[i][2] * all[j][1] - all[j][2] * all[i][1]) / det;
          const x = (all[i][0] * all[j][2] - all[j][0] * all[i][2]) / det;
          if (all.every(([a, b, c]) => a * u + b * x <= c + 1e-9 * (1 + Math.abs(u) + Math.abs(x)))) xs.push(x);
        }
      if (xs.length === 0) {
        expect(Number.isNaN(program.largest())).toBe(true);
        return;
      }
      expect(program.largest()).toBeCloseTo(Math.max(...xs), 7);
      expect(program.smallest()).toBeCloseTo(Math.min(...xs), 7);
    });
  });
});

describe('failures', () => {
  it('says which joint cannot hold the robot', () => {
    const model = pendulum(1, 1);
    const plan = straightPlan(model, [0.1], [2]);
    const { status, trajectory, reason } = timeParametrize(plan, { torque: 5 });
    expect({ status, trajectory }).toEqual({ status: 'failed', trajectory: null });
    expect(reason).toMatch(
      /^at [\d.]+ of 1\.9 along the path, hinge needs [\d.]+ N m or N to hold the robot, and its limit is 5$/,
    );
  });

  it('runs the plan of a cell, repeatable to the bit', () => {
    const plan = smooth(planMotion(slotCell(), { start: slotStart, goal: slotGoal, seed: 3 }));
    const [first, again] = [0, 1].map(() => solved(timeParametrize(plan, { velocity: 2, acceleration: 5 })));
    expect(again.duration).toBe(first.duration);
    expect(first.sample(first.duration).q).toEqual(expect.anything());
    expect(Math.hypot(...first.sample(first.duration).q.map((x, k) => x - slotGoal[k]))).toBeLessThan(1e-9);
  });

  const model = sliders(1, [1, 0, 0]);
  const plan = straightPlan(model, [0], [1]);
  const rows: readonly [() => unknown, string][] = [
    [
      () => timeParametrize({} as never),
      'timeParametrize: plan is an object with keys ""; give the result of planMotion',
    ],
    [
      () => timeParametrize({ ...plan, status: 'failed' }),
      'timeParametrize: plan.status is "failed"; give a plan that was solved',
    ],
    [
      () => timeParametrize(plan),
      'options.acceleration is undefined; give limits of the acceleration or of the torque',
    ],
    [() => timeParametrize(plan, { velocity: 0 }), 'options.velocity of joint0 is 0; give a positive number'],
    [
      () => timeParametrize(plan, { torque: Float64Array.of(1, 2) }),
      'options.torque is Float64Array [1, 2]; give a positive number, or a Float64Array of 1 positive numbers',
    ],
    [
      () => timeParametrize(plan, { acceleration: Number.NaN }),
      'options.acceleration of joint0 is NaN; give a positive',
    ],
    [() => timeParametrize(plan, { acceleration: 1, gridSize: 2 }), 'options.gridSize is 2; give a whole number'],
    [
      () => timeParametrize(plan, { acceleration: 1 }).trajectory?.sample(Number.NaN),
      'Trajectory.sample: time is NaN; give seconds, finite',
    ],
  ];
  for (const [call, message] of rows) it(message, () => expect(call).toThrow(message));
});
