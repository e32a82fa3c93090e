/**
 * `proximal/contact`: models of contact with friction and their solvers behind one interface, on matrices and cones.
 * @packageDocumentation
 */
export { type DelassusOperator, DenseMatrix } from './delassus.ts';
export { contactFrame, rotateImpulses } from './frames.ts';
export type { ContactModel } from './models.ts';
export type { ContactOptions } from './options.ts';
export { type ContactProblem, validate } from './problem.ts';
export type { ContactStatus, ContactTraceStep } from './progress.ts';
export { type NormalReferenceOptions, normalReference } from './reference.ts';
export { type ContactSolver, type ContactSolverName, contactSolvers } from './registry.ts';
export { type ResidualNumbers, type Residuals, residuals } from './residuals.ts';
export { ContactSolution, type ContactWarmStart } from './solution.ts';
export { solve } from './solve.ts';
