// A matrix-free Delassus operator agrees with the dense matrix.
import { describe, expect, it } from 'vitest';
import { contactSolvers, DenseMatrix, residuals, solve } from '../../src/contact/index.ts';
import { type RowBlocks, SparseDelassus } from '../../src/contact/sparse.ts';
import { Rng } from '../../src/math/index.ts';

const coordinates = 6;

/** A row of bodies; body k has mass 1 + k. Contact t acts on bodies t − 1 and t; contact 0 acts on body 0 only. */
function chain(bodies: number, seed: number): RowBlocks {
  const rng = new Rng(seed);
  const size = 3 * coordinates;
  const jacobian = new Float64Array(2 * bodies * size);
  for (let k = 0; k < jacobian.length; k++) jacobian[k] = rng.uniform(-1, 1);
  const [starts, firsts, widths] = [0, 0, 0].map(() => new Int32Array(2 * bodies));
  const response = new Float64Array(jacobian.length);
  for (let block = 0; block < 2 * bodies; block++) {
    const body = (block >> 1) - (block & 1);
    starts[block] = block * size;
    if (body < 0) continue;
    firsts[block] = coordinates * body;
    widths[block] = coordinates;
    for (let k = starts[block]; k < starts[block] + size; k++) response[k] = jacobian[k] / (1 + body);
  }
  const inverseVirtualMasses = new Float64Array(3 * bodies);
  inverseVirtualMasses[2] = 0.5;
  return {
    jacobian,
    response,
    starts,
    firsts,
    widths,
    inverseVirtualMasses,
    velocity: new Float64Array(coordinates * bodies),
  };
}

function operatorOf(bodies: number, seed: number): { sparse: SparseDelassus; dense: DenseMatrix } {
  const blocks = chain(bodies, seed);
  const sparse = new SparseDelassus(blocks);
  sparse.select(
    blocks,
    Int32Array.from({ length: bodies }, (_, k) => k),
  );
  const dense = new DenseMatrix(sparse.size, new Float64Array(sparse.size ** 2));
  sparse.fill(dense.values);
  return { sparse, dense };
}

describe('a sparse Delassus matrix', () => {
  const { sparse, dense } = operatorOf(5, 1);
  const { size } = sparse;
  const rng = new Rng(2);

  it('is symmetric, and multiplies like the dense matrix', () => {
    const x = Float64Array.from({ length: size }, () => rng.uniform(-1, 1));
    const [found, expected] = [new Float64Array(size), new Float64Array(size)];
    sparse.apply(x, found);
    dense.apply(x, expected);
    for (let i = 0; i < size; i++) {
      expect(Math.abs(found[i] - expected[i])).toBeLessThan(1e-13);
      for (let j = 0; j < i; j++) expect(dense.values[i * size + j]).toBe(dense.values[j * size + i]);
    }
  });

  it('has the same rows and the same diagonal', () => {
    const row = new Float64Array(size);
    const blocks = new Float64Array(3 * size);
    sparse.fillDiagonal(0, blocks);
    for (let i = 0; i < size; i++) {
      sparse.row(i, row);
      for (let j = 0; j < size; j++) expect(Math.abs(row[j] - dense.values[i * size + j])).toBeLessThan(1e-13);
      expect(Math.abs(sparse.diagonalAt(i) - row[i])).toBeLessThan(1e-13);
      expect(Math.abs(blocks[9 * Math.floor(i / 3) + 4 * (i % 3)] - row[i])).toBeLessThan(1e-13);
    }
  });

  for (const bilateral of [0, 3]) {
    it(`is solved by all ten solvers, with ${bilateral} bilateral rows`, () => {
      const friction = new Float64Array((size - bilateral) / 3).fill(0.5);
      const freeVelocity = Float64Array.from({ length: size }, (_, k) => (k % 3 === 2 ? -1 : rng.uniform(-0.2, 0.2)));
      for (const { name, model } of contactSolvers()) {
        const options = { solver: name, relativeTolerance: 1e-9, maxIterations: 5000 };
        const found = solve({ delassus: sparse, freeVelocity, friction, bilateral }, options);
        const expected = solve({ delassus: dense, freeVelocity, friction, bilateral }, options);
        expect(found.status, name).toBe(expected.status);
        for (let k = 0; k < size; k++)
          expect(Math.abs(found.velocities[k] - expected.velocities[k]), name).toBeLessThan(1e-6);
        // Residuals are recomputed from the matrix, not from the state of the sweeps.
        const { ncp } = residuals({ delassus: dense, freeVelocity, friction, bilateral }, found.impulses);
        expect(Math.abs(found.residuals.ncp - ncp), name).toBeLessThan(1e-12);
        if (model === 'ncp' && found.status === 'converged') expect(ncp, name).toBeLessThan(1e-8);
      }
    });
  }
});
