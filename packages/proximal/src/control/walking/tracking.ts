// Desired accelerations of the base and the joints, and the targets of the motors, from the command, the footsteps and their errors.
import { frameAcceleration, frameVelocity } from '../../dynamics/kinematics.ts';
import type { Footsteps } from './footsteps.ts';
import { legJacobian, solveLeg } from './legs.ts';
import type { RobotMotion } from './motion.ts';
import type { WalkingVelocity } from './options.ts';

/** Gains of the desired accelerations of the base and of swinging feet: of position errors in 1/s², of velocity errors in 1/s. */
const baseGains = { height: 100, orientation: 100, velocity: 10, angular: 20 };
const footGains = { position: 400, velocity: 40 };

export class Tracking {
  /** nv desired accelerations. */
  readonly acceleration: Float64Array;
  /** Position errors (desired minus actual) and desired velocities: nv numbers each. The entries of the joints are the targets of the motors. */
  readonly errors: Float64Array;
  readonly speeds: Float64Array;

  constructor(private readonly motion: RobotMotion) {
    this.acceleration = new Float64Array(motion.model.nv);
    this.errors = new Float64Array(motion.model.nv);
    this.speeds = new Float64Array(motion.model.nv);
  }

  update([forward, left, rate]: WalkingVelocity, height: number, footsteps: Footsteps): void {
    const { motion, acceleration, errors, speeds } = this;
    const { q, v, rotation: r, cos, sin, linear, angular } = motion;
    const heightError = footsteps.ground + height - q[2];
    // The rotation vector that levels a slightly tilted base: z_B × z, where z_B = (r[2], r[5], r[8]) is the z axis of the base.
    const level = [r[5], -r[2], 0];
    const velocity = [cos * forward - sin * left, sin * forward + cos * left, 0];
    const linearAcceleration = velocity.map((x, k) => baseGains.velocity * (x - linear[k]));
    linearAcceleration[2] += baseGains.height * heightError;
    const angularAcceleration = [0, 0, rate].map(
      (x, k) => baseGains.orientation * level[k] + baseGains.angular * (x - angular[k]),
    );
    motion.toBase(linearAcceleration, acceleration, 0);
    // The derivative of the base's velocity in its own axes is the acceleration of its origin minus ω × v.
    acceleration[0] -= v[4] * v[2] - v[5] * v[1];
    acceleration[1] -= v[5] * v[0] - v[3] * v[2];
    acceleration[2] -= v[3] * v[1] - v[4] * v[0];
    motion.toBase(angularAcceleration, acceleration, 3);
    motion.toBase([0, 0, heightError], errors, 0);
    motion.toBase(level, errors, 3);
    motion.toBase(velocity, speeds, 0);
    motion.toBase([0, 0, rate], speeds, 3);
    motion.updateKinematics();
    for (let k = 0; k < motion.legs.length; k++) this.followLeg(k, footsteps);
  }

  /** Sets the targets of the joints of a leg: a foot on the ground rests, and a swinging foot follows its swing trajectory. */
  private followLeg(k: number, { swing, stance }: Footsteps): void {
    const { model, data, legs, feet, jacobians } = this.motion;
    const { nv } = model;
    const jacobian = jacobians[k];
    const block = legJacobian(jacobian, nv, legs[k]);
    const footVelocity = frameVelocity(model, data, legs[k].frame, 'local-world-aligned').slice();
    const drift = frameAcceleration(model, data, legs[k].frame, 'local-world-aligned').slice();
    // The acceleration of a point is the spatial acceleration plus ω × v.
    const centripetal = [
      footVelocity[4] * footVelocity[2] - footVelocity[5] * footVelocity[1],
      footVelocity[5] * footVelocity[0] - footVelocity[3] * footVelocity[2],
      footVelocity[3] * footVelocity[1] - footVelocity[4] * footVelocity[0],
    ];
    const toJoints = (out: Float64Array, target: (axis: number) => number): void => {
      const b = new Float64Array(3);
      for (let axis = 0; axis < 3; axis++) {
        b[axis] = target(axis);
        for (let i = 0; i < 6; i++) b[axis] -= jacobian[axis * nv + i] * out[i];
      }
      solveLeg(block, b);
      for (let i = 0; i < 3; i++) out[legs[k].v[i]] = b[i];
    };
    const at = (axis: number): number => 9 * k + 3 * axis;
    const error = (axis: number): number => (stance[k] ? 0 : swing[at(axis)] - feet[3 * k + axis]);
    const desired = (axis: number): number =>
      swing[at(axis) + 2] +
      footGains.position * error(axis) +
      footGains.velocity * (swing[at(axis) + 1] - footVelocity[axis]);
    toJoints(this.acceleration, (axis) => (stance[k] ? 0 : desired(axis)) - drift[axis] - centripetal[axis]);
    toJoints(this.errors, error);
    toJoints(this.speeds, (axis) => (stance[k] ? 0 : swing[at(axis) + 1]));
  }
}
