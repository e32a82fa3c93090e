// The whole-body controller. Given accelerations of the joints and of the base, it changes the forces f of the feet and the acceleration
// of the base as little as possible, so that the equations of motion of the base (index b) hold:
//
//     min ½ Q₂ ‖δf‖² + ½ Q₁ ‖δa‖²   subject to   M_b a + M_bb δa + b_b = J_bᵀ (f + δf),   f + δf in the friction pyramids,
//
// which end at normal forces of `maxWholeBodyForce`. δa is eliminated: δa = M_bb⁻¹ J_bᵀ δf + c with c = M_bb⁻¹ (J_bᵀ f − M_b a − b_b). The torques
// follow from inverse dynamics.
import { massMatrix } from '../../dynamics/crba.ts';
import type { Data } from '../../dynamics/data.ts';
import type { Model } from '../../dynamics/model.ts';
import { inverseDynamics } from '../../dynamics/rnea.ts';
import { factorize, solveFactorized } from '../../math/linear/cholesky.ts';
import type { QpSolution } from '../../qp/solution.ts';
import { solveQp } from '../../qp/solve.ts';

export interface WholeBodySettings {
  readonly accelerationWeight: number;
  readonly forceChangeWeight: number;
  readonly maxWholeBodyForce: number;
  readonly friction: number;
}

export class WholeBody {
  /** The forces of all feet from the last solve, in world coordinates, in N; zero for feet in the air. */
  readonly forces: Float64Array;
  /** The accelerations a + δa of the last solve. */
  readonly acceleration: Float64Array;
  /** nv torques, zero at the base, in N m. */
  readonly torques: Float64Array;
  /** The solution of the last program. Without a foot on the ground there is no program. */
  solution: QpSolution | undefined;
  private warmFeet = '';

  constructor(
    private readonly model: Model,
    private readonly data: Data,
    private readonly settings: WholeBodySettings,
    feet: number,
  ) {
    this.forces = new Float64Array(3 * feet);
    this.acceleration = new Float64Array(model.nv);
    this.torques = new Float64Array(model.nv);
  }

  /** Discards the last solution. */
  reset(): void {
    this.solution = undefined;
    this.warmFeet = '';
  }

  /**
   * @param acceleration the desired accelerations
   * @param forces the desired forces of all feet, in world coordinates
   * @param jacobians the 6 × nv Jacobians of the feet, with linear rows in world axes
   * @param stance the feet on the ground
   */
  solve(
    q: Float64Array,
    v: Float64Array,
    acceleration: Float64Array,
    forces: Float64Array,
    jacobians: readonly Float64Array[],
    stance: readonly number[],
  ): void {
    const { model, data } = this;
    const { nv } = model;
    const n = 3 * stance.length;
    const requiredForces = inverseDynamics(model, data, q, v, acceleration);
    this.acceleration.set(acceleration);
    this.forces.fill(0);
    const c = new Float64Array(6);
    for (let i = 0; i < 6; i++) c[i] = -requiredForces[i];
    for (const foot of stance)
      for (let i = 0; i < 6; i++)
        for (let axis = 0; axis < 3; axis++) c[i] += jacobians[foot][axis * nv + i] * forces[3 * foot + axis];
    const mass = massMatrix(model, data, q);
    const baseFactor = new Float64Array(36);
    for (let i = 0; i < 6; i++) for (let j = 0; j < 6; j++) baseFactor[6 * i + j] = mass[i * nv + j];
    factorize(baseFactor, 6);
    solveFactorized(baseFactor, 6, c);
    // Rows of `effect` are columns of M_bb⁻¹ J_bᵀ.
    const effect = new Float64Array(6 * n);
    for (const [k, foot] of stance.entries())
      for (let axis = 0; axis < 3; axis++) {
        const at = 6 * (3 * k + axis);
        for (let i = 0; i < 6; i++) effect[at + i] = jacobians[foot][axis * nv + i];
        solveFactorized(baseFactor, 6, effect, undefined, at);
      }
    const change = n > 0 ? this.forceChange(stance, forces, effect, c) : undefined;
    for (let i = 0; i < 6; i++) this.acceleration[i] += c[i];
    for (const [k, foot] of stance.entries())
      for (let axis = 0; axis < 3; axis++) {
        const delta = change?.[3 * k + axis] ?? 0;
        this.forces[3 * foot + axis] = forces[3 * foot + axis] + delta;
        for (let i = 0; i < 6; i++) this.acceleration[i] += effect[6 * (3 * k + axis) + i] * delta;
      }
    this.computeTorques(q, v, jacobians, stance);
  }

  /** δf, of the feet on the ground. */
  private forceChange(
    stance: readonly number[],
    forces: Float64Array,
    effect: Float64Array,
    c: Float64Array,
  ): Float64Array {
    const { accelerationWeight, forceChangeWeight, maxWholeBodyForce, friction } = this.settings;
    const n = 3 * stance.length;
    const hessian = new Float64Array(n * n);
    const gradient = new Float64Array(n);
    for (let i = 0; i < n; i++) {
      for (let k = 0; k < 6; k++) gradient[i] += accelerationWeight * effect[6 * i + k] * c[k];
      for (let j = 0; j <= i; j++) {
        let sum = i === j ? forceChangeWeight : 0;
        for (let k = 0; k < 6; k++) sum += accelerationWeight * effect[6 * i + k] * effect[6 * j + k];
        hessian[i * n + j] = sum;
        hessian[j * n + i] = sum;
      }
    }
    const rows = 4 * stance.length;
    const constraints = new Float64Array(rows * n);
    const upper = new Float64Array(rows);
    const lowerBounds = new Float64Array(n).fill(-Infinity);
    const upperBounds = new Float64Array(n).fill(Infinity);
    for (const [k, foot] of stance.entries()) {
      const normal = forces[3 * foot + 2];
      for (let i = 0; i < 4; i++) {
        const [axis, sign] = [i >> 1, i % 2 === 0 ? 1 : -1];
        constraints[(4 * k + i) * n + 3 * k + axis] = sign;
        constraints[(4 * k + i) * n + 3 * k + 2] = -friction;
        upper[4 * k + i] = friction * normal - sign * forces[3 * foot + axis];
      }
      lowerBounds[3 * k + 2] = -normal;
      upperBounds[3 * k + 2] = maxWholeBodyForce - normal;
    }
    const lower = new Float64Array(rows).fill(-Infinity);
    const feet = stance.join(' ');
    const warmStart = feet === this.warmFeet ? this.solution : undefined;
    this.warmFeet = feet;
    const problem = { hessian, gradient, constraints, lower, upper, lowerBounds, upperBounds };
    this.solution = solveQp(problem, { tolerance: 1e-8, relativeTolerance: 1e-8 }, warmStart);
    return this.solution.x;
  }

  /** τ = inverse dynamics − Jᵀ f at the joints. */
  private computeTorques(
    q: Float64Array,
    v: Float64Array,
    jacobians: readonly Float64Array[],
    stance: readonly number[],
  ): void {
    const { model, data, torques, forces } = this;
    const { nv } = model;
    torques.set(inverseDynamics(model, data, q, v, this.acceleration));
    for (const foot of stance)
      for (let axis = 0; axis < 3; axis++)
        for (let k = 6; k < nv; k++) torques[k] -= jacobians[foot][axis * nv + k] * forces[3 * foot + axis];
    torques.fill(0, 0, 6);
  }
}
