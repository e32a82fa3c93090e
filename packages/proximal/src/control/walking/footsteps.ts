// Contacts, footsteps and swings of the feet, and the height of the ground.
import { cos as cosine, sin as sine } from '../../math/elementary.ts';
import type { Gait } from './gait.ts';
import type { RobotMotion } from './motion.ts';
import type { WalkingSettings, WalkingVelocity } from './options.ts';
import { advanceQuintic, swingHeight } from './swing.ts';

/** The time constant of the estimate of the ground's height, in seconds. */
const groundTime = 0.1;

export class Footsteps {
  /** Whether each foot is to be on the ground. */
  readonly stance: boolean[];
  /** Nine numbers for each foot: its desired position, velocity and acceleration along x, then along y and z. */
  readonly swing: Float64Array;
  /** Footsteps x, y of the present or next swing, in the world. */
  readonly targets: Float64Array;
  /** The estimated height of the ground; NaN until an update with a foot on the ground. */
  ground = Number.NaN;
  private readonly liftHeight: Float64Array;

  constructor(
    private readonly motion: RobotMotion,
    private readonly gait: Gait,
    private readonly settings: WalkingSettings,
  ) {
    const count = motion.legs.length;
    this.stance = new Array(count).fill(true);
    this.swing = new Float64Array(9 * count);
    this.targets = new Float64Array(2 * count);
    this.liftHeight = new Float64Array(count);
  }

  reset(): void {
    this.ground = Number.NaN;
    this.stance.fill(true);
  }

  update(velocity: WalkingVelocity, time: number, step: number): void {
    const elapsed = this.gait.swingTime(time);
    const remaining = this.gait.half - elapsed;
    for (let k = 0; k < this.stance.length; k++) {
      const isDown = this.gait.isStance(k, time);
      if (isDown || this.stance[k]) this.holdFoot(k);
      this.stance[k] = isDown;
      if (isDown || remaining >= this.settings.lockTime) this.plan(k, velocity, remaining);
      if (!isDown) this.swingFoot(k, elapsed, remaining, step);
    }
    this.estimateGround(step);
  }

  /**
   * Sets the motion of a foot to rest at its present position. Called while the foot is on the ground and when it is lifted, so that its
   * swing begins there.
   */
  private holdFoot(k: number): void {
    const { feet } = this.motion;
    for (let axis = 0; axis < 3; axis++) {
      this.swing[9 * k + 3 * axis] = feet[3 * k + axis];
      this.swing[9 * k + 3 * axis + 1] = 0;
      this.swing[9 * k + 3 * axis + 2] = 0;
    }
    this.liftHeight[k] = feet[3 * k + 2];
  }

  private swingFoot(k: number, elapsed: number, remaining: number, step: number): void {
    const { swing, settings } = this;
    const { apex, footRadius } = settings;
    for (let axis = 0; axis < 2; axis++)
      advanceQuintic(swing, 9 * k + 3 * axis, this.targets[2 * k + axis], remaining + step, step);
    // Before the first estimate, the foot returns to the height from which it was lifted.
    const landingHeight = Number.isNaN(this.ground) ? this.liftHeight[k] : this.ground + footRadius;
    swingHeight(this.liftHeight[k], landingHeight, apex, this.gait.half, elapsed, swing, 9 * k + 6);
  }

  /**
   * Plans the footstep at the end of the present half period: in the horizontal frame of the base, the position of the shoulder at that time plus
   * ½ t_stance v + k (v − v*) + ½ √(h/g) v × ω*, with the velocity v of the base. The sum of the last three terms is limited to `maxStep`
   * along each axis.
   */
  private plan(foot: number, [forward, left, rate]: WalkingVelocity, remaining: number): void {
    const { footstepGain, maxStep, height } = this.settings;
    const { q, linear, cos, sin, legs } = this.motion;
    const vx = cos * linear[0] + sin * linear[1];
    const vy = cos * linear[1] - sin * linear[0];
    const yawTerm = 0.5 * Math.sqrt(height / 9.81) * rate;
    const clip = (x: number): number => Math.min(Math.max(x, -maxStep), maxStep);
    // During the rest of the half period, the base turns by this angle and moves by v t.
    const [sx, sy] = legs[foot].shoulder;
    const angle = rate * remaining;
    const [c, s] = [cosine(angle), sine(angle)];
    const x =
      c * sx - s * sy + clip(this.gait.half * 0.5 * vx + footstepGain * (vx - forward) + yawTerm * vy) + vx * remaining;
    const y =
      s * sx + c * sy + clip(this.gait.half * 0.5 * vy + footstepGain * (vy - left) - yawTerm * vx) + vy * remaining;
    this.targets[2 * foot] = q[0] + cos * x - sin * y;
    this.targets[2 * foot + 1] = q[1] + sin * x + cos * y;
  }

  /** Low-pass filters the mean height of the lowest points of the feet on the ground. */
  private estimateGround(step: number): void {
    let [sum, count] = [0, 0];
    for (const [k, isDown] of this.stance.entries()) {
      if (!isDown) continue;
      sum += this.motion.feet[3 * k + 2] - this.settings.footRadius;
      count++;
    }
    if (count === 0) return;
    const mean = sum / count;
    this.ground = Number.isNaN(this.ground)
      ? mean
      : this.ground + Math.min(1, step / groundTime) * (mean - this.ground);
  }
}
