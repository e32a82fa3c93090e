/**
 * `proximal/derivatives`: derivatives of distances, nearest points and normals with respect to the poses, for any pair of convex shapes.
 * @packageDocumentation
 */

export { type ContactPose, type ContactPoseOptions, contactPose } from './contact-pose.ts';
export { type Derivatives, differentiate, type Jacobian } from './derivative.ts';
export {
  createDerivativeBatch,
  type DerivativeBatch,
  type DerivativeBatchOptions,
  differentiateBatch,
} from './derivative-batch.ts';
export type { DerivativeOptions, Estimator, NoiseOn, WithRespectTo } from './derivative-options.ts';
export { type SmoothedHessianOptions, smoothedSupportHessian } from './smoothed-support-hessian.ts';
