// Optimal control: known answers, bounds, gaps, derivatives.
import { describe, expect, it } from 'vitest';
import {
  type ControlledDynamics,
  type ControlProblem,
  type ControlSolution,
  finiteHorizonLqr,
  modelDynamics,
  optimizeControls,
  quadraticCost,
  simulatorDynamics,
} from '../../src/control/index.ts';
import { ModelBuilder } from '../../src/dynamics/index.ts';
import { box, halfspace } from '../../src/index.ts';
import { Rng } from '../../src/math/index.ts';
import { Scene } from '../../src/scene/index.ts';
import { freeBody, Simulator } from '../../src/sim/index.ts';
import { doubleIntegrator, quadratic, system } from '../fixtures/double-integrator.ts';

const of = (...values: number[]): Float64Array => Float64Array.of(...values);
const rod = { mass: 1, centerOfMass: [0, 0, -0.5], inertia: [0.083, 0.083, 0.001] } as const;

const pendulum = new ModelBuilder()
  .link('rod', rod)
  .joint('hinge', { kind: 'continuous', parent: 'world', child: 'rod', axis: [0, 1, 0] })
  .build();
const cartPole = new ModelBuilder()
  .link('cart', { mass: 1, inertia: [1, 1, 1] })
  .link('pole', { mass: 0.1, centerOfMass: [0, 0, -0.5], inertia: [0.01, 0.01, 0.01] })
  .joint('slide', { kind: 'prismatic', parent: 'world', child: 'cart', axis: [1, 0, 0] })
  .joint('hinge', { kind: 'continuous', parent: 'cart', child: 'pole', axis: [0, 1, 0] })
  .build();
const arm = new ModelBuilder()
  .link('upper', rod)
  .link('lower', rod)
  .joint('shoulder', { kind: 'revolute', parent: 'world', child: 'upper', axis: [0, 1, 0] })
  .joint('elbow', {
    kind: 'revolute',
    parent: 'upper',
    child: 'lower',
    axis: [0, 1, 0],
    placement: { position: [0, 0, -1] },
  })
  .build();

/** The cost of a rollout of the controls, by the dynamics alone. */
function replay({ dynamics, cost, steps, initialState }: ControlProblem, controls: readonly Float64Array[]): number {
  const n = dynamics.tangentSize;
  const m = dynamics.controlSize;
  let state = initialState.slice();
  let sum = 0;
  const terms = () => ({
    value: 0,
    byState: new Float64Array(n),
    byControl: new Float64Array(m),
    byStateTwice: new Float64Array(n * n),
    byControlTwice: new Float64Array(m * m),
    byControlAndState: new Float64Array(m * n),
  });
  for (let k = 0; k < steps; k++) {
    const here = terms();
    cost.running(state, controls[k], k, here);
    sum += here.value;
    const next = new Float64Array(dynamics.stateSize);
    dynamics.step(state, controls[k], k, next);
    state = next;
  }
  const last = terms();
  cost.final(state, last);
  return sum + last.value;
}

/** Checks a converged answer: it replays, keeps its bounds, and no change of controls within them lowers the cost. */
function checkOptimum(problem: ControlProblem, solution: ControlSolution): void {
  expect(solution.status).toBe('converged');
  expect(solution.gap).toBeLessThan(1e-6);
  expect(replay(problem, solution.controls)).toBeCloseTo(solution.cost, 6);
  const { lower, upper } = problem;
  const rng = new Rng(1);
  for (let trial = 0; trial < 20; trial++) {
    const changed = solution.controls.map((control) =>
      control.map((u, i) =>
        Math.min(Math.max(u + 1e-3 * rng.normal(), lower?.[i] ?? -Infinity), upper?.[i] ?? Infinity),
      ),
    );
    expect(replay(problem, changed)).toBeGreaterThan(solution.cost - 1e-9);
  }
  for (const control of solution.controls)
    for (const [i, u] of control.entries()) {
      expect(u).toBeGreaterThanOrEqual(lower?.[i] ?? -Infinity);
      expect(u).toBeLessThanOrEqual(upper?.[i] ?? Infinity);
    }
  const costs = solution.history.map(({ cost }) => cost);
  expect(costs.length).toBe(solution.iterations + 1);
}

describe('a double integrator', () => {
  const problem = {
    dynamics: doubleIntegrator,
    cost: quadratic,
    steps: 30,
    initialState: of(1, 0),
  };

  it('has the gains of the Riccati recursion, after one iteration', () => {
    const solution = optimizeControls(problem);
    checkOptimum(problem, solution);
    expect(solution.iterations).toBe(1);
    const { gains, costs } = finiteHorizonLqr(system, 30, of(10, 0, 0, 10));
    for (let k = 0; k < 30; k++) for (let j = 0; j < 2; j++) expect(solution.gains[k][j]).toBeCloseTo(-gains[k][j], 9);
    expect(solution.cost).toBeCloseTo(0.5 * costs[0][0], 9);
  });

  it('closes the gaps of states that violate the dynamics', () => {
    const states = Array.from({ length: 31 }, (_, k) => of(1 - k / 30, Math.sin(k)));
    const solution = optimizeControls(problem, {}, { states });
    expect(solution.history[0].gap).toBeGreaterThan(1);
    checkOptimum(problem, solution);
    expect(solution.cost).toBeCloseTo(optimizeControls(problem).cost, 9);
  });

  it('switches from one bound to the other for minimum time to rest', () => {
    const bounded = {
      ...problem,
      cost: quadraticCost(of(0, 0), { control: of(1e-4), final: of(1e4, 1e4) }),
      steps: 20,
      lower: of(-1.02),
      upper: of(1.02),
    };
    const solution = optimizeControls(bounded);
    checkOptimum(bounded, solution);
    // 1 m in 2 s takes ±1 m/s²: full thrust, then full brake.
    expect(Math.abs(solution.states[20][0])).toBeLessThan(0.05);
    expect(solution.controls[2][0]).toBeLessThan(-0.9);
    expect(solution.controls[17][0]).toBeGreaterThan(0.9);
  });
});

describe('robots', () => {
  it('a pendulum swings up with less torque than holds it level', () => {
    const problem = {
      dynamics: modelDynamics(pendulum, 0.02),
      cost: quadraticCost(of(Math.PI, 0), { control: of(0.02), final: of(1000, 100) }),
      steps: 200,
      initialState: of(0, 0),
      lower: of(-1.5),
      upper: of(1.5),
    };
    const solution = optimizeControls(problem);
    checkOptimum(problem, solution);
    expect(Math.abs(solution.states[200][0] - Math.PI)).toBeLessThan(0.02);
  });

  it('a cart swings its pole up within ±8 N', () => {
    const problem = {
      dynamics: modelDynamics(cartPole, 0.025, ['slide']),
      cost: quadraticCost(of(0, Math.PI, 0, 0), {
        state: of(0.01, 0.01, 0.001, 0.001),
        control: of(0.01),
        final: of(1000, 1000, 100, 100),
      }),
      steps: 120,
      initialState: of(0, 0, 0, 0),
      lower: of(-8),
      upper: of(8),
    };
    const solution = optimizeControls(problem);
    checkOptimum(problem, solution);
    expect(Math.abs(solution.states[120][1] - Math.PI)).toBeLessThan(0.05);
    expect(Math.max(...solution.controls.map(([u]) => Math.abs(u)))).toBeGreaterThan(7.9);
  });

  it('an arm reaches its target within torque limits', () => {
    const problem = {
      dynamics: modelDynamics(arm, 0.02),
      cost: quadraticCost(of(1, -0.5, 0, 0), { control: of(1e-4, 1e-4), final: of(1000, 1000, 10, 10) }),
      steps: 60,
      initialState: of(0, 0, 0, 0),
      lower: of(-18, -6),
      upper: of(18, 6),
    };
    const solution = optimizeControls(problem);
    checkOptimum(problem, solution);
    expect(Math.abs(solution.states[60][0] - 1)).toBeLessThan(0.01);
    expect(Math.abs(solution.states[60][1] + 0.5)).toBeLessThan(0.01);
  });
});

/** Derivatives by central differences in the tangent spaces. */
function checkDerivatives(
  dynamics: ControlledDynamics,
  state: Float64Array,
  control: Float64Array,
  tolerance: number,
): void {
  const { stateSize, tangentSize: n, controlSize: m } = dynamics;
  const byState = new Float64Array(n * n);
  const byControl = new Float64Array(n * m);
  dynamics.differentiate(state, control, 0, byState, byControl);
  const step = 1e-6;
  const reach = (change: Float64Array, push: Float64Array): Float64Array => {
    const moved = state.slice();
    if (dynamics.integrate) dynamics.integrate(state, change, moved);
    else moved.set(state.map((x, k) => x + change[k]));
    const out = new Float64Array(stateSize);
    dynamics.step(
      moved,
      control.map((u, i) => u + push[i]),
      0,
      out,
    );
    return out;
  };
  const compare = (column: (sign: number) => Float64Array, values: (i: number) => number): void => {
    const [high, low, change] = [column(step), column(-step), new Float64Array(n)];
    if (dynamics.difference) dynamics.difference(low, high, change);
    else change.set(high.map((x, k) => x - low[k]));
    for (let i = 0; i < n; i++) expect(Math.abs(change[i] / (2 * step) - values(i))).toBeLessThan(tolerance);
  };
  const unit = (size: number, at: number, value: number) =>
    new Float64Array(size).map((_, k) => (k === at ? value : 0));
  for (let j = 0; j < n; j++)
    compare(
      (d) => reach(unit(n, j, d), unit(m, -1, 0)),
      (i) => byState[i * n + j],
    );
  for (let j = 0; j < m; j++)
    compare(
      (d) => reach(unit(n, -1, 0), unit(m, j, d)),
      (i) => byControl[i * m + j],
    );
}

describe('derivatives agree with finite differences', () => {
  it('of models', () => {
    checkDerivatives(modelDynamics(cartPole, 0.025, ['slide']), of(0.1, 2, -0.5, 1), of(3), 1e-6);
    checkDerivatives(modelDynamics(arm, 0.02), of(0.3, -1, 0.5, 2), of(3, -2), 1e-6);
  });

  it('of a simulator, for a crate that slides on the ground', () => {
    const scene = new Scene();
    scene.add(halfspace(), {}, { static: true });
    const crate = freeBody(box(0.5, 0.5, 0.5), { pose: { position: [0, 0, 0.4995] } });
    const sim = new Simulator({ models: [crate], scene, friction: 0.5, timeStep: 0.01 });
    const dynamics = simulatorDynamics(sim, { actuated: [0, 1] });
    expect([dynamics.stateSize, dynamics.tangentSize, dynamics.controlSize]).toEqual([13, 12, 2]);
    const state = Float64Array.of(...sim.state.q, 1, 0.2, 0, 0, 0, 0);
    const [byState, byControl] = [new Float64Array(144), new Float64Array(24)];
    dynamics.differentiate(state, of(10, 0), 0, byState, byControl);
    const reach = (push: number) => {
      const out = new Float64Array(13);
      dynamics.step(state, of(10 + push, 0), 0, out);
      return out[7];
    };
    expect(byControl[6 * 2]).toBeCloseTo((reach(1e-3) - reach(-1e-3)) / 2e-3, 6);
    expect(byControl[6 * 2]).toBeGreaterThan(0);
  });

  it('of a simulator are the same for recorded steps, also after other steps', () => {
    const scene = new Scene();
    scene.add(halfspace(), {}, { static: true });
    const crate = freeBody(box(0.5, 0.5, 0.5), { pose: { position: [0, 0, 0.4995] } });
    const sim = new Simulator({ models: [crate], scene, friction: 0.5, timeStep: 0.01 });
    const start = sim.state.q;
    const state = (speed: number) => Float64Array.of(...start, speed, 0.2, 0, 0, 0, 0);
    const differentiated = (dynamics: ControlledDynamics, speed: number, push: number, index: number) => {
      const [byState, byControl] = [new Float64Array(144), new Float64Array(12)];
      dynamics.differentiate(state(speed), of(push), index, byState, byControl);
      return [byState, byControl];
    };
    const fresh = (speed: number, push: number) =>
      differentiated(simulatorDynamics(sim, { actuated: [0] }), speed, push, 0);
    const [sliding, resting] = [fresh(1, 10), fresh(0, 1)];
    const dynamics = simulatorDynamics(sim, { actuated: [0] });
    for (const [index, speed] of [1, 0].entries())
      dynamics.step(state(speed), of(speed === 1 ? 10 : 1), index, new Float64Array(13));
    expect(sliding).not.toEqual(resting);
    expect(differentiated(dynamics, 1, 10, 0)).toEqual(sliding);
    expect(differentiated(dynamics, 0, 1, 1)).toEqual(resting);
    // If the state or the control is not the recorded one of this index, the step is computed again.
    expect(differentiated(dynamics, 0, 1, 0)).toEqual(resting);
    expect(differentiated(dynamics, 1, 10, 1)).toEqual(sliding);
  });
});

describe('the search', () => {
  const problem = {
    dynamics: modelDynamics(pendulum, 0.02),
    cost: quadraticCost(of(Math.PI, 0), { control: of(0.02), final: of(1000, 100) }),
    steps: 50,
    initialState: of(0, 0),
  };

  it('reports its progress, and ends at its limit', () => {
    const seen: number[] = [];
    const solution = optimizeControls(problem, {
      maxIterations: 3,
      onProgress: ({ iteration }) => seen.push(iteration),
    });
    expect(solution.status).toBe('limit');
    expect(seen).toEqual([1, 2, 3]);
    expect(solution.history.map(({ cost }) => cost)).toEqual(
      [...solution.history.map(({ cost }) => cost)].sort((a, b) => b - a),
    );
  });

  it('can be canceled', () => {
    const controller = new AbortController();
    const cancel = () => controller.abort(new Error('enough'));
    expect(() => optimizeControls(problem, { signal: controller.signal, onProgress: cancel })).toThrow('enough');
  });

  it('does not throw on dynamics that return NaN', () => {
    const broken = {
      ...problem.dynamics,
      step: (_x: unknown, _u: unknown, _k: unknown, out: Float64Array) => out.fill(Number.NaN),
    };
    expect(optimizeControls({ ...problem, dynamics: { ...broken, differentiate: () => {} } }).status).toBe('stalled');
  });
});
