// The walking controller on the generated quadruped: its parts, and walks in the simulator.
import { describe, expect, it } from 'vitest';
import {
  controlledStep,
  createWalkingController,
  quadrupedUrdf,
  type WalkingOptions,
} from '../../src/control/index.ts';
import { CentroidalMpc } from '../../src/control/walking/centroidal-mpc.ts';
import { Gait } from '../../src/control/walking/gait.ts';
import { readWalkingOptions } from '../../src/control/walking/options.ts';
import { advanceQuintic, swingHeight } from '../../src/control/walking/swing.ts';
import { WholeBody } from '../../src/control/walking/whole-body.ts';
import { forwardKinematics, frameJacobian, inverseDynamics, type Model } from '../../src/dynamics/index.ts';
import { halfspace } from '../../src/index.ts';
import { readUrdf } from '../../src/io/index.ts';
import { certifyQp } from '../../src/qp/index.ts';
import { Scene } from '../../src/scene/index.ts';
import { Simulator } from '../../src/sim/index.ts';

const feet = ['FL_FOOT', 'FR_FOOT', 'HL_FOOT', 'HR_FOOT'];
const load = (): Promise<Model> => readUrdf(quadrupedUrdf(), { root: 'free-flyer' });

async function start(options: WalkingOptions) {
  const model = await load();
  const controller = createWalkingController(model, options);
  const scene = new Scene();
  scene.add(halfspace(), {}, { static: true });
  const sim = new Simulator({ models: [model], scene, friction: 0.9, timeStep: 1e-3 });
  sim.setState({ q: controller.posture });
  return { model, controller, sim };
}

describe('the quadruped', () => {
  it('has the mass of Solo-12', async () => {
    const model = await load();
    expect(model.frames.reduce((sum, { mass }) => sum + mass, 0)).toBeCloseTo(2.5, 2);
  });

  it('walks on flat ground, from 0 to 0.5 m/s', async () => {
    const { controller, sim } = await start({ velocity: (time) => [Math.min(0.5, 0.5 * time), 0, 0] });
    let from = 0;
    const statuses = new Set<string>();
    for (let k = 0; k < 2280; k++) {
      sim.step(controller.control({ ...sim.state, time: 1e-3 * k }));
      statuses.add(controller.report.mpc?.status ?? 'none').add(controller.report.wholeBody?.status ?? 'none');
      if (k === 1639) from = sim.state.q[0];
      expect(Math.abs(sim.state.q[2] - 0.2028)).toBeLessThan(0.02);
    }
    // The mean velocity of the last two periods of 0.32 s.
    const velocity = (sim.state.q[0] - from) / 0.64;
    expect(velocity).toBeGreaterThan(0.4);
    expect(velocity).toBeLessThan(0.55);
    expect(Math.abs(sim.state.q[1])).toBeLessThan(0.05);
    expect([...statuses]).toEqual(['solved']);
  });

  it('stands still without a command', async () => {
    const { controller, sim } = await start({});
    for (let k = 0; k < 500; k++) {
      sim.step(controller.control({ ...sim.state, time: 1e-3 * k }));
      expect(controller.report.stance).toEqual([true, true, true, true]);
    }
    for (let k = 0; k < 7; k++) expect(sim.state.q[k]).toBeCloseTo(controller.posture[k], 3);
  });
});

describe('a reset', () => {
  it('begins again: the same torques as a new controller', async () => {
    const { controller, sim, model } = await start({ velocity: [0.3, 0, 0] });
    for (let k = 0; k < 200; k++) controlledStep(sim, controller.control);
    const { q, v } = sim.state;
    controller.reset();
    const fresh = createWalkingController(model, { velocity: [0.3, 0, 0] });
    for (let k = 0; k < 3; k++) {
      const input = { q, v, time: 0.01 * k };
      expect(controller.control(input)).toEqual(fresh.control(input));
    }
  });
});

describe('the gait', () => {
  it('has diagonal pairs that swing for half a period each', () => {
    const gait = new Gait(0.32, 4);
    gait.update(0, false);
    for (let k = 0; k < 64; k++) {
      const down = [0, 1, 2, 3].map((foot) => gait.isStance(foot, 0.01 * (k + 0.5)));
      expect(down).toEqual(k % 32 < 16 ? [false, true, true, false] : [true, false, false, true]);
    }
  });

  it('changes between standing and walking at the end of a period', () => {
    const gait = new Gait(0.32, 4);
    gait.update(0, true);
    gait.update(0.1, false);
    expect([gait.isStance(0, 0.1), gait.isStance(0, 0.4)]).toEqual([true, false]);
  });
});

describe('swings', () => {
  it('begin and end at rest, with the apex in the middle', () => {
    const at = (time: number): number[] => {
      const out = new Float64Array(3);
      swingHeight(0.1, 0.1, 0.05, 0.16, time, out, 0);
      return [...out];
    };
    for (const time of [0, 0.16]) at(time).forEach((x, k) => void expect(x).toBeCloseTo(k === 0 ? 0.1 : 0, 12));
    expect(at(0.08)[0]).toBeCloseTo(0.15, 12);
    expect(at(0.08)[1]).toBeCloseTo(0, 12);
    const step = 1e-5;
    for (const time of [0.02, 0.05, 0.11])
      for (const order of [0, 1])
        expect((at(time + step)[order] - at(time - step)[order]) / (2 * step)).toBeCloseTo(at(time)[order + 1], 3);
  });

  it('follow one polynomial in any number of steps, to a target at rest', () => {
    const once = Float64Array.of(0.1, 0.3, -2);
    const often = once.slice();
    advanceQuintic(once, 0, 0.25, 0.16, 0.08);
    for (let k = 0; k < 8; k++) advanceQuintic(often, 0, 0.25, 0.16 - 0.01 * k, 0.01);
    often.forEach((x, k) => void expect(x).toBeCloseTo(once[k], 9));
    advanceQuintic(often, 0, 0.25, 0.08, 0.08);
    expect([...often]).toEqual([0.25, 0, 0]);
  });
});

describe('the quadratic programs', () => {
  it('of the MPC has 384 unknowns and 704 rows, and forces that carry the weight', () => {
    const mpc = new CentroidalMpc(readWalkingOptions(), 2.5, 4);
    const { state, reference, arms, stance, inverseInertia } = mpc.input;
    state[2] = 0.2028;
    inverseInertia.set([40, 0, 0, 0, 25, 0, 0, 0, 20]);
    for (let k = 0; k < 16; k++) {
      reference[12 * k + 2] = 0.2028;
      for (let foot = 0; foot < 4; foot++) {
        arms.set([foot < 2 ? 0.19 : -0.19, foot % 2 === 0 ? 0.15 : -0.15, -0.2], 3 * (4 * k + foot));
        stance[4 * k + foot] = k < 8 === (foot === 0 || foot === 3) ? 0 : 1;
      }
    }
    const solution = mpc.solve();
    expect([mpc.problem.gradient.length, mpc.problem.lower.length]).toEqual([384, 704]);
    expect(solution.status).toBe('solved');
    // Recomputed from the problem and the solution alone.
    expect(certifyQp(mpc.problem, solution, { tolerance: 1e-3, relativeTolerance: 1e-3 }).valid).toBe(true);
    const forces = solution.x.subarray(192);
    let lifted = 0;
    for (let k = 0; k < 64; k++) {
      const [x, y, z] = forces.subarray(3 * k, 3 * k + 3);
      if (stance[k] === 0) expect(Math.hypot(x, y, z)).toBeLessThan(1e-3);
      expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThan(0.9 * z + 1e-3);
      lifted += z / 16;
    }
    expect(lifted).toBeGreaterThan(0.9 * 2.5 * 9.81);
    expect(lifted).toBeLessThan(1.1 * 2.5 * 9.81);
  });

  it('of the whole body has torques that leave no wrench at the base', async () => {
    const model = await load();
    const data = model.createData();
    const q = createWalkingController(model).posture;
    const v = Float64Array.from({ length: model.nv }, (_, k) => 0.2 * Math.sin(3 * k));
    forwardKinematics(model, data, q);
    const jacobians = feet.map((foot) => frameJacobian(model, data, foot, 'local-world-aligned').slice());
    const body = new WholeBody(model, data, readWalkingOptions(), 4);
    const wanted = Float64Array.from({ length: model.nv }, (_, k) => Math.cos(k));
    body.solve(q, v, wanted, Float64Array.of(0, 0, 0, 1, 0, 11, 2, -1, 12, 0, 0, 0), jacobians, [1, 2]);
    expect(body.solution?.status).toBe('solved');
    // Inverse dynamics = torques + Jᵀ f in all rows, also in the rows of the base, which has no motor.
    const needed = inverseDynamics(model, data, q, v, body.acceleration);
    for (let k = 0; k < model.nv; k++) {
      let sum = body.torques[k];
      for (const foot of [1, 2])
        for (let axis = 0; axis < 3; axis++) sum += jacobians[foot][axis * model.nv + k] * body.forces[3 * foot + axis];
      expect(sum).toBeCloseTo(needed[k], 9);
    }
    for (let foot = 0; foot < 4; foot++) {
      const [x, y, z] = body.forces.subarray(3 * foot, 3 * foot + 3);
      expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThan(0.9 * z + 1e-6);
      expect(z).toBeLessThan(20 + 1e-6);
    }
  });
});

describe('errors', () => {
  it('name function, argument, value and remedy', async () => {
    const model = await load();
    const controller = createWalkingController(model);
    const state = { q: controller.posture, v: new Float64Array(model.nv) };
    controller.control({ ...state, time: 0.1 });
    expect(() => controller.control({ ...state, time: 0.05 })).toThrow(
      'WalkingController.control: input.time is 0.05; give times that do not decrease, or call reset()',
    );
    expect(() => createWalkingController(model, { feet: ['FL_FOOT', 'nose'] })).toThrow(/options\.feet\[1\] is "nose"/);
    expect(() => createWalkingController(model, { height: 1 })).toThrow(/options\.height is 1; the feet do not reach/);
    expect(() => createWalkingController(model, { period: 0.33 })).toThrow(/even multiple of mpcStep/);
    expect(() => controller.setVelocity([1, Number.NaN, 0])).toThrow(/give \[forward, left, yawRate\]/);
    const fixed = await readUrdf(quadrupedUrdf(), { root: 'fixed' });
    expect(() => createWalkingController(fixed)).toThrow(/give a robot with a free base/);
  });
});
