// The benchmark of contact models: warm starts of contacts that persist.
import { describe, expect, it } from 'vitest';
import { warmStartFrom } from '../bench/src/contact/warm-start.ts';
import { ContactSolution, DenseMatrix, solve } from '../packages/proximal/src/contact/index.ts';

/** A point mass of 1 kg in each contact, which falls and slides. */
function solved(contacts: number): ContactSolution {
  const size = 3 * contacts;
  return solve(
    {
      delassus: DenseMatrix.fromRows(
        Array.from({ length: size }, (_, i) => Array.from({ length: size }, (_, j) => (i === j ? 1 : 0))),
      ),
      freeVelocity: Float64Array.from({ length: size }, (_, k) => [0.1, 0, -1 - Math.floor(k / 3)][k % 3]),
      friction: new Float64Array(contacts).fill(0.5),
    },
    { solver: 'ncp-admm' },
    undefined,
    new ContactSolution(),
  );
}

describe('a warm start along a trajectory', () => {
  it('is the whole last solution if the contacts are the same', () => {
    const solution = solved(2);
    expect(warmStartFrom(solution, ['a', 'b'], ['a', 'b'])).toBe(solution);
  });

  it('has the impulses of the contacts that persist, at their new places', () => {
    const solution = solved(2);
    const start = warmStartFrom(solution, ['a', 'b'], ['c', 'b', 'd']);
    expect(start?.impulses[5]).toBeCloseTo(2, 6);
    expect([...(start?.impulses ?? [])]).toEqual([0, 0, 0, ...solution.impulses.subarray(3, 6), 0, 0, 0]);
    expect(start?.dual).toBeUndefined();
    expect(start?.rho).toBe(solution.rho);
  });

  it('is none if no contact persists, even if their number is the same', () => {
    expect(warmStartFrom(solved(2), ['a', 'b'], ['c', 'd'])).toBeUndefined();
    expect(warmStartFrom(new ContactSolution(), [], ['c'])).toBeUndefined();
  });
});
