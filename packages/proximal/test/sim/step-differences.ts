// Central differences of steps, to compare derivatives with.
import { expect } from 'vitest';
import { difference, integrate } from '../../src/dynamics/index.ts';
import { halfspace } from '../../src/index.ts';
import { Scene } from '../../src/scene/index.ts';
import {
  Simulator,
  type SimulatorOptions,
  type SimulatorState,
  type StepDerivativeOptions,
  type StepParameter,
} from '../../src/sim/index.ts';

/** Solver options with errors that are small compared with the differences of two steps. */
export const solver = {
  solver: 'ncp-admm',
  tolerance: 1e-14,
  relativeTolerance: 1e-13,
  maxIterations: 20_000,
} as const;

export function onFloor(options: Omit<SimulatorOptions, 'scene'>): Simulator {
  const scene = new Scene({ margin: 0.05 });
  scene.add(halfspace(), {}, { static: true, name: 'floor' });
  return new Simulator({ solver, timeStep: 1e-3, margin: 0.05, ...options, scene });
}

/** A configuration displaced along its tangent. */
export function displaced(sim: Simulator, q: Float64Array, along: Float64Array): Float64Array {
  const out = new Float64Array(sim.nq);
  let [atQ, atV] = [0, 0];
  for (const model of sim.settings.models) {
    const [toQ, toV] = [atQ + model.nq, atV + model.nv];
    out.set(integrate(model, q.slice(atQ, toQ), along.slice(atV, toV)), atQ);
    [atQ, atV] = [toQ, toV];
  }
  return out;
}

/** (b ⊖ a) / scale: positions in the tangent space, then velocities. */
export function between(sim: Simulator, a: SimulatorState, b: SimulatorState, scale: number): Float64Array {
  const out = new Float64Array(2 * sim.nv);
  let [atQ, atV] = [0, 0];
  for (const model of sim.settings.models) {
    const [toQ, toV] = [atQ + model.nq, atV + model.nv];
    out.set(difference(model, a.q.slice(atQ, toQ), b.q.slice(atQ, toQ)), atV);
    [atQ, atV] = [toQ, toV];
  }
  out.set(
    b.v.map((x, k) => x - a.v[k]),
    sim.nv,
  );
  return out.map((x) => x / scale);
}

/**
 * The columns of the derivative of a step by central differences, with respect to positions, velocities and torques. On return, the
 * simulator has made the step from the given state.
 */
function differences(sim: Simulator, { q, v }: SimulatorState, torque: Float64Array, size: number): Float64Array[] {
  const n = sim.nv;
  const after = (c: number, sign: number): SimulatorState => {
    const [dq, dv, dt] = [0, 1, 2].map((part) => {
      const out = new Float64Array(n);
      if (Math.floor(c / n) === part) out[c % n] = sign * size;
      return out;
    });
    sim.setState({ q: displaced(sim, q, dq), v: v.map((x, k) => x + dv[k]) });
    sim.step(torque.map((x, k) => x + dt[k]));
    return sim.state;
  };
  const columns = Array.from({ length: 3 * n }, (_, c) => between(sim, after(c, -1), after(c, 1), 2 * size));
  sim.setState({ q, v });
  sim.step(torque);
  return columns;
}

/**
 * Checks the derivatives of the step from the present state against differences, relative to the largest derivative with respect to the state, or to 1
 * if that is larger.
 * @param kinks columns to skip because the step has a kink there: positions come first, then velocities, then torques
 */
export function check(
  sim: Simulator,
  torque: Float64Array = new Float64Array(sim.nv),
  options: StepDerivativeOptions = {},
  tolerance = 1e-5,
  size = 1e-6,
  kinks: readonly number[] = [],
): void {
  const state = sim.state;
  const wanted = differences(sim, state, torque, size);
  const { dState, dTorque } = sim.stepDerivatives(options);
  const n = sim.nv;
  const got = Array.from({ length: 3 * n }, (_, c) =>
    Float64Array.from({ length: 2 * n }, (_, row) =>
      c < 2 * n ? dState.values[row * 2 * n + c] : dTorque.values[row * n + c - 2 * n],
    ),
  );
  for (const c of kinks) got[c].set(wanted[c]);
  compare(sim, got, wanted, tolerance);
}

/** Checks the derivatives with respect to parameters. `make` builds the simulation before its step, with the given values of the parameters. */
export function checkParameters(
  make: (values: readonly number[]) => Simulator,
  values: readonly number[],
  parameters: readonly StepParameter[],
  tolerance = 1e-5,
  size = 1e-6,
): void {
  const after = (k: number, sign: number): SimulatorState => {
    const sim = make(values.map((x, i) => (i === k ? x + sign * size : x)));
    sim.step();
    return sim.state;
  };
  const sim = make(values);
  sim.step();
  const { dParameters } = sim.stepDerivatives({ parameters });
  const count = parameters.length;
  const wanted = parameters.map((_, k) => between(sim, after(k, -1), after(k, 1), 2 * size));
  const got = parameters.map((_, k) => dParameters.values.filter((_, at) => at % count === k));
  // The step must depend on each parameter.
  for (const column of wanted) expect(Math.max(...column.map(Math.abs))).toBeGreaterThan(1e-7);
  compare(sim, got, wanted, tolerance);
}

function compare(sim: Simulator, got: Float64Array[], wanted: Float64Array[], tolerance: number): void {
  const scale = Math.max(1, ...wanted.slice(0, 2 * sim.nv).flatMap((column) => [...column].map(Math.abs)));
  let worst = { error: 0, row: -1, column: -1, got: 0, wanted: 0 };
  for (const [c, column] of wanted.entries()) {
    for (const [row, value] of column.entries()) {
      const error = Math.abs(got[c][row] - value) / scale;
      if (!(error <= worst.error)) worst = { error, row, column: c, got: got[c][row], wanted: value };
    }
  }
  const { contacts, status } = sim.report();
  expect(worst.error, JSON.stringify({ ...worst, contacts: contacts.length, status })).toBeLessThan(tolerance);
}
