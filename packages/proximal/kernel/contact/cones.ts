// The residuals of one contact, for the kernel and for `proximal/contact`: distances from the cone K_µ = {‖λ_T‖ ≤ µ λ_N} and its
// dual, and the works of the contact law. Equation numbers refer to Le Lidec et al., "Contact Models in Robotics" (2023): (10)
// is the cone.

/**
 * The distance of a vector with these tangential and normal lengths from K_µ. The sign of λ_N is tested separately, because for µ =
 * 0 the product µ λ_N has no sign.
 */
export function coneDistance(tangent: f64, normal: f64, mu: f64): f64 {
  if (normal >= 0.0 && tangent <= mu * normal) return 0.0;
  if (mu * tangent <= -normal) return Math.sqrt(tangent * tangent + normal * normal);
  const cosine: f64 = cosineOf(mu);
  return cosine * tangent - mu * cosine * normal;
}

/**
 * The distance of σ + Γ(σ) from K*_µ, with de Saxcé's Γ(σ) = (0, 0, µ ‖σ_T‖) (13). The distance from the side of the cone depends on
 * σ_N alone, and is computed without the sum, in which a large µ ‖σ_T‖ would absorb σ_N.
 */
export function correctedDistance(slip: f64, normalVelocity: f64, mu: f64): f64 {
  if (normalVelocity >= 0.0) return 0.0;
  const corrected: f64 = normalVelocity + mu * slip;
  if (slip <= -mu * corrected) return Math.sqrt(slip * slip + corrected * corrected);
  return -normalVelocity * cosineOf(mu);
}

/** |⟨λ, σ + Γ(σ)⟩| (14); `slipWork` is ⟨λ_T, σ_T⟩. */
export function complementarityOf(slipWork: f64, slip: f64, normal: f64, normalVelocity: f64, mu: f64): f64 {
  return Math.abs(slipWork + normal * (normalVelocity + mu * slip));
}

/** The maximum dissipation principle (11): |µ λ_N ‖σ_T‖ + ⟨λ_T, σ_T⟩|. */
export function dissipationOf(slipWork: f64, slip: f64, normal: f64, mu: f64): f64 {
  return Math.abs(mu * normal * slip + slipWork);
}

/**
 * The friction limit µ λ_N, capped at the present friction plus the contact's impulse scale. A contact far inside its cone sticks.
 * Without the cap, a large µ would require a smaller slip of this contact than of all others.
 */
export function frictionBound(limit: f64, force: f64, impulse: f64): f64 {
  return Math.min(limit, force + impulse);
}

/** |⟨λ, σ⟩ + µ λ_N ‖σ_T‖|, with the friction limit capped. */
export function cappedWorkOf(
  slipWork: f64,
  force: f64,
  slip: f64,
  normal: f64,
  normalVelocity: f64,
  mu: f64,
  impulse: f64,
): f64 {
  return Math.abs(slipWork + normal * normalVelocity + frictionBound(mu * normal, force, impulse) * slip);
}

/** 1/√(1 + µ²), the cosine of the angle between the cone's axis and its side, without overflow for large µ. */
export function cosineOf(mu: f64): f64 {
  return mu > 1.0 ? 1.0 / mu / Math.sqrt(1.0 + 1.0 / (mu * mu)) : 1.0 / Math.sqrt(1.0 + mu * mu);
}
