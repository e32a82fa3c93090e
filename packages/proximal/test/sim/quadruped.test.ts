// A robot on four legs that stands: derivatives of its step against central differences.
import { describe, expect, it } from 'vitest';
import { type Model, ModelBuilder } from '../../src/dynamics/index.ts';
import { box, capsule, sphere } from '../../src/index.ts';
import type { Simulator } from '../../src/sim/index.ts';
import { loadRobot, needsShared } from '../dynamics/shared.ts';
import { check, checkParameters, onFloor } from './step-differences.ts';

/** A free base with four legs, each of three joints and three links (hip, thigh, shank) with a ball at its end. */
function quadruped(mass = 1.5, size = 1): Model {
  const legs = ['FL', 'FR', 'HL', 'HR'] as const;
  const builder = new ModelBuilder()
    .link('base', { mass, inertia: [0.006, 0.02, 0.025].map((x) => (x * mass) / 1.5) })
    .joint('free', { kind: 'free-flyer', parent: 'world', child: 'base' })
    .geometry('base', { shape: box(0.2, 0.08, 0.03), name: 'base' });
  for (const [k, leg] of legs.entries()) {
    const [x, y] = [k < 2 ? 0.19 : -0.19, k % 2 === 0 ? 0.1 : -0.1];
    builder
      .link(`${leg} hip`, { mass: 0.15, inertia: [4e-4, 4e-4, 4e-4] })
      .link(`${leg} thigh`, { mass: 0.15, centerOfMass: [0, 0, -0.08], inertia: [4e-4, 4e-4, 4e-5] })
      .link(`${leg} shank`, { mass: 0.05, centerOfMass: [0, 0, -0.08], inertia: [1e-4, 1e-4, 1e-5] })
      .joint(`${leg} roll`, {
        kind: 'revolute',
        axis: [1, 0, 0],
        parent: 'base',
        child: `${leg} hip`,
        placement: { position: [x, y, 0] },
      })
      .joint(`${leg} pitch`, { kind: 'revolute', axis: [0, 1, 0], parent: `${leg} hip`, child: `${leg} thigh` })
      .joint(`${leg} knee`, {
        kind: 'revolute',
        axis: [0, 1, 0],
        parent: `${leg} thigh`,
        child: `${leg} shank`,
        placement: { position: [0, 0, -0.16] },
      })
      .geometry(`${leg} thigh`, { shape: capsule(0.01, 0.05), name: `${leg} thigh`, pose: { position: [0, 0, -0.08] } })
      .geometry(`${leg} shank`, {
        shape: sphere(0.016 * (leg === 'FL' ? size : 1)),
        name: `${leg} foot`,
        pose: { position: [0, 0, -0.16] },
      });
  }
  return builder.build();
}

const posture = [0, 0.8, -1.6, 0, 0.8, -1.6, 0, -0.8, 1.6, 0, -0.8, 1.6];

/** Torques of springs and dampers that hold the joints at the angles of `posture`. */
function hold({ q, v }: { q: Float64Array; v: Float64Array }): Float64Array {
  const torques = new Float64Array(18);
  for (const [k, angle] of posture.entries()) torques[6 + k] = 20 * (angle - q[7 + k]) - 0.5 * v[6 + k];
  return torques;
}

/** The robot at rest, then lowered by 0.2 mm, so that the derivative of the position correction is not zero. */
function settled(model: Model, options: object): Simulator {
  const fast = onFloor({ models: [model], selfCollision: false, friction: 0.8, solver: 'ncp-pgs', ...options });
  const { q } = fast.state;
  q.set(posture, 7);
  q[2] = 0.26;
  fast.setState({ q });
  for (let k = 0; k < 300; k++) fast.step(hold(fast.state));
  const sim = onFloor({ models: [model], selfCollision: false, friction: 0.8, ...options });
  const rest = fast.state;
  rest.q[2] -= 2e-4;
  sim.setState(rest);
  return sim;
}

describe('the derivatives of a step of a robot that stands on four legs', () => {
  it('of the generated quadruped at rest', () => {
    const sim = settled(quadruped(), {});
    check(sim, hold(sim.state));
    expect(sim.report().contacts.filter(({ impulse }) => impulse[2] > 0)).toHaveLength(4);
  });

  it('of the generated quadruped, sliding and turning', () => {
    const sim = settled(quadruped(), { friction: 0.1 });
    const { q, v } = sim.state;
    [v[0], v[5]] = [0.3, 1];
    sim.setState({ q, v });
    check(sim, hold(sim.state));
  });

  it('by mass, friction and size', () => {
    const { q } = settled(quadruped(), { friction: 0.2 }).state;
    const make = ([mass, friction, size]: readonly number[]): Simulator => {
      const sim = onFloor({ models: [quadruped(mass, size)], selfCollision: false, friction });
      const v = new Float64Array(18);
      v[0] = 0.4;
      sim.setState({ q, v });
      return sim;
    };
    checkParameters(
      make,
      [1.5, 0.2, 1],
      [{ kind: 'mass', body: 'base' }, { kind: 'friction' }, { kind: 'size', body: 'FL foot' }],
    );
  });

  it('of Solo-12', needsShared, async () => {
    const model = await loadRobot({ file: 'robots/solo12/solo12.urdf', root: 'free-flyer' });
    // Each foot has several corners on the floor; with compliance, the distribution of the weight is unique.
    const sim = settled(model, { compliance: 0.05, tangentCompliance: 0.05, margin: 0.001 });
    check(sim, hold(sim.state));
    expect(sim.report().contacts.filter(({ impulse }) => impulse[2] > 0).length).toBeGreaterThanOrEqual(4);
  });
});
