/**
 * `proximal/sim`: robots and free bodies in motion and in contact.
 * @packageDocumentation
 */
export type { SimulatedContact } from './contact-rows.ts';
export type { Matrix, StepDerivatives } from './derivatives/step-derivatives.ts';
export { type FreeBodyOptions, freeBody } from './free-body.ts';
export type { PerPair, SimulatorOptions } from './options.ts';
export type { StepReport } from './report.ts';
export { Simulator, type SimulatorState } from './simulator.ts';
