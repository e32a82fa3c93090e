/**
 * `proximal/qp`: convex quadratic programs, with proofs.
 * @packageDocumentation
 */
export { certifyQp, type QpCertificate } from './certify.ts';
export { SparseMatrix } from './matrix.ts';
export type { QpResiduals } from './measures.ts';
export type { QpOptions } from './options.ts';
export type { QpProblem } from './problem.ts';
export type { InfeasibilityProof, QpSolution, QpStatus, QpWarmStart } from './solution.ts';
export { solveQp } from './solve.ts';
export { QpSolver } from './solver.ts';
