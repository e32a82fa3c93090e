// The kernel's residuals of one contact, under plain number types. Γ(σ) = (0, 0, µ ‖σ_T‖) is de Saxcé's correction.
import * as kernel from '../../kernel/contact/cones.ts';

type Distance = (tangent: number, normal: number, mu: number) => number;

/** The distance of a vector with this tangential length and normal component from the friction cone K_µ. */
export const coneDistance: Distance = kernel.coneDistance;
/** The distance of σ + Γ(σ) from the dual cone K*_µ, for a σ with this tangential length and normal component. */
export const correctedDistance: Distance = kernel.correctedDistance;
/** |⟨λ, σ + Γ(σ)⟩| of a contact; `slipWork` is ⟨λ_T, σ_T⟩. */
export const complementarityOf: (
  slipWork: number,
  slip: number,
  normal: number,
  normalVelocity: number,
  mu: number,
) => number = kernel.complementarityOf;
/** The violation of the maximum dissipation principle: |µ λ_N ‖σ_T‖ + ⟨λ_T, σ_T⟩|. */
export const dissipationOf: (slipWork: number, slip: number, normal: number, mu: number) => number =
  kernel.dissipationOf;
/** The friction limit µ λ_N, capped: see the kernel. */
export const frictionBound: (limit: number, force: number, impulse: number) => number = kernel.frictionBound;
/** |⟨λ, σ⟩ + µ λ_N ‖σ_T‖| with a capped friction limit: see the kernel. */
export const cappedWorkOf: (
  slipWork: number,
  force: number,
  slip: number,
  normal: number,
  normalVelocity: number,
  mu: number,
  impulse: number,
) => number = kernel.cappedWorkOf;
/** 1/√(1 + µ²), without overflow for a large µ: the cosine of the angle between the cone's axis and its side. */
export const cosineOf: (mu: number) => number = kernel.cosineOf;
