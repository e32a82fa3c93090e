// The dual residual is about 1/√(1 + µ²) of the approach: from µ = 1e8 on, zero impulses passed as a solution, and at 1e6 a ball sank into
// the floor.
import { describe, expect, it } from 'vitest';
import { type ContactProblem, contactSolvers, DenseMatrix, residuals, solve } from '../../src/contact/index.ts';
import { halfspace, sphere } from '../../src/index.ts';
import { Scene } from '../../src/scene/index.ts';
import { freeBody, Simulator } from '../../src/sim/index.ts';
import { cube, stack } from '../contact/bodies.ts';

const names = contactSolvers().map(({ name }) => name);
const sticking = 10;
const single: ContactProblem = {
  delassus: DenseMatrix.fromRows([
    [1, 0.1, 0.2],
    [0.1, 1, 0.1],
    [0.2, 0.1, 1],
  ]),
  freeVelocity: Float64Array.of(1, 0.5, -1),
  friction: Float64Array.of(sticking),
};
const cases = {
  'one contact': single,
  'a cube that is pushed': cube({ force: [5, 3, 0], friction: sticking }),
  'a cube that tips over': cube({ velocity: [1, 0.4, -0.2], friction: sticking }),
  'a stack': stack(1, 2, sticking),
};

it('the Signorini residual is the approach velocity for every µ', () => {
  for (const mu of [1, 1e6, 1e12]) {
    const { signorini, dual } = residuals({ ...single, friction: Float64Array.of(mu) }, new Float64Array(3));
    expect(signorini).toBe(1);
    // The distance of σ + Γ(σ) from the dual cone, where Γ adds µ |σ_T| to the normal component.
    expect(dual).toBeCloseTo(1 / Math.hypot(1, mu), 15);
  }
});

describe.each(names)('%s', (solver) => {
  const { model } = contactSolvers().find(({ name }) => name === solver) as { model: string };
  it.each(Object.entries(cases))('solves %s with huge µ as with µ = 10', (_name, problem) => {
    const wanted = solve(problem, { solver });
    expect(wanted.status).toBe('converged');
    for (const mu of [1e4, 1e6, 1e8, 1e12]) {
      const { status, velocities } = solve({ ...problem, friction: problem.friction.map(() => mu) }, { solver });
      // Where a contact opens and slides, the solution of the CCP depends on µ, and its solvers are regularized or slow.
      if (model === 'ccp' && status !== 'converged') continue;
      expect(status).toBe('converged');
      const allowed = solver === 'ccp-newton' ? 1e-3 : 1e-7;
      for (const [k, v] of velocities.entries()) expect(Math.abs(v - wanted.velocities[k])).toBeLessThan(allowed);
    }
  });
});

describe('a ball thrown to the floor', () => {
  const run = (friction: number, solver?: 'ncp-pgs' | 'ncp-admm'): number[] => {
    const scene = new Scene({ margin: 0.02 });
    scene.add(halfspace(), {}, { static: true });
    const ball = freeBody(sphere(0.1), { pose: { position: [0, 0, 0.15] } });
    const sim = new Simulator({ models: [ball], scene, friction, ...(solver && { solver }) });
    sim.setState({ v: Float64Array.of(2, 1, -1, 0, 0, 0) });
    for (let k = 0; k < 240; k++) sim.step();
    return [...sim.state.q, ...sim.state.v];
  };

  it.each([undefined, 'ncp-pgs', 'ncp-admm'] as const)('rolls as with µ = 10 (%s)', (solver) => {
    const wanted = run(sticking, solver);
    for (const mu of [3e4, 1e6, 1e8, 1e12])
      for (const [k, x] of run(mu, solver).entries()) expect(Math.abs(x - wanted[k])).toBeLessThan(1e-5);
  });
});
