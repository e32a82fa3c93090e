/**
 * `proximal/planning`: robots among obstacles. Checks of configurations, motions with a proof that they are free, and plans.
 * @packageDocumentation
 */
export { type Attachment, type AttachOptions, type CellPair, RobotCell } from './cell.ts';
export { certifyMotion, type MotionCertificate } from './certify-motion.ts';
export type { Clearance, SweepClearance } from './clearance.ts';
export {
  type CoverCertificate,
  type CoverSphere,
  certifyCover,
  type FitSpheresOptions,
  fitSpheres,
  type SphereCover,
} from './fit-spheres.ts';
export {
  InverseKinematics,
  type InverseKinematicsOptions,
  type InverseKinematicsResult,
} from './inverse-kinematics.ts';
export type { MotionContact, MotionProof, MotionResult } from './motion.ts';
export { type OptimizeOptions, type OptimizeProgress, optimize } from './optimize.ts';
export type { CellOptions, ConfigurationLike, MotionOptions } from './options.ts';
export { planMotion } from './plan.ts';
export type {
  Plan,
  PlanNode,
  PlannerName,
  PlanOptions,
  PlanProgress,
  PlanStatistics,
  PoseGoal,
} from './plan-options.ts';
export { Roadmap, type RoadmapOptions, type RoadmapQuery } from './roadmap.ts';
export { type SimplifyOptions, simplify } from './simplify.ts';
export { type SmoothOptions, smooth } from './smooth.ts';
export type { TimeOptions } from './time-options.ts';
export { type TimeResult, timeParametrize } from './time-parametrize.ts';
export { type LimitUse, Trajectory, type TrajectorySample } from './trajectory.ts';
