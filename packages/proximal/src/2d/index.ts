/**
 * `proximal/2d`: distance, collision and penetration of convex 2D shapes, with results that include their proof.
 * @packageDocumentation
 */

export type { BodyOptions } from '../broad/body-options.ts';
export { setTarget } from '../engine/choice.ts';
export type { Target } from '../engine/engine.ts';
export type { Status, Termination } from '../engine/status.ts';
export type { Vec2, Vector2Like } from '../math/vec2.ts';
export type { Certificate, CertifyOptions } from '../query/certificate.ts';
export {
  type Bodies,
  batchStatuses,
  batchTerminations,
  clearanceBatch,
  collideBatch,
  createDistanceBatch,
  type DistanceBatch,
  distanceBatch,
  signedDistanceBatch,
} from './batch.ts';
export { type CastOptions, type CastResult, type RayOptions, type RayResult, rayCast, shapeCast } from './cast.ts';
export { certify } from './certify.ts';
export { createDerivativeBatch, type DerivativeBatch2, differentiateBatch } from './derivative-batch.ts';
export { type Derivatives2, differentiate } from './differentiate.ts';
export { clearance, collide, distance, signedDistance } from './distance.ts';
export { type GrowthOptions, type GrowthProof, type GrowthResult, growthCollide, growthDistance } from './growth.ts';
export { createGrowthBatch, type GrowthBatch, type GrowthBatchOptions, growthDistanceBatch } from './growth-batch.ts';
export type { GrowthStep } from './growth-trace.ts';
export type { ClearanceOptions, DistanceOptions } from './options.ts';
export { Pair } from './pair.ts';
export {
  type ExpertPenetrationOptions,
  type PenetrationAlgorithm,
  type PenetrationAlgorithmName,
  type PenetrationOptions,
  penetration,
  penetrationAlgorithms,
} from './penetration.ts';
export {
  createPenetrationBatch,
  type PenetrationBatch,
  type PenetrationBatchOptions,
  penetrationBatch,
} from './penetration-batch.ts';
export type { PenetrationResult } from './penetration-result.ts';
export type { Pose2, Pose2Like } from './pose.ts';
export { type AnyResult, copyResult, type DistanceResult, type Proof } from './result.ts';
export { Body } from './scene/body.ts';
export { certifyImpact, type ImpactCertificate } from './scene/certify-impact.ts';
export type { Motion2, Placed2 } from './scene/motion.ts';
export type {
  BodyFilterOptions,
  CollidesOptions,
  ImpactOptions,
  NearestOptions,
  SceneImpactOptions,
} from './scene/options.ts';
export { type NearestBody, Scene, type SceneRay, type SceneRayOptions } from './scene/scene.ts';
export { certifySceneImpact, type SceneImpact } from './scene/scene-impact.ts';
export { type ImpactProof, type ImpactResult, timeOfImpact } from './scene/time-of-impact.ts';
export * from './shapes/index.ts';
export { target, targetReason } from './target.ts';
export type { TraceStep } from './trace.ts';
