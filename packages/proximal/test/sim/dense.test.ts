// Products and linear systems of the derivatives' matrices, compared with explicit sums.
import { describe, expect, it } from 'vitest';
import type { Rng } from '../../src/math/index.ts';
import { Dense, solveDense } from '../../src/sim/derivatives/dense.ts';
import { Workspace } from '../../src/sim/derivatives/workspace.ts';
import { forAll } from '../for-all.ts';

function random(rng: Rng, rows: number, columns: number, fraction = 1): Dense {
  const out = Dense.zero(rows, columns);
  for (let k = 0; k < out.values.length; k++) if (rng.uniform(0, 1) < fraction) out.values[k] = rng.uniform(-1, 1);
  return out;
}

function entry(matrix: Dense, i: number, j: number): number {
  return matrix.values[matrix.at(i, j)];
}

/** The largest entry of `found` − `before` − factor a b. */
function errorOf(found: Dense, before: Dense, a: Dense, b: Dense, factor: number): number {
  let most = 0;
  for (let i = 0; i < found.rows; i++)
    for (let j = 0; j < found.columns; j++) {
      let sum = entry(before, i, j);
      for (let k = 0; k < a.columns; k++) sum += factor * entry(a, i, k) * entry(b, k, j);
      most = Math.max(most, Math.abs(entry(found, i, j) - sum));
    }
  return most;
}

describe('the product of matrices', () => {
  it('is added to blocks of other matrices, for all sizes and with zeros', () => {
    for (const fraction of [1, 0.5, 0])
      forAll({ seed: 1, cases: 9 }, (rng, index) => {
        const size = index + 1;
        const [rows, columns] = [1 + (size % 4), 1 + ((5 * size) % 7)];
        const a = random(rng, rows + 2, size + 3, fraction).block(1, 2, rows, size);
        const b = random(rng, size + 1, columns + 4).block(1, 3, size, columns);
        const whole = random(rng, rows + 2, columns + 2);
        const before = new Dense(whole.rows, whole.columns, whole.values.slice());
        whole.block(1, 1, rows, columns).addProduct(a, b, -0.5);
        expect(errorOf(whole.block(1, 1, rows, columns), before.block(1, 1, rows, columns), a, b, -0.5)).toBeLessThan(
          1e-14,
        );
        whole.block(1, 1, rows, columns).set(before.block(1, 1, rows, columns));
        expect(whole.values).toEqual(before.values);
      });
  });
});

describe("matrices in the kernel's memory", () => {
  it('have products and solutions with the same bits as plain arrays', () => {
    const [inKernel, plain] = [new Workspace(), new Workspace()];
    forAll({ seed: 3, cases: 20 }, (rng, index) => {
      const size = index + 1;
      // In JavaScript, a workspace after a reset uses plain arrays, too.
      inKernel.reset();
      const [rows, columns] = [1 + ((3 * size) % 7), 1 + ((5 * size) % 19)];
      const [a, b, out] = [random(rng, rows, size, 0.7), random(rng, size, columns), random(rng, rows, columns)];
      const products = [inKernel, plain].map((workspace) => {
        const [x, y, z] = [a, b, out].map((each) => workspace.copy(each));
        z.addProduct(x, y, 0.7);
        z.block(0, 0, rows, columns).addCombination(rows - 1, x, size >> 1, size, y, -1);
        return z.numbers.slice();
      });
      expect(products[0]).toEqual(products[1]);
      const square = Dense.zero(size, size).add(random(rng, size, size, 0.3), 0.1);
      for (let k = 0; k < size; k++) square.values[square.at(k, k)] += 1;
      const solutions = [inKernel, plain].map((workspace) =>
        solveDense(workspace, square, workspace.copy(b)).numbers.slice(),
      );
      expect(solutions[0]).toEqual(solutions[1]);
    });
  });

  it('belong to the workspace that was reset last', () => {
    const [first, second] = [new Workspace(), new Workspace()];
    first.reset();
    first.copyOf(1, 2, Float64Array.of(1, 2));
    second.reset();
    second.copyOf(1, 2, Float64Array.of(3, 4));
    const later = first.copyOf(1, 2, Float64Array.of(5, 6));
    second.copyOf(1, 2, Float64Array.of(7, 8));
    expect([...later.numbers]).toEqual([5, 6]);
  });
});

describe('a linear system', () => {
  /** A matrix near a positive definite one, whose coordinates have scales that differ by up to 10⁶. */
  function matrixOf(rng: Rng, n: number, skew: number): Dense {
    const root = random(rng, n, n);
    const out = Dense.zero(n, n)
      .addProduct(root, root.transposed())
      .add(random(rng, n, n), skew);
    for (let k = 0; k < n; k++) out.values[out.at(k, k)] += 0.5;
    for (let k = 0; k < n; k++) {
      const scale = 10 ** rng.uniform(-3, 3);
      out.scaleRow(k, scale);
      out.block(0, k, n, 1).add(out.block(0, k, n, 1), scale - 1);
    }
    return out;
  }

  it('is solved for coordinates of different scales, with and without pivots off the diagonal', () => {
    const workspace = new Workspace();
    for (const skew of [0, 0.3])
      forAll({ seed: 2, cases: 12 }, (rng, index) => {
        const n = index + 1;
        const a = matrixOf(rng, n, skew);
        const b = random(rng, n, 5);
        for (let k = 0; k < n; k++) b.scaleRow(k, Math.sqrt(entry(a, k, k)));
        const x = solveDense(workspace, a, workspace.copy(b));
        for (let i = 0; i < n; i++) {
          const own = errorOf(b.slice(i, i + 1), Dense.zero(1, 5), a.slice(i, i + 1), x, 1);
          expect(own).toBeLessThan(1e-11 * Math.sqrt(entry(a, i, i)));
        }
      });
    const swapped = new Dense(2, 2, Float64Array.of(1, 5, 5, 1));
    const x = solveDense(workspace, swapped, new Dense(2, 1, Float64Array.of(11, 7)));
    expect(entry(x, 0, 0)).toBeCloseTo(1, 14);
    expect(entry(x, 1, 0)).toBeCloseTo(2, 14);
  });

  it('leaves undetermined unknowns at zero', () => {
    const twice = new Dense(2, 2, Float64Array.of(4, 2, 2, 1));
    const x = solveDense(new Workspace(), twice, new Dense(2, 1, Float64Array.of(8, 4)));
    expect(2 * entry(x, 0, 0) + entry(x, 1, 0)).toBeCloseTo(4, 12);
    expect(Math.min(Math.abs(entry(x, 0, 0)), Math.abs(entry(x, 1, 0)))).toBe(0);
  });
});
