// With µ = 0, |λ_T| ≤ µ λ_N holds for negative λ_N as well, so that negative impulses were inside the cone: contacts and joint limits pulled.
import { describe, expect, it } from 'vitest';
import { type ContactProblem, contactSolvers, DenseMatrix, residuals, solve } from '../../src/contact/index.ts';
import { ModelBuilder } from '../../src/dynamics/index.ts';
import { halfspace, sphere } from '../../src/index.ts';
import { Scene } from '../../src/scene/index.ts';
import { freeBody, Simulator } from '../../src/sim/index.ts';

const names = contactSolvers().map(({ name }) => name);
const single = (normal: number): ContactProblem => ({
  delassus: DenseMatrix.fromRows([
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ]),
  freeVelocity: Float64Array.of(0, 0, normal),
  friction: Float64Array.of(0),
});

it('a pulling impulse has a primal, Signorini and NCP residual', () => {
  const { primal, signorini, ncp } = residuals(single(1), Float64Array.of(0, 0, -1));
  expect([primal, signorini, ncp]).toEqual([1, 1, 1]);
});

describe.each(names)('%s', (solver) => {
  it('gives a separating contact no impulse, cold and warm started', () => {
    const cold = solve(single(1), { solver });
    expect([cold.status, ...cold.impulses]).toEqual(['converged', 0, 0, 0]);
    const warm = solve(single(1), { solver }, { impulses: Float64Array.of(0, 0, 2) });
    expect(warm.status).toBe('converged');
    expect(Math.abs(warm.impulses[2])).toBeLessThan(1e-11);
  });

  it('still stops an approach', () => {
    const { status, impulses } = solve(single(-1), { solver });
    expect(status).toBe('converged');
    expect(Math.abs(impulses[2] - 1)).toBeLessThan(solver === 'ccp-newton' ? 1e-3 : 1e-7);
  });

  it('keeps a flap at rest that dry friction holds close to its joint limit', () => {
    const flap = new ModelBuilder()
      .link('flap', { mass: 1, centerOfMass: [0.1, 0, 0], inertia: [0.01, 0.01, 0.01] })
      .joint('hinge', {
        kind: 'revolute',
        axis: [0, 1, 0],
        friction: 5,
        parent: 'world',
        child: 'flap',
        lower: -0.01,
        upper: 1,
      })
      .build();
    const sim = new Simulator({ models: [flap], solver });
    for (let k = 0; k < 20; k++) sim.step();
    // Friction of ccp-newton is regularized; the other solvers creep within their tolerance.
    expect(Math.abs(sim.state.v[0])).toBeLessThan(1e-4);
    expect(Math.abs(sim.state.q[0])).toBeLessThan(1e-4);
  });

  it('adds no energy to balls without friction', () => {
    const scene = new Scene({ margin: 0.02 });
    scene.add(halfspace(), {}, { static: true });
    const models = Array.from({ length: 5 }, (_, k) =>
      freeBody(sphere(0.1), { pose: { position: [0.205 * k, 0, 0.1] } }),
    );
    const sim = new Simulator({ models, scene, friction: 0, solver });
    const v = new Float64Array(30);
    v[0] = 0.5;
    sim.setState({ v });
    const energy = (): number => {
      const { q, v } = sim.state;
      let sum = 0;
      for (let k = 0; k < 5; k++)
        sum += 9.81 * q[7 * k + 2] + 0.5 * (v[6 * k] ** 2 + v[6 * k + 1] ** 2 + v[6 * k + 2] ** 2);
      return sum;
    };
    const before = energy();
    for (let k = 0; k < 240; k++) sim.step();
    expect(energy()).toBeLessThan(before * 1.01);
  });
});
