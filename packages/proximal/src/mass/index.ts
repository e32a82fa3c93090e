export {
  combineMass,
  covarianceFromInertia,
  inertiaFromCovariance,
  type MassProperties,
  pointMass,
  transformMass,
} from './mass.ts';
export { type BatchSupport, type NumericMassOptions, numericMass } from './numeric.ts';
export { polytopeMass } from './polytope.ts';
export { boxMass, capsuleMass, ellipsoidMass, frustumMass, sphereMass, superellipsoidMass } from './primitives.ts';
export { type PolytopeFaces, roundedPolytopeMass } from './rounded.ts';
