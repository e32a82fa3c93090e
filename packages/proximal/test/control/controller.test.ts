// Simulations in closed loop with controllers that work, throw, and return wrong torques.
import { describe, expect, it } from 'vitest';
import { type Controller, ControllerError, controlledStep, runController } from '../../src/control/index.ts';
import { ModelBuilder } from '../../src/dynamics/index.ts';
import { box, halfspace } from '../../src/index.ts';
import { Scene } from '../../src/scene/index.ts';
import { freeBody, Simulator } from '../../src/sim/index.ts';

const pendulum = (): Simulator => {
  const model = new ModelBuilder()
    .link('rod', { mass: 1, centerOfMass: [0, 0, -0.5], inertia: [0.083, 0.083, 0.001] })
    .joint('hinge', { kind: 'continuous', parent: 'world', child: 'rod', axis: [0, 1, 0] })
    .build();
  const sim = new Simulator({ models: [model], timeStep: 0.01 });
  sim.setState({ q: Float64Array.of(1), v: Float64Array.of(0.5) });
  return sim;
};
const hold: Controller = ({ q, v }) => [-20 * (q[0] - 1) - 5 * v[0]];

describe('a controller', () => {
  it('gives the same bits as a loop of steps with its torques', () => {
    const [sim, other] = [pendulum(), pendulum()];
    const times: number[] = [];
    const run = runController(
      sim,
      (input) => {
        times.push(input.time);
        expect(input.simulator).toBe(sim);
        return hold(input);
      },
      { steps: 50 },
    );
    expect(run).toEqual({ status: 'finished', steps: 50, error: null });
    for (let k = 0; k < 50; k++) {
      const { q, v } = other.state;
      other.step(Float64Array.of(-20 * (q[0] - 1) - 5 * v[0]));
    }
    expect(sim.state).toEqual(other.state);
    expect(times.length).toBe(50);
    expect(times[49]).toBeCloseTo(0.49, 12);
  });

  it('cannot change the state through its input', () => {
    const [sim, other] = [pendulum(), pendulum()];
    controlledStep(sim, ({ q, v }) => {
      q.fill(7);
      v.fill(7);
      return [0];
    });
    other.step(Float64Array.of(0));
    expect(sim.state).toEqual(other.state);
  });

  const lost = new Error('lost balance');
  const failures: readonly [string, () => ArrayLike<number>, string][] = [
    [
      'throws',
      () => {
        throw lost;
      },
      'the controller threw at 0.1 s: Error: lost balance',
    ],
    ['returns NaN', () => [Number.NaN], 'the controller returned torques[0] = NaN at 0.1 s; return 1 finite numbers'],
    ['returns too many numbers', () => new Float64Array(2), 'the controller returned 2 torques at 0.1 s'],
    ['returns a promise', () => Promise.resolve([0]) as never, 'the controller returned a Promise at 0.1 s'],
  ];
  for (const [title, fail, message] of failures) {
    it(`that ${title} ends the run in the state after the last step`, () => {
      const [sim, other] = [pendulum(), pendulum()];
      const seen: number[] = [];
      const controller: Controller = (input) => (input.time > 0.095 ? fail() : hold(input));
      const { status, steps, error } = runController(sim, controller, {
        steps: 50,
        onStep: ({ state }) => seen.push(state.q[0]),
      });
      expect([status, steps]).toEqual(['controller-failed', 10]);
      expect(error).toBeInstanceOf(ControllerError);
      expect(error?.message).toContain(message);
      expect(error?.time).toBeCloseTo(0.1, 12);
      runController(other, hold, { steps: 10 });
      expect(sim.state).toEqual(other.state);
      expect([seen.length, seen[9]]).toEqual([10, sim.state.q[0]]);
    });
  }

  it('has the thrown value as the cause of its error', () => {
    const { error } = runController(
      pendulum(),
      () => {
        throw lost;
      },
      { steps: 1 },
    );
    expect(error?.cause).toBe(lost);
  });

  it('ends when onStep returns false', () => {
    const sim = pendulum();
    let count = 0;
    expect(runController(sim, hold, { steps: 50, onStep: () => ++count < 3 })).toMatchObject({
      status: 'stopped',
      steps: 3,
    });
  });

  it('ends when a step is stopped', () => {
    const scene = new Scene();
    scene.add(halfspace(), {}, { static: true });
    const sim = new Simulator({ models: [freeBody(box(0.5, 0.5, 0.5), { pose: { position: [0, 0, 0.5] } })], scene });
    sim.shouldStop = () => true;
    expect(runController(sim, ({ v }) => v, { steps: 50 })).toMatchObject({ status: 'stopped', steps: 0 });
  });
});
