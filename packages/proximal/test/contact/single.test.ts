// One contact in each of its three states, (12), with the solution in closed form. Equation numbers refer to Le Lidec et al., "Contact Models in
// Robotics: a Comparative Analysis".
import { describe, expect, it } from 'vitest';
import { type ContactProblem, DenseMatrix, solve } from '../../src/contact/index.ts';
import { names } from './bodies.ts';

/** A point of mass 2: G is half the identity, so that normal and tangent are not coupled. */
function point(g: readonly number[], friction: number, extra: Partial<ContactProblem> = {}): ContactProblem {
  const delassus = DenseMatrix.fromRows([
    [0.5, 0, 0],
    [0, 0.5, 0],
    [0, 0, 0.5],
  ]);
  return { delassus, freeVelocity: Float64Array.from(g), friction: Float64Array.of(friction), ...extra };
}

/** The regularization of ccp-newton changes the solution by about 1e-4. */
const toleranceOf = (name: string): number => (name === 'ccp-newton' ? 1e-3 : 1e-8);

function expectNear(found: ArrayLike<number>, wanted: readonly number[], tolerance: number, message: string): void {
  for (let k = 0; k < wanted.length; k++)
    expect(Math.abs(found[k] - wanted[k]), `${message}, entry ${k}: ${found[k]}`).toBeLessThan(tolerance);
}

describe.each(names)('a single contact by %s', (name) => {
  const tolerance = toleranceOf(name);

  it('sticks: the impulse stops the point', () => {
    const { impulses, velocities, status } = solve(point([0.1, -0.2, -1], 0.5), {
      solver: name,
      relativeTolerance: 1e-10,
    });
    expect(status).toBe('converged');
    expectNear(impulses, [-0.2, 0.4, 2], tolerance, 'impulse');
    expectNear(velocities, [0, 0, 0], tolerance, 'velocity');
  });

  it('separates: no impulse', () => {
    // The velocity is steep enough that the CCP has the same solution: c_N ≥ µ ‖c_T‖.
    const { impulses, velocities, status, iterations } = solve(point([0.3, 0.4, 1], 0.5), {
      solver: name,
      relativeTolerance: 1e-10,
    });
    expect([status, iterations]).toEqual(['converged', 0]);
    expectNear(impulses, [0, 0, 0], 1e-15, 'impulse');
    expectNear(velocities, [0.3, 0.4, 1], 1e-15, 'velocity');
  });

  it('slides: friction µ λ_N against the velocity', () => {
    const { impulses, velocities, status } = solve(point([3, 4, -1], 0.5), { solver: name, relativeTolerance: 1e-10 });
    expect(status).toBe('converged');
    // λ_N = 2, friction 1 along (−3, −4)/5, which leaves a speed of 5 − 0.5.
    if (name.startsWith('ncp') || name === 'raisim') {
      expectNear(impulses, [-0.6, -0.8, 2], tolerance, 'impulse');
      expectNear(velocities, [2.7, 3.6, 0], tolerance, 'velocity');
    } else if (name.startsWith('lcp')) {
      // A corner of the square: µ λ_N along both tangents, √2 times too much.
      expectNear(impulses, [-1, -1, 2], tolerance, 'impulse');
      expectNear(velocities, [2.5, 3.5, 0], tolerance, 'velocity');
    } else {
      // The minimum of (19) is the projection of −2 g = (−6, −8, 2) onto the cone, with λ_N = (10 µ + 2)/(1 + µ²) = 5.6. By (18), the point takes off.
      expectNear(impulses, [-1.68, -2.24, 5.6], 10 * tolerance, 'impulse');
      expectNear(velocities, [2.16, 2.88, 1.8], 10 * tolerance, 'velocity');
    }
  });

  it('has no tangential impulse with µ = 0', () => {
    const { impulses, status } = solve(point([3, 4, -1], 0), { solver: name, relativeTolerance: 1e-10 });
    expect(status).toBe('converged');
    expectNear(impulses, [0, 0, 2], tolerance, 'impulse');
  });

  it('reaches its reference velocity, and moves by R λ with compliance R', () => {
    const bouncing = point([0, 0, -1], 0.5, { reference: Float64Array.of(0, 0, 0.7) });
    expectNear(
      solve(bouncing, { solver: name, relativeTolerance: 1e-10 }).velocities,
      [0, 0, 0.7],
      tolerance,
      'bounce',
    );
    // (G + R) λ + g = 0 with R = 0.3: λ = 1/0.8.
    const soft = point([0, 0, -1], 0.5, { compliance: Float64Array.of(0, 0, 0.3) });
    expectNear(solve(soft, { solver: name, relativeTolerance: 1e-10 }).impulses, [0, 0, 1.25], tolerance, 'soft');
  });

  it('reaches a negative reference velocity, which lets a gap close within the step', () => {
    const closing = point([0, 0, -1], 0.5, { reference: Float64Array.of(0, 0, -0.4) });
    expectNear(
      solve(closing, { solver: name, relativeTolerance: 1e-10 }).velocities,
      [0, 0, -0.4],
      tolerance,
      'velocity',
    );
  });
});

describe('RaiSim and the maximum dissipation principle', () => {
  it('agrees with (21) where normal and tangent are coupled, and not with (11)', () => {
    const delassus = DenseMatrix.fromRows([
      [1, 0, 0.3],
      [0, 1.5, 0.2],
      [0.3, 0.2, 2],
    ]);
    const problem = { delassus, freeVelocity: Float64Array.of(3, 1, -1), friction: Float64Array.of(0.5) };
    const { impulses, velocities, residuals } = solve(problem, { solver: 'raisim' });
    const [x, y, n] = impulses;
    expect(Math.hypot(x, y)).toBeCloseTo(0.5 * n, 12);
    const [dx, dy] = [-x - ((0.25 * n) / 2) * 0.3, -y - ((0.25 * n) / 2) * 0.2];
    expect(velocities[0] * dy - velocities[1] * dx).toBeCloseTo(0, 9);
    expect(velocities[2]).toBeCloseTo(0, 12);
    expect(residuals.dissipation).toBeGreaterThan(1e-5);
    expect(residuals.signorini).toBeLessThan(1e-9);
  });
});
