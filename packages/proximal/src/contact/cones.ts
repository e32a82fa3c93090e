// The friction cone and its dual, for vectors (t1, t2, n) in an array. K_µ = {‖λ_T‖ ≤ µ λ_N} contains the impulses (10). Its dual
// K*_µ = {σ_N ≥ µ ‖σ_T‖} contains σ + Γ(σ) in the NCP (14) and σ in the CCP (15).
// Equation and algorithm numbers refer to Le Lidec et al., "Contact Models in Robotics: a Comparative Analysis".
import { cosineOf } from '../engine/contact-cones.ts';

export {
  cappedWorkOf,
  complementarityOf,
  coneDistance,
  correctedDistance,
  cosineOf,
  dissipationOf,
  frictionBound,
} from '../engine/contact-cones.ts';

/** Replaces the three numbers by the nearest point of K_µ. */
export function projectCone(v: Float64Array, at: number, mu: number): void {
  const tangent = Math.sqrt(v[at] * v[at] + v[at + 1] * v[at + 1]);
  const normal = v[at + 2];
  // For µ = 0 and λ_T = 0, `tangent <= mu * normal` is 0 ≤ 0 for any λ_N, so the sign of λ_N is tested separately.
  if (normal >= 0 && tangent <= mu * normal) return;
  if (mu * tangent <= -normal) {
    v[at] = 0;
    v[at + 1] = 0;
    v[at + 2] = 0;
    return;
  }
  const cosine = cosineOf(mu);
  const along = mu * cosine * tangent + cosine * normal;
  const scale = (mu * cosine * along) / tangent;
  v[at] *= scale;
  v[at + 1] *= scale;
  v[at + 2] = cosine * along;
}

/** Replaces the three numbers by the nearest point of K*_µ: by Moreau's decomposition, the residual of the projection onto −K_µ. */
export function projectDualCone(v: Float64Array, at: number, mu: number): void {
  const tangent = Math.sqrt(v[at] * v[at] + v[at + 1] * v[at + 1]);
  const normal = v[at + 2];
  if (mu * tangent <= normal) return;
  if (tangent <= -mu * normal) {
    v[at] = 0;
    v[at + 1] = 0;
    v[at + 2] = 0;
    return;
  }
  const cosine = cosineOf(mu);
  const along = cosine * tangent + mu * cosine * normal;
  const scale = (cosine * along) / tangent;
  v[at] *= scale;
  v[at + 1] *= scale;
  v[at + 2] = mu * cosine * along;
}

/** Shortens the two numbers to the length `radius`, if they are longer. */
export function projectDisc(v: Float64Array, at: number, radius: number): void {
  const length = Math.sqrt(v[at] * v[at] + v[at + 1] * v[at + 1]);
  if (length <= radius) return;
  const scale = radius / length;
  v[at] *= scale;
  v[at + 1] *= scale;
}

/** The distance of a vector with this tangential length and normal component from K*_µ. */
export function dualConeDistance(tangent: number, normal: number, mu: number): number {
  if (mu * tangent <= normal) return 0;
  if (tangent <= -mu * normal) return Math.sqrt(tangent * tangent + normal * normal);
  const cosine = cosineOf(mu);
  return mu * cosine * tangent - cosine * normal;
}
