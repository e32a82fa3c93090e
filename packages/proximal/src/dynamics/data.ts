import { AncestorFactor } from './ancestor-factor.ts';
import type { Model } from './model.ts';

/**
 * Derivatives of `inverseDynamics`: matrices by rows, nv × nv.
 * @example
 * ```ts
 * const { dq, dv, da }: InverseDynamicsDerivatives = inverseDynamicsDerivatives(model, data, q, v, a);
 * ```
 */
export interface InverseDynamicsDerivatives {
  /** ∂τ/∂q in the tangent space: the derivative with respect to δ in `integrate(model, q, δ)`. */
  readonly dq: Float64Array;
  /** ∂τ/∂v. */
  readonly dv: Float64Array;
  /** ∂τ/∂a, which is the mass matrix. */
  readonly da: Float64Array;
}

/**
 * Derivatives of `forwardDynamics`: matrices by rows, nv × nv.
 * @example
 * ```ts
 * const { dq, dv, dtau }: ForwardDynamicsDerivatives = forwardDynamicsDerivatives(model, data, q, v, tau);
 * ```
 */
export interface ForwardDynamicsDerivatives {
  /** ∂a/∂q in the tangent space. */
  readonly dq: Float64Array;
  /** ∂a/∂v. */
  readonly dv: Float64Array;
  /** ∂a/∂τ, which is the inverse of the mass matrix. */
  readonly dtau: Float64Array;
}

/**
 * Derivatives of a frame's velocity: matrices by rows, 6 × nv.
 * @example
 * ```ts
 * const { dq, dv }: FrameVelocityDerivatives = frameVelocityDerivatives(model, data, q, v, 'tool');
 * ```
 */
export interface FrameVelocityDerivatives {
  /** By the configuration, in the tangent space. */
  readonly dq: Float64Array;
  /** The frame's Jacobian. */
  readonly dv: Float64Array;
}

/**
 * The workspace of the algorithms, which also holds their results: later calls with the same data may overwrite the arrays
 * returned before. Each independent computation needs its own data; the model is shared.
 *
 * All quantities are in world axes. They refer to the tree's origin, which is the position of its root joint, so no digits are lost for a robot far
 * from the world's origin. Spatial vectors are linear first. The linear part of a velocity is the velocity of the body's point at the tree's
 * origin.
 * @example
 * ```ts
 * const data: Data = model.createData();
 * ```
 */
export class Data {
  /** The name in messages, kept by minifiers. @internal */
  static readonly name: string = 'Data';

  /** The last results: 0 none, 1 placements, 2 also velocities, 3 also accelerations without gravity. @internal */
  stage = 0;
  /** The world position of each root joint: three numbers per joint, used for roots only. @internal */
  readonly origin: Float64Array;
  /** Rotation of each body by rows: nine numbers. @internal */
  readonly rotation: Float64Array;
  /** Position of each body from its tree's origin. @internal */
  readonly position: Float64Array;
  /** The motion subspace: six numbers per degree of freedom. @internal */
  readonly axes: Float64Array;
  /** Spatial velocity of each body: six numbers. @internal */
  readonly velocity: Float64Array;
  /** Spatial acceleration of each body: six numbers. In dynamics the world accelerates against gravity. @internal */
  readonly acceleration: Float64Array;
  /** Force on each body, then on its subtree: six numbers. @internal */
  readonly force: Float64Array;
  /** Mass, first moment and moments of inertia (xx xy xz yy yz zz) of each body about its tree's origin: ten numbers. @internal */
  readonly inertia: Float64Array;
  /** The inertia of each subtree, in the same form. @internal */
  readonly composite: Float64Array;
  /** p and K, which give the Coriolis matrix 2 B of each subtree, twelve numbers: see body-coriolis.ts. @internal */
  readonly bodyCoriolis: Float64Array;
  /** Articulated inertia of each subtree: 21 numbers. @internal */
  readonly articulated: Float64Array;
  /** U = I S of the articulated inertia (Featherstone): six numbers per degree of freedom. @internal */
  readonly U: Float64Array;
  /** 1/D, D = Sᵀ I S + armature, per degree of freedom. @internal */
  readonly Dinv: Float64Array;
  /** The articulated bias force of each body, then its acceleration, in a solve: six numbers. @internal */
  readonly wrench: Float64Array;
  /** u = y − S·p of the inward pass of a solve (articulated.ts): one number per degree of freedom. @internal */
  readonly dofForce: Float64Array;
  /** Ψ' of rnea-derivatives.ts, or Ṡ of coriolis.ts: six numbers per degree of freedom. @internal */
  readonly axesRate: Float64Array;
  /** Ψ'' of rnea-derivatives.ts: six numbers per degree of freedom. @internal */
  readonly axesAcceleration: Float64Array;
  /** S' + Ψ' of rnea-derivatives.ts: six numbers per degree of freedom. @internal */
  readonly axesDrift: Float64Array;
  /** This and the next five arrays are vectors of nv numbers. @internal */
  readonly torque: Float64Array;
  /** @internal */
  readonly gravityTorque: Float64Array;
  /** @internal */
  readonly biasTorque: Float64Array;
  /** @internal */
  readonly jointAcceleration: Float64Array;
  /** @internal */
  readonly column: Float64Array;
  /** @internal */
  readonly zero: Float64Array;
  /** @internal */
  readonly center: Float64Array;
  /** @internal */
  readonly momentum: Float64Array;
  /** @internal */
  readonly centerJacobian: Float64Array;
  /** @internal */
  readonly frameJacobian: Float64Array;
  /** @internal */
  readonly frameVelocity: Float64Array;
  /** @internal */
  readonly frameAcceleration: Float64Array;
  /** @internal */
  readonly frameDerivatives: FrameVelocityDerivatives;
  /** Matrices by rows, nv × nv, allocated on first use. */
  private ownMass: Float64Array | null = null;
  private ownFactor: Float64Array | null = null;
  private ownInverse: Float64Array | null = null;
  private ownCoriolis: Float64Array | null = null;
  private ownInverseDerivatives: InverseDynamicsDerivatives | null = null;
  private ownForwardDerivatives: ForwardDynamicsDerivatives | null = null;
  /** Undefined until it is needed. */
  private ownAncestorFactor: AncestorFactor | null | undefined;
  /** The memory of `projectionsFor`. */
  private projections = new Float64Array(0);

  /** @internal */
  constructor(readonly model: Model) {
    const { nv } = model;
    const joints = model.joints.length;
    const dofs = model.tree.dofJoint.length;
    const perJoint = (count: number): Float64Array => new Float64Array(count * joints);
    const perDof = (count: number): Float64Array => new Float64Array(count * dofs);
    const vector = (): Float64Array => new Float64Array(nv);
    const wide = (rows: number): Float64Array => new Float64Array(rows * nv);
    this.origin = perJoint(3);
    this.rotation = perJoint(9);
    this.position = perJoint(3);
    this.axes = perDof(6);
    this.velocity = perJoint(6);
    this.acceleration = perJoint(6);
    this.force = perJoint(6);
    this.inertia = perJoint(10);
    this.composite = perJoint(10);
    this.bodyCoriolis = perJoint(12);
    this.articulated = perJoint(21);
    this.U = perDof(6);
    this.Dinv = perDof(1);
    this.wrench = perJoint(6);
    this.dofForce = perDof(1);
    this.axesRate = perDof(6);
    this.axesAcceleration = perDof(6);
    this.axesDrift = perDof(6);
    this.torque = vector();
    this.gravityTorque = vector();
    this.biasTorque = vector();
    this.jointAcceleration = vector();
    this.column = vector();
    this.zero = vector();
    this.center = new Float64Array(3);
    this.momentum = new Float64Array(6);
    this.centerJacobian = wide(3);
    this.frameJacobian = wide(6);
    this.frameVelocity = new Float64Array(6);
    this.frameAcceleration = new Float64Array(6);
    this.frameDerivatives = { dq: wide(6), dv: wide(6) };
  }

  /** @internal */
  get massMatrix(): Float64Array {
    this.ownMass ??= squareOf(this.model);
    return this.ownMass;
  }

  /** @internal */
  get factor(): Float64Array {
    this.ownFactor ??= squareOf(this.model);
    return this.ownFactor;
  }

  /** @internal */
  get inverseMassMatrix(): Float64Array {
    this.ownInverse ??= squareOf(this.model);
    return this.ownInverse;
  }

  /** @internal */
  get coriolisMatrix(): Float64Array {
    this.ownCoriolis ??= squareOf(this.model);
    return this.ownCoriolis;
  }

  /** @internal */
  get inverseDerivatives(): InverseDynamicsDerivatives {
    const { model } = this;
    this.ownInverseDerivatives ??= { dq: squareOf(model), dv: squareOf(model), da: this.massMatrix };
    return this.ownInverseDerivatives;
  }

  /** @internal */
  get forwardDerivatives(): ForwardDynamicsDerivatives {
    const { model } = this;
    this.ownForwardDerivatives ??= { dq: squareOf(model), dv: squareOf(model), dtau: this.inverseMassMatrix };
    return this.ownForwardDerivatives;
  }

  /** The memory of the sparse factor of M; null for models without one: see ancestor-factor.ts. @internal */
  get ancestorFactor(): AncestorFactor | null {
    if (this.ownAncestorFactor === undefined) this.ownAncestorFactor = AncestorFactor.of(this.model);
    return this.ownAncestorFactor;
  }

  /** Scratch memory of nv numbers for each row; it grows when needed. @internal */
  projectionsFor(rows: number): Float64Array {
    const length = rows * this.model.nv;
    if (this.projections.length < length) this.projections = new Float64Array(length);
    return this.projections.subarray(0, length);
  }
}

/** The largest nv for which matrices are allocated: 800 MB each. */
const maxCoordinates = 10_000;

function squareOf({ nv }: Model): Float64Array {
  if (nv <= maxCoordinates) return new Float64Array(nv * nv);
  throw new RangeError(
    `the model has ${nv} degrees of freedom; matrices of nv² numbers are limited to nv = ${maxCoordinates}: make separate models of robots that no joint connects`,
  );
}
