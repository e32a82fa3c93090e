/**
 * `proximal`: distance, collision and penetration of convex shapes. The result of a single query has bounds and the data that prove them.
 * @packageDocumentation
 */

export type { Derivatives, Jacobian } from './derivatives/derivative.ts';
export type { DerivativeOptions } from './derivatives/derivative-options.ts';
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
export { certify } from './proximity/certify.ts';
export { type AnyResult, copyResult } from './proximity/copy-result.ts';
export {
  createPenetrationBatch,
  createSignedDistanceBatch,
  type PenetrationBatch,
  penetrationBatch,
  type SignedDistanceBatch,
  signedDistanceBatch,
} from './proximity/depth-batch.ts';
export { collide, distance } from './proximity/distance.ts';
export { growthCollide, growthDistance } from './proximity/growth.ts';
export { type GrowthAlgorithm, type GrowthAlgorithmName, growthAlgorithms } from './proximity/growth-algorithms.ts';
export { createGrowthBatch, type GrowthBatch, growthDistanceBatch } from './proximity/growth-batch.ts';
export type { GrowthCollideOptions } from './proximity/growth-collide.ts';
export { type GrowthGradient, growthGradient, type Vec6 } from './proximity/growth-gradient.ts';
export type { ExpertGrowthOptions, GrowthBatchOptions, GrowthOptions } from './proximity/growth-options.ts';
export type { GrowthProof, GrowthResult } from './proximity/growth-result.ts';
export type { GrowthStep } from './proximity/growth-trace.ts';
export type { DistanceOptions, ExpertDistanceOptions } from './proximity/options.ts';
export { Pair } from './proximity/pair.ts';
export { penetration, signedDistance } from './proximity/penetration.ts';
export {
  type ExpertPenetrationOptions,
  type PenetrationAlgorithm,
  type PenetrationAlgorithmName,
  type PenetrationBatchOptions,
  type PenetrationOptions,
  penetrationAlgorithms,
} from './proximity/penetration-options.ts';
export type { PenetrationResult } from './proximity/penetration-result.ts';
export { type RayBoundary, rayBoundary } from './proximity/ray-boundary.ts';
export type { DistanceResult, Polytope, Proof, Status, Termination } from './proximity/result.ts';
export type { TracePhase, TraceStep } from './proximity/trace.ts';
export type { Certificate, CertifyOptions } from './query/certificate.ts';
export * from './shapes/index.ts';
