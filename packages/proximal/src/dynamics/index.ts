/**
 * `proximal/dynamics`: articulated rigid bodies in generalized coordinates, with analytic derivatives.
 * @packageDocumentation
 */
export { forwardDynamics, inverseMassMatrix } from './aba.ts';
export { forwardDynamicsDerivatives } from './aba-derivatives.ts';
export { ModelBuilder, type ModelOptions } from './builder.ts';
export { mayCollide, withCollisions } from './collisions.ts';
export { difference, integrate, neutral, randomConfiguration } from './configuration.ts';
export { ConstraintRows, constraintError, constraintJacobian } from './constraints.ts';
export { coriolisMatrix } from './coriolis.ts';
export { massMatrix } from './crba.ts';
export {
  Data,
  type ForwardDynamicsDerivatives,
  type FrameVelocityDerivatives,
  type InverseDynamicsDerivatives,
} from './data.ts';
export { DelassusFactor, type DelassusOptions, delassus, delassusCholesky } from './delassus.ts';
export type {
  Actuator,
  CollisionRule,
  ConstraintDescription,
  GeometryDescription,
  JointDescription,
  LinkDescription,
  MimicDescription,
  ModelNotice,
} from './description.ts';
export { frameVelocityDerivatives } from './frame-derivatives.ts';
export { frameJacobian } from './jacobian.ts';
export type { JointKind } from './joints/joint.ts';
export {
  forwardKinematics,
  frameAcceleration,
  framePose,
  frameVelocity,
  geometryPoses,
  type ReferenceFrame,
} from './kinematics.ts';
export { type Constraint, type Frame, Model, type ModelGeometry, type ModelJoint, type ModelLimits } from './model.ts';
export {
  centerOfMass,
  centerOfMassJacobian,
  centroidalMomentum,
  kineticEnergy,
  potentialEnergy,
} from './momentum.ts';
export { passiveTorque, springEnergy } from './passive.ts';
export { biasTorque, gravityTorque, inverseDynamics } from './rnea.ts';
export { inverseDynamicsDerivatives } from './rnea-derivatives.ts';
