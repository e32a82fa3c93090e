// The kernel's distances from the cones of contact, under plain number types.
import * as kernel from '../../kernel/contact/cones.ts';

type Distance = (tangent: number, normal: number, mu: number) => number;

/** The distance of a vector with these tangential and normal lengths from K_µ. */
export const coneDistance: Distance = kernel.coneDistance;
/** The distance of σ + Γ(σ) from K*_µ, for a σ with these lengths. */
export const correctedDistance: Distance = kernel.correctedDistance;
/** 1/√(1 + µ²) for every µ: the cosine of the angle between the cone's axis and its side. */
export const cosineOf: (mu: number) => number = kernel.cosineOf;
