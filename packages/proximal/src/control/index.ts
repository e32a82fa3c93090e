/**
 * `proximal/control`: controllers in closed loop, linear-quadratic regulators, optimal and predictive control by differential dynamic
 * programming, and walking.
 * @packageDocumentation
 */
export {
  type Controller,
  ControllerError,
  type ControllerInput,
  type ControllerRun,
  type ControllerRunOptions,
  controlledStep,
  runController,
} from './controller.ts';
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
export {
  PredictiveControl,
  type PredictiveOptions,
  type PredictiveReport,
  type PredictiveTask,
} from './predictive-control.ts';
export type { ControlCost, ControlledDynamics, ControlProblem, CostTerms } from './problem.ts';
export { type QuadraticWeights, quadraticCost } from './quadratic-cost.ts';
export type { SearchTimings } from './search.ts';
export { type SimulatorDynamicsOptions, simulatorDynamics } from './simulator-dynamics.ts';
export { createWalkingController, WalkingController, type WalkingReport } from './walking/controller.ts';
export type { WalkingOptions, WalkingVelocity } from './walking/options.ts';
export { quadrupedUrdf } from './walking/quadruped-urdf.ts';
