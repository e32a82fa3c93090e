// Joints that start beyond their limits. The position correction adds no energy; only the servo does work:
//   T⁺ − T ≤ Δt (τ₀ − D v)·v⁺, from M' (v⁺ − v) = Δt (τ₀ − D v) + Jᵀ λ with λ·J v⁺ ≤ 0 for limits and contacts that do not bounce,
// where M' = M + Δt D + S with τ₀ and S of servos.ts. Free motion and corrections conserve T = ½ v·M' v.
import { describe, expect, it } from 'vitest';
import { type Model, ModelBuilder } from '../../src/dynamics/index.ts';
import { type LimitNotice, Simulator } from '../../src/sim/index.ts';
import { loadRobot, needsShared } from '../dynamics/shared.ts';

/** An arm with a servo in each joint. Its elbow is straight in the reference configuration, but has a lower limit of 0.8 rad. */
function bent(): Model {
  const link = { mass: 1, centerOfMass: [0.1, 0, 0], inertia: [0.001, 0.004, 0.004] };
  const hinge = { kind: 'revolute', axis: [0, 1, 0] } as const;
  const servo = { kind: 'position', gear: 1, controlRange: [-10, 10], forceRange: [-100, 100] } as const;
  return new ModelBuilder({ name: 'arm' })
    .link('upper', link)
    .link('lower', link)
    .joint('shoulder', { ...hinge, parent: 'world', child: 'upper', damping: 0.05 })
    .joint('elbow', {
      ...hinge,
      parent: 'upper',
      child: 'lower',
      placement: { position: [0.2, 0, 0] },
      lower: 0.8,
      upper: 2,
    })
    .actuator({ name: 'one', joint: 'shoulder', ...servo, kp: 40, kv: 0.5 })
    .actuator({ name: 'two', joint: 'elbow', ...servo, kp: 20, kv: 0.2 })
    .build();
}

/**
 * Lets the servos hold the reference configuration.
 * @returns the largest T (see above), the work of the servos until then, and the largest limit violation at the end
 */
function hold(model: Model, steps: number): { energy: number; work: number; violation: number } {
  // A residual λ·J v⁺ of the solver would count as a gain.
  const solver = { relativeTolerance: 1e-12, maxIterations: 2000 };
  const sim = new Simulator({ models: [model], gravity: [0, 0, 0], solver });
  const { timeStep } = sim.settings;
  const { damping } = model;
  const [member] = sim.members;
  /** ½ v·M' v with M' of the last step. */
  const energyOf = (kinetic: number, v: Float64Array): number =>
    v.reduce((sum, x, i) => sum + ((member.model.armature[i] - model.armature[i]) * x * x) / 2, kinetic);
  let [work, most, atMost] = [0, 0, 0];
  for (let k = 0; k < steps; k++) {
    const { v } = sim.state;
    const torque = new Float64Array(sim.nv);
    const { kineticEnergy } = sim.report();
    sim.step();
    member.servos.addTo(torque);
    const before = energyOf(kineticEnergy, v);
    const next = sim.record?.next as Float64Array;
    const bound = timeStep * torque.reduce((sum, x, i) => sum + (x - damping[i] * v[i]) * next[i], 0);
    const energy = energyOf(sim.report().kineticEnergy, sim.state.v);
    expect(energy - before - bound, `step ${k}`).toBeLessThan(1e-8 * (1 + energy));
    work += timeStep * torque.reduce((sum, x, i) => sum + x * next[i], 0);
    if (energy > most) [most, atMost] = [energy, work];
  }
  return { energy: most, work: atMost, violation: beyond(model, sim.state.q) };
}

/** Steps without servos. @returns the largest limit violation at the end */
function letGo(model: Model, steps: number): number {
  const sim = new Simulator({ models: [model.withChanges({ actuators: [] })], gravity: [0, 0, 0] });
  for (let k = 0; k < steps; k++) {
    sim.step();
    expect(sim.report().kineticEnergy, `step ${k}`).toBeLessThan(1e-12);
  }
  return beyond(model, sim.state.q);
}

function beyond({ joints, limits }: Model, q: Float64Array): number {
  return Math.max(
    ...joints.flatMap(({ q: at, nq }) => (nq === 1 ? [limits.lower[at] - q[at], q[at] - limits.upper[at]] : [])),
  );
}

function limitsOf(model: Model): readonly LimitNotice[] {
  return new Simulator({ models: [model] }).notices.filter((each) => each.reason === 'limit');
}

describe('a joint that starts beyond its limit', () => {
  it('has a notice with the violation', () => {
    const [notice, ...rest] = limitsOf(bent());
    expect(rest).toEqual([]);
    expect(notice).toMatchObject({ joint: 'elbow', links: ['upper', 'lower'], depth: 0.8, name: 'arm' });
    expect(notice.message).toContain('the joint "elbow" begins 0.8 rad beyond its limits');
  });

  it('is corrected without gaining velocity', () => {
    expect(letGo(bent(), 600)).toBeLessThan(1e-6);
  });

  it('gains no more energy than the work of its servo', () => {
    const { energy, work, violation } = hold(bent(), 600);
    expect(energy).toBeGreaterThan(0.01);
    expect(energy).toBeLessThan(work);
    expect(violation).toBeLessThan(1e-6);
  });
});

describe('robots whose files start beyond their limits', needsShared, () => {
  it.each([
    ['robots/a1_mjcf/a1.xml', 4],
    ['robots/go1_mjcf/go1.xml', 4],
    ['robots/allegro_right_mjcf/right_hand.xml', 1],
  ])('%s gains at most the work of its servos, and no energy without them', async (file, count) => {
    const model = await loadRobot({ file });
    expect(limitsOf(model).length).toBe(count);
    expect(letGo(model, 300)).toBeLessThan(1e-3);
    const { energy, work } = hold(model, 300);
    expect(energy).toBeGreaterThan(1e-4);
    expect(energy).toBeLessThan(work);
  });
});
