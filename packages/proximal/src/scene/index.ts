/**
 * `proximal/scene`: many bodies with a broad phase, contacts, casts, and bodies that are not convex.
 * @packageDocumentation
 */

export type { BodyOptions } from '../broad/body-options.ts';
export { Assembly, type AssemblyJSON } from '../shapes/assembly.ts';
export { Body } from './body.ts';
export { type BodyDistance, BodyPair, type NearestBody } from './body-pair.ts';
export type { Motion, Placed } from './cast/motion.ts';
export type { CastOptions, RayOptions, SceneCastOptions } from './cast/options.ts';
export type { CastHit, RayHit } from './cast/scene-cast.ts';
export { type CastResult, timeOfImpact } from './cast/shape-cast.ts';
export type { ContactPoint, Manifold, SceneContactOptions } from './contacts.ts';
export {
  certifyDecomposition,
  type DecomposeOptions,
  type DecomposeProgress,
  type Decomposition,
  decompose,
  type MeshLike,
} from './decompose/decompose.ts';
export type { DecompositionProof } from './decompose/proof.ts';
export { attachField } from './field/attach.ts';
export { certifyDistanceField, type DistanceFieldCertificate } from './field/certify-field.ts';
export {
  type DistanceBounds,
  DistanceField,
  type FieldCell,
  type FieldSample,
} from './field/distance-field.ts';
export { distanceField } from './field/make-field.ts';
export type { DistanceFieldOptions, DistanceFieldProgress } from './field/options.ts';
export type { FieldBody } from './field/source.ts';
export type { Geometry } from './geometry.ts';
export { type Compound, type CompoundPart, compound } from './nonconvex/compound.ts';
export { type HeightField, type HeightFieldOptions, heightField } from './nonconvex/height-field.ts';
export { assemblyFromJSON } from './nonconvex/json.ts';
export { createPointDistanceBatch, type PointDistance, type PointDistanceBatch } from './nonconvex/point-distance.ts';
export { type TriangleMesh, triangleMesh } from './nonconvex/triangle-mesh.ts';
export type { NearOptions, SceneOptions } from './options.ts';
export {
  type BodyPenetration,
  type BodyPenetrationCertificate,
  type BodyPenetrationProof,
  bodyPenetration,
  certifyBodyPenetration,
} from './penetration/body-penetration.ts';
export type { InnerPart } from './penetration/inner-part.ts';
export type { ConvexPiece } from './penetration/piece.ts';
export { Scene } from './scene.ts';
