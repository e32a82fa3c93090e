/**
 * `proximal`: convex shapes, and how far apart they are, with answers that carry their proof.
 * @packageDocumentation
 */
export type { Target } from './engine/engine.ts';
export { setTarget, target, targetReason } from './engine/target.ts';
export type { Pose, PoseLike, RotationLike } from './math/pose.ts';
export type { Vec3, VectorLike } from './math/vec3.ts';
export { type DistanceAlgorithm, type DistanceAlgorithmName, distanceAlgorithms } from './proximity/algorithms.ts';
export {
  type Bodies,
  batchStatuses,
  batchTerminations,
  collideBatch,
  createDistanceBatch,
  type DistanceBatch,
  distanceBatch,
} from './proximity/batch.ts';
export { type Certificate, certify } from './proximity/certify.ts';
export type { Derivatives, Jacobian } from './proximity/derivative.ts';
export type { DerivativeOptions } from './proximity/derivative-options.ts';
export { collide, distance } from './proximity/distance.ts';
export type { DistanceOptions } from './proximity/options.ts';
export { Pair } from './proximity/pair.ts';
export { penetration, signedDistance } from './proximity/penetration.ts';
export type { PenetrationAlgorithmName, PenetrationOptions } from './proximity/penetration-options.ts';
export type { PenetrationResult } from './proximity/penetration-result.ts';
export { type RayBoundary, rayBoundary } from './proximity/ray-boundary.ts';
export {
  copyResult,
  type DistanceResult,
  type Polytope,
  type Proof,
  type Status,
  type Termination,
} from './proximity/result.ts';
export type { TraceStep } from './proximity/trace.ts';
export * from './shapes/index.ts';
