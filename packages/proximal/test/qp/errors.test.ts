// Every public function of `proximal/qp` with wrong arguments.

import { certifyQp, QpSolver, SparseMatrix, solveQp } from '../../src/qp/index.ts';
import { describeErrors } from '../errors/describe-errors.ts';
import { type Row, wrong } from '../errors/row.ts';

const of = (...values: number[]): Float64Array => Float64Array.of(...values);
const problem = { hessian: of(1, 0, 0, 1), gradient: of(1, 1), constraints: of(1, 1), lower: of(0), upper: of(1) };
const changed = (change: object): unknown => solveQp(wrong({ ...problem, ...change }));

const rows: Record<string, Row[]> = {
  solveQp: [
    [() => solveQp(wrong(null)), TypeError, 'solveQp: problem is null; give { hessian, gradient'],
    [() => changed({ gradient: [1, 1] }), TypeError, 'solveQp: problem.gradient is [1, 1]; give a Float64Array'],
    [() => changed({ gradient: of(1, Number.NaN) }), RangeError, 'solveQp: problem.gradient[1] is NaN; give a finite'],
    [() => changed({ hessian: undefined }), TypeError, 'solveQp: problem.hessian is undefined; give a Float64Array'],
    [() => changed({ hessian: of(1) }), RangeError, 'solveQp: problem.hessian.length is 1; give 2 × 2 numbers'],
    [() => changed({ hessian: of(1, 2, 0, 1) }), RangeError, 'solveQp: problem.hessian(0, 1) is 2; entry (1, 0) is 0'],
    [() => changed({ hessian: of(1, 0, 0, -1) }), RangeError, 'give a positive semidefinite matrix'],
    [
      () => changed({ constraints: of(1, 1, 1) }),
      RangeError,
      'problem.constraints.length is 3; give rows of 2 numbers',
    ],
    [() => changed({ constraints: 'A' }), TypeError, 'problem.constraints is "A"; give a Float64Array by rows'],
    [() => changed({ lower: of(0, 0) }), RangeError, 'solveQp: problem.lower.length is 2; give 1 numbers'],
    [() => changed({ lower: of(2) }), RangeError, 'solveQp: problem.lower[0] is 2; give at most upper[0], 1'],
    [
      () => changed({ lower: of(Infinity) }),
      RangeError,
      'problem.lower[0] is Infinity; give a finite number, or -Infinity',
    ],
    [() => changed({ upperBounds: of(1, Number.NaN) }), RangeError, 'problem.upperBounds[1] is NaN'],
    [() => solveQp(problem, wrong({ rho: 1 })), TypeError, 'options.rho is 1; there is no such option'],
    [() => solveQp(problem, { tolerance: -1 }), RangeError, 'options.tolerance is -1; give a finite number, 0 or more'],
    [() => solveQp(problem, { maxIterations: 0 }), RangeError, 'options.maxIterations is 0'],
    [() => solveQp(problem, {}, wrong(3)), TypeError, 'warmStart is 3; give an earlier solution, { x }'],
    [() => solveQp(problem, {}, { x: of(1) }), RangeError, 'warmStart.x.length is 1; give 2 numbers'],
  ],
  certifyQp: [[() => certifyQp(wrong({}), solveQp(problem)), TypeError, 'certifyQp: problem.gradient is undefined']],
  QpSolver: [
    [() => new QpSolver(wrong({})), TypeError, 'QpSolver: problem.gradient is undefined; give a Float64Array'],
    [() => new QpSolver(problem, wrong(1)), TypeError, 'QpSolver: options is 1; give an object'],
    [() => new QpSolver(problem).update(wrong(null)), TypeError, 'QpSolver.update: problem is null'],
    [() => new QpSolver(problem).solve({ x: of(1) }), RangeError, 'QpSolver.solve: warmStart.x.length is 1; give 2'],
    [() => new QpSolver({ ...problem, hessian: of(-1, 0, 0, 1) }), RangeError, 'give a positive semidefinite matrix'],
  ],
  SparseMatrix: [
    [() => new SparseMatrix(1.5, 1, wrong(0), wrong(0), of()), RangeError, 'SparseMatrix: rows is 1.5'],
    [
      () => new SparseMatrix(1, 1, wrong([0, 0]), new Int32Array(0), of()),
      TypeError,
      'starts is [0, 0]; give an Int32Array',
    ],
    [
      () => new SparseMatrix(1, 1, Int32Array.of(0), new Int32Array(0), of()),
      RangeError,
      'give 2 starts, the first of them 0',
    ],
    [() => new SparseMatrix(1, 1, Int32Array.of(0, 1), Int32Array.of(1), of(1)), RangeError, 'increasing rows below 1'],
    [
      () => new SparseMatrix(1, 1, Int32Array.of(0, 2), Int32Array.of(0), of(1)),
      RangeError,
      'as many indices and values',
    ],
    [
      () => SparseMatrix.fromEntries(1, 1, [[0, 1, 1]]),
      RangeError,
      'entries[0][1] is 1; give a whole number from 0 to 0',
    ],
    [() => SparseMatrix.fromDense(2, 2, of(1)), TypeError, 'give a Float64Array of 2 × 2 numbers'],
  ],
};

describeErrors(rows, () => {});
