/**
 * `proximal/control`: linear-quadratic regulators, and optimal control of robots by differential dynamic programming.
 * @packageDocumentation
 */
export {
  continuousLqr,
  discreteLqr,
  type FiniteHorizonLqr,
  finiteHorizonLqr,
  type LinearSystem,
  type LqrSolution,
} from './lqr.ts';
export { modelDynamics } from './model-dynamics.ts';
export {
  type ControlOptions,
  type ControlProgress,
  type ControlSolution,
  type ControlWarmStart,
  optimizeControls,
} from './optimize.ts';
export type { ControlCost, ControlledDynamics, ControlProblem, CostTerms } from './problem.ts';
export { type QuadraticWeights, quadraticCost } from './quadratic-cost.ts';
export { type SimulatorDynamicsOptions, simulatorDynamics } from './simulator-dynamics.ts';
