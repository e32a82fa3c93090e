// Gradients through many steps, against central differences of the whole rollout.
import { describe, expect, it } from 'vitest';
import { ModelBuilder } from '../../src/dynamics/index.ts';
import { box, sphere } from '../../src/index.ts';
import {
  freeBody,
  type RolloutLoss,
  type RolloutStep,
  rollout,
  rolloutGradient,
  Simulator,
  type StepParameter,
} from '../../src/sim/index.ts';
import { displaced, onFloor, solver } from './step-differences.ts';

const size = 1e-6;

/** Expects that both lists agree, relative to their largest number. */
function agree(got: ArrayLike<number>, wanted: readonly number[], tolerance = 1e-5): void {
  const scale = Math.max(...wanted.map(Math.abs));
  expect(scale).toBeGreaterThan(1e-6);
  expect(got.length).toBe(wanted.length);
  for (const [k, value] of wanted.entries())
    expect(Math.abs(got[k] - value) / scale, `entry ${k}`).toBeLessThan(tolerance);
}

/** Central differences of a loss by each of `count` numbers. */
function differencesOf(count: number, lossAt: (k: number, change: number) => number): number[] {
  return Array.from({ length: count }, (_, k) => (lossAt(k, size) - lossAt(k, -size)) / (2 * size));
}

const unit = (length: number, k: number, change: number): Float64Array => {
  const out = new Float64Array(length);
  out[k] = change;
  return out;
};

describe('a rollout', () => {
  it('has the states of single steps, and leaves the simulator in the last one', () => {
    const make = (): Simulator => onFloor({ models: [freeBody(sphere(0.1), { pose: { position: [0, 0, 0.3] } })] });
    const [sim, other] = [make(), make()];
    const torques = Array.from({ length: 20 }, (_, k) => Float64Array.of(k, 0, 0, 0, 0, 0));
    const states = rollout(sim, torques);
    for (const torque of torques) other.step(torque);
    expect(states).toHaveLength(21);
    expect(states[20]).toEqual(other.state);
    expect(sim.state).toEqual(other.state);
    expect(rollout(sim, 3)).toHaveLength(4);
  });
});

it('a rollout throws at a step that is stopped', () => {
  for (const go of [(sim: Simulator) => rollout(sim, 3), (sim: Simulator) => rolloutGradient(sim, 3, () => null)]) {
    const sim = onFloor({ models: [freeBody(sphere(0.1), { pose: { position: [0, 0, 0.1] } })] });
    let calls = 0;
    sim.shouldStop = () => ++calls > 1;
    expect(() => go(sim)).toThrow(/shouldStop ended step \d; the simulator is in the state before this step$/);
  }
});

describe('the gradient of a rollout', () => {
  const parameters: StepParameter[] = [
    { kind: 'friction' },
    { kind: 'mass', body: 'crate' },
    { kind: 'size', body: 'crate' },
  ];
  const steps = 24;
  const loss: RolloutLoss = ({ q, v }, step) => {
    if (step !== steps && step !== 10) return null;
    const by = new Float64Array(q.length);
    [by[0], by[1], by[5], by[7]] = [2 * (q[0] - 0.3), 0.4, 0.7, 2 * q[7]];
    const value = (q[0] - 0.3) ** 2 + 0.4 * q[1] + 0.7 * q[5] + q[7] ** 2 + 0.3 * v[1];
    return { value, q: by, v: unit(v.length, 1, 0.3) };
  };
  /** A crate slides and turns, and a ball hits it from behind. */
  const make = (friction = 0.3, mass = 3, scale = 1, dq?: Float64Array, dv?: Float64Array): Simulator => {
    const crate = new ModelBuilder()
      .link('crate', { mass, inertia: [0.1, 0.1, 0.15].map((x) => (x * mass) / 3) })
      .joint('free', { kind: 'free-flyer', parent: 'world', child: 'crate' })
      .geometry('crate', { shape: box(0.2 * scale, 0.3 * scale, 0.1 * scale), name: 'crate' })
      .reference('free', Float64Array.of(0, 0, 0.0995, 0, 0, 0, 1))
      .build();
    const ball = freeBody(sphere(0.1), { name: 'ball', mass: 2, pose: { position: [-0.302, 0.05, 0.0999] } });
    // The impulses of four rigid corners that slide and turn are not unique; with compliance they are.
    const sim = onFloor({ models: [crate, ball], friction, allowedPenetration: 0, compliance: 1e-2 });
    const v = Float64Array.of(0.7, 0.5, 0, 0, 0, 0.3, 1.5, 0.6, 0, 0, 0, 0);
    const { q } = sim.state;
    sim.setState({ q: dq ? displaced(sim, q, dq) : q, v: dv ? v.map((x, k) => x + dv[k]) : v });
    return sim;
  };
  const lossOf = (sim: Simulator, controls: readonly RolloutStep[] | number = steps): number =>
    rollout(sim, controls).reduce((sum, state, step) => sum + (loss(state, step)?.value ?? 0), 0);

  it('by parameters, the first state and torques, of a crate that slides and is hit', () => {
    const found = rolloutGradient(make(), steps, loss, { parameters });
    expect(found.loss).toBe(lossOf(make()));
    expect(found.states).toHaveLength(steps + 1);
    const values = [0.3, 3, 1];
    const moved = (k: number, change: number) => values.map((x, i) => (i === k ? x + change : x));
    agree(
      found.parameters,
      differencesOf(3, (k, change) => lossOf(make(...(moved(k, change) as [number, number, number])))),
    );
    // Velocities along and across for both bodies, and the rotations that affect the loss.
    const some = [0, 1, 5, 6, 7, 10];
    const take = (all: Float64Array): number[] => some.map((k) => all[k]);
    agree(
      take(found.initial.v),
      differencesOf(some.length, (k, change) => lossOf(make(0.3, 3, 1, undefined, unit(12, some[k], change)))),
    );
    agree(
      take(found.initial.q),
      differencesOf(some.length, (k, change) => lossOf(make(0.3, 3, 1, unit(12, some[k], change)))),
    );
    const torques = (k: number, change: number) =>
      Array.from({ length: steps }, (_, step) => (step === 5 ? unit(12, some[k], change) : new Float64Array(12)));
    agree(
      take(found.torques[5]),
      differencesOf(some.length, (k, change) => lossOf(make(), torques(k, change))),
    );
  });

  it('by the controls of actuators, with joints of many kinds', () => {
    const body = { mass: 1, centerOfMass: [0.1, 0.05, 0.2], inertia: [0.02, 0.03, 0.025] };
    const motor = { gear: 1, kp: 20, kv: 2, controlRange: [-1, 1], forceRange: null } as const;
    const model = new ModelBuilder()
      .link('a', body)
      .link('b', body)
      .link('c', body)
      .link('d', body)
      .joint('one', { kind: 'planar', parent: 'world', child: 'a' })
      .joint('two', { kind: 'spherical', parent: 'a', child: 'b', placement: { position: [0, 0, 0.3] } })
      .joint('three', {
        kind: 'revolute',
        parent: 'b',
        child: 'c',
        axis: [0, 1, 0],
        placement: { position: [0.2, 0, 0] },
      })
      .joint('four', { kind: 'prismatic', parent: 'c', child: 'd', axis: [1, 0, 1] })
      .actuator({ ...motor, name: 'hold', kind: 'position', joint: 'three' })
      .actuator({ ...motor, gear: 3, name: 'pull', kind: 'motor', joint: 'four' })
      .build();
    const simulation = (dq: Float64Array = new Float64Array(8)): Simulator => {
      const sim = new Simulator({ models: [model], timeStep: 0.005, solver });
      sim.setState({ q: displaced(sim, sim.state.q, dq), v: Float64Array.of(0.3, -0.2, 0.5, 1, -1, 0.4, 0.2, 0.1) });
      return sim;
    };
    const weigh: RolloutLoss = ({ q }, step) =>
      step === 30
        ? { value: q.reduce((sum, x, k) => sum + (k + 1) * x * x, 0), q: q.map((x, k) => 2 * (k + 1) * x) }
        : null;
    const controls = (k = 0, change = 0) =>
      Array.from({ length: 30 }, (_, step) => ({
        controls: Float64Array.of(0.3, step < 20 ? 0.5 : 2).map((x, i) => (step === 12 && i === k ? x + change : x)),
      }));
    const lossAt = (sim: Simulator, given: ReturnType<typeof controls>): number =>
      weigh(rollout(sim, given)[30], 30)?.value ?? 0;
    const found = rolloutGradient(simulation(), controls(), weigh);
    agree(
      found.controls[12],
      differencesOf(2, (k, change) => lossAt(simulation(), controls(k, change))),
    );
    // A control beyond its range has no effect.
    expect(Math.abs(found.controls[25][1])).toBe(0);
    expect(Math.abs(found.controls[25][0])).toBeGreaterThan(1e-6);
    agree(
      found.initial.q,
      differencesOf(8, (k, change) => lossAt(simulation(unit(8, k, change)), controls())),
    );
  });

  it('agrees with the matrices of its steps', () => {
    const sim = make();
    const term = { value: 0, v: unit(12, 4, 2).map((x, k) => x + (k === 7 ? 1 : 0)) };
    const {
      initial,
      torques,
      parameters: found,
    } = rolloutGradient(sim, 1, (_, step) => (step === 1 ? term : null), {
      parameters,
    });
    const { dState, dTorque, dParameters } = sim.stepDerivatives({ parameters });
    const row = (matrix: typeof dState, k: number) =>
      matrix.values.subarray(k * matrix.columns, (k + 1) * matrix.columns);
    for (const [matrix, got] of [
      [dState, Float64Array.of(...initial.q, ...initial.v) as Float64Array],
      [dTorque, torques[0]],
      [dParameters, found],
    ] as const) {
      const wanted = row(matrix, 12 + 7).map((x, k) => x + 2 * row(matrix, 12 + 4)[k]);
      const scale = Math.max(...wanted.map(Math.abs));
      for (const [k, x] of wanted.entries()) expect(Math.abs(got[k] - x) / scale).toBeLessThan(1e-11);
    }
  });
});
