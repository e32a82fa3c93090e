/**
 * `proximal/derivatives`: how distances, nearest points and normals change when the bodies move, for any pair of convex shapes.
 * @packageDocumentation
 */
export { type Derivatives, differentiate, type Jacobian } from '../proximity/derivative.ts';
export type { DerivativeOptions, Estimator, NoiseOn, WithRespectTo } from '../proximity/derivative-options.ts';
export { type ContactPose, type ContactPoseOptions, contactPose } from './contact-pose.ts';
export { type HessianOptions, supportHessian } from './support-hessian.ts';
