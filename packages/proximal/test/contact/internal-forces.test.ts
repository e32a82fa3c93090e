// Fig. 11 of Le Lidec et al.: if many impulses give the same motion, the proximal solvers find the smallest, without unnecessary internal
// forces. The reference is a quadratic program: the least ‖λ‖ with G λ + g = 0 in the friction cones, by Dykstra's projections.
import { describe, expect, it } from 'vitest';
import { type ContactProblem, type ContactSolverName, solve } from '../../src/contact/index.ts';
import { cube, names, simultaneousSolvers } from './bodies.ts';

/** The pseudo-inverse of a symmetric positive semidefinite matrix, by Jacobi's rotations. */
function pseudoInverse(rows: number[][]): number[][] {
  const size = rows.length;
  const a = rows.map((row) => [...row]);
  const v = rows.map((_, i) => rows.map((__, j): number => (i === j ? 1 : 0)));
  for (let sweep = 0; sweep < 60; sweep++)
    for (let p = 0; p < size; p++)
      for (let q = p + 1; q < size; q++) {
        if (Math.abs(a[p][q]) < 1e-300) continue;
        const theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
        const t = Math.sign(theta || 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
        const c = 1 / Math.sqrt(t * t + 1);
        const s = t * c;
        for (let k = 0; k < size; k++) [a[k][p], a[k][q]] = [c * a[k][p] - s * a[k][q], s * a[k][p] + c * a[k][q]];
        for (let k = 0; k < size; k++) [a[p][k], a[q][k]] = [c * a[p][k] - s * a[q][k], s * a[p][k] + c * a[q][k]];
        for (let k = 0; k < size; k++) [v[k][p], v[k][q]] = [c * v[k][p] - s * v[k][q], s * v[k][p] + c * v[k][q]];
      }
  const largest = Math.max(...a.map((row, k) => Math.abs(row[k])));
  return rows.map((_, i) =>
    rows.map((__, j) =>
      a.reduce((sum, row, k) => (row[k] > 1e-10 * largest ? sum + (v[i][k] * v[j][k]) / row[k] : sum), 0),
    ),
  );
}

const times = (m: readonly number[][], x: readonly number[]): number[] =>
  m.map((row) => row.reduce((sum, entry, k) => sum + entry * x[k], 0));

/** The impulses of the least norm that keep every contact at rest. */
function leastImpulses(problem: ContactProblem): number[] {
  const { delassus, freeVelocity, friction } = problem;
  const line = new Float64Array(delassus.size);
  const rows = Array.from({ length: delassus.size }, (_, i) => {
    delassus.row(i, line);
    return [...line];
  });
  const inverse = pseudoInverse(rows);
  let x: number[] = new Array(delassus.size).fill(0);
  let correction = x;
  for (let k = 0; k < 3000; k++) {
    const velocity = times(rows, x).map((v, i) => v + freeVelocity[i]);
    const shift = times(inverse, velocity);
    const y = x.map((entry, i) => entry - shift[i] + correction[i]);
    const projected = y.flatMap((_, i) => (i % 3 === 0 ? ontoCone(y.slice(i, i + 3), friction[i / 3]) : []));
    correction = y.map((entry, i) => entry - projected[i]);
    x = projected;
  }
  return x;
}

function ontoCone([x, y, n]: readonly number[], mu: number): number[] {
  const t = Math.hypot(x, y);
  if (t <= mu * n) return [x, y, n];
  if (mu * t <= -n) return [0, 0, 0];
  const h = (mu * t + n) / (1 + mu * mu);
  return [(mu * h * x) / t, (mu * h * y) / t, h];
}

const cases = {
  'at rest': cube(),
  'pushed to a side': cube({ force: [2, 0, 0], friction: 0.9 }),
  'pushed across': cube({ force: [1.5, 2.5, 0], friction: 0.9 }),
};
const tangentialDistance = (found: ArrayLike<number>, wanted: readonly number[]): number =>
  Math.hypot(...wanted.map((x, k) => (k % 3 === 2 ? 0 : x - found[k])));
const differences = (found: ArrayLike<number>, wanted: readonly number[]): number[] =>
  wanted.map((x, k) => x - found[k]);
const norm = (wanted: readonly number[]): number => Math.hypot(...wanted);

/** Bounds on the distance of tangential impulses from the least impulses, relative to the norm of the least impulses; 1e-8 for solvers not listed. */
const largestExcess: Partial<Record<ContactSolverName, number>> = {
  'lcp-pgs': 0.7,
  'lcp-lemke': 0.2,
  'ccp-pgs': 0.6,
  'ccp-newton': 1e-4,
  raisim: 0.9,
  'ncp-pgs': 0.4,
};

describe.each(Object.entries(cases))('a cube %s', (_name, problem) => {
  const least = leastImpulses(problem);

  it('is held at rest by the reference impulses', () => {
    const { delassus, freeVelocity } = problem;
    const velocity = new Float64Array(delassus.size);
    delassus.apply(Float64Array.from(least), velocity);
    for (let k = 0; k < velocity.length; k++) expect(velocity[k] + freeVelocity[k]).toBeCloseTo(0, 9);
  });

  it.each(simultaneousSolvers)('the impulses of %s have the least norm from a cold start', (solver) => {
    const { impulses, status } = solve(problem, { solver, relativeTolerance: 1e-10 });
    expect(status).toBe('converged');
    expect(tangentialDistance(impulses, least) / norm(least)).toBeLessThan(0.01);
  });

  it.each(names)("the impulses of %s have the least norm from any start with internalForces: 'least'", (solver) => {
    // ccp-newton is regularized, so its impulses are unique.
    if (solver === 'ccp-newton') return;
    const options = { solver, relativeTolerance: 1e-10, internalForces: 'least' } as const;
    const perturbed = { impulses: Float64Array.from(least, (x, k) => (k % 3 === 2 ? 3 * x + 1 : x + 0.1 * k)) };
    for (const warmStart of [undefined, perturbed]) {
      const { impulses, status, velocities } = solve(problem, options, warmStart);
      expect(status).toBe('converged');
      for (const v of velocities) expect(Math.abs(v)).toBeLessThan(1e-9);
      expect(Math.hypot(...differences(impulses, least)) / norm(least)).toBeLessThan(1e-5);
    }
  });

  it.each(names)('the impulses of %s from a cold start differ from the least by at most a known fraction', (solver) => {
    const { impulses } = solve(problem, { solver, relativeTolerance: 1e-10 });
    expect(tangentialDistance(impulses, least) / norm(least)).toBeLessThan(largestExcess[solver] ?? 1e-8);
  });
});
