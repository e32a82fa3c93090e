// The tolerance of a step was relative to the largest |g − c*| (free velocity minus reference velocity), and c* of an open contact is −gap/Δt: boxes
// crept beside a wall that they did not touch, and ADMM took hundreds of iterations instead of six. A contact that stays open must not affect the
// others.
import { describe, expect, it } from 'vitest';
import {
  type ContactProblem,
  type ContactSolverName,
  contactSolvers,
  DenseMatrix,
  solve,
} from '../../src/contact/index.ts';
import { box, halfspace } from '../../src/index.ts';
import { fromAxisAngle } from '../../src/math/index.ts';
import { Scene } from '../../src/scene/index.ts';
import { freeBody, Simulator } from '../../src/sim/index.ts';
import { cube, randomProblem } from '../contact/bodies.ts';
import { forAll } from '../for-all.ts';

interface Run {
  readonly unsolved: number;
  readonly iterations: number;
  /** The largest remaining approach velocity, in m/s. */
  readonly approach: number;
  /** The largest velocity coordinate, in m/s or rad/s. */
  readonly speed: number;
}

function run(sim: Simulator, steps: number): Run {
  let [unsolved, iterations, approach, speed] = [0, 0, 0, 0];
  for (let k = 0; k < steps; k++) {
    sim.step();
    const { status, iterations: own, residuals } = sim.report();
    if (status !== 'converged') unsolved++;
    iterations += own;
    approach = Math.max(approach, residuals.signorini);
    speed = Math.max(speed, ...sim.state.v.map(Math.abs));
  }
  return { unsolved, iterations, approach, speed };
}

describe.each([1e-3, 1 / 240])('six boxes of masses 3^k, with Δt = %f s', (timeStep) => {
  const tower = (gap: number, solver?: ContactSolverName): Run => {
    const scene = new Scene({ margin: 0.02 });
    scene.add(halfspace(), {}, { static: true });
    scene.add(box(0.1, 2, 4), { position: [0.6 + gap, 0, 2] }, { static: true });
    const models = Array.from({ length: 6 }, (_, k) =>
      freeBody(box(0.5, 0.5, 0.25), { mass: 3 ** k, pose: { position: [0, 0, 0.25 + 0.5 * k] } }),
    );
    return run(new Simulator({ models, scene, timeStep, ...(solver && { solver }) }), 60);
  };

  it.each([undefined, 'ncp-admm', 'ccp-admm'] as const)('stand beside a wall as without it (%s)', (solver) => {
    const alone = tower(1, solver);
    expect(alone.unsolved).toBe(0);
    for (const gap of [1e-4, 1e-3, 0.019]) {
      const { unsolved, iterations, approach, speed } = tower(gap, solver);
      expect(unsolved).toBe(0);
      expect(iterations).toBeLessThanOrEqual(1.1 * alone.iterations);
      expect(approach).toBeLessThanOrEqual(1.1 * alone.approach);
      expect(speed).toBeLessThanOrEqual(1.1 * alone.speed);
    }
  });
});

it('two boxes on a slope do not creep beside a third one', () => {
  const angle = 0.3;
  const tilt = fromAxisAngle([0, 1, 0], angle);
  const at = (y: number, z: number): Float64Array => {
    const pose = Float64Array.from(tilt);
    pose.set([z * Math.sin(angle), y, z * Math.cos(angle)]);
    return pose;
  };
  const slope = (gap: number): { creep: number; iterations: number } => {
    const scene = new Scene({ margin: 0.02 });
    scene.add(halfspace(), tilt, { static: true });
    const cubes = [at(0, 0.1), at(0, 0.3), at(0.2 + gap, 0.1)];
    const models = cubes.map((pose) => freeBody(box(0.1, 0.1, 0.1), { pose }));
    const sim = new Simulator({ models, scene, friction: 0.5, timeStep: 1e-3 });
    const { q: before } = sim.state;
    const { iterations } = run(sim, 1000);
    const creep = Math.max(...sim.state.q.map((x, k) => Math.abs(x - before[k])));
    return { creep, iterations };
  };
  // Farther away, the third box is an island of its own, whose sweeps are counted separately.
  const near = slope(1e-4);
  expect(slope(1).creep).toBeLessThan(1e-8);
  expect(near.creep).toBeLessThan(1e-8);
  for (const gap of [1e-3, 0.019]) {
    const { creep, iterations } = slope(gap);
    expect(creep).toBeLessThan(1e-8);
    expect(Math.abs(iterations / near.iterations - 1)).toBeLessThan(0.1);
  }
});

/** The problem with four more contacts on the same coordinates, which stay open. @param opening their normal free velocity, in m/s */
function withOpen(problem: ContactProblem, opening: number): ContactProblem {
  const { delassus, freeVelocity, friction } = problem;
  const size = delassus.size + 12;
  const values = new Float64Array(size * size);
  const row = new Float64Array(delassus.size);
  for (let i = 0; i < size; i++) {
    // The open contacts repeat the rows of the first four contacts: G' = [G G; G G].
    delassus.row(i % delassus.size, row);
    for (let j = 0; j < size; j++) values[i * size + j] = row[j % delassus.size];
  }
  const openVelocity = Array.from({ length: 12 }, (_, k) => (k % 3 === 2 ? opening : 0.3));
  return {
    delassus: new DenseMatrix(size, values),
    freeVelocity: Float64Array.of(...freeVelocity, ...openVelocity),
    friction: Float64Array.of(...friction, 0.5, 0.5, 0.5, 0.5),
  };
}

describe.each(contactSolvers().map(({ name }) => name))('%s', (solver) => {
  it('takes no more iterations with four open contacts, and gives the same solution', () => {
    const problem = cube({ force: [2, 1, 0] });
    const alone = solve(problem, { solver });
    for (const opening of [0.25, 1, 19]) {
      const { status, iterations, impulses, velocities, residuals } = solve(withOpen(problem, opening), { solver });
      expect(status).toBe(alone.status);
      expect(iterations).toBeLessThanOrEqual(1.1 * alone.iterations);
      // Sums of more terms are rounded differently.
      for (let k = 0; k < 12; k++) expect(Math.abs(velocities[k] - alone.velocities[k])).toBeLessThan(1e-12);
      expect(impulses.slice(12).every((x) => x === 0)).toBe(true);
      expect(residuals.scaled.signorini).toBeCloseTo(alone.residuals.scaled.signorini, 12);
    }
  });

  it('returns zero impulses without iterating where no contact approaches, for any warm start', () => {
    const { delassus, friction } = cube();
    const freeVelocity = Float64Array.from({ length: 12 }, (_, k) => (k % 3 === 2 ? 1 : 0.1));
    const impulses = new Float64Array(12).fill(1);
    const { status, iterations, ...solution } = solve({ delassus, friction, freeVelocity }, { solver }, { impulses });
    expect([status, iterations, ...solution.impulses]).toEqual(['converged', 0, ...new Array(12).fill(0)]);
  });
});

it.each(['ncp-admm', 'ccp-admm', 'ncp-staggered', 'lcp-lemke'] as const)(
  '%s finds contacts that open in free motion and are closed by the impulses of others (seed 4)',
  (solver) => {
    forAll({ seed: 4, cases: 40 }, (rng) => {
      const problem = randomProblem(rng, 4, 14);
      // Two contacts open in free motion, so that only impulses of the others can close them; all act on the same bodies.
      problem.freeVelocity[2] = 3;
      problem.freeVelocity[5] = 0.4;
      problem.freeVelocity[8] = -4;
      const { status, residuals } = solve(problem, { solver, maxIterations: 5000 });
      if (status !== 'converged') return;
      if (!solver.startsWith('ccp')) expect(residuals.scaled.signorini).toBeLessThan(1e-7);
    });
  },
);
