// Predictive control: the regulator as its limit, bounds, feedback between updates, shifts.
import { describe, expect, it } from 'vitest';
import {
  type ControlledDynamics,
  discreteLqr,
  finiteHorizonLqr,
  modelDynamics,
  optimizeControls,
  PredictiveControl,
  quadraticCost,
} from '../../src/control/index.ts';
import { ModelBuilder } from '../../src/dynamics/index.ts';
import { Rng } from '../../src/math/index.ts';
import { doubleIntegrator, h, quadratic, system } from '../fixtures/double-integrator.ts';

const of = (...values: number[]): Float64Array => Float64Array.of(...values);
const linear = {
  dynamics: doubleIntegrator,
  cost: quadratic,
  steps: 30,
  timeStep: h,
};
const pendulum = new ModelBuilder()
  .link('rod', { mass: 1, centerOfMass: [0, 0, -0.5], inertia: [0.083, 0.083, 0.001] })
  .joint('hinge', { kind: 'continuous', parent: 'world', child: 'rod', axis: [0, 1, 0] })
  .build();

describe('a linear system', () => {
  it('has the controls of the Riccati recursion at every update and between updates', () => {
    const controller = new PredictiveControl(linear);
    const { gains } = finiteHorizonLqr(system, 30, of(10, 0, 0, 10));
    const rng = new Rng(3);
    for (let k = 0; k < 20; k++) {
      const state = of(rng.normal(), rng.normal());
      const [u] = controller.control(state, k * h);
      expect(u).toBeCloseTo(-gains[0][0] * state[0] - gains[0][1] * state[1], 10);
      // A disturbance within the step, at the beginning of which the prediction equals the measurement.
      const [w] = controller.control(of(state[0] + 0.1, state[1] - 0.2), k * h);
      expect(w - u).toBeCloseTo(-gains[0][0] * 0.1 + gains[0][1] * 0.2, 10);
      expect(controller.report.gradientNorm).toBeLessThan(1e-9);
    }
  });

  it('approaches the infinite-horizon regulator for a long horizon', () => {
    const { gain } = discreteLqr(system);
    const [u] = new PredictiveControl({ ...linear, steps: 300 }).control(of(1, -0.5), 0);
    expect(u).toBeCloseTo(-gain[0] + 0.5 * gain[1], 8);
  });

  it('keeps its plan if nothing disturbs it: the shifted plan is optimal', () => {
    // With the regulator's value function as the cost of the last state, the optimum does not depend on the length of the horizon.
    const { cost: value } = discreteLqr(system);
    const cost = {
      running: linear.cost.running,
      final: (state: Float64Array, terms: Parameters<typeof linear.cost.final>[1]) => {
        for (let i = 0; i < 2; i++)
          for (let j = 0; j < 2; j++) {
            terms.value += 0.5 * state[i] * value[2 * i + j] * state[j];
            terms.byState[i] += value[2 * i + j] * state[j];
            terms.byStateTwice[2 * i + j] = value[2 * i + j];
          }
      },
    };
    const controller = new PredictiveControl({ ...linear, cost });
    const state = of(1, 0);
    controller.control(state, 0);
    const planned = controller.controls.map(([u]) => u);
    for (let k = 0; k < 10; k++) {
      const u = controller.control(state, k * h);
      expect(u[0]).toBeCloseTo(planned[k], 9);
      doubleIntegrator.step(state.slice(), u, 0, state);
    }
  });

  it('updates once in a period, and shifts by whole steps', () => {
    const controller = new PredictiveControl(linear, { period: 0.04 });
    const times: number[] = [];
    for (let k = 0; k <= 12; k++) {
      controller.control(of(1, 0), 0.02 * k);
      times.push(controller.report.time);
    }
    expect(times.map((time) => Math.round(time / 0.02))).toEqual([0, 0, 2, 2, 4, 4, 6, 6, 8, 8, 10, 10, 12]);
    // For a time before the last update, the controller begins again.
    controller.control(of(1, 0), 0);
    expect(controller.report.time).toBe(0);
  });

  it('repeats the controls of a period at the end of the horizon', () => {
    const idle = { running: () => {}, final: () => {} };
    const controls = Array.from({ length: 30 }, (_, k) => of(k));
    const controller = new PredictiveControl({ ...linear, cost: idle }, { repeat: 8, warmStart: { controls } });
    controller.control(of(0, 0), 0);
    for (let k = 1; k < 20; k++) {
      controller.control(of(0, 0), k * h);
      expect(controller.controls[29][0]).toBe(22 + ((k - 1) % 8));
    }
  });

  it('passes the time to a cost that depends on it', () => {
    const seen: number[] = [];
    const moving = new PredictiveControl({
      ...linear,
      cost: (time) => {
        seen.push(time);
        return quadraticCost(of(time, 0), { state: of(1, 0.1), control: of(0.5), final: of(10, 10) });
      },
    });
    for (let k = 0; k < 3; k++) moving.control(of(0, 0), k * h);
    expect(seen.slice(1)).toEqual([0, h, 2 * h]);
  });
});

describe('a pendulum with a torque of at most 2 N m', () => {
  const task = {
    dynamics: modelDynamics(pendulum, 0.02),
    cost: quadraticCost(of(Math.PI, 0), { state: of(1, 0.1), control: of(0.02), final: of(200, 20) }),
    steps: 100,
    timeStep: 0.02,
    lower: of(-2),
    upper: of(2),
  };

  it('swings up in closed loop although its mass is 5 % larger than in the model, and stays there', () => {
    const heavy = new ModelBuilder()
      .link('rod', { mass: 1.05, centerOfMass: [0, 0, -0.5], inertia: [0.087, 0.087, 0.001] })
      .joint('hinge', { kind: 'continuous', parent: 'world', child: 'rod', axis: [0, 1, 0] })
      .build();
    const plant = modelDynamics(heavy, 0.005);
    const controller = new PredictiveControl(task, { iterations: 2, initialIterations: 200 });
    let state = of(0, 0);
    for (let k = 0; k < 2000; k++) {
      const u = controller.control(state, 0.005 * k);
      expect(Math.abs(u[0])).toBeLessThanOrEqual(2);
      const next = new Float64Array(2);
      plant.step(state, u, 0, next);
      state = next;
    }
    const turns = Math.round((state[0] - Math.PI) / (2 * Math.PI));
    expect(Math.abs(state[0] - Math.PI - 2 * Math.PI * turns)).toBeLessThan(0.02);
    expect(Math.abs(state[1])).toBeLessThan(0.02);
  });

  it('has the solution of optimizeControls after enough iterations', () => {
    const initialState = of(2, 0.5);
    const wanted = optimizeControls({ ...task, initialState });
    const controller = new PredictiveControl(task, { initialIterations: 200 });
    controller.control(initialState, 0);
    const { cost, gradientNorm, gap, milliseconds, timings } = controller.report;
    expect(cost).toBeCloseTo(wanted.cost, 8);
    expect(gradientNorm).toBeLessThan(1e-6);
    expect(gap).toBeLessThan(1e-6);
    expect(timings.derivatives + timings.backward + timings.rollouts).toBeLessThanOrEqual(milliseconds);
  });
});

describe('a disturbed pendulum', () => {
  it('has plans without gaps, at most at the cost of following the last plan', () => {
    const dynamics = modelDynamics(pendulum, 0.05);
    const cost = quadraticCost(of(Math.PI, 0), { state: of(1, 0.1), control: of(0.02), final: of(200, 20) });
    const [lower, upper] = [of(-3), of(3)];
    const steps = 25;
    const controller = new PredictiveControl({ dynamics, cost, steps, timeStep: 0.05, lower, upper });
    const rng = new Rng(5);
    const state = of(0, 0);
    controller.control(state, 0);
    for (let k = 1; k < 40; k++) {
      dynamics.step(state.slice(), controller.controls[0], 0, state);
      for (let i = 0; i < 2; i++) state[i] += 0.3 * rng.normal();
      const followed = follow(dynamics, controller, state);
      const before = optimizeControls(
        { dynamics, cost, steps, initialState: state, lower, upper },
        { maxIterations: 1 },
        { controls: followed },
      ).history[0];
      controller.control(state, 0.05 * k);
      expect(controller.report.gap).toBe(0);
      expect(controller.report.cost).toBeLessThanOrEqual(before.cost * (1 + 1e-12));
    }
  });
});

describe('the steps of the dynamics in an update', () => {
  const counted = () => {
    const plain = modelDynamics(pendulum, 0.05);
    const count = { steps: 0 };
    const dynamics: ControlledDynamics = {
      ...plain,
      step: (...input) => {
        count.steps++;
        plain.step(...input);
      },
    };
    const cost = quadraticCost(of(Math.PI, 0), { state: of(1, 0.1), control: of(0.02), final: of(200, 20) });
    const controller = new PredictiveControl({ dynamics, cost, steps: 25, timeStep: 0.05 }, { initialIterations: 100 });
    const state = of(2, 0);
    controller.control(state, 0);
    plain.step(state.slice(), controller.controls[0], 0, state);
    count.steps = 0;
    return { controller, state, count };
  };

  it('are those of one rollout and of the step appended to the horizon if the measured state is near the predicted one', () => {
    const { controller, state, count } = counted();
    controller.control(of(state[0] + 1e-4, state[1]), 0.05);
    expect(controller.report.stepLength).toBe(1);
    expect(count.steps).toBe(26);
  });

  it('include a rollout of the last plan if the measured state is far from the predicted one', () => {
    const { controller, state, count } = counted();
    controller.control(of(state[0] - 0.5, state[1]), 0.05);
    expect(controller.report.stepLength).toBe(1);
    expect(count.steps).toBe(51);
  });
});

/** The last plan's controls from its second step on, with the feedback of its gains except in the first, then its last control; within ±3. */
function follow(dynamics: ControlledDynamics, { states, controls, gains }: PredictiveControl, start: Float64Array) {
  let state = start;
  return controls.map((_, k) => {
    const [planned, gain, from] = [k + 1, gains[k + 1], states[k + 1]];
    const deviation = gain && k > 0 ? gain[0] * (state[0] - from[0]) + gain[1] * (state[1] - from[1]) : 0;
    const u = controls[Math.min(planned, controls.length - 1)][0] + deviation;
    const control = of(Math.min(Math.max(u, -3), 3));
    const next = of(0, 0);
    dynamics.step(state, control, 0, next);
    state = next;
    return control;
  });
}
