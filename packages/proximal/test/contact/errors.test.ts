// Every public function of `proximal/contact` with wrong arguments. The rows of `proximal` are in ../errors.
import { expect, it } from 'vitest';
import * as contact from '../../src/contact/index.ts';
import { describeErrors } from '../errors/describe-errors.ts';
import { type Row, wrong } from '../errors/row.ts';
import { cube } from './bodies.ts';

const { contactFrame, ContactSolution, DenseMatrix, normalReference, residuals, rotateImpulses, solve, validate } =
  contact;

const problem = cube();
const solution = new ContactSolution();
const callWith = (options: unknown): unknown => solve(problem, wrong(options), undefined, solution);
const solveChanged = (change: object): unknown => solve(wrong({ ...problem, ...change }), {}, undefined, solution);
const startedFrom = (warmStart: unknown): unknown => solve(problem, {}, wrong(warmStart), solution);
const withNaN = new Float64Array(12);
withNaN[5] = Number.NaN;
const normals = Float64Array.of(0, 0, 1);

const rows: Record<string, Row[]> = {
  solve: [
    [() => solve(wrong(null)), TypeError, 'solve: problem is null; give { delassus, freeVelocity, friction }'],
    [
      () => solveChanged({ delassus: undefined }),
      TypeError,
      'solve: problem.delassus is undefined; give a DenseMatrix',
    ],
    [
      () => solveChanged({ friction: new Float64Array(3) }),
      RangeError,
      'solve: problem.friction.length is 3; the problem has bilateral + 3 × contacts rows: give 4',
    ],
    [
      () => solveChanged({ friction: Float64Array.of(1, 1, -1, 1) }),
      RangeError,
      'solve: problem.friction[2] is -1; give a finite number, 0 or more',
    ],
    [
      () => solveChanged({ freeVelocity: [0] }),
      TypeError,
      'solve: problem.freeVelocity is [0]; give a Float64Array of 12',
    ],
    [
      () => solveChanged({ freeVelocity: withNaN }),
      RangeError,
      'solve: problem.freeVelocity[5] is NaN; give a finite number',
    ],
    [() => solveChanged({ reference: new Float64Array(11) }), RangeError, 'solve: problem.reference.length is 11'],
    [
      () => solveChanged({ compliance: new Float64Array(12).fill(-1) }),
      RangeError,
      'solve: problem.compliance[0] is -1; give a finite number, 0 or more',
    ],
    [
      () => solveChanged({ bilateral: 1 }),
      RangeError,
      'solve: problem.delassus.size is 12; the problem has bilateral + 3 × contacts rows, and bilateral is 1',
    ],
    [
      () => solveChanged({ delassus: new Float64Array(144) }),
      TypeError,
      'solve: problem.delassus is a Float64Array of length 144; give new DenseMatrix(n, values)',
    ],
    [
      () => solveChanged({ bilateral: -1 }),
      RangeError,
      'solve: problem.bilateral is -1; give a whole number from 0 to 12',
    ],
    [
      () => solveChanged({ delassus: new DenseMatrix(12, new Float64Array(144).fill(Number.NaN)) }),
      RangeError,
      'solve: problem.delassus is a DenseMatrix; it contains NaN or an infinity',
    ],
    [
      () => callWith({ solver: 'gauss' }),
      RangeError,
      'solve: options.solver is "gauss"; give one of lcp-pgs, lcp-lemke',
    ],
    [() => callWith({ sovler: 'ncp-pgs' }), TypeError, 'solve: options.sovler is "ncp-pgs"; there is no such option'],
    [
      () => callWith({ tolerance: -1 }),
      RangeError,
      'solve: options.tolerance is -1; give a finite number, not negative',
    ],
    [() => callWith({ relativeTolerance: Number.NaN }), RangeError, 'solve: options.relativeTolerance is NaN'],
    [() => callWith({ maxIterations: 0 }), RangeError, 'solve: options.maxIterations is 0; give a whole number from 1'],
    [
      () => callWith({ relaxation: 2 }),
      RangeError,
      'solve: options.relaxation is 2; give a factor above 0 and below 2',
    ],
    [() => callWith({ facets: 5 }), RangeError, 'solve: options.facets is 5; give an even number from 4 to 64'],
    [
      () => callWith({ pyramid: 'round' }),
      RangeError,
      "solve: options.pyramid is \"round\"; give 'circumscribed' or 'inscribed'",
    ],
    [() => callWith({ solver: 'ccp-newton', regularization: 0 }), RangeError, "use 'ccp-admm', which needs none"],
    [
      () => callWith({ regularization: 2 }),
      RangeError,
      'solve: options.regularization is 2; give a fraction of diag(G)',
    ],
    [() => callWith({ rho: 0 }), RangeError, 'solve: options.rho is 0; give a number above 0'],
    [() => callWith({ adaptRho: 1 }), TypeError, 'solve: options.adaptRho is 1; give true or false'],
    [
      () => callWith({ rhoScaling: 'rows' }),
      RangeError,
      "solve: options.rhoScaling is \"rows\"; give 'uniform' or 'diagonal'",
    ],
    [() => callWith({ trace: 'yes' }), TypeError, 'solve: options.trace is "yes"; give true or false'],
    [() => startedFrom(1), TypeError, 'solve: warmStart is 1; give { impulses }'],
    [() => startedFrom({ impulses: new Float64Array(0) }), RangeError, 'solve: warmStart.impulses.length is 0'],
    [() => startedFrom({ impulses: new Float64Array(9) }), RangeError, 'solve: warmStart.impulses.length is 9'],
    [() => startedFrom({ impulses: withNaN }), RangeError, 'solve: warmStart.impulses[5] is NaN'],
    [
      () => startedFrom({ impulses: new Float64Array(12), dual: new Float64Array(1) }),
      RangeError,
      'solve: warmStart.dual.length is 1',
    ],
    [
      () => startedFrom({ impulses: new Float64Array(12), rho: -1 }),
      RangeError,
      'solve: warmStart.rho is -1; give a number of 0 or more',
    ],
    [
      () => solve(problem, {}, undefined, wrong({})),
      TypeError,
      'solve: out is an object with keys ""; give a new ContactSolution()',
    ],
  ],
  residuals: [
    [() => residuals(wrong({}), new Float64Array(12)), TypeError, 'residuals: problem.delassus is undefined'],
    [() => residuals(problem, new Float64Array(3)), RangeError, 'residuals: impulses.length is 3'],
    [() => residuals(problem, withNaN), RangeError, 'residuals: impulses[5] is NaN'],
  ],
  validate: [[() => validate(wrong(undefined)), TypeError, 'validate: problem is undefined; give']],
  DenseMatrix: [
    [() => new DenseMatrix(-1, new Float64Array(1)), RangeError, 'DenseMatrix: size is -1'],
    [
      () => new DenseMatrix(2, wrong([1, 2, 3, 4])),
      TypeError,
      'DenseMatrix: values is [1, 2, 3, 4]; give a Float64Array',
    ],
    [
      () => new DenseMatrix(2, new Float64Array(3)),
      RangeError,
      'DenseMatrix: values.length is 3; give size² = 4 numbers',
    ],
    [
      () => DenseMatrix.fromRows([[1, 2], [3]]),
      RangeError,
      'DenseMatrix.fromRows: rows[1].length is 1; give 2 numbers',
    ],
  ],
  contactFrame: [
    [
      () => contactFrame([0, 0, 2]),
      RangeError,
      'contactFrame: normal is [0, 0, 2]; its length is 2: give a unit vector',
    ],
    [() => contactFrame(wrong(1)), TypeError, 'contactFrame: normal is 1; give three finite numbers'],
    [() => contactFrame([0, 0, 1], wrong([])), TypeError, 'contactFrame: out is []; give a Float64Array of 9'],
  ],
  rotateImpulses: [
    [() => rotateImpulses(wrong([1, 2, 3]), normals, normals), TypeError, 'rotateImpulses: impulses is [1, 2, 3]'],
    [
      () => rotateImpulses(new Float64Array(2), normals, normals),
      RangeError,
      'rotateImpulses: fromNormals.length is 3',
    ],
    [
      () => rotateImpulses(new Float64Array(3), normals, new Float64Array(6)),
      RangeError,
      'rotateImpulses: toNormals.length is 6; give as many',
    ],
    [
      () => rotateImpulses(new Float64Array(3), normals, new Float64Array(3)),
      RangeError,
      'rotateImpulses: toNormals[0…] is Float64Array [0, 0, 0]; its length is 0',
    ],
    [
      () => rotateImpulses(new Float64Array(3), normals, normals, new Float64Array(4)),
      RangeError,
      'rotateImpulses: out.length is 4',
    ],
  ],
  normalReference: [
    [() => normalReference(Number.NaN, 0.01), RangeError, 'normalReference: gap is NaN; give the signed distance'],
    [() => normalReference(0, 0), RangeError, 'normalReference: timeStep is 0; give seconds, above 0'],
    [
      () => normalReference(0, 0.01, { restitution: 1.5 }),
      RangeError,
      'options.restitution is 1.5; give a number from 0 to 1',
    ],
    [() => normalReference(0, 0.01, wrong({ bounce: 1 })), TypeError, 'options.bounce is 1; there is no such option'],
    [() => normalReference(0, 0.01, { velocity: Infinity }), RangeError, 'options.velocity is Infinity'],
    [() => normalReference(0, 0.01, { restingSpeed: -1 }), RangeError, 'options.restingSpeed is -1'],
    [() => normalReference(0, 0.01, { baumgarte: -1 }), RangeError, 'options.baumgarte is -1; give a gain'],
    [() => normalReference(0, 0.01, { allowedPenetration: -1 }), RangeError, 'options.allowedPenetration is -1'],
  ],
};

const answer = [...solve(problem, {}, undefined, solution).impulses];

describeErrors(rows, () => {
  // The solution passed as out is not changed either.
  expect([...solution.impulses]).toEqual(answer);
  expect([...solve(problem).impulses]).toEqual(answer);
});

it('the table has every public function that takes arguments', () => {
  const others = ['ContactSolution', 'contactSolvers'];
  expect(Object.keys(rows).sort()).toEqual(
    Object.keys(contact)
      .filter((name) => !others.includes(name))
      .sort(),
  );
});
