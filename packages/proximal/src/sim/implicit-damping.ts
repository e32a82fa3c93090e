// The armature that makes damping and springs of joints implicit. With damping D and stiffness K, forces change the velocity by
//   (M + A)(v⁺ − v) = Δt (τ − b − D v − K (q − q₀)),   A = θ Δt D + ½ Δt² K.
// A spring acts at the mean of the positions q − Δt v and q + Δt v⁺, one step before and one step after: it is stable for any K and
// conserves its energy. Damping with θ = 1 acts with v⁺. With θ = ½ it acts with the mean of v and v⁺ and is of second order, but the velocity of a
// coordinate with large damping then changes its sign in every step. So the midpoint integrator has θ = (1 + x)/(2 + x) with x = Δt D/m, which is
// ½ + O(Δt). For one coordinate of inertia m, this gives v⁺ = v/(1 + x + x²/2). 1/m is the diagonal entry of M⁻¹ in the reference configuration:
// the response of the coordinate if all other coordinates are free to move.
import { inverseMassMatrix } from '../dynamics/aba.ts';
import type { Model } from '../dynamics/model.ts';
import { isFreeBody } from './free-motion.ts';

/** The additions to the armature of a model. */
export class ImplicitDamping {
  /** The armature with damping and springs. */
  readonly armature: Float64Array;
  /** The armature with springs alone. */
  readonly sprung: Float64Array;
  /** 1/m of each coordinate; null if θ = 1, or for free bodies without damping. */
  readonly mobility: Float64Array | null;

  constructor(
    private readonly model: Model,
    private readonly timeStep: number,
    isMidpoint: boolean,
  ) {
    const { damping, stiffness } = model;
    this.mobility = isMidpoint && !isUndamped(model) ? mobilityOf(model) : null;
    const added = damping.map((d, k) => (this.mobility ? thetaDamping(timeStep * d, this.mobility[k]) : timeStep * d));
    const springs = stiffness.map((K) => ((timeStep * timeStep) / 2) * K);
    this.armature = model.armature.map((value, k) => value + added[k] + springs[k]);
    this.sprung = model.armature.map((value, k) => value + springs[k]);
  }

  /** The derivative of each coordinate's armature with respect to its 1/m. */
  slopes(): Float64Array {
    const { mobility, timeStep, model } = this;
    return model.damping.map((d, k) => (mobility ? thetaDampingSlope(timeStep * d, mobility[k]) : 0));
  }
}

/** θ Δt D for Δt D and 1/m. */
export function thetaDamping(damping: number, mobility: number): number {
  const x = damping * mobility;
  return ((1 + x) / (2 + x)) * damping;
}

/** The derivative of `thetaDamping` with respect to 1/m. */
export function thetaDampingSlope(damping: number, mobility: number): number {
  return (damping / (2 + damping * mobility)) ** 2;
}

/** Whether a model is a free body without damping. */
function isUndamped(model: Model): boolean {
  return isFreeBody(model) && model.damping.every((d) => d === 0);
}

/** The diagonal of M⁻¹ in the reference configuration. */
function mobilityOf(model: Model): Float64Array {
  const inverse = inverseMassMatrix(model, model.createData(), model.reference);
  return Float64Array.from({ length: model.nv }, (_, k) => inverse[k * model.nv + k]);
}
