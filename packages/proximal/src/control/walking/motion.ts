import type { Data } from '../../dynamics/data.ts';
import { frameJacobian } from '../../dynamics/jacobian.ts';
import { forwardKinematics, framePose } from '../../dynamics/kinematics.ts';
import type { Model } from '../../dynamics/model.ts';
import { atan2, cos, sin } from '../../math/elementary.ts';
import { rotationRows } from '../../math/linear/quaternion.ts';
import type { Leg } from './legs.ts';

/** The present motion of the base and the feet, which all parts of the controller read. */
export class RobotMotion {
  q: Float64Array = new Float64Array(0);
  v: Float64Array = new Float64Array(0);
  /** From the base to the world, by rows. */
  readonly rotation = new Float64Array(9);
  /** The velocity of the base's origin and its angular velocity, in world axes. */
  readonly linear = new Float64Array(3);
  readonly angular = new Float64Array(3);
  yaw = 0;
  cos = 1;
  sin = 0;
  /** The centers of the feet in the world, three numbers each. */
  readonly feet: Float64Array;
  /** The 6 × nv Jacobian of each foot at its center, in world axes, linear rows first. */
  readonly jacobians: readonly Float64Array[];
  private readonly zero: Float64Array;

  constructor(
    readonly model: Model,
    readonly data: Data,
    readonly legs: readonly Leg[],
  ) {
    this.feet = new Float64Array(3 * legs.length);
    this.jacobians = legs.map(() => new Float64Array(6 * model.nv));
    this.zero = new Float64Array(model.nv);
  }

  update(q: Float64Array, v: Float64Array): void {
    const { model, data, legs, rotation } = this;
    this.q = q;
    this.v = v;
    rotationRows(q, 3, rotation);
    this.yaw = atan2(rotation[3], rotation[0]);
    this.cos = cos(this.yaw);
    this.sin = sin(this.yaw);
    this.toWorld(v, 0, this.linear);
    this.toWorld(v, 3, this.angular);
    this.updateKinematics();
    for (const [k, leg] of legs.entries()) {
      this.feet.set(framePose(model, data, leg.frame).subarray(0, 3), 3 * k);
      this.jacobians[k].set(frameJacobian(model, data, leg.frame, 'local-world-aligned'));
    }
  }

  /** Writes the positions and velocities of frames to `data`, and their accelerations for v̇ = 0. */
  updateKinematics(): void {
    forwardKinematics(this.model, this.data, this.q, this.v, this.zero);
  }

  private toWorld(x: Float64Array, at: number, out: Float64Array): void {
    const r = this.rotation;
    for (let i = 0; i < 3; i++) out[i] = r[3 * i] * x[at] + r[3 * i + 1] * x[at + 1] + r[3 * i + 2] * x[at + 2];
  }

  /** Writes the components in the base's axes of a vector `x` in world axes. */
  toBase(x: ArrayLike<number>, out: Float64Array, at: number): void {
    const r = this.rotation;
    for (let k = 0; k < 3; k++) out[at + k] = r[k] * x[0] + r[3 + k] * x[1] + r[6 + k] * x[2];
  }
}
