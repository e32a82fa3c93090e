// The cones of contact, for vectors (t1, t2, n) at a place in an array. K_µ = {‖λ_T‖ ≤ µ λ_N} holds the impulses (10), its dual
// K*_µ = {σ_N ≥ µ ‖σ_T‖} the velocities of (14) and (15).

/** Replaces the three numbers by the nearest point of K_µ. */
export function projectCone(v: Float64Array, at: number, mu: number): void {
  const tangent = Math.sqrt(v[at] * v[at] + v[at + 1] * v[at + 1]);
  const normal = v[at + 2];
  if (tangent <= mu * normal) return;
  if (mu * tangent <= -normal) {
    v[at] = 0;
    v[at + 1] = 0;
    v[at + 2] = 0;
    return;
  }
  const height = (mu * tangent + normal) / (1 + mu * mu);
  const scale = (mu * height) / tangent;
  v[at] *= scale;
  v[at + 1] *= scale;
  v[at + 2] = height;
}

/** Replaces the three numbers by the nearest point of K*_µ: what −K_µ leaves over (Moreau). */
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
  const width = (tangent + mu * normal) / (1 + mu * mu);
  v[at] *= width / tangent;
  v[at + 1] *= width / tangent;
  v[at + 2] = mu * width;
}

/** The horizontal projection of Alg. 5: the normal part at least 0, then the tangential part at most µ times that. */
export function projectHorizontally(v: Float64Array, at: number, mu: number): void {
  if (!(v[at + 2] > 0)) v[at + 2] = 0;
  projectDisc(v, at, mu * v[at + 2]);
}

/** Shortens the two numbers to the length `radius`, if they are longer. */
export function projectDisc(v: Float64Array, at: number, radius: number): void {
  const length = Math.sqrt(v[at] * v[at] + v[at + 1] * v[at + 1]);
  if (length <= radius) return;
  const scale = radius / length;
  v[at] *= scale;
  v[at + 1] *= scale;
}

/** How far a vector with these lengths along tangent and normal is from K_µ. */
export function coneDistance(tangent: number, normal: number, mu: number): number {
  if (tangent <= mu * normal) return 0;
  if (mu * tangent <= -normal) return Math.sqrt(tangent * tangent + normal * normal);
  return (tangent - mu * normal) / Math.sqrt(1 + mu * mu);
}

/** How far a vector with these lengths along tangent and normal is from K*_µ. */
export function dualConeDistance(tangent: number, normal: number, mu: number): number {
  if (mu * tangent <= normal) return 0;
  if (tangent <= -mu * normal) return Math.sqrt(tangent * tangent + normal * normal);
  return (mu * tangent - normal) / Math.sqrt(1 + mu * mu);
}
