// The forces of actuators and of joint drives. Each is linear in position and velocity, with a stiffness k and a damping d, up to its
// limits. Position and velocity are taken at the end of the step, q⁺ = q + Δt v⁺, so the step is stable for any k, d ≥ 0:
//   τ = τ₀ − S a,   τ₀ = f(q + Δt v, v),   S = Δt d + Δt² k,   a = (v⁺ − v)/Δt.
// With the midpoint integrator, weak gains are of second order: damping acts with the mean velocity, and stiffness at the mean of the
// positions one step before and one step after, as for springs (implicit-damping.ts). Strong gains still act at the end of the step,
// which damps oscillations that the step does not resolve. With m and θ of implicit-damping.ts and y = Δt² k/m,
//   τ₀ = f(q + α Δt v, v),   S = θ Δt d + ½ (1 + α) Δt² k,   α = y/(1 + y).
// So S adds to the armature, and τ₀ to the torques: (M + S) a = τ₀ + …. A force that exceeds its limit at the end of the step is
// saturated: it is constant and adds nothing to S. The acceleration minimizes a convex function with the gradient M a − b − τ(a), where b are the
// other torques. Newton's method with a line search finds the acceleration and the saturated forces (saturation-search.ts).
import type { Actuator } from '../dynamics/description.ts';
import type { Model } from '../dynamics/model.ts';
import { thetaDamping, thetaDampingSlope } from './implicit-damping.ts';

/**
 * A force on a coordinate: gain · control + constant + byPosition · (arm q + offset) + byVelocity · (arm q̇), within its range. The torque
 * of the coordinate is the arm times the force.
 */
interface ForceLaw {
  /** The indices of the velocity and of the configuration coordinate. A mimic joint acts on the joint that it follows. */
  readonly at: number;
  readonly q: number;
  readonly gain: number;
  readonly constant: number;
  readonly byPosition: number;
  readonly byVelocity: number;
  /** The gear, times the ratio of a mimic joint. */
  readonly arm: number;
  readonly offset: number;
  readonly controlRange: readonly [number, number] | null;
  readonly lowest: number;
  readonly highest: number;
}

/**
 * A joint drive: torque = stiffness (target − q) − damping q̇, in N m and radians or N and meters, within the joint's effort limit. A target beyond
 * the joint's position limits is replaced by the limit.
 */
export interface Drive {
  target: number;
  stiffness: number;
  damping: number;
}

/** Which forces of a step are saturated: 1 at the upper limit, −1 at the lower one, 0 if unsaturated. */
export interface Saturation {
  /** The laws of the actuators, in their order, then the laws of the drives. */
  readonly laws: readonly ForceLaw[];
  /** One number for each law. */
  readonly forces: Int8Array;
  /** One number for the total effort of each velocity coordinate. */
  readonly efforts: Int8Array;
}

/**
 * Which changes of the saturation are made. `'all'`: every change. `'gradual'`: every change, but a force at one limit that should be at the other
 * becomes unsaturated first. `'first'`: only the first change of `'gradual'`. `'saturate'`: only changes from unsaturated to saturated.
 */
export type SaturationChanges = 'all' | 'gradual' | 'first' | 'saturate';

const unsaturated: Saturation = { laws: [], forces: new Int8Array(0), efforts: new Int8Array(0) };

/** The derivatives of the torques τ₀. Each depends only on the coordinate on which it acts. */
export interface ServoDerivatives {
  /** By position and velocity of the same coordinate, for each velocity coordinate. */
  readonly position: Float64Array;
  readonly velocity: Float64Array;
  /** By the actuator's control, for each actuator. */
  readonly control: Float64Array;
}

export class Servos {
  /** The drives by their velocity coordinates. */
  readonly drives = new Map<number, Drive>();
  /**
   * The efforts that `joint.torque` sets, for each velocity coordinate; null for none. The effort limits apply to their sums with the
   * servos' efforts.
   */
  reserved: Float64Array | null = null;
  /** The efforts of the last step, with `reserved`, for each velocity coordinate; null for none. */
  efforts: Float64Array | null = null;
  private readonly actuators: readonly ForceLaw[];
  private current: Saturation = unsaturated;
  /** τ₀ of each law, divided by its arm. */
  private forces = new Float64Array(0);
  /** The armature without S; null until there are laws. */
  private base: Float64Array | null = null;
  private total = new Float64Array(0);

  /** @param model whose armature is this member's own: S is added to it */
  constructor(
    private readonly model: Model,
    private readonly timeStep: number,
    /** 1/m of each coordinate for the midpoint integrator (implicit-damping.ts); null for the Euler integrator. */
    private readonly mobility: Float64Array | null = null,
  ) {
    this.actuators = model.actuators.map((actuator) => lawOf(model, actuator));
  }

  /** Whether there are neither actuators nor drives. */
  get isEmpty(): boolean {
    return this.actuators.length + this.drives.size === 0;
  }

  /** Which forces were saturated in the last step. The next step makes a new object. */
  get saturation(): Saturation {
    return this.current;
  }

  /** Sets the armature for a saturation, of this step or of an earlier one; the next step sets it again. */
  recall({ laws, forces, efforts }: Saturation): void {
    const { base, model } = this;
    if (!base) return;
    model.armature.set(base);
    for (let k = 0; k < laws.length; k++)
      if (forces[k] === 0 && efforts[laws[k].at] === 0) model.armature[laws[k].at] += this.inertiaOf(laws[k]);
  }

  /** Computes τ₀ at the start of a step, and which forces are saturated for a = 0. */
  begin(q: Float64Array, v: Float64Array, controls: Float64Array): void {
    this.prepare();
    const { forces } = this;
    const { laws } = this.current;
    for (let k = 0; k < laws.length; k++) {
      const { at, q: from, gain, constant, byPosition, byVelocity, arm, offset, controlRange } = laws[k];
      const control = k < controls.length ? clamp(controls[k], controlRange) : this.targetOf(at, from);
      const position = arm * (byPosition < 0 ? q[from] + this.aheadOf(laws[k]) * v[at] : q[from]) + offset;
      forces[k] = gain * control + constant + byPosition * position + byVelocity * (arm * v[at]);
    }
    this.review(null);
  }

  /** Adds τ₀ and the constant forces to the torques, and S to the armature. */
  addTo(torque: Float64Array): void {
    const { model, forces, total, current } = this;
    const { laws } = current;
    const { effort } = model.limits;
    if (laws.length === 0) return;
    this.recall(current);
    total.fill(0);
    for (let k = 0; k < laws.length; k++) {
      const { at, arm, lowest, highest } = laws[k];
      const mode = current.forces[k];
      total[at] += arm * (mode === 0 ? forces[k] : mode > 0 ? highest : lowest);
    }
    for (let k = 0; k < model.nv; k++) {
      const mode = current.efforts[k];
      torque[k] += mode === 0 ? total[k] : mode * effort[k] - (this.reserved?.[k] ?? 0);
    }
  }

  /**
   * Updates which forces are saturated, for an acceleration.
   * @param acceleration (v⁺ − v)/Δt; null for zero
   * @returns whether the saturation has changed
   */
  review(acceleration: Float64Array | null, changes: SaturationChanges = 'all'): boolean {
    const { model, forces, total, current, reserved } = this;
    const { laws } = current;
    const { effort } = model.limits;
    let isChanged = false;
    const set = (modes: Int8Array, k: number, mode: number): void => {
      const before = modes[k];
      if (before === mode || (changes === 'first' && isChanged) || (changes === 'saturate' && before !== 0)) return;
      modes[k] = changes !== 'all' && before * mode < 0 ? 0 : mode;
      isChanged = true;
    };
    total.fill(0);
    for (let k = 0; k < laws.length; k++) {
      const { at, arm, lowest, highest } = laws[k];
      const force = forces[k] - (acceleration ? this.slopeOf(laws[k]) * arm * acceleration[at] : 0);
      set(current.forces, k, force > highest ? 1 : force < lowest ? -1 : 0);
      total[at] += arm * Math.min(highest, Math.max(lowest, force));
    }
    for (let k = 0; k < total.length; k++) {
      const sum = total[k] + (reserved?.[k] ?? 0);
      set(current.efforts, k, sum > effort[k] ? 1 : sum < -effort[k] ? -1 : 0);
    }
    return isChanged;
  }

  /** The torques τ(a) with an acceleration, forces and efforts within their limits, per velocity coordinate. The present saturation has no effect. */
  torquesAt(acceleration: Float64Array, out: Float64Array): void {
    const { forces, reserved } = this;
    const { effort } = this.model.limits;
    const { laws } = this.current;
    out.fill(0);
    for (let k = 0; k < laws.length; k++) {
      const { at, arm, lowest, highest } = laws[k];
      const force = forces[k] - this.slopeOf(laws[k]) * arm * acceleration[at];
      out[at] += arm * Math.min(highest, Math.max(lowest, force));
    }
    for (let k = 0; k < out.length; k++) {
      const applied = reserved?.[k] ?? 0;
      out[k] = Math.min(effort[k], Math.max(-effort[k], out[k] + applied)) - applied;
    }
  }

  /** The torques with an acceleration in the present saturation: linear in the acceleration. */
  linearTorquesAt(acceleration: Float64Array, out: Float64Array): void {
    const { model, base } = this;
    out.fill(0);
    if (!base) return;
    this.addTo(out);
    for (let k = 0; k < out.length; k++) out[k] -= (model.armature[k] - base[k]) * acceleration[k];
  }

  /** Records the efforts of a step, whose solution is the velocity `next`. */
  finish(v: Float64Array, next: Float64Array): void {
    const { model, reserved, timeStep } = this;
    this.efforts = null;
    if (this.current.laws.length === 0) {
      if (reserved) this.efforts = reserved.slice();
      return;
    }
    const efforts = new Float64Array(model.nv);
    const acceleration = next.map((x, k) => (x - v[k]) / timeStep);
    this.linearTorquesAt(acceleration, efforts);
    for (let k = 0; reserved && k < efforts.length; k++) efforts[k] += reserved[k];
    this.efforts = efforts;
  }

  /** The derivatives of τ₀ of an earlier step. */
  derivatives({ laws, forces, efforts }: Saturation, controls: Float64Array): ServoDerivatives {
    const { model } = this;
    const [position, velocity] = [new Float64Array(model.nv), new Float64Array(model.nv)];
    const control = new Float64Array(controls.length);
    for (let k = 0; k < laws.length; k++) {
      const { at, arm, byPosition, byVelocity, gain, controlRange } = laws[k];
      if (forces[k] !== 0 || efforts[at] !== 0) continue;
      position[at] += arm * arm * byPosition;
      velocity[at] += arm * arm * (byVelocity + this.aheadOf(laws[k]) * Math.min(0, byPosition));
      if (k < controls.length) control[k] = clamp(controls[k], controlRange) === controls[k] ? arm * gain : 0;
    }
    return { position, velocity, control };
  }

  /** How far ahead of the start of a step the position is taken in τ₀, in seconds: α Δt, or Δt. */
  private aheadOf(law: ForceLaw): number {
    const y = this.stiffnessRatio(law);
    return this.mobility ? (this.timeStep * y) / (1 + y) : this.timeStep;
  }

  /** y = Δt² k/m; 0 for the Euler integrator. */
  private stiffnessRatio({ at, arm, byPosition }: ForceLaw): number {
    return (this.timeStep * arm) ** 2 * Math.max(0, -byPosition) * (this.mobility?.[at] ?? 0);
  }

  /** Adds the derivative of S (v⁺ − v) − Δt τ₀ with respect to 1/m in an earlier step to `out`, for each velocity coordinate. */
  addSlopes({ laws, forces, efforts }: Saturation, v: Float64Array, next: Float64Array, out: Float64Array): void {
    const { timeStep, mobility } = this;
    for (let k = 0; mobility && k < laws.length; k++) {
      const { at, arm, byPosition, byVelocity } = laws[k];
      if (forces[k] !== 0 || efforts[at] !== 0) continue;
      const stiffness = (timeStep * arm) ** 2 * Math.max(0, -byPosition);
      const springSlope = (stiffness / (1 + this.stiffnessRatio(laws[k]))) ** 2;
      const dampingSlope = thetaDampingSlope(arm * arm * timeStep * Math.max(0, -byVelocity), mobility[at]);
      out[at] += (dampingSlope + springSlope / 2) * (next[at] - v[at]) + springSlope * v[at];
    }
  }

  /** S of a law, divided by the square of its arm. Forces that increase with position or velocity are explicit: they add nothing to S. */
  private slopeOf(law: ForceLaw): number {
    const { byPosition, byVelocity, arm, at } = law;
    const { timeStep, mobility } = this;
    if (mobility) {
      const spring = (timeStep / 2) * (timeStep + this.aheadOf(law)) * Math.max(0, -byPosition);
      return spring + thetaDamping(timeStep * Math.max(0, -byVelocity), arm * arm * mobility[at]);
    }
    return -timeStep * (Math.min(0, byVelocity) + timeStep * Math.min(0, byPosition));
  }

  /** S of a law. */
  private inertiaOf(law: ForceLaw): number {
    return law.arm * law.arm * this.slopeOf(law);
  }

  /** The target of a drive within the joint's limits: beyond a limit, the drive would push against it permanently. */
  private targetOf(at: number, q: number): number {
    const { lower, upper } = this.model.limits;
    return Math.min(upper[q], Math.max(lower[q], this.drives.get(at)?.target ?? 0));
  }

  /** Makes the laws of this step, none of them saturated. */
  private prepare(): void {
    const { model, actuators, drives } = this;
    // Gains of drives may have changed.
    const laws =
      drives.size === 0 ? actuators : [...actuators, ...[...drives].map(([at, drive]) => lawOfDrive(model, at, drive))];
    if (laws.length > 0 && !this.base) {
      this.base = model.armature.slice();
      this.total = new Float64Array(model.nv);
    }
    if (this.forces.length !== laws.length) this.forces = new Float64Array(laws.length);
    this.current =
      laws.length > 0 ? { laws, forces: new Int8Array(laws.length), efforts: new Int8Array(model.nv) } : unsaturated;
    if (laws.length === 0 && this.base) model.armature.set(this.base);
  }
}

function lawOf(model: Model, actuator: Actuator): ForceLaw {
  const { joint: name, gear, controlRange, forceRange } = actuator;
  const joint = model.joints[model.jointIndex(name)];
  const { ratio, offset } = joint.mimic ?? { ratio: 1, offset: 0 };
  const [lowest, highest] = forceRange ?? [-Infinity, Infinity];
  const coordinate = { at: joint.v, q: joint.q, arm: gear * ratio, offset: gear * offset };
  return { ...coordinate, ...gainsOf(actuator), controlRange, lowest, highest };
}

function gainsOf({
  kind,
  kp,
  kv,
  gain = 0,
  bias = [0, 0, 0],
}: Actuator): Pick<ForceLaw, 'gain' | 'constant' | 'byPosition' | 'byVelocity'> {
  switch (kind) {
    case 'motor':
      return { gain: 1, constant: 0, byPosition: 0, byVelocity: 0 };
    case 'position':
      return { gain: kp, constant: 0, byPosition: -kp, byVelocity: -kv };
    case 'velocity':
      return { gain: kv, constant: 0, byPosition: 0, byVelocity: -kv };
    default:
      return { gain, constant: bias[0], byPosition: bias[1], byVelocity: bias[2] };
  }
}

function lawOfDrive({ joints }: Model, at: number, { stiffness, damping }: Drive): ForceLaw {
  const q = joints.find(({ v, mimic }) => v === at && mimic === null)?.q ?? 0;
  const linear = { gain: stiffness, constant: 0, byPosition: -stiffness, byVelocity: -damping };
  return { at, q, ...linear, arm: 1, offset: 0, controlRange: null, lowest: -Infinity, highest: Infinity };
}

function clamp(value: number, range: readonly [number, number] | null): number {
  return range === null ? value : Math.min(range[1], Math.max(range[0], value));
}
