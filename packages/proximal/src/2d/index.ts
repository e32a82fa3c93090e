/**
 * `proximal/2d`: distance, collision and penetration of convex 2D shapes, with results that include their proof.
 * @packageDocumentation
 */
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
} from './batch.ts';
export { type CastOptions, type CastResult, type RayOptions, type RayResult, rayCast, shapeCast } from './cast.ts';
export { certify } from './certify.ts';
export { clearance, collide, distance, signedDistance } from './distance.ts';
export { type GrowthOptions, type GrowthProof, type GrowthResult, growthDistance } from './growth.ts';
export type { GrowthStep } from './growth-trace.ts';
export type { ClearanceOptions, DistanceOptions } from './options.ts';
export { Pair } from './pair.ts';
export type { Pose2, Pose2Like } from './pose.ts';
export { type AnyResult, copyResult, type DistanceResult, type Proof } from './result.ts';
export * from './shapes/index.ts';
export { target, targetReason } from './target.ts';
export type { TraceStep } from './trace.ts';
