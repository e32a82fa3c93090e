/**
 * `proximal/sim`: robots and free bodies in motion and in contact.
 * @packageDocumentation
 */

export type { CollisionNotice } from '../robots/self-collisions.ts';
export type { WorldJointKind } from './body-joint-kinds.ts';
export type { SimulatedContact } from './contact-set.ts';
export type { StepKink } from './derivatives/linear-island.ts';
export type { StepParameter } from './derivatives/parameters.ts';
export type { RandomizedOptions } from './derivatives/randomized.ts';
export type { Matrix, StepDerivativeOptions, StepDerivatives } from './derivatives/step-derivatives.ts';
export { type RobotSimulationOptions, robotSimulation } from './file/robot.ts';
export {
  readSimulation,
  type Simulation,
  type SimulationBody,
  type SimulationExclusion,
  type SimulationJoint,
  type SimulationOptions,
  type SimulationRobot,
  type SimulationTarget,
  writeSimulation,
} from './file/simulation.ts';
export { type SimulationPart, type StartedSimulation, type StartOptions, startSimulation } from './file/start.ts';
export { type SimulationRobotSource, worldSimulation } from './file/world.ts';
export { type FreeBodyOptions, freeBody } from './free-body.ts';
export type { LimitNotice, SimulatorNotice } from './notices.ts';
export type { SimulatorOptions } from './options.ts';
export type { PerPair } from './pair-law.ts';
export type { StepReport } from './report.ts';
export { Rollback } from './rollback.ts';
export {
  type LossTerm,
  type RolloutGradient,
  type RolloutLoss,
  type RolloutStep,
  rollout,
  rolloutGradient,
} from './rollout.ts';
export {
  type RolloutInput,
  type Rollouts,
  type RolloutsOptions,
  rollouts,
} from './rollouts.ts';
export {
  makeSimulation,
  type SimulationScene,
  type SimulationSceneOptions,
  simulationScenes,
} from './scenes/registry.ts';
export { Simulator, type SimulatorState } from './simulator.ts';
export type { CombineRule, ContactSurface, Material } from './surfaces.ts';
export type { DebugLineOptions, DebugLines } from './world/debug-lines.ts';
export type { EventPoint, WorldEvent, WorldListener } from './world/events.ts';
export { type ExcludedBody, Exclusion } from './world/exclusions.ts';
export { Handle } from './world/handle.ts';
export { JointCoordinate } from './world/joint-coordinate.ts';
export type { JointEndForm, JointForm } from './world/joint-form.ts';
export type { CoordinateLimits, JointMotor, JointOptions } from './world/joint-options.ts';
export type { GearOptions } from './world/joints.ts';
export type { StateRange, Velocity } from './world/member-access.ts';
export type { VelocityLike } from './world/numbers.ts';
export type { RigidBodyOptions, WorldOptions, WorldRobotOptions } from './world/options.ts';
export { restoreSimulator } from './world/restore.ts';
export { RigidBody, type RigidBodyType } from './world/rigid-body.ts';
export { Robot, RobotLink } from './world/robot.ts';
export { RobotActuator, RobotJoint } from './world/robot-joint.ts';
export { World } from './world/world.ts';
export { type JointBody, WorldJoint } from './world/world-joint.ts';
